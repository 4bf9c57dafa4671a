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
	"breadboard/experiments/disk/disktest"
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
		f, failed := d.Open(filepath.Join(dir, e.Name()))
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

func asSet(ctx context.Context, d disk.Disk, files tree) error {
	s := setOn(d)
	if err := disk.MakeDir(d, "out"); err != nil {
		return err
	}
	if err := s.Check(ctx, slices.Collect(maps.Keys(files))...); err != nil {
		return err
	}
	return s.Write(ctx, files.contents())
}

// setOn is of a sweep, which removes old figures.
func setOn(d disk.Disk) disk.Set {
	return disk.Set{Disk: d, Dir: "out", Stale: func(name string) bool { return strings.HasSuffix(name, ".png") }}
}

// The old set, the new one, and a user's files beside them. One file is the same in both sets, one is
// left out by the new one, and one, a figure, is stale.
var (
	users  = tree{"mine.txt": "a user's", "summary-9.png": "a user's figure"}
	before = tree{"rows.csv": "old rows\n", "same.txt": "same", "kept.txt": "of another command", "two.png": "old figure"}
	after  = tree{"rows.csv": "new rows,\nwhich are more\n", "same.txt": "same", "more.csv": "", "one.png": "new figure"}
)

func joined(all ...tree) tree {
	sum := tree{}
	for _, t := range all {
		maps.Copy(sum, t)
	}
	return sum
}

// started is a disk with the old set and the user's files.
func started(t *testing.T) *disktest.Memory {
	t.Helper()
	m := disktest.NewMemory()
	if err := errors.Join(m.MkdirAll("out"), m.SyncDir(".")); err != nil {
		t.Fatal(err)
	}
	for name, data := range users {
		f, err := m.OpenFile("out/"+name, os.O_CREATE|os.O_WRONLY)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(f, data)
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if err := asSet(t.Context(), m, before); err != nil {
		t.Fatal(err)
	}
	return m.Killed()
}

// wholeAfter opens the directory after a fault. It returns an error unless that holds the old set or the new
// one, whole, the user's files as they were, and what is needed to write there again.
func wholeAfter(ctx context.Context, m disk.Disk, first tree, wrote bool) error {
	if err := disk.Finish(ctx, m, "out"); err != nil {
		return fmt.Errorf("the next opening: %w", err)
	}
	found, err := treeOf(m, "out")
	if err != nil {
		return err
	}
	oldSet := joined(users, first)
	newSet := joined(users, first, after)
	delete(newSet, "two.png")
	switch {
	case maps.Equal(found, newSet):
	case wrote:
		return fmt.Errorf("the writer returned nil, and the directory holds %q", found)
	case !maps.Equal(found, oldSet):
		return fmt.Errorf("the directory holds %q", found)
	}
	if err := asSet(ctx, m, after); err != nil {
		return fmt.Errorf("the next writer: %w", err)
	}
	if found, err = treeOf(m, "out"); err != nil || !maps.Equal(found, newSet) {
		return fmt.Errorf("after the next writer the directory holds %q, %v", found, err)
	}
	entries, err := m.ReadDir("out")
	for _, e := range entries {
		if strings.Contains(e.Name(), "part-") || strings.Contains(e.Name(), "pending") {
			return fmt.Errorf("%s is left", e.Name())
		}
	}
	return err
}

// injectAll runs a writer under every fault of a call, and under so many power cuts at each.
func injectAll(t *testing.T, write writer, seeds int) (faults, cuts *faulty.Tally) {
	t.Helper()
	faults, cuts = &faulty.Tally{What: "faults of a call"}, &faulty.Tally{What: "power cuts"}
	start := started(t)
	disktest.Each(faults, func(f disktest.Fault) (bool, error) {
		m := start.Killed()
		d := f.On(m)
		err := write(t.Context(), d, after)
		for seed := range uint64(seeds) {
			cut := m.Cut(rand.New(rand.NewPCG(seed, uint64(f.At))))
			cuts.Count(fmt.Sprintf("%v and power cut %d", f, seed), wholeAfter(t.Context(), cut, before, err == nil))
		}
		return d.Struck(), wholeAfter(t.Context(), m.Killed(), before, err == nil)
	})
	return faults, cuts
}

// Whatever call fails, and whatever a power cut leaves then, the next opening finds the old set or the
// new one.
func TestSetIsWhole(t *testing.T) {
	faults, cuts := injectAll(t, asSet, faulty.Times(3, 100))
	faults.Report(t)
	cuts.Report(t)
}

// A process that finishes a set for another may be stopped, too.
func TestFinishIsWhole(t *testing.T) {
	faults := faulty.Tally{What: "faults of a call, when a set is finished"}
	cuts := faulty.Tally{What: "power cuts, when a set is finished"}
	start, wrote := started(t), errors.New("not yet")
	for at := 1; wrote != nil; at += faulty.Times(9, 1) {
		stopped := start.Killed()
		wrote = asSet(t.Context(), disktest.Fault{At: at}.On(stopped), after)
		if _, err := stopped.Stat("out/.breadboard-pending.json"); err != nil {
			continue
		}
		disktest.Each(&faults, func(f disktest.Fault) (bool, error) {
			m := stopped.Killed()
			d := f.On(m)
			err := disk.Finish(t.Context(), d, "out")
			for seed := range uint64(faulty.Times(1, 5)) {
				cut := m.Cut(rand.New(rand.NewPCG(seed, uint64(f.At))))
				cuts.Count(fmt.Sprintf("%v and power cut %d", f, seed), wholeAfter(t.Context(), cut, before, err == nil))
			}
			return d.Struck(), wholeAfter(t.Context(), m.Killed(), before, err == nil)
		})
	}
	faults.Report(t)
	cuts.Report(t)
}
