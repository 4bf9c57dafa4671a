package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"breadboard/grid/must"
	"breadboard/grid/text/faulty"
)

// written are flags whose file the program writes. Every other flag or argument whose help speaks of a file is one that
// it reads, and is tried.
var written = []string{"pictures", "save", "save-betas", "out", "export", "site", "page"}

// beside is what a command needs beside a file to come as far as reading it. A command that needs more than is here is
// refused for what it lacks, and not for the file: that fails the test.
var beside = map[string]string{
	"exact": "-T 2", "weights": "raise -T 2", "certify": "-T 2", "sample": "-T 2 --chains 100",
	"sweep": "-T 2 --dry-run", "aide": "-T 2",
	"validate": "--kernel metropolis", "score": "-N 30",
}

// spoken is how help speaks of a file that is read: --target=FILE, --data=FILE.csv, --initial=file:PATH.
var spoken = regexp.MustCompile(`(file:)?\b(FILE|PATH|SPEC)\b(\.[a-z]+)?`)

// aFile is a place in the grammar where a file is named that the program reads.
type aFile struct {
	command, flag string // flag is "" of an argument
	as            string // the value, with PATH where the file is
}

// filesOf are all files that the program reads, by the parser's own list.
func filesOf(t *testing.T) (all []aFile) {
	t.Helper()
	for _, command := range model(t).Leaves(true) {
		for _, p := range command.Positional {
			if spoken.MatchString(p.Tag.PlaceHolder) {
				all = append(all, aFile{command: command.Name, as: "PATH"})
			}
		}
		for _, f := range command.Flags {
			if slices.Contains(written, f.Name) {
				continue
			}
			as := valueOf(f)
			if as != "" {
				all = append(all, aFile{command: command.Name, flag: "--" + f.Name + "=", as: as})
			}
		}
	}
	return all
}

// valueOf is a flag's value that names a file, or "" if it never does.
func valueOf(f *kong.Flag) string {
	if f.Name == "admit" {
		return "PATH=true"
	}
	if strings.Contains(f.Help, "file:PATH") {
		return "file:PATH"
	}
	for _, says := range []string{f.PlaceHolder, f.Help} {
		found := spoken.FindStringSubmatch(says)
		if found != nil {
			return found[1] + "PATH"
		}
	}
	return ""
}

// args are those of a command that reads this file.
func (f aFile) args(path string) []string {
	args := append([]string{f.command}, strings.Fields(beside[f.command])...)
	switch f.flag {
	case "--data=":
		args = append(args, "--toy", "clustering:3:2")
	case "--hmm=":
		args = []string{f.command, "--program", "smc-data:1"}
	case "--prior=":
		args = append(args, "--model", "true")
		if f.command == "protocol" {
			args = append(args, "--data", "y.csv")
		}
	case "--target=", "--forward=", "--reverse=":
	default:
		toy := "barrier"
		if f.command == "protocol" {
			toy = "clustering:3:2"
			args = append(args, "--data", "y.csv")
		}
		if f.command != "sweep" || f.flag != "" {
			args = append(args, "--toy", toy)
		}
	}
	if f.command == "draws" && f.flag != "" {
		args = append(args, "cells.csv")
	}
	return append(args, f.flag+strings.Replace(f.as, "PATH", path, 1))
}

// A file without an end is refused by every command and flag that reads one, and the sentence names the file: nothing
// is read without a bound. Bounds are up to 256 MiB of text, and 400 MiB are free. The short form tries each flag with
// two commands that have it, and each command with a flag.
func TestEveryFileHasABound(t *testing.T) {
	dir := files(t, map[string]string{"cells.csv": "cell\n0\n1\n", "y.csv": "1\n2\n3\n"})
	must.Do(t, os.Symlink("/dev/zero", filepath.Join(dir, "endless")))
	all := filesOf(t)
	if len(all) < 40 {
		t.Errorf("only %d files are tried", len(all))
	}
	tried := map[string]int{}
	for _, f := range all {
		if !long && tried[f.flag] >= 2 && tried[f.command] > 0 {
			continue
		}
		tried[f.flag]++
		tried[f.command]++
		t.Run(fmt.Sprint(f.command, " ", f.flag), func(t *testing.T) {
			refused(t, inShell(t, dir, "ulimit -d 600000", f.args("endless")...), "endless")
		})
	}
}

