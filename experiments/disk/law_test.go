package disk_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/disk"
	"breadboard/grid/must"
	"breadboard/grid/text/faulty"
)

// A tree is the content of the files in a directory, by name. Hidden files are left out.
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

// treeOf reads a directory.
func treeOf(d disk.Disk, dir string) (tree, error) {
	all := tree{}
	entries, err := d.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".breadboard-") {
			continue
		}
		f, failed := d.OpenFile(filepath.Join(dir, e.Name()), os.O_RDONLY)
		if failed != nil {
			return nil, failed
		}
		data, failed := io.ReadAll(f)
		err = errors.Join(err, failed, f.Close())
		all[e.Name()] = string(data)
	}
	return all, err
}

// A writer writes the new set into "out".
type writer func(ctx context.Context, d disk.Disk, files tree) error

// asSet is of a sweep, which removes old figures.
func asSet(ctx context.Context, d disk.Disk, files tree) error {
	s := disk.Set{Disk: d, Dir: "out", Stale: func(name string) bool { return strings.HasSuffix(name, ".png") }}
	if err := disk.MakeDir(d, "out"); err != nil {
		return err
	}
	if err := s.Check(ctx, slices.Collect(maps.Keys(files))...); err != nil {
		return err
	}
	return s.Write(ctx, files.contents())
}

// The old set, the new one, and a user's files beside them. One file is the same in both sets, one is
// left out by the new one, and one, a figure, is stale.
var (
	users  = tree{"mine.txt": "a user's", "summary-9.png": "a user's figure"}
	before = tree{"rows.csv": "old rows\n", "more.csv": "old", "same.txt": "same", "kept.txt": "of another command",
		"two.png": "old figure"}
	after = tree{"rows.csv": "new rows,\nwhich are more\n", "same.txt": "same", "more.csv": "", "one.png": "new figure"}
)

// started is a disk with the old set and the user's files.
func started(t *testing.T) *memory {
	t.Helper()
	m := newMemory("out")
	for name, data := range users {
		must.Do(t, put(m, name, data, true))
	}
	must.Do(t, asSet(t.Context(), m, before))
	return m.Killed()
}

// wholeAfter looks at the directory after a fault. It returns an error unless each file is the old or the new one,
// whole, a directory with some of each says so, the user's files are as they were, and the same command, without
// force, ends in the new set.
func wholeAfter(ctx context.Context, m disk.Disk, wrote bool) error {
	found, err := treeOf(m, "out")
	if err != nil {
		return err
	}
	oldSet := maps.Clone(users)
	newSet := maps.Clone(users)
	maps.Copy(oldSet, before)
	maps.Copy(newSet, before)
	maps.Copy(newSet, after)
	delete(newSet, "two.png")
	isNew := maps.Equal(found, newSet)
	isOld := maps.Equal(found, oldSet)
	unfinished, err := disk.Unfinished(m, "out")
	switch {
	case err != nil:
		return err
	case wrote && (!isNew || unfinished):
		return fmt.Errorf("the writer returned nil, and the directory holds %q", found)
	case !isNew && !isOld && !unfinished:
		return fmt.Errorf("nothing says that the directory holds %q, of two sets", found)
	}
	for name, data := range found {
		if data != oldSet[name] && data != newSet[name] {
			return fmt.Errorf("%s holds %q", name, data)
		}
	}
	if err := asSet(ctx, m, after); err != nil {
		return fmt.Errorf("the next writer: %w", err)
	}
	if found, err = treeOf(m, "out"); err != nil || !maps.Equal(found, newSet) {
		return fmt.Errorf("after the next writer the directory holds %q, %v", found, err)
	}
	entries, err := m.ReadDir("out")
	for _, e := range entries {
		if strings.Contains(e.Name(), "part-") {
			return fmt.Errorf("%s is left", e.Name())
		}
	}
	return err
}

// injectAll runs a writer under every fault of a call, and under a power cut at each, until it has seen enough.
func injectAll(t *testing.T, write writer, enough func(faults, cuts int) bool) (faults, cuts *faulty.Tally) {
	t.Helper()
	faults = &faulty.Tally{What: "faults of a call"}
	cuts = &faulty.Tally{What: "power cuts"}
	start := started(t)
	eachFault(faults, func(f fault) (bool, error) {
		m := start.Killed()
		d := f.On(m)
		err := write(t.Context(), d, after)
		cut := m.Cut(rand.New(rand.NewPCG(0, uint64(f.At))))
		cuts.Count(fmt.Sprintf("%v and a power cut", f), wholeAfter(t.Context(), cut, err == nil))
		return d.Struck() && !enough(faults.Failures, cuts.Failures), wholeAfter(t.Context(), m.Killed(), err == nil)
	})
	return faults, cuts
}

