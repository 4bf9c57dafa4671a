package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"breadboard/grid/text/faulty"
)

// limited runs the program in 4 GiB of addresses, of which Go takes nearly 2 for itself. The words of stdin, if there
// are any, are a shell command whose output it reads.
func limited(t *testing.T, dir, stdin string, args ...string) result {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("ulimit -v bounds memory on Linux alone")
	}
	first := "ulimit -v 4194304"
	if stdin != "" {
		first = "exec < <(" + stdin + ") && " + first
	}
	return inShell(t, dir, first, args...)
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
	{args: "sweep brackets.toml --out o", says: "brackets.toml: line 1 " + nested},
	{args: "sweep inline.toml --out o", says: "inline.toml: line 1 " + nested},
	{args: "sweep dotted.toml --out o", says: "dotted.toml: line 1 " + nested},
	{args: "sweep tables.toml --out o", says: "tables.toml: line 10 " + nested},
	{args: "sweep /dev/zero --out o", says: "/dev/zero: longer than 4 MiB; a TOML file of lists would do"},
	{args: "exact --target commas.csv -T 3", says: "column 3: the field is empty; a finite number or -inf (a wall) would do; and many more"},
	{args: "exact --target rows.csv -T 3", says: "rows.csv has 1,000,000 cells, which at 3 levels take"},
	{args: "exact --target quote.csv -T 3", says: `quote.csv: row 1, column 1: "\"0" is not a number`},
	{args: "exact --target line.csv -T 3", says: `line.csv: row 1, column 1: "111111111111111111111111..." is above 1e300`},
	{args: "exact --target /dev/zero -T 3", says: "/dev/zero: longer than 64 MiB; a CSV, .npy or .npz file of log f"},
	{args: "exact --toy clustering:3:2 --data /dev/zero -T 3", says: "longer than 64 MiB; a CSV file of data"},
	{args: "exact --toy barrier --schedule /dev/zero", says: "longer than 256 MiB; a file of betas from 0 to 1"},
	{args: "exact --toy barrier --matrix zeros", says: "zeros/beta-1.csv: longer than 1 MiB; a CSV file of 49 rows of 49"},
	{args: "exact --toy barrier --matrix hex", says: "hex/beta-0x1p-1.csv: a name like beta-0.25.csv"},
	{args: "sweep --toy barrier --initial file:/dev/zero -T 3 --out o", says: "/dev/zero: a pipe or a device, and jobs read"},
	{args: "validate --toy barrier --moves /dev/zero", says: "/dev/zero: row 1 is longer than 1 MiB; shorter lines"},
	{args: "validate --toy barrier --moves commas.csv", says: "commas.csv: row 1 is longer than 1 MiB; shorter lines"},
	{args: "validate --toy barrier --moves line.csv", says: "line.csv: row 1 is longer than 1 MiB; shorter lines"},
	{args: "validate --toy barrier --moves quote.csv", says: "quote.csv: row 1 is longer than 1 MiB; shorter lines"},
	{args: "protocol --toy clustering:3:2 --data /dev/zero", says: "/dev/zero: longer than 1 MiB; a CSV file of data"},
	{args: "aide --hmm /dev/zero", says: "/dev/zero: longer than 16 MiB; a JSON object with the keys initial"},
	{args: "aide --hmm deep.json", says: "exceeded max depth; a JSON object with the keys initial, transition"},
	{args: "exact --target /dev/stdin -T 3", stdin: "yes 1,2", says: "/dev/stdin: longer than 64 MiB; a CSV, .npy or .npz"},
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
// BREADBOARD_LONG adds the sisters.
func TestHostileInputs(t *testing.T) {
	dir := hostileFiles(t)
	tally := faulty.Tally{What: "hostile inputs"}
	for _, h := range append(hostiles[:len(hostiles):len(hostiles)], sisters[:faulty.Times(0, len(sisters))]...) {
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
