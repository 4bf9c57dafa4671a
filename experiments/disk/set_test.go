package disk_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"breadboard/experiments/disk"
	"breadboard/grid/must"
)

// folderOf is a directory of the machine with these files, and a set in it.
func folderOf(t *testing.T, files tree) (dir string, s disk.Set) {
	t.Helper()
	dir = t.TempDir()
	for name, data := range files {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644))
	}
	return dir, disk.Set{Disk: disk.System, Dir: dir}
}

// holds checks the files in a directory, except hidden ones.
func holds(t *testing.T, dir string, want tree) {
	t.Helper()
	got := must.Have(treeOf(disk.System, dir))(t)
	if !maps.Equal(got, want) {
		t.Errorf("the directory holds %q, want %q", got, want)
	}
}

func written(t *testing.T, s disk.Set, files tree) {
	t.Helper()
	must.Do(t, s.Write(t.Context(), files.contents()))
}

// A user's file is refused before and after the work, and stays. With Force it is replaced.
func TestSetRefusesForeign(t *testing.T) {
	dir, s := folderOf(t, tree{"a": "mine"})
	changed := func(t *testing.T) { // b, which the program wrote, is the user's now
		must.Do(t, os.WriteFile(filepath.Join(dir, "b"), []byte("mine too"), 0o644))
	}
	written(t, s, tree{"b": "b"})
	changed(t)
	early := s.Check(t.Context(), "a", "b")
	late := s.Write(t.Context(), tree{"a": "x", "b": "y"}.contents())
	for _, err := range []error{early, late} {
		foreign := new(disk.Foreign)
		if !errors.As(err, &foreign) {
			t.Fatalf("error %v", err)
		}
		if got, want := strings.Join(foreign.Paths, " "), filepath.Join(dir,
			"a")+" "+filepath.Join(dir, "b"); got != want {
			t.Errorf("refused are %s, want %s", got, want)
		}
		if !foreign.Force {
			t.Error("Force would not do")
		}
	}
	holds(t, dir, tree{"a": "mine", "b": "mine too"})
	s.Force = true
	if err := s.Check(t.Context(), "a", "b"); err != nil {
		t.Errorf("with Force: %v", err)
	}
	written(t, s, tree{"a": "x", "b": "y"})
	holds(t, dir, tree{"a": "x", "b": "y"})
	s.Force = false
	written(t, s, tree{"a": "x2"})
}

// A user's file that is what would be written is no obstacle, and neither touched.
func TestSetAdopts(t *testing.T) {
	dir, s := folderOf(t, tree{"a": "same"})
	before := must.Have(os.Stat(filepath.Join(dir, "a")))(t)
	written(t, s, tree{"a": "same", "b": "b"})
	after := must.Have(os.Stat(filepath.Join(dir, "a")))(t)
	if !os.SameFile(before, after) {
		t.Error("it was replaced")
	}
	written(t, s, tree{"a": "other"})
	holds(t, dir, tree{"a": "other", "b": "b"})
}

// Only stale files of ours, as we wrote them, are removed.
func TestSetStale(t *testing.T) {
	dir, s := folderOf(t, tree{"mine.png": "mine"})
	written(t, s, tree{"a.png": "a", "b.png": "b", "c.csv": "c"})
	must.Do(t, os.WriteFile(filepath.Join(dir, "b.png"), []byte("changed"), 0o644))
	s.Stale = func(name string) bool { return strings.HasSuffix(name, ".png") }
	written(t, s, tree{"d.png": "d"})
	holds(t, dir, tree{"mine.png": "mine", "b.png": "changed", "c.csv": "c", "d.png": "d"})
}

// A directory, a pipe or a symlink in the way: the first two are no files, and what a link leads to stays.
func TestSetOddFiles(t *testing.T) {
	dir, s := folderOf(t, tree{"elsewhere": "mine"})
	must.Do(t, errors.Join(os.Mkdir(filepath.Join(dir, "folder"), 0o755),
		os.Symlink("elsewhere", filepath.Join(dir, "link"))))
	if err := s.Write(t.Context(), tree{"link": "x"}.contents()); !errors.As(err, new(*disk.Foreign)) {
		t.Errorf("a symlink: %v", err)
	}
	s.Force = true
	foreign := new(disk.Foreign)
	if err := s.Check(t.Context(), "folder"); !errors.As(err, &foreign) || foreign.Force {
		t.Errorf("a directory: %v", err)
	}
	if err := s.Write(t.Context(), tree{"folder": "x"}.contents()); !errors.As(err, &foreign) || foreign.Force {
		t.Errorf("a directory: %v", err)
	}
	written(t, s, tree{"link": "x"})
	must.Do(t, os.Remove(filepath.Join(dir, "folder")))
	holds(t, dir, tree{"elsewhere": "mine", "link": "x"})
}

