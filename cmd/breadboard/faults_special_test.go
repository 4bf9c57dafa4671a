//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// special makes what is no file in the place of one, by name.
var special = map[string]func(path string) error{
	"a pipe":            func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"endless":           func(path string) error { return os.Symlink("/dev/zero", path) },
	"a directory":       func(path string) error { return os.Mkdir(path, 0o755) },
	"a letter":          func(path string) error { return os.WriteFile(path, []byte("dear reader"), 0o644) },
	"a letter of lines": func(path string) error { return os.WriteFile(path, []byte("dear\nreader\n"), 0o644) },
}

// What is no journal and no plan is refused at once, by the run and by merge, and stays.
func TestFaultsSpecialFiles(t *testing.T) {
	for _, r := range fewCells {
		dir := t.TempDir()
		works(t, dir, r.in("out")...)
		out := filepath.Join(dir, "out")
		for _, name := range []string{"journal.jsonl", r.plan()} {
			path := filepath.Join(out, name)
			whole := read(t, path)
			for what, put := range special {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				if err := put(path); err != nil {
					t.Fatal(err)
				}
				before, err := os.Lstat(path)
				if err != nil {
					t.Fatal(err)
				}
				for _, args := range [][]string{r.in("out"), {"merge", "out"}} {
					isRefusedFor(t, what, program(t, dir, args...), "out/"+name)
				}
				after, err := os.Lstat(path)
				if err != nil || after.Mode() != before.Mode() || after.Size() != before.Size() {
					t.Errorf("%s in the place of %s: it did not stay", what, name)
				}
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				overwrite(t, path, whole)
			}
		}
		works(t, dir, "merge", "out")
	}
}

// isRefusedFor checks that a command ends in a line that names the file and says what would do.
func isRefusedFor(t *testing.T, what string, r result, name string) {
	t.Helper()
	if r.code != 1 && r.code != 2 || strings.Count(r.stderr, "\n") != 1 {
		t.Errorf("%s in the place of %s: %q ends with the code %d and %q", what, name, r.args, r.code, r.stderr)
	}
	if !strings.Contains(r.stderr, name) {
		t.Errorf("%s in the place of %s: %q does not name it: %q", what, name, r.args, r.stderr)
	}
	if !strings.HasSuffix(r.stderr, "would do\n") && !strings.HasSuffix(r.stderr, "replaces what is there\n") {
		t.Errorf("%s in the place of %s: %q does not say what would do: %q", what, name, r.args, r.stderr)
	}
}

// A journal that is a symlink to a file is that file.
func TestFaultsJournalElsewhere(t *testing.T) {
	dir := t.TempDir()
	r := fewCells[0]
	works(t, dir, r.in("out")...)
	want := swept(t, filepath.Join(dir, "out"))
	path := filepath.Join(dir, "out", "journal.jsonl")
	if err := os.Rename(path, filepath.Join(dir, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../elsewhere", path); err != nil {
		t.Fatal(err)
	}
	tells(t, story(t, works(t, dir, r.in("out")...)), map[string]int{"from_journal": 2, "run": 0})
	works(t, dir, "merge", "out")
	same(t, swept(t, filepath.Join(dir, "out")), want)
}