// Whatever call fails, and whatever a power cut leaves then, no file is torn, and the same command makes the set whole.
func TestSetIsWhole(t *testing.T) {
	faults, cuts := injectAll(t, asSet, func(int, int) bool { return false })
	faults.Report(t)
	cuts.Report(t)
}

// Without locks leftovers stay, because another process may be writing them, and all else is as with them.
func TestSetWithoutLocks(t *testing.T) {
	m := started(t)
	must.Do(t, put(m, ".breadboard-part-7", "of another process", true))
	must.Do(t, asSet(t.Context(), careless{Disk: m, locks: true}, after))
	if _, err := m.Stat("out/.breadboard-part-7"); err != nil {
		t.Error(err)
	}
	if err := wholeAfter(t.Context(), m, true); err != nil {
		t.Error(err)
	}
}

// A careless disk does not wait for files, or for directories, or has no locks.
type careless struct {
	disk.Disk
	files, dirs, locks bool
}

func (c careless) SyncDir(path string) error {
	if c.dirs {
		return nil
	}
	return c.Disk.SyncDir(path)
}

func (c careless) OpenFile(path string, flag int) (disk.File, error) {
	f, err := c.Disk.OpenFile(path, flag)
	if err != nil {
		return f, err
	}
	return carelessFile{f, c}, nil
}

type carelessFile struct {
	disk.File
	on careless
}

func (f carelessFile) Sync() error {
	if f.on.files {
		return nil
	}
	return f.File.Sync()
}

func (f carelessFile) Lock(shared bool) error {
	if f.on.locks {
		return disk.ErrNoLocks
	}
	return f.File.Lock(shared)
}

// put writes one file under this name.
func put(d disk.Disk, name, data string, sync bool) error {
	f, err := d.OpenFile("out/"+name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte(data))
	if sync && err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// inPlace writes into the files themselves.
func inPlace(_ context.Context, d disk.Disk, set tree) error {
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if err := put(d, name, set[name], true); err != nil {
			return err
		}
	}
	return d.SyncDir("out")
}

// unlisted writes each file whole, but tells no manifest before.
func unlisted(sync bool) writer {
	return func(_ context.Context, d disk.Disk, set tree) error {
		for _, name := range slices.Sorted(maps.Keys(set)) {
			if err := put(d, ".breadboard-part-9", set[name], sync); err != nil {
				return err
			}
			if err := d.Rename("out/.breadboard-part-9", "out/"+name); err != nil {
				return err
			}
		}
		return d.SyncDir("out")
	}
}

// A broken writer is seen to break the law: under faults of calls, or at the least under power cuts.
func TestBrokenWriters(t *testing.T) {
	on := func(c careless) writer {
		return func(ctx context.Context, d disk.Disk, set tree) error {
			c.Disk = d
			return asSet(ctx, c, set)
		}
	}
	for name, c := range map[string]struct {
		write writer
		calls bool // whether faults of calls show it too
	}{
		"no file is synced":              {on(careless{files: true}), false},
		"no directory is synced":         {on(careless{dirs: true}), false},
		"nothing is synced":              {on(careless{files: true, dirs: true}), false},
		"files are written in place":     {inPlace, true},
		"no manifest is written first":   {unlisted(true), true},
		"renamed before they are synced": {unlisted(false), true},
	} {
		seen := func(faults, cuts int) bool { return cuts > 0 && (faults > 0 || !c.calls) }
		faults, cuts := injectAll(t, c.write, seen)
		t.Logf("%s: %d of %d failing calls, %d of %d power cuts", name, faults.Failures, faults.Injected, cuts.Failures,
			cuts.Injected)
		if c.calls && faults.Failures == 0 {
			t.Errorf("%s: no fault of a call shows it", name)
		}
		if cuts.Failures == 0 {
			t.Errorf("%s: no power cut shows it", name)
		}
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
	eachFault(&faults, func(f fault) (bool, error) {
		m := start.Killed()
		d := f.On(m)
		err := disk.WriteFile(t.Context(), d, "out/mine.txt", true, tree{"": "new"}.contents()[0].Write)
		for seed := range uint64(20) {
			cuts.Count(seed, law(m.Cut(rand.New(rand.NewPCG(seed, 0))), err == nil))
		}
		return d.Struck(), law(m, err == nil)
	})
	faults.Report(t)
	cuts.Report(t)
}
