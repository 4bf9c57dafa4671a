//go:build unix

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

	"breadboard/grid/must"
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

// What a command prints of such a file for people, and in JSON, is text on stdout and on stderr. So are the files that
// are written for people: Markdown, HTML and SVG. Programs get the name itself.
func TestEvilNames(t *testing.T) {
	dir := files(t, map[string]string{evil: "0,1\n2,3\n"})
	for _, args := range [][]string{
		{"exact", "-T", "2", "--target", evil},
		{"exact", "-T", "2", "--toy", "barrier", "--schedule", evil},
		{"exact", "-T", "2", "--toy", evil},
		{"validate", "--target", evil, evil},
		{"validate", "--target", evil, "--exec", "sh -c \"printf '\\033[2J\\007\\342\\200\\256' >&2; exit 3\""},
		{"sweep", "-T", "2", "--target", evil},
		{"sweep", "--merge", evil},
		{evil},
	} {
		for _, format := range []string{"table", "markdown"} {
			r := program(t, dir, append(args, "--format", format)...)
			if says := misprinted(r); says != "" {
				t.Errorf("%q: %s: %q", r.args, says, r.stdout+r.stderr)
			}
		}
	}
	works(t, dir, "sweep", "-T", "2,3", "--kernel", "king,metropolis", "--target", evil, "--out", "out")
	works(t, dir, "exact", "-T", "2", "--target", evil, "--pictures", "out")
	for name, text := range contents(t, filepath.Join(dir, "out")) {
		if ext := filepath.Ext(name); slices.Contains([]string{".md"}, ext) {
			if says := miswritten(ext, []byte(text)); says != "" {
				t.Errorf("%s: %s", name, says)
			}
		}
	}
	var rows []struct{ Target string }
	worksJSON(t, &rows, dir, "exact", "-T", "2", "--target", evil)
	csv := column(readCSV(t, works(t, dir, "exact", "-T", "2", "--target", evil, "--format", "csv")), "target")[0]
	if rows[0].Target != evil || csv != strings.ReplaceAll(evil, "\r\n", "\n") { // as package csv reads a line end
		t.Errorf("JSON has the name %q, and CSV %q", rows[0].Target, csv)
	}
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

// hostileFiles are files that took the process down, or took minutes.
func hostileFiles(t *testing.T) string {
	t.Helper()
	return files(t, map[string]string{
		"quote.csv":  "\"0,1\n" + strings.Repeat("2,3\n", 1_000_000),
		"line.csv":   strings.Repeat("1", 2_000_000),
		"deep.json":  `{"initial": ` + strings.Repeat("[", 1_000_000),
		"claims.npy": npyFile("(4096, 8192)"),
	})
}

// npyFile is the head of an array of numpy.save, with as much of the numbers.
func npyFile(shape string) string {
	head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s}\n", shape)
	return "\x93NUMPY\x01\x00" + string([]byte{byte(len(head)), 0}) + head
}

// Whatever a file or a stream has, it is refused in one line that names it. What each reader refuses besides, the tests
// of its package hold.
func TestHostileInputs(t *testing.T) {
	dir := hostileFiles(t)
	for args, says := range map[string]string{
		"exact --target claims.npy -T 3": "claims.npy: the file has ",
		"exact --target quote.csv -T 3":  "quote.csv: line 1000001: extraneous or missing \" in quoted-field",

		"aide --hmm deep.json": "exceeded max depth; a JSON object with the keys initial, transition",

		"sweep --toy barrier --initial file:/dev/zero -T 3 --out o": "/dev/zero: a pipe or a device, and jobs read",
	} {
		refused(t, program(t, dir, strings.Fields(args)...), says)
	}
	must.Refuse(os.Stat(filepath.Join(dir, "o")))(t, "", "a sweep that was refused has left its directory")
}
