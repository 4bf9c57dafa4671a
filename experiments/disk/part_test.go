package disk_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments/disk"
	"breadboard/experiments/disk/disktest"
	"breadboard/grid/text/faulty"
)

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
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o500); err != nil {
		t.Fatal(err)
	}
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

// The names of new directories last through a power cut.
func TestMakeDirLasts(t *testing.T) {
	m := disktest.NewMemory()
	if err := disk.MakeDir(m, "a/b/c"); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		if _, err := m.Cut(rand.New(rand.NewPCG(seed, 0))).Stat("a/b/c"); err != nil {
			t.Errorf("power cut %d: %v", seed, err)
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

// Whatever call fails, and at any power cut, a single file is the old one or the new one.
func TestWriteFileIsWhole(t *testing.T) {
	faults := faulty.Tally{What: "faults of a call, for one file"}
	cuts := faulty.Tally{What: "power cuts, for one file"}
	start := started(t)
	law := func(m disk.Disk, wrote bool) error {
		got, err := treeOf(m, "out")
		switch now := got["mine.txt"]; {
		case err != nil:
			return err
		case now != "new" && (wrote || now != users["mine.txt"]):
			return errors.New("the file holds " + now)
		}
		return nil
	}
	disktest.Each(&faults, func(f disktest.Fault) (bool, error) {
		m := start.Killed()
		d := f.On(m)
		err := disk.WriteFile(t.Context(), d, "out/mine.txt", true, tree{"": "new"}.contents()[0].Write)
		for seed := range uint64(faulty.Times(20, 2000)) {
			cuts.Count(seed, law(m.Cut(rand.New(rand.NewPCG(seed, 0))), err == nil))
		}
		return d.Struck(), law(m, err == nil)
	})
	faults.Report(t)
	cuts.Report(t)
}
