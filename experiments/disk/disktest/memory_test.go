package disktest

import (
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/disk"
)

func open(t *testing.T, d disk.Disk, path string) disk.File {
	t.Helper()
	f, err := d.OpenFile(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func listing(t *testing.T, d disk.Disk) string {
	t.Helper()
	entries, err := d.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

// cuts are the things that show says of many power cuts.
func cuts(m *Memory, show func(*Memory) string) string {
	seen := map[string]bool{}
	for seed := range uint64(300) {
		seen[show(m.Cut(rand.New(rand.NewPCG(seed, 1))))] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), "|")
}

// What is not synced may be lost or kept, in every combination; what is synced stays.
func TestCutNames(t *testing.T) {
	m := NewMemory()
	open(t, m, "a")
	open(t, m, "b")
	if got := cuts(m, func(m *Memory) string { return listing(t, m) }); got != "|a|a b|b" {
		t.Errorf("two new names: %s", got)
	}
	if err := m.SyncDir("."); err != nil {
		t.Fatal(err)
	}
	if got := cuts(m, func(m *Memory) string { return listing(t, m) }); got != "a b" {
		t.Errorf("synced names: %s", got)
	}
	if err := errors.Join(m.Rename("a", "c"), m.Remove("b")); err != nil {
		t.Fatal(err)
	}
	want := "a|a b|a b c|a c|b c|c"
	if got := cuts(m, func(m *Memory) string { return listing(t, m) }); got != want {
		t.Errorf("a rename and a removal: %s, want %s", got, want)
	}
}

// A write may be lost, kept or torn. A torn one after the end leaves zeros before it.
func TestCutContent(t *testing.T) {
	m := NewMemory()
	f := open(t, m, "file")
	if err := m.SyncDir("."); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("ab")); err != nil {
		t.Fatal(err)
	}
	show := func(m *Memory) string { return content(t, m) }
	if got := cuts(m, show); got != "|\x00b|a|ab" {
		t.Errorf("a write: %q", got)
	}
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	if got := cuts(m, show); got != "ab" {
		t.Errorf("a synced write: %q", got)
	}
	if err := f.Truncate(1); err != nil {
		t.Fatal(err)
	}
	if got := cuts(m, show); got != "a|ab" {
		t.Errorf("a truncation: %q", got)
	}
	if got := content(t, m.Killed()); got != "a" {
		t.Errorf("after a kill: %q", got)
	}
}

func TestMemory(t *testing.T) {
	m := NewMemory()
	if _, err := m.Open("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := m.MkdirAll("/a/b"); err != nil {
		t.Fatal(err)
	}
	f := open(t, m, "a/b/file")
	if _, err := m.OpenFile("a/b/file", os.O_CREATE|os.O_EXCL|os.O_WRONLY); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that is there: %v", err)
	}
	if err := m.Remove("a/b"); err == nil {
		t.Error("a directory with a file was removed")
	}
	other := open(t, m, "a/b/file")
	if err := f.Lock(); err != nil {
		t.Errorf("a lock: %v", err)
	}
	if err := other.LockShared(); !errors.Is(err, disk.ErrBusy) {
		t.Errorf("a second lock: %v", err)
	}
	if err := open(t, m.Killed(), "a/b/file").Lock(); err != nil {
		t.Errorf("a lock after a kill: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := other.Lock(); err != nil {
		t.Errorf("a lock after the other's end: %v", err)
	}
}
