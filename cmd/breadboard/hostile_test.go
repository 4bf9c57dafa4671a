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

// What a command prints of such a file for people, and in JSON, is text on stdout and on stderr. So are the files that
// are written for people: Markdown, HTML and SVG. Programs get the name itself.
func TestEvilNames(t *testing.T) {
	dir := files(t, map[string]string{evil: "0,1\n2,3\n"})
	names := faulty.Tally{What: "names of files"}
	for _, args := range [][]string{
		{"exact", "-T", "2", "--target", evil},
		{"exact", "-T", "2", "--toy", "barrier", "--schedule", evil},
		{"exact", "-T", "2", "--toy", evil},
		{"validate", "--target", evil, "--moves", evil},
		{"validate", "--target", evil, "--exec", "sh -c \"printf '\\033[2J\\007\\342\\200\\256' >&2; exit 3\""},
		{"sweep", "-T", "2", "--target", evil, "--dry-run"},
		{"sweep", "--merge", evil},
		{evil},
	} {
		for _, format := range []string{"markdown", "json"} {
			r := program(t, dir, append(args, "--format", format)...)
			var err error
			if says := misprinted(r); says != "" {
				err = fmt.Errorf("%s: %q", says, r.stdout+r.stderr)
			}
			names.Count(r.args, err)
		}
	}
	works(t, dir, "sweep", "-T", "2,3", "--kernel", "king,metropolis", "--target", evil, "--out", "out")
	works(t, dir, "exact", "-T", "2", "--target", evil, "--pictures", "out")
	for name, text := range contents(t, filepath.Join(dir, "out")) {
		if ext := filepath.Ext(name); slices.Contains([]string{".md", ".svg", ".html"}, ext) {
			var err error
			if says := miswritten(ext, []byte(text)); says != "" {
				err = errors.New(says)
			}
			names.Count(name, err)
		}
	}
	names.Report(t)
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

// A hostile input stands in a file, or comes from a command's output.
type hostile struct{ args, says, stdin string }

// hostileFiles are files that took the process down, took minutes, or gigabytes. The names of the folders mean that
// every file in them is one.
func hostileFiles(t *testing.T) (dir string) {
	t.Helper()
	dir = files(t, map[string]string{
		"rows.csv":        strings.Repeat("0\n", 1_000_000),
		"quote.csv":       "\"0,1\n" + strings.Repeat("2,3\n", 1_000_000),
		"line.csv":        strings.Repeat("1", 2_000_000),
		"deep.json":       `{"initial": ` + strings.Repeat("[", 1_000_000),
		"claims.npy":      npyFile("(4096, 8192)"),
		"beta-0x1p-1.csv": "",
	})
	for folder, file := range map[string]string{"zeros": "beta-1.csv", "betas": "betas.csv", "hex": "beta-0x1p-1.csv"} {
		err := os.Mkdir(filepath.Join(dir, folder), 0o777)
		must.Do(t, errors.Join(err, os.Symlink("/dev/zero", filepath.Join(dir, folder, file))))
	}
	return dir
}

// npyFile is the head of an array of numpy.save, with as much of the numbers.
func npyFile(shape string) string {
	head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s}\n", shape)
	return "\x93NUMPY\x01\x00" + string([]byte{byte(len(head)), 0}) + head
}

// hostiles have one case for every reader and bound. What each reader refuses besides, the tests of its package hold.
var hostiles = []hostile{
	{args: "exact --target claims.npy -T 3", says: "claims.npy: the file ends at row 1, column 1"},
	{args: "exact --toy barrier --matrix zeros", says: "zeros/beta-1.csv: longer than 1 MiB; a CSV file of 49 rows " +
		"of 49"},
	{args: "sweep --toy barrier --initial file:/dev/zero -T 3 --out o",
		says: "/dev/zero: a pipe or a device, and jobs read"},
	{args: "exact --target /dev/stdin -T 3", stdin: "yes 1,2",
		says: "/dev/stdin: longer than 64 MiB; a CSV or .npy"},
	{args: "exact --target quote.csv -T 3", says: `quote.csv: row 1, column 1: "\"0" is not a number`},
	{args: "validate --toy barrier --moves line.csv", says: "line.csv: row 1 is longer than 1 MiB; shorter lines"},
	{args: "aide --hmm deep.json", says: "exceeded max depth; a JSON object with the keys initial, transition"},
	{args: "exact --target rows.csv -T 3", says: "rows.csv has 1,000,000 cells, which at 3 levels take"},
	{args: "exact --toy clustering:3:2 --data /dev/zero -T 3", says: "longer than 64 MiB; a CSV or .npy file of data"},
	{args: "exact --toy barrier --schedule /dev/zero", says: "longer than 256 MiB; a file of betas from 0 to 1"},
	{args: "exact --toy barrier --matrix hex", says: "hex/beta-0x1p-1.csv: a name like beta-0.25.csv"},
	{args: "exact --toy barrier --matrix betas", says: "betas/betas.csv: longer than 256 MiB; a file of betas from 0 " +
		"to 1"},
	{args: "protocol --toy clustering:3:2 --data /dev/zero",
		says: "/dev/zero: longer than 1 MiB; a CSV or .npy file of data"},
	{args: "aide --hmm /dev/zero", says: "/dev/zero: longer than 16 MiB; a JSON object with the keys initial"},
	{args: "score --toy barrier --function file:/dev/zero",
		says: "longer than 64 MiB; a CSV or .npy file of log f"},
	{args: "validate --toy barrier --moves /dev/stdin", stdin: "yes 0,1",
		says: "/dev/stdin: longer than 512 MiB; a CSV"},
}

// Whatever a file or a stream has, it is refused in one line that names it and its bound, within 4 GiB of addresses.
// The long form tries them all.
func TestHostileInputs(t *testing.T) {
	dir := hostileFiles(t)
	tally := faulty.Tally{What: "hostile inputs"}
	for _, h := range hostiles[:times(4, len(hostiles))] {
		var err error
		if !t.Run(h.args, func(t *testing.T) {
			refused(t, limited(t, dir, h.stdin, strings.Fields(h.args)...), h.says)
		}) {
			err = errors.New("it was not refused as it should be")
		}
		tally.Count(h.args, err)
	}
	must.Refuse(os.Stat(filepath.Join(dir, "o")))(t, "", "a sweep that was refused has left its directory")
	tally.Report(t)
}