// rowsOf writes a file of so many rows in this form: the numbers of a column of this name.
func rowsOf(t *testing.T, path, column string, rows int, number func() float64) {
	t.Helper()
	f := must.Have(os.Create(path))(t)
	defer f.Close()
	out := bufio.NewWriter(f)
	switch filepath.Ext(path) {
	case ".npy":
		fmt.Fprint(out, npyFile(fmt.Sprintf("(%d,)", rows)))
		for range rows {
			bits := math.Float64bits(number())
			for byteAt := range 8 {
				must.Do(t, out.WriteByte(byte(bits>>(8*byteAt))))
			}
		}
	case ".csv":
		fmt.Fprintln(out, column)
		for range rows {
			fmt.Fprintln(out, number())
		}
	}
	must.Do(t, out.Flush())
}

// The memory of rows from strangers is foretold before they are read, from the file alone, within a factor of two.
func TestRowsTakeWhatIsForetold(t *testing.T) {
	const rows = 1_000_000
	dir := files(t, map[string]string{"flat.csv": "0,0,0\n0,0,0\n0,0,0\n"})
	dice := rand.New(rand.NewPCG(1, 2))
	for _, form := range []string{".csv", ".npy"}[:faulty.Times(1, 2)] {
		weights := filepath.Join(dir, "weights"+form)
		cells := filepath.Join(dir, "cells"+form)
		rowsOf(t, weights, "log_w", rows, dice.NormFloat64)
		rowsOf(t, cells, "cell", rows, func() float64 { return float64(dice.IntN(9)) })
		for _, args := range [][]string{
			{"sandwich", "--forward", weights},
			{"draws", cells, "--target", filepath.Join(dir, "flat.csv")},
		} {
			told := foretold(t, args)
			held := memoryOf(t, append(args, "--yes")...)
			ratio := told / float64(held)
			t.Logf("%q: %s foretold, %s held: %.2f", args, amount(told), amount(float64(held)), ratio)
			if !(ratio > 0.5 && ratio < 2) {
				t.Errorf("%q: foretold over held is %.2f, want from 0.5 to 2", args, ratio)
			}
		}
	}
}

// What grows as it is read is refused when it has grown: rows of a pipe, names of chains and of groups, and samples, of
// which each has a table of its own. Nothing is killed.
func TestWhatGrowsIsRefused(t *testing.T) {
	const rows = 1_000_000
	dir := files(t, map[string]string{"wide.csv": strings.Repeat(strings.Repeat("0,", 299)+"0\n", 300),
		"flat.csv": "0,0,0\n0,0,0\n0,0,0\n"})
	many := func(name, head, row string, count int) string {
		path := filepath.Join(dir, name)
		f := must.Have(os.Create(path))(t)
		defer f.Close()
		out := bufio.NewWriter(f)
		fmt.Fprintln(out, head)
		for i := range count {
			fmt.Fprintf(out, row, i%9, i)
		}
		must.Do(t, out.Flush())
		return path
	}
	foretold(t, []string{"draws", many("samples.csv", "cell,T", "%d,%d1\n", 2000), "--target",
		filepath.Join(dir, "wide.csv")})
	foretold(t, []string{"draws", many("chains.csv", "cell,chain", "%d,%d\n", rows/2), "--target",
		filepath.Join(dir, "flat.csv")})
	foretold(t, []string{"sandwich", "--forward", many("groups.csv", "log_w,group", "%d,%d\n", rows/4)})
	piped := inShell(t, dir, "ulimit -d 220000; mkfifo pipe; (cat chains.csv chains.csv chains.csv | grep -v cell | "+
		"sed '1icell,chain' >pipe) & true", "draws", "pipe", "--target", "flat.csv")
	if piped.code != 2 || !shortage.MatchString(piped.stderr) {
		t.Errorf("a pipe: exit code %d, said %q", piped.code, piped.stderr)
	}
}
