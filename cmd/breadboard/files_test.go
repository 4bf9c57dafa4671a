//go:build unix

package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// writers are commands that write, each with a name that it writes and a flag that names where.
var writers = []struct {
	name, command string
	slow          bool // by force it takes seconds
}{
	{"out/run.html", "exact --toy barrier -T 3 --pictures out", false},
	{"out/maps-T3.png", "sample --toy barrier -T 3 --chains 10 --pictures out", false},
	{"out/validation.html", "validate --toy barrier --kernel metropolis -T 3 --pictures out", false},
	{"out/density.png", "validate --toy barrier --kernel metropolis -T 3 --pictures out", false},
	{"out/easy.png", "list --pictures out", true},
	{"out/geweke.svg", "geweke --toy regression:2:7 --draws 20 --yes --pictures out", false},
	{"out/betas.csv", "exact --toy barrier -T 3 --save-betas out/betas.csv", false},
	{"out/runs.parquet", "sample --toy barrier -T 3 --chains 10 --save out/runs.parquet", false},
	{"out/rows.csv", "sweep --toy barrier -T 3,4 --out out", false},
	{"out/summary.png", "sweep --toy barrier -T 3,4 --out out", false},
	{"out/summary.html", "sweep --toy barrier -T 3 --out out", false},
	{"out/sweep.json", "sweep --toy barrier -T 3,4 --out out", false},
	{"out/scores.csv", "score --toy barrier --kernel metropolis --out out", false},
	{"out/score.json", "score --toy barrier --kernel metropolis --out out", false},
	{"out/protocol.md", "protocol --yes --out out", true},
	{"out/report.html", "reproduce --quick --out out", true},
	{"out/README.md", "reproduce bdmc --quick --out out", true},
	{"out/bias.csv", "reproduce aide --quick --out out", true},
	{"out/size.json", "reproduce samplers --quick --out out", true},
}

// A file of a user in the way is refused before any work, and stays as it is. With --force it is replaced.
func TestFaultsUsersFile(t *testing.T) {
	for i, c := range writers {
		t.Run(c.command+", "+c.name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, c.name, "mine")
			refused(t, program(t, dir, strings.Fields(c.command)...), c.name+" is there",
				"; another name or directory would do, or --force, which replaces what is there")
			if got := textOf(t, dir, c.name); got != "mine" {
				t.Errorf("%s holds %q", c.name, got)
			}
			if names := namesIn(t, filepath.Join(dir, "out")); len(names) != 1 {
				t.Errorf("a refused command leaves %v", names)
			}
			if c.slow || i%3 != 0 && !long {
				return
			}
			works(t, dir, append(strings.Fields(c.command), "--force")...)
			if got := textOf(t, dir, c.name); got == "mine" {
				t.Errorf("--force does not replace %s", c.name)
			}
		})
	}
}

// The same command again finds its own file, and is no harm. The file of another command is refused and stays, and
// what was computed is shown.
func TestFaultsSameFile(t *testing.T) {
	dir := t.TempDir()
	const betas = "exact --toy barrier --save-betas betas.csv -T "
	const runs = "sample --toy barrier -T 3 --save runs.parquet --chains "
	for range 2 {
		works(t, dir, strings.Fields(betas+"3")...)
		works(t, dir, strings.Fields(runs+"10")...)
	}
	was := textOf(t, dir, "betas.csv") + textOf(t, dir, "runs.parquet")
	refused(t, program(t, dir, strings.Fields(betas+"4")...), "betas.csv is there already; another name", "--force")
	r := program(t, dir, strings.Fields(runs+"20")...)
	ended(t, r, result{code: 2, stdout: r.stdout, stderr: "breadboard: runs.parquet is there already; another name or " +
		"directory would do, or --force, which replaces what is there\n"})
	if !strings.Contains(r.stdout, "20") {
		t.Errorf("what was computed is not shown: %q", r.stdout)
	}
	if textOf(t, dir, "betas.csv")+textOf(t, dir, "runs.parquet") != was {
		t.Error("a file of another command was replaced")
	}
}

