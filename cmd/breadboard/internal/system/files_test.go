package system

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

// holding is a file with this content.
func holding(name string, data []byte) File {
	return File{name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}}
}

func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	for _, data := range []string{"first", "second, which is longer", ""} {
		files := []File{holding("a.txt", []byte(data)), holding("b.txt", []byte("b"))}
		if err := WriteAll(t.Context(), dir, files); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, "a.txt"))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != data {
			t.Errorf("the file holds %q, want %q", got, data)
		}
		if left := listing(t, dir); left != "a.txt b.txt" {
			t.Errorf("the directory holds %s", left)
		}
	}
	info, err := os.Stat(filepath.Join(dir, "a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o644 {
		t.Errorf("mode %v", info.Mode())
	}
}

// If one file cannot be written none appears, what was there stays, and the error names
// the file once.
func TestWriteAllFails(t *testing.T) {
	dir := t.TempDir()
	if err := WriteAll(t.Context(), dir, []File{holding("a.txt", []byte("old"))}); err != nil {
		t.Fatal(err)
	}
	full := File{"b.txt", func(io.Writer) error { return errors.New("full") }}
	err := WriteAll(t.Context(), dir, []File{holding("a.txt", []byte("new")), full})
	want := filepath.Join(dir, "b.txt") + ": full; the files in " + dir + " are as they were"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if left := listing(t, dir); left != "a.txt" {
		t.Errorf("the directory holds %s", left)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "a.txt")); string(got) != "old" {
		t.Errorf("the file that was there holds %q, %v", got, err)
	}
}

// A name that is taken by a directory, a directory that is missing, a context that has
// ended: nothing is left behind.
func TestWriteAllRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a.txt", "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	files := []File{holding("a.txt", []byte("data"))}
	err := WriteAll(t.Context(), dir, files)
	if err == nil || strings.Count(err.Error(), "a.txt") != 1 {
		t.Errorf("a directory in the way: error %v, want one that names a.txt once", err)
	}
	missing := filepath.Join(dir, "missing")
	err = WriteAll(t.Context(), missing, files)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	if !strings.HasPrefix(err.Error(), filepath.Join(missing, "a.txt")+": ") {
		t.Errorf("no directory: the file is not named: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := WriteAll(stopped, dir, files); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
	if left := listing(t, dir); left != "a.txt" {
		t.Errorf("the directory holds %s", left)
	}
}

func TestRemoveLeftovers(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{partPrefix + "1", "rows.csv"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	RemoveLeftovers(dir)
	if left := listing(t, dir); left != "rows.csv" {
		t.Errorf("the directory holds %s", left)
	}
	RemoveLeftovers(filepath.Join(dir, "missing"))
}

func TestMakeDir(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "a", "b")
	if err := MakeDir(sub); err != nil {
		t.Errorf("a new directory: %v", err)
	}
	if left := listing(t, sub); left != "" {
		t.Errorf("in the new directory is %s", left)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "sub"), closed} {
		if path == closed && os.Getuid() == 0 {
			continue // nothing is closed to root
		}
		err := MakeDir(path)
		if err == nil {
			t.Errorf("%s: no error", path)
		} else if strings.Contains(err.Error(), dir) {
			t.Errorf("%s: the error names the path: %v", path, err)
		}
	}
}
