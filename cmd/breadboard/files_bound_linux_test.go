package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"breadboard/grid/must"
)

// written are flags whose file the program writes. Every other flag or argument whose help speaks of a file is one that
// it reads, and is tried.
var written = []string{"pictures", "save", "save-betas", "out", "export", "site", "page", "force"}

// beside is what a command needs beside a file to come as far as reading it. A command that needs more than is here is
// refused for what it lacks, and not for the file: that fails the test.
var beside = map[string]string{
	"exact": "-T 2", "sample": "-T 2 --chains 100",
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
	case "--draws=":
		args = []string{f.command, "--toy", "barrier"}
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
	return append(args, f.flag+strings.Replace(f.as, "PATH", path, 1))
}

// A file without an end is refused by every command and flag that reads one, and the sentence names the file: nothing
// is read without a bound. Bounds are up to 256 MiB of text, and 400 MiB are free. The short form tries each flag with
// two commands that have it, and each command with a flag.
func TestEveryFileHasABound(t *testing.T) {
	dir := files(t, map[string]string{"y.csv": "1\n2\n3\n"})
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
