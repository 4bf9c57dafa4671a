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
	{"out/easy.png", "list --pictures out"},
	{"out/betas.csv", "exact --toy barrier -T 3 --save-betas out/betas.csv"},
	{"out/rows.csv", "sweep --toy barrier -T 3,4 --out out"},
	{"out/sweep.json", "sweep --toy barrier -T 3,4 --out out"},
	{"out/score.json", "score --toy barrier --kernel metropolis --out out"},
	{"out/protocol.md", "protocol --yes --out out"},
	{"out/report.html", "reproduce --quick --out out"},
}

// A file of a user in the way is refused before any work, and stays as it is.
func TestFaultsUsersFile(t *testing.T) {
	for _, c := range writers {
		dir := t.TempDir()
		put(t, dir, c[0], "mine")
		refused(t, program(t, dir, strings.Fields(c[1])...), c[0]+" is there",
			"; another name or directory would do, or --force, which replaces what is there")
		if got := contents(t, filepath.Join(dir, "out")); len(got) != 1 || got[filepath.Base(c[0])] != "mine" {
			t.Errorf("%s leaves %v", c[1], got)
		}
	}
}

// The same command again finds its own file, and is no harm. The file of another command is refused and stays, what was
// computed is shown, and --force replaces the file.
func TestFaultsSameFile(t *testing.T) {
	dir := t.TempDir()
	runs := strings.Fields("sample --toy barrier -T 3 --save runs.csv --chains")
	for range 2 {
		works(t, dir, append(runs, "10")...)
	}
	was := textOf(t, dir, "runs.csv")
	r := program(t, dir, append(runs, "20")...)
	ended(t, r, result{code: 2, stdout: r.stdout, stderr: "breadboard: runs.csv is there already; another name " +
		"or directory would do, or --force, which replaces what is there\n"})
	if !strings.Contains(r.stdout, "20") || textOf(t, dir, "runs.csv") != was {
		t.Errorf("a file of another command was replaced, or what was computed is not shown: %q", r.stdout)
	}
	works(t, dir, append(runs, "20", "--force")...)
	if textOf(t, dir, "runs.csv") == was {
		t.Error("--force does not replace the file")
	}
}

func put(t *testing.T, dir, name, data string) {
	t.Helper()
	path := filepath.Join(dir, name)
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(data), 0o644)))
}

// What a user changed or added in a directory of ours is the user's: merge and a second sweep leave it.
func TestFaultsChangedFile(t *testing.T) {
	dir := t.TempDir()
	sweep := strings.Fields("sweep --toy barrier -T 3,4 --out out")
	works(t, dir, sweep...)
	works(t, dir, sweep...) // its own files are no obstacle
	put(t, dir, "out/summary-7.png", "my own figure")
	put(t, dir, "out/summary.md", "my notes")
	for _, args := range [][]string{sweep, {"sweep", "--merge", "out"}} {
		refused(t, program(t, dir, args...), "out/summary.md was changed since this program wrote it; another",
			"--force")
	}
	works(t, dir, "sweep", "--merge", "out", "--force")
	if got := textOf(t, dir, "out/summary.md"); got == "my notes" {
		t.Error("--force does not replace summary.md")
	}
	if got := textOf(t, dir, "out/summary-7.png"); got != "my own figure" {
		t.Errorf("the user's figure holds %q", got)
	}
	put(t, dir, "out/"+manifest, "{}")
	refused(t, program(t, dir, sweep...), manifest+" lists what was written there, and it is not as this program "+
		"wrote it")
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

// Where the disk is full the old set stays whole, and the error says what would do.
func TestFaultsFullDisk(t *testing.T) {
	dir := t.TempDir()
	const size = "size=1000k"
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
	same(t, contents(t, filepath.Join(dir, "out")), before)
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
	for _, command := range []string{"validate --draws %s --toy barrier", "validate --toy barrier --moves %s"} {
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
