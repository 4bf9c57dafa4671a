//go:build unix

package main

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"breadboard/grid/parquet/parquettest"
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

// Programs get such a name itself.
func TestProgramsGetTheNameItself(t *testing.T) {
	dir := files(t, map[string]string{evil: "0,1\n2,3\n"})
	var rows []struct{ Target string }
	worksJSON(t, &rows, dir, "exact", "-T", "2", "--target", evil)
	csv := column(readCSV(t, works(t, dir, "exact", "-T", "2", "--target", evil, "--format", "csv")), "target")[0]
	if rows[0].Target != evil || csv != strings.ReplaceAll(evil, "\r\n", "\n") { // as package csv reads a line end
		t.Errorf("JSON has the name %q, and CSV %q", rows[0].Target, csv)
	}
}

// bomb returns an archive with an array of zeros that claims a shape and has n entries of a byte, of which a
// thousand take one.
func bomb(t *testing.T, shape string, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("a.npy")
	if err == nil {
		_, err = f.Write(npyHead("|i1", shape))
	}
	if err == nil {
		_, err = f.Write(make([]byte, n))
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// npyHead returns what is before the entries of an array.
func npyHead(descr, shape string) []byte {
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s}", descr, shape)
	return append([]byte{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, byte(len(head)), 0}, head...)
}

// faultyFiles are files that claim more than they have, or pack much into little: each by the flag that takes it, with
// what is said of it.
func faultyFiles(t *testing.T) map[string]struct {
	flag, says string
	data       []byte
} {
	type file = struct {
		flag, says string
		data       []byte
	}
	sound := parquettest.Seeds(t, 12)
	list := parquettest.Spliced(sound[0].Data, len(sound[0].Data)-9, 0, []byte{0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07})
	changed := bomb(t, "(4,)", 4)
	changed[bytes.Index(changed, []byte("a.npy"))+6] ^= 0x10 // the first packed byte but one
	return map[string]file{
		"bomb.parquet":   {"--moves", "would do", parquettest.Bomb(t)},
		"list.parquet":   {"--moves", "would do", list},
		"cut.parquet":    {"--moves", "a whole Parquet file would do", sound[1].Data[:500]},
		"many.npz":       {"--moves", "up to 134217728 entries would do", bomb(t, "(134217729,)", 1<<27+1)},
		"chains.npz":     {"--moves", "up to 1,048,576 chains would do", bomb(t, "(134217728, 1)", 1<<27)},
		"changed.npz":    {"--moves", "would do", changed},
		"claims.npz":     {"--moves", "the file ends at entry 5", bomb(t, "(134217728,)", 4)},
		"target.npz":     {"--target", "up to 33554432 entries would do", bomb(t, "(33554433,)", 1<<25+1)},
		"target.npz:a":   {"--target", "up to 33554432 entries would do", bomb(t, "(33554433,)", 1<<25+1)},
		"claims.npy":     {"--target", "the file ends at row 1, column 1", npyHead("<f8", "(4096, 8192)")},
		"matrix.npy":     {"--matrix", "the shape is (65536, 65536)", npyHead("<f8", "(65536, 65536)")},
		"claims-too.npy": {"--matrix", "the file ends at row 1, column 1", npyHead("<f8", "(49, 49)")},
	}
}

// twoGiB leaves the program 2 GiB of addresses, of which the Go runtime takes one for itself.
const twoGiB = "ulimit -v 2097152"

// No file takes the program down, or more than a gigabyte of memory: it is refused, in a sentence that names it and
// says what would do.
func TestFilesThatExplode(t *testing.T) {
	dir, explosives := t.TempDir(), faulty.Tally{What: "files that explode"}
	all := faultyFiles(t)
	for _, name := range slices.Sorted(maps.Keys(all))[:times(4, len(all))] {
		f := all[name]
		path, _, _ := strings.Cut(name, ":")
		if err := os.WriteFile(filepath.Join(dir, path), f.data, 0o644); err != nil {
			t.Fatal(err)
		}
		args := []string{"validate", f.flag, name, "--toy", "barrier"}
		if f.flag == "--target" {
			args = []string{"exact", f.flag, name}
		}
		r := inShell(t, dir, twoGiB, args...)
		line, more, _ := strings.Cut(r.stderr, "\n")
		var err error
		if r.code != 2 || more != "" || !strings.Contains(line, name+": ") || !strings.Contains(line, f.says) {
			err = fmt.Errorf("exit code %d and %.500q, want 2 and one line that says %s", r.code, r.stderr, f.says)
		}
		explosives.Count(name, err)
	}
	explosives.Report(t)
}

// A hostile input stands in a file, or comes from a command's output.
type hostile struct {
	args  string
	says  string
	stdin string
}

// hostileFiles are files that took the process down, took minutes, or gigabytes. The names of the folders mean that
// every file in them is one.
func hostileFiles(t *testing.T) (dir string) {
	t.Helper()
	dir = files(t, map[string]string{
		"brackets.toml":   "toy = " + strings.Repeat("[", 3_000_000),
		"inline.toml":     "toy = " + strings.Repeat("{a = ", 500_000),
		"dotted.toml":     strings.Repeat("a.", 1_000_000) + "a = 1\n",
		"tables.toml":     nestedTables(1000),
		"commas.csv":      strings.Repeat(",", 33_000_000),
		"columns.csv":     strings.Repeat("0,", 9_999_999) + "1\n",
		"rows.csv":        strings.Repeat("0\n", 1_000_000),
		"quote.csv":       "\"0,1\n" + strings.Repeat("2,3\n", 1_000_000),
		"line.csv":        strings.Repeat("1", 2_000_000),
		"deep.json":       `{"initial": ` + strings.Repeat("[", 1_000_000),
		"beta-0x1p-1.csv": "",
	})
	for folder, file := range map[string]string{"zeros": "beta-1.csv", "betas": "betas.csv", "hex": "beta-0x1p-1.csv"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("/dev/zero", filepath.Join(dir, folder, file)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// nestedTables are n tables of TOML, each in the one before.
func nestedTables(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("[" + strings.Repeat("a.", i) + "a]\n")
	}
	return b.String()
}

const nested = "has more than 8 brackets or tables in one another; lists of texts and numbers, as toy"

// hostiles have one case for every reader and bound.
var hostiles = []hostile{
	{args: "sweep inline.toml --out o", says: "inline.toml: line 1 " + nested},
	{args: "exact --target quote.csv -T 3", says: `quote.csv: row 1, column 1: "\"0" is not a number`},
	{args: "exact --toy barrier --matrix zeros", says: "zeros/beta-1.csv: longer than 1 MiB; a CSV file of 49 rows of 49"},
	{args: "sweep --toy barrier --initial file:/dev/zero -T 3 --out o", says: "/dev/zero: a pipe or a device, and jobs read"},
	{args: "validate --toy barrier --moves line.csv", says: "line.csv: row 1 is longer than 1 MiB; shorter lines"},
	{args: "aide --hmm deep.json", says: "exceeded max depth; a JSON object with the keys initial, transition"},
	{args: "exact --target /dev/stdin -T 3", stdin: "yes 1,2", says: "/dev/stdin: longer than 64 MiB; a CSV, .npy or .npz"},
	{args: "sweep brackets.toml --out o", says: "brackets.toml: line 1 " + nested},
	{args: "sweep dotted.toml --out o", says: "dotted.toml: line 1 " + nested},
	{args: "sweep tables.toml --out o", says: "tables.toml: line 10 " + nested},
	{args: "sweep /dev/zero --out o", says: "/dev/zero: longer than 4 MiB; a TOML file of lists would do"},
	{args: "exact --target commas.csv -T 3", says: "column 3: the field is empty; a finite number or -inf (a wall) would do; and many more"},
	{args: "exact --target rows.csv -T 3", says: "rows.csv has 1,000,000 cells, which at 3 levels take"},
	{args: "exact --target line.csv -T 3", says: `line.csv: row 1, column 1: "111111111111111111111111..." is above 1e300`},
	{args: "exact --target /dev/zero -T 3", says: "/dev/zero: longer than 64 MiB; a CSV, .npy or .npz file of log f"},
	{args: "exact --toy clustering:3:2 --data /dev/zero -T 3", says: "longer than 64 MiB; a CSV file of data"},
	{args: "exact --toy barrier --schedule /dev/zero", says: "longer than 256 MiB; a file of betas from 0 to 1"},
	{args: "exact --toy barrier --matrix hex", says: "hex/beta-0x1p-1.csv: a name like beta-0.25.csv"},
	{args: "validate --toy barrier --moves /dev/zero", says: "/dev/zero: row 1 is longer than 1 MiB; shorter lines"},
	{args: "validate --toy barrier --moves commas.csv", says: "commas.csv: row 1 is longer than 1 MiB; shorter lines"},
	{args: "validate --toy barrier --moves quote.csv", says: "quote.csv: row 1 is longer than 1 MiB; shorter lines"},
	{args: "protocol --toy clustering:3:2 --data /dev/zero", says: "/dev/zero: longer than 1 MiB; a CSV file of data"},
	{args: "aide --hmm /dev/zero", says: "/dev/zero: longer than 16 MiB; a JSON object with the keys initial"},
	{args: "aide --hmm /dev/stdin", stdin: "yes '{\"a\":['", says: "/dev/stdin: longer than 16 MiB; a JSON object"},
	{args: "sweep /dev/stdin --out o", stdin: "yes \"toy = 'easy'\"", says: "/dev/stdin: longer than 4 MiB; a TOML file"},
}

// sisters are refused by the same readers, under other flags and commands, or after a longer time.
var sisters = []hostile{
	{args: "exact --target columns.csv -T 3", says: "columns.csv has 10,000,000 cells, which at 3 levels take"},
	{args: "exact --toy barrier --initial /dev/zero -T 3", says: "longer than 64 MiB; a CSV, .npy or .npz file of log f"},
	{args: "exact --toy barrier --matrix betas", says: "betas/betas.csv: longer than 256 MiB; a file of betas from 0 to 1"},
	{args: "certify --target /dev/zero -T 3", says: "longer than 64 MiB; a CSV, .npy or .npz file of log f would do"},
	{args: "sample --target /dev/zero -T 3", says: "longer than 64 MiB; a CSV, .npy or .npz file of log f would do"},
	{args: "aide --target /dev/zero -T 3 --gold posterior", says: "longer than 64 MiB; a CSV, .npy or .npz file of log f"},
	{args: "score --target /dev/zero", says: "longer than 64 MiB; a CSV, .npy or .npz file of log f would do"},
	{args: "score --toy barrier --function file:/dev/zero", says: "longer than 64 MiB; a CSV, .npy or .npz file of log f"},
	{args: "score --toy barrier --matrix /dev/zero", says: "longer than 1 MiB; a CSV file of 49 rows of 49 numbers"},
	{args: "validate --toy barrier --matrix /dev/zero", says: "longer than 1 MiB; a CSV file of 49 rows of 49 numbers"},
	{args: "validate --toy barrier --matrix zeros", says: "zeros/beta-1.csv: longer than 1 MiB; a CSV file of 49 rows"},
	{args: "sweep --target /dev/zero -T 3 --out o", says: "longer than 64 MiB; a CSV, .npy or .npz file of log f"},
	{args: "sweep --toy clustering:3:2 --data /dev/zero -T 3 --out o", says: "longer than 64 MiB; a CSV file of data"},
	{args: "sweep --toy barrier --schedule file:/dev/zero --out o", says: "longer than 256 MiB; a file of betas from 0 to 1"},
	{args: "sweep --toy barrier --matrix zeros --out o", says: "zeros/beta-1.csv: longer than 1 MiB; a CSV file of 49"},
	{args: "sweep --target /dev/stdin -T 3 --out o", stdin: "printf '0,1\\n2,3\\n'", says: "/dev/stdin: a pipe or a device"},
	{args: "exact --toy barrier --schedule /dev/stdin", stdin: "yes 1", says: "/dev/stdin: longer than 256 MiB; a file of betas"},
	{args: "validate --toy barrier --moves /dev/stdin", stdin: "yes 0,1", says: "/dev/stdin: longer than 512 MiB; a CSV, Parquet"},
}

// Whatever a file or a stream has, it is refused in one line that names it and its bound, within 4 GiB of addresses.
// The long form tries them all.
func TestHostileInputs(t *testing.T) {
	dir := hostileFiles(t)
	tally := faulty.Tally{What: "hostile inputs"}
	for _, h := range append(slices.Clone(hostiles[:times(7, len(hostiles))]), sisters[:times(0, len(sisters))]...) {
		var err error
		if !t.Run(h.args, func(t *testing.T) {
			refused(t, limited(t, dir, h.stdin, strings.Fields(h.args)...), h.says)
		}) {
			err = errors.New("it was not refused as it should be")
		}
		tally.Count(h.args, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "o")); err == nil {
		t.Error("a sweep that was refused has left its directory")
	}
	tally.Report(t)
}
