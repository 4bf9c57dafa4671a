//go:build unix

package main

import (
	"bytes"
	little "encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// writers are commands that write, each with a name that it writes.
var writers = [][2]string{
	{"out/run.html", "exact --toy barrier -T 3 --pictures out"},
	{"out/maps-T3.png", "sample --toy barrier -T 3 --chains 10 --pictures out"},
	{"out/validation.html", "validate --toy barrier --kernel metropolis -T 3 --pictures out"},
	{"out/betas.csv", "exact --toy barrier -T 3 --save-betas out/betas.csv"},
	{"out/rows.csv", "sweep --toy barrier -T 3,4 --out out"},
	{"out/sweep.json", "sweep --toy barrier -T 3,4 --out out"},
	{"out/scores.csv", "score --toy barrier --kernel metropolis --out out"},
	{"out/protocol.md", "protocol --out out"},
	{"out/report.html", "reproduce --quick --out out"},
}

// A folder that has a file of a user, whatever its name, is refused before any work, and stays as it is. So is a single
// file.
func TestFaultsUsersFile(t *testing.T) {
	for _, c := range writers {
		for _, name := range []string{c[0], "out/notes.txt"} {
			alone := strings.HasSuffix(c[1], c[0])
			if alone && name != c[0] {
				continue
			}
			dir := t.TempDir()
			put(t, dir, name, "mine")
			says := "out: it has files, and no .breadboard that says that this program wrote them; " +
				"a new or an empty directory would do"
			if alone {
				says = name + ": it is there already, and does not begin as a file that this program writes here; " +
					"another name would do"
			}
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

// Files and directories are as open as the process's umask lets them be, and no output depends on a folder for
// temporary files.
func TestFaultsUmask(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", "/nonexistent")
	r := inShell(t, dir, "umask 027", strings.Fields("exact --toy barrier -T 3 --pictures new/p --save-betas "+
		"new/b/betas.csv")...)
	ended(t, r, result{stdout: r.stdout})
	err := filepath.WalkDir(filepath.Join(dir, "new"), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		want := fs.FileMode(0o640)
		if e.IsDir() {
			want = 0o750
		}
		if err == nil &&
			info.Mode().Perm() != want {
			t.Errorf("%s has the mode %v, want %v", path, info.Mode().Perm(), want)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Where the disk is full each file is the old one or the new one, and the error says what would do.
func TestFaultsFullDisk(t *testing.T) {
	dir := t.TempDir()
	const size = "size=600k"
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", size, "breadboard", dir).CombinedOutput(); err != nil {
		t.Skipf("a disk to fill cannot be mounted here: %s", out)
	}
	defer func() { _ = exec.Command("umount", dir).Run() }()
	const draw = "exact -T 3 --pictures out --toy "
	works(t, dir, strings.Fields(draw+"barrier")...)
	before := contents(t, filepath.Join(dir, "out"))
	r := program(t, dir, strings.Fields(draw+"easy")...)
	ended(t, r, result{code: 1, stdout: r.stdout, stderr: r.stderr})
	holds(t, r.stderr, "the disk is full")
	elsewhere := t.TempDir()
	works(t, elsewhere, strings.Fields(draw+"easy")...)
	after := contents(t, filepath.Join(elsewhere, "out"))
	for name, now := range contents(t, filepath.Join(dir, "out")) {
		if now != before[name] && now != after[name] {
			t.Errorf("%s is neither the old one nor the new one", name)
		}
	}
}

// Whole numbers are whole numbers as doubles too, in every kind of file: cells, states of chains, T and groups. What is
// between two of them is refused with its place.
func TestWholeDoubles(t *testing.T) {
	dir := t.TempDir()
	walk := []float64{24, 25, 24, 25, 24, 17, 10, 17, 24, 24}
	saved := func(name string, walk []float64) {
		csv := "cell\n"
		npy := bytes.NewBufferString(npyFile(fmt.Sprintf("(%d,)", len(walk))))
		for _, x := range walk {
			csv += fmt.Sprintf("%.1f\n", x)
		}
		must.Do(t, little.Write(npy, little.LittleEndian, walk))
		write(t, filepath.Join(dir, name+".csv"), csv)
		write(t, filepath.Join(dir, name+".npy"), npy.String())
	}
	saved("whole", walk)
	saved("half", append([]float64{24, 24.5}, walk...))
	write(t, filepath.Join(dir, "mixed-w.csv"), "T,group,log_w\n1,0,0\n2.0,0.0,0.125\n1,1.0,0.25\n2,1,0.375\n")
	write(t, filepath.Join(dir, "whole-w.csv"), "T,group,log_w\n1,0,0\n2,0,0.125\n1,1,0.25\n2,1,0.375\n")
	write(t, filepath.Join(dir, "half-w.csv"), "T,group,log_w\n1,0,0\n1.5,0,0.125\n")
	for _, command := range []string{"validate --draws %s --toy barrier", "validate --toy barrier %s"} {
		printed := map[string]bool{}
		for _, ending := range []string{"csv", "npy"} {
			r := program(t, dir, strings.Fields(fmt.Sprintf(command, "whole."+ending))...)
			if printed[strings.ReplaceAll(r.stdout, "whole."+ending, "FILE")] = true; r.code > 1 {
				t.Errorf("%q: exit code %d: %s", r.args, r.code, r.stderr)
			}
			place := map[bool]string{true: "entry 2 is 24.5; a whole number from 0 to 48",
				false: "row 2, column cell is 24.5; a whole"}
			refused(t, program(t, dir, strings.Fields(fmt.Sprintf(command, "half."+ending))...), "half."+ending+": "+
				place[ending == "npy"])
		}
		if len(printed) != 1 {
			t.Errorf("%s prints by kind of file: %v", command, printed)
		}
	}
	one := works(t, dir, "sandwich", "--forward", "mixed-w.csv")
	same := works(t, dir, "sandwich", "--forward", "whole-w.csv")
	if strings.ReplaceAll(one, "mixed", "whole") != same {
		t.Errorf("weights print\n%s with whole numbers as doubles, and\n%s without", one, same)
	}
	refused(t, program(t, dir, "sandwich", "--forward", "half-w.csv"),
		"half-w.csv: row 2, column T is 1.5; a whole number")
}
