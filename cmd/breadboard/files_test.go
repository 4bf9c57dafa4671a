//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// writers are commands that write, each with a name that it writes.
var writers = [][2]string{
	{"out/run.html", "exact --toy barrier -T 3 --pictures out"},
	{"out/validation.html", "validate --toy barrier --kernel metropolis -T 3 --pictures out"},
	{"out/rows.csv", "sweep --toy barrier -T 3,4 --out out"},
	{"out/scores.csv", "score --toy barrier --kernel metropolis --out out"},
	{"out/protocol.md", "protocol --out out"},
	{"out/report.html", "reproduce --quick --out out"},
}

// A folder that has a file of a user, whatever its name, is refused before any work, and stays as it is.
func TestFaultsUsersFile(t *testing.T) {
	for _, c := range writers {
		for _, name := range []string{c[0], "out/notes.txt"} {
			dir := t.TempDir()
			put(t, dir, name, "mine")
			const says = "out: it has files, and no .breadboard that says that this program wrote them; " +
				"a new or an empty directory would do"
			refused(t, program(t, dir, strings.Fields(c[1])...), says)
			if got := contents(t, filepath.Join(dir, "out")); len(got) != 1 || got[filepath.Base(name)] != "mine" {
				t.Errorf("%s leaves %v", c[1], got)
			}
		}
	}
}

// singles are commands that write a file that a flag names, without that, and a file of somebody.
var singles = []struct{ first, other, mine string }{
	{"sample --toy barrier -T 3 --chains 10 --save", "sample --toy barrier -T 4 --chains 20 --save", "mine.csv"},
	{"exact --toy barrier -T 3 --save-betas", "exact --toy easy -T 4 --save-betas", "mine.txt"},
}

// A single file that begins as such a file is replaced, by the same command and by another. One that does not is
// refused before any work, and stays.
func TestFaultsSingleFiles(t *testing.T) {
	dir := files(t, map[string]string{"mine.html": "<!doctype html>", "mine.csv": "T,B\n", "mine.txt": "0\n1\n"})
	for _, c := range singles {
		ours := "ours" + filepath.Ext(c.mine)
		for range 2 {
			works(t, dir, append(strings.Fields(c.first), ours)...)
		}
		first := textOf(t, dir, ours)
		works(t, dir, append(strings.Fields(c.other), ours)...)
		if textOf(t, dir, ours) == first {
			t.Errorf("%s does not replace %s", c.other, ours)
		}
		kept := textOf(t, dir, c.mine)
		refused(t, program(t, dir, append(strings.Fields(c.first), c.mine)...), c.mine+": it is there already",
			"another name would do")
		if textOf(t, dir, c.mine) != kept {
			t.Errorf("%s replaces %s", c.first, c.mine)
		}
	}
}

func put(t *testing.T, dir, name, data string) {
	t.Helper()
	path := filepath.Join(dir, name)
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(data), 0o644)))
}

// In a directory of ours the tables are replaced, by merge too, and what a user added stays.
func TestFaultsOurDirectory(t *testing.T) {
	dir := t.TempDir()
	sweep := strings.Fields("sweep --toy barrier -T 3,4 --out out")
	works(t, dir, sweep...)
	want := swept(t, filepath.Join(dir, "out"))
	put(t, dir, "out/notes.md", "my notes")
	want["notes.md"] = "my notes"
	for _, args := range [][]string{sweep, {"sweep", "--merge", "out"}} {
		put(t, dir, "out/summary.md", "changed")
		works(t, dir, args...)
		same(t, swept(t, filepath.Join(dir, "out")), want)
	}
	works(t, dir, strings.Fields("exact --toy barrier -T 3 --pictures out")...)
	must.Have(os.Stat(filepath.Join(dir, "out", "run.html")))(t)
}

// What a spreadsheet saves where commas are decimal is read as plain CSV is, by every command that reads columns.
// Were the second column taken for the first, the answers would differ: the other file shows it.
func TestFilesOfSpreadsheets(t *testing.T) {
	plain := map[string]string{
		"draws":    "draw,cell\n0.5,3\n1.5,3\n2.5,2\n3.5,1\n",
		"sandwich": "group,log_w\n0.5,-1.25\n1.5,-0.5\n2.5,0.75\n",
		"validate": "from,to\n0,3\n3,3\n3,4\n4,1\n",
	}
	for command, line := range map[string]string{
		"draws":    "validate --draws FILE --target g.csv",
		"sandwich": "sandwich --forward FILE",
		"validate": "validate --target g.csv FILE --full",
	} {
		german := strings.ReplaceAll(strings.ReplaceAll(plain[command], ",", ";"), ".", ",")
		dir := files(t, map[string]string{"g.csv": "0.5,1,2\n3,0.5,1\n", "a.csv": plain[command]})
		answer := func() result { return program(t, dir, strings.Fields(strings.ReplaceAll(line, "FILE", "a.csv"))...) }
		want := answer()
		write(t, dir+"/a.csv", german)
		ended(t, answer(), want)
		write(t, dir+"/a.csv", strings.ReplaceAll(german, "3", "0"))
		if got := answer(); command != "sandwich" && got.stdout == want.stdout {
			t.Errorf("%s: another file has the same answer", line)
		}
	}
}
