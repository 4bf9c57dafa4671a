package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"breadboard/grid/text/faulty"
)

// evil is a name of a file that commands a terminal, begins a line of its own, turns the direction of
// writing, and is markup in HTML and in Markdown.
const evil = "x\x1b]0;owned\a\r\nbreadboard: fine \u202e\u009b<script>|[a](b).csv"

// invisible returns the first character of a text that people do not see, or "".
func invisible(s string) string {
	for _, r := range s {
		if r != '\n' && r != '\t' && !unicode.IsGraphic(r) {
			return string(r)
		}
	}
	return ""
}

// Whatever a command prints of such a file, in any format for people and in JSON, is text: on stdout and
// on stderr.
func TestEvilNamesArePrintedAsText(t *testing.T) {
	dir := files(t, map[string]string{evil: "0,1\n2,3\n"})
	names := faulty.Tally{What: "names of files"}
	for _, args := range [][]string{
		{"exact", "-T", "2", "--target", evil},
		{"exact", "-T", "2", "--toy", "barrier", "--initial", evil},
		{"exact", "-T", "2", "--toy", "barrier", "--schedule", evil},
		{"exact", "-T", "2", "--toy", evil},
		{"sample", "-T", "2", "--chains", "10", "--target", evil},
		{"aide", "-T", "2", "--runs", "2", "--program", "ais", "--target", evil},
		{"validate", "--kernel", "king", "--beta", "1", "--target", evil},
		{"validate", "--target", evil, "--moves", evil},
		{"validate", "--target", evil, "--exec", "sh -c \"printf '\\033[2J\\007\\342\\200\\256' >&2; exit 3\""},
		{"score", "--kernel", "king", "-N", "10", "--target", evil},
		{"sweep", "-T", "2", "--target", evil, "--dry-run"},
		{"merge", evil},
		{"columns", evil},
		{"help", evil},
		{evil},
	} {
		for _, format := range []string{"table", "markdown", "json"} {
			r := program(t, dir, append(args, "--format", format)...)
			var err error
			if says := misprinted(r); says != "" {
				err = fmt.Errorf("%s: %q", says, r.stdout+r.stderr)
			}
			names.Count(r.args, err)
		}
	}
	names.Report(t)
}

// misprinted says what is wrong with what a program has printed, or "".
func misprinted(r result) string {
	switch c := invisible(r.stdout + r.stderr); {
	case c != "":
		return "it prints " + strconv.QuoteToASCII(c)
	case strings.Contains(r.stdout+r.stderr, "\nbreadboard: fine"):
		return "the name has a line of its own"
	case slices.Contains(r.args, "markdown") && strings.Contains(r.stdout, "<script>"):
		return "it prints markup"
	}
	return ""
}

// element is the markup of the evil name, as markup. A page of ours has scripts too, but none that goes on like this.
var element = regexp.MustCompile(`(?i)<script>[|]`)

// The files that are written for people have the name as text: Markdown, HTML and SVG.
func TestEvilNamesAreWrittenAsText(t *testing.T) {
	dir := files(t, map[string]string{evil: "0,1\n2,3\n"})
	works(t, dir, "sweep", "-T", "2,3", "--kernel", "king,metropolis", "--target", evil, "--out", "out")
	works(t, dir, "exact", "-T", "2", "--target", evil, "--pictures", "run")
	works(t, dir, "validate", "--kernel", "king", "--target", evil, "--pictures", "maps")
	names := faulty.Tally{What: "names into files"}
	for _, pattern := range []string{"out/*.md", "out/*.svg", "run/*.svg", "run/*.html", "maps/*.svg"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(found) == 0 {
			t.Errorf("%s: none: %v", pattern, err)
		}
		for _, path := range found {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var wrong error
			if says := miswritten(filepath.Ext(path), data); says != "" {
				wrong = errors.New(says)
			}
			names.Count(path, wrong)
		}
	}
	names.Report(t)
}

// miswritten says what is wrong with a file: that it has invisible characters or a script, or is an SVG
// that no browser reads. It is "" if nothing is.
func miswritten(ext string, data []byte) string {
	if c := invisible(string(data)); c != "" {
		return "it has " + strconv.QuoteToASCII(c)
	}
	if s := element.Find(data); s != nil {
		return "it has " + string(s)
	}
	if ext != ".svg" {
		return ""
	}
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return ""
		} else if err != nil {
			return "it is no XML: " + err.Error()
		}
	}
}

// A directory of such a name is told as text too.
func TestEvilDirectoriesArePrintedAsText(t *testing.T) {
	dir, name := t.TempDir(), strings.ReplaceAll(evil, "/", "")
	r := program(t, dir, "reproduce", "--quick", "--out", name)
	if says := misprinted(r); says != "" {
		t.Errorf("%s: %q", says, r.stdout[max(0, len(r.stdout)-200):]+r.stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
		t.Error(err)
	}
}