// If one file cannot be written none appears. The error names it once, and not the part that the system named.
func TestSetFails(t *testing.T) {
	dir, s := folderOf(t, nil)
	written(t, s, tree{"a": "old"})
	noSpace := &os.PathError{Op: "write", Path: ".breadboard-part-2", Err: syscall.ENOSPC}
	full := disk.Content{Name: "b", Write: func(io.Writer) error { return noSpace }}
	err := s.Write(t.Context(), append(tree{"a": "new"}.contents(), full))
	want := filepath.Join(dir, "b") + ": the disk is full; free space on it, or a directory on another disk, would " +
		"do; the files in " + dir + " are as they were"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	alone := disk.WriteFile(t.Context(), disk.System, filepath.Join(dir, "b"), false, full.Write)
	if says, _, _ := strings.Cut(want, "; the files"); alone == nil || alone.Error() != says {
		t.Errorf("alone: error %v, want %s", alone, says)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := s.Write(stopped, tree{"a": "new"}.contents()); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
	holds(t, dir, tree{"a": "old"})
	s.Dir = filepath.Join(dir, "missing")
	if err := s.Write(t.Context(), tree{"a": "new"}.contents()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
}

// Leftovers of a killed writer go at the next opening. A user's file with such a beginning stays.
func TestLeftovers(t *testing.T) {
	dir, s := folderOf(t, tree{".breadboard-part-17": "torn", ".breadboard-part-notes": "a user's"})
	must.Do(t, s.Check(t.Context()))
	entries := must.Have(os.ReadDir(dir))(t)
	if len(entries) != 1 || entries[0].Name() != ".breadboard-part-notes" {
		t.Errorf("the directory holds %v", entries)
	}
}

// Many writers of one directory at the same time: one of the sets is there, whole.
func TestSetTogether(t *testing.T) {
	dir, s := folderOf(t, nil)
	done := make(chan error)
	for i := range 8 {
		go func() {
			c := string(rune('a' + i))
			done <- s.Write(t.Context(), tree{"1": c, "2": c, "3": c}.contents())
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	got := must.Have(treeOf(disk.System, dir))(t)
	if len(got) != 3 || got["1"] != got["2"] || got["1"] != got["3"] {
		t.Errorf("the directory holds %q", got)
	}
}

func TestMakeDir(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "a", "b")
	if err := disk.MakeDir(disk.System, sub); err != nil {
		t.Errorf("a new directory: %v", err)
	}
	if entries, err := os.ReadDir(sub); err != nil || len(entries) != 0 {
		t.Errorf("the new directory holds %v, %v", entries, err)
	}
	file := filepath.Join(dir, "file")
	must.Do(t, os.WriteFile(file, nil, 0o644))
	closed := filepath.Join(dir, "closed")
	must.Do(t, os.Mkdir(closed, 0o500))
	for _, path := range []string{file, filepath.Join(file, "sub"), closed, "/proc/none"} {
		if path == closed && os.Getuid() == 0 {
			continue // nothing is closed to root
		}
		err := disk.MakeDir(disk.System, path)
		switch {
		case err == nil:
			t.Errorf("%s: no error", path)
		case strings.Contains(err.Error(), path):
			t.Errorf("%s: the error names the path: %v", path, err)
		case strings.Count(err.Error(), "would do") != 1:
			t.Errorf("%s: the error does not say what would do: %v", path, err)
		}
	}
}

// A file that the user names is refused if it is there with another content, and then stays.
func TestWriteFile(t *testing.T) {
	dir, _ := folderOf(t, tree{"mine": "mine", "same": "new"})
	write := tree{"": "new"}.contents()[0].Write
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"fresh", "same"} {
		if err := disk.WriteFile(t.Context(), disk.System, at(name), false, write); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := disk.CheckFile(disk.System, at("mine"), false, "new"); !errors.As(err, new(*disk.Foreign)) {
		t.Errorf("a user's file before the work: %v", err)
	}
	if err := disk.WriteFile(t.Context(), disk.System, at("mine"), false, write); !errors.As(err, new(*disk.Foreign)) {
		t.Errorf("a user's file after the work: %v", err)
	}
	holds(t, dir, tree{"fresh": "new", "same": "new", "mine": "mine"})
	for _, name := range []string{"same", "absent"} {
		if err := disk.CheckFile(disk.System, at(name), false, "ne"); err != nil {
			t.Errorf("%s, which may be what will be written: %v", name, err)
		}
	}
	if err := disk.CheckFile(disk.System, at("mine"), true, "new"); err != nil {
		t.Errorf("by force, before the work: %v", err)
	}
	if err := disk.WriteFile(t.Context(), disk.System, at("mine"), true, write); err != nil {
		t.Errorf("by force: %v", err)
	}
	holds(t, dir, tree{"fresh": "new", "same": "new", "mine": "new"})
	foreign := new(disk.Foreign)
	if err := disk.CheckFile(disk.System, "/dev/null", true, ""); !errors.As(err, &foreign) || foreign.Force {
		t.Errorf("a device: %v", err)
	}
}

// Two files that belong together are written as one set.
func ExampleSet() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	rows := func(w io.Writer) error { _, err := io.WriteString(w, "T,J\n10,1.65\n"); return err }
	page := func(w io.Writer) error { _, err := io.WriteString(w, "One row.\n"); return err }
	set := disk.Set{Disk: disk.System, Dir: dir}
	both := []disk.Content{{Name: "rows.csv", Write: rows}, {Name: "page.md", Write: page}}
	fmt.Println(set.Write(context.Background(), both))
	files, _ := filepath.Glob(filepath.Join(dir, "[a-z]*"))
	for _, f := range files {
		fmt.Println(filepath.Base(f))
	}
	// Output:
	// <nil>
	// page.md
	// rows.csv
}