func put(t *testing.T, dir, name, data string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(data), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func textOf(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What a user changed or added in a directory of ours is the user's: merge and a second sweep leave it.
func TestFaultsChangedFile(t *testing.T) {
	dir := t.TempDir()
	sweep := strings.Fields("sweep --toy barrier -T 3,4 --out out")
	works(t, dir, sweep...)
	works(t, dir, sweep...) // its own files are no obstacle
	put(t, dir, "out/summary-7.png", "my own figure")
	put(t, dir, "out/summary.md", "my notes")
	for _, args := range [][]string{sweep, {"merge", "out"}} {
		refused(t, program(t, dir, args...), "out/summary.md was changed since this program wrote it; another", "--force")
	}
	works(t, dir, "merge", "out", "--force")
	if got := textOf(t, dir, "out/summary.md"); got == "my notes" {
		t.Error("--force does not replace summary.md")
	}
	if got := textOf(t, dir, "out/summary-7.png"); got != "my own figure" {
		t.Errorf("the user's figure holds %q", got)
	}
	put(t, dir, "out/"+manifest, "{}")
	refused(t, program(t, dir, sweep...), manifest+" lists what was written there, and it is not as this program wrote it")
}

// No output depends on a folder for temporary files: one that is missing, or in which nobody can make a file.
func TestFaultsTempDir(t *testing.T) {
	for _, temp := range []string{"/nonexistent", "/proc"} {
		dir := t.TempDir()
		t.Setenv("TMPDIR", temp)
		for _, command := range []string{"sweep --toy barrier -T 3,4 --out s --shard 1/1", "merge s",
			"exact --toy barrier -T 3 --pictures e"} {
			works(t, dir, strings.Fields(command)...)
		}
		t.Setenv("TMPDIR", "/tmp")
	}
}

// Files and directories are as open as the process's umask lets them be.
func TestFaultsUmask(t *testing.T) {
	dir := t.TempDir()
	for _, command := range []string{"exact --toy barrier -T 3 --pictures new/p --save-betas new/b/betas.csv",
		"sweep --toy barrier -T 3,4 --out new/s", "sample --toy barrier -T 3 --chains 10 --save new/r/runs.parquet"} {
		r := inShell(t, dir, "umask 027", strings.Fields(command)...)
		ended(t, r, result{stdout: r.stdout})
	}
	err := filepath.WalkDir(filepath.Join(dir, "new"), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if want := map[bool]fs.FileMode{true: 0o750, false: 0o640}[e.IsDir()]; err == nil && info.Mode().Perm() != want {
			t.Errorf("%s has the mode %v, want %v", path, info.Mode().Perm(), want)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Where a file may not be so large, or the disk is full, the old set stays whole, and the error says what
// would do.
func TestFaultsFullDisk(t *testing.T) {
	const draw = "exact -T 3 --pictures out --toy "
	for says, limit := range map[string]string{
		"a larger ulimit -f, or another disk, would do; the files in out are as they were": "ulimit -f 50",
		"the disk is full": "true",
	} {
		dir := t.TempDir()
		if limit == "true" {
			if err := mount(dir, "size=1500k"); err != nil {
				t.Skipf("a disk to fill cannot be mounted here: %v", err)
			}
			defer func() { _ = exec.Command("umount", dir).Run() }()
		}
		works(t, dir, strings.Fields(draw+"barrier")...)
		before := contents(t, filepath.Join(dir, "out"))
		r := inShell(t, dir, limit, strings.Fields(draw+"easy")...)
		ended(t, r, result{code: 1, stdout: r.stdout, stderr: r.stderr})
		if strings.Count(r.stderr, says) != 1 {
			t.Errorf("stderr is %q", r.stderr)
		}
		same(t, contents(t, filepath.Join(dir, "out")), before)
	}
}

// A pipe in the place of the list of what was written is refused: nothing waits for it.
func TestFaultsPipeForRecord(t *testing.T) {
	for _, name := range []string{"out/" + manifest} {
		dir := t.TempDir()
		works(t, dir, strings.Fields("sweep --toy barrier -T 3 --out out")...)
		_ = os.Remove(filepath.Join(dir, name))
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skipf("no pipes here: %v", err)
		}
		for _, command := range []string{"merge out", "sweep --toy barrier -T 3 --out out"} {
			refused(t, program(t, dir, strings.Fields(command)...), name, "it is not a file")
		}
	}
}
