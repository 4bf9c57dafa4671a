package disk_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"breadboard/experiments/disk"
	"breadboard/grid/must"
)

// A tree is the content of the files in a folder, by name.
type tree map[string]string

func (t tree) contents() (all []disk.Content) {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		all = append(all, disk.Content{Name: name, Write: func(w io.Writer) error {
			_, err := io.WriteString(w, t[name])
			return err
		}})
	}
	return all
}

// folderOf is a folder with these files.
func folderOf(t *testing.T, files tree) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, data := range files {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644))
	}
	return dir
}

// holds checks the files in a folder, and in its folders, without its mark.
func holds(t *testing.T, dir string, want tree) {
	t.Helper()
	got := tree{}
	must.Do(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && e.Name() != ".breadboard" {
			got[filepath.ToSlash(must.Have(filepath.Rel(dir, path))(t))] = string(must.Have(os.ReadFile(path))(t))
		}
		return err
	}))
	if !maps.Equal(got, want) {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

func written(t *testing.T, dir string, files tree) {
	t.Helper()
	must.Do(t, errors.Join(disk.Claim(dir), disk.Write(t.Context(), dir, files.contents())))
}

// TestClaim: a folder with anything in it is somebody's, and stays as it is; one that is new or empty becomes the
// program's, and then whatever is in it is no obstacle.
func TestClaim(t *testing.T) {
	mine := folderOf(t, tree{"a": "mine"})
	err := disk.Claim(mine)
	if err != disk.ErrForeign {
		t.Errorf("a folder of somebody: error %v", err)
	}
	if left := must.Have(os.ReadDir(mine))(t); len(left) != 1 {
		t.Errorf("the folder holds %v", left)
	}
	for _, dir := range []string{folderOf(t, nil), filepath.Join(t.TempDir(), "a", "b")} {
		written(t, dir, tree{"a": "old"})
		must.Do(t, os.WriteFile(filepath.Join(dir, "notes"), []byte("mine"), 0o644))
		written(t, dir, tree{"a": "new", "b": "b"})
		holds(t, dir, tree{"a": "new", "b": "b", "notes": "mine"})
	}
}

// TestClaimCannotBeWritten: what cannot be written is said before any work, without the path, and with what to use.
func TestClaimCannotBeWritten(t *testing.T) {
	dir := folderOf(t, tree{"file": ""})
	closed := filepath.Join(dir, "closed")
	must.Do(t, os.Mkdir(closed, 0o500))
	file := filepath.Join(dir, "file")
	for _, path := range []string{file, filepath.Join(file, "sub"), closed, "/proc/none"} {
		if path == closed && os.Getuid() == 0 {
			continue // nothing is closed to root
		}
		err := disk.Claim(path)
		switch {
		case err == nil:
			t.Errorf("%s: no error", path)
		case strings.Contains(err.Error(), path):
			t.Errorf("%s: the error names the path: %v", path, err)
		case strings.Count(err.Error(), "; use ") != 1:
			t.Errorf("%s: the error does not say what to use: %v", path, err)
		}
	}
}

// TestWriteFails: a file that cannot be written stays as it was, whole, and nothing is left beside it. The error names
// the file once, and not its part. After an interrupt no other file is begun.
func TestWriteFails(t *testing.T) {
	dir := folderOf(t, nil)
	written(t, dir, tree{"a": "old", "b": "old"})
	ctx, stop := context.WithCancel(t.Context())
	full := func(w io.Writer) error {
		stop()
		_, err := io.WriteString(w, strings.Repeat("new", 10_000))
		return errors.Join(err, &os.PathError{Op: "write", Path: ".breadboard-part-a", Err: syscall.ENOSPC})
	}
	err := disk.Write(t.Context(), dir, []disk.Content{{Name: "a", Write: full}})
	want := filepath.Join(dir, "a") + ": the disk is full, or your share of it; free some space, or " +
		"use a directory on another disk"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := disk.Write(ctx, dir, tree{"b": "new"}.contents()); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
	must.Do(t, os.Mkdir(filepath.Join(dir, "c"), 0o755))
	err = disk.Write(t.Context(), dir, tree{"c": "new"}.contents())
	must.Fail(t, err, filepath.Join(dir, "c")+": ", "a folder in the way")
	holds(t, dir, tree{"a": "old", "b": "old"})
}

// TestWriteFolders: names may have folders in them, and a link of such a name is replaced, and not what it leads to.
func TestWriteFolders(t *testing.T) {
	dir := folderOf(t, nil)
	elsewhere := filepath.Join(folderOf(t, tree{"mine": "mine"}), "mine")
	must.Do(t, disk.Claim(dir))
	must.Do(t, os.Symlink(elsewhere, filepath.Join(dir, "link")))
	written(t, dir, tree{"link": "x", "b/c": "c"})
	holds(t, dir, tree{"link": "x", "b/c": "c"})
	if left := string(must.Have(os.ReadFile(elsewhere))(t)); left != "mine" {
		t.Errorf("where the link led there is %q", left)
	}
}

// TestParts: what a killed process has left goes when another file is written into its folder. The part of a living one
// stays, and so does a user's file; a file whose part is gone is written again.
func TestParts(t *testing.T) {
	const part = ".breadboard-part-"
	dir := folderOf(t, tree{part + "KILLED7": "torn", part + "123": "", part + "notes": "mine"})
	calls := 0
	outer := func(w io.Writer) error {
		calls++
		if calls == 1 {
			must.Do(t, disk.Write(t.Context(), dir, tree{"inner": "inner"}.contents()))
		}
		_, err := io.WriteString(w, "outer")
		return err
	}
	must.Do(t, disk.Write(t.Context(), dir, []disk.Content{{Name: "outer", Write: outer}}))
	want := tree{"inner": "inner", "outer": "outer", part + "notes": "mine"}
	holds(t, dir, want)
	if calls != 1 {
		t.Errorf("the part of a living process was removed: its file is written %d times", calls)
	}
	again := func(w io.Writer) error {
		calls++
		for _, part := range must.Have(filepath.Glob(filepath.Join(dir, ".breadboard-part-[A-Z2-7]*")))(t) {
			if calls == 2 {
				must.Do(t, os.Remove(part))
			}
		}
		_, err := io.WriteString(w, "again")
		return err
	}
	must.Do(t, disk.Write(t.Context(), dir, []disk.Content{{Name: "outer", Write: again}}))
	want["outer"] = "again"
	holds(t, dir, want)
}

// TestEnd: a process that ends while it writes leaves the old file and no part. The process is this test once more.
func TestEnd(t *testing.T) {
	const room = "BREADBOARD_TEST_ENDS_IN"
	if dir := os.Getenv(room); dir != "" {
		write := func(w io.Writer) error {
			_, err := io.WriteString(w, "new")
			must.Do(t, err)
			disk.End()
			os.Exit(0)
			return nil
		}
		_ = disk.Write(t.Context(), dir, []disk.Content{{Name: "file", Write: write}})
		t.Fatal("it is not at its end")
	}
	dir := folderOf(t, tree{"file": "old"})
	again := exec.Command(os.Args[0], "-test.run=^TestEnd$")
	again.Env = append(os.Environ(), room+"="+dir)
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	holds(t, dir, tree{"file": "old"})
}

// TestCheckFile: a single file is replaced if it begins as it should. A part of that, a longer file of somebody and a
// device are refused.
func TestCheckFile(t *testing.T) {
	dir := folderOf(t, tree{"ours": "T,J\n10,2\n", "mine": "T,B\n10,2\n", "short": "T,", "empty": ""})
	for _, name := range []string{"ours", "absent", "sub/absent"} {
		if err := disk.CheckFile(filepath.Join(dir, name), "T,J\n"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, path := range []string{filepath.Join(dir, "mine"), filepath.Join(dir, "short"), filepath.Join(dir, "empty"),
		dir, os.DevNull} {
		if err := disk.CheckFile(path, "T,J\n"); err == nil {
			t.Errorf("%s: no error", path)
		}
	}
	must.Do(t, disk.Write(t.Context(), dir, tree{"ours": "new"}.contents()))
	holds(t, dir, tree{"ours": "new", "mine": "T,B\n10,2\n", "short": "T,", "empty": ""})
}
