package disk_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"breadboard/experiments/disk"
)

// A careless disk does not wait for files, or for directories, or for either.
type careless struct {
	disk.Disk
	files, dirs bool
}

func (c careless) SyncDir(path string) error {
	if c.dirs {
		return nil
	}
	return c.Disk.SyncDir(path)
}

func (c careless) OpenFile(path string, flag int) (disk.File, error) {
	f, err := c.Disk.OpenFile(path, flag)
	if err != nil || !c.files {
		return f, err
	}
	return carelessFile{f}, nil
}

type carelessFile struct{ disk.File }

func (carelessFile) Sync() error { return nil }

// onCareless is the right writer on a careless disk.
func onCareless(files, dirs bool) writer {
	return func(ctx context.Context, d disk.Disk, set tree) error {
		return asSet(ctx, careless{d, files, dirs}, set)
	}
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
	for name, data := range set {
		if err := put(d, name, data, true); err != nil {
			return err
		}
	}
	return d.SyncDir("out")
}

// oneByOne writes each file whole, but has no set. first is done before the renames.
func oneByOne(sync bool, first func(d disk.Disk) error) writer {
	return func(_ context.Context, d disk.Disk, set tree) error {
		for name, data := range set {
			if err := put(d, ".breadboard-part-"+name, data, sync); err != nil {
				return err
			}
		}
		if err := first(d); err != nil {
			return err
		}
		for name := range set {
			if err := d.Rename("out/.breadboard-part-"+name, "out/"+name); err != nil {
				return err
			}
		}
		return d.SyncDir("out")
	}
}

// A broken writer is seen to break the law: under faults of calls, or at the least under power cuts.
func TestBrokenWriters(t *testing.T) {
	nothing := func(disk.Disk) error { return nil }
	manifest := func(d disk.Disk) error { // that the new set is there
		if err := put(d, ".breadboard-manifest.json", "{}", true); err != nil {
			return err
		}
		return d.SyncDir("out")
	}
	for name, c := range map[string]struct {
		write writer
		calls bool // whether faults of calls show it too
	}{
		"no file is synced":              {onCareless(true, false), false},
		"no directory is synced":         {onCareless(false, true), false},
		"nothing is synced":              {onCareless(true, true), false},
		"files are written in place":     {inPlace, true},
		"files are renamed one by one":   {oneByOne(true, nothing), true},
		"renamed before they are synced": {oneByOne(false, nothing), true},
		"the manifest is written first":  {oneByOne(true, manifest), true},
	} {
		faults, cuts := injectAll(t, c.write, 1)
		t.Logf("%s: %d of %d faults and %d of %d power cuts break it", name, faults.Failures, faults.Injected,
			cuts.Failures, cuts.Injected)
		if c.calls && faults.Failures == 0 {
			t.Errorf("%s: no fault of a call shows it", name)
		}
		if cuts.Failures == 0 {
			t.Errorf("%s: no power cut shows it", name)
		}
	}
}
