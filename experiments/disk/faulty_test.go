package disk_test

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"breadboard/experiments/disk"
	"breadboard/grid/text/faulty"
)

// errInjected is the error of a call that fails by a fault.
var errInjected = errors.New("injected fault")

// A fault strikes a Disk at its Nth call, counted from 1, calls of open files among them.
type fault struct {
	At   int
	Once bool // later calls work; otherwise all of them fail, as if the process were killed
	Torn bool // a write that is struck writes the first half

	writes *bool // set if the call is a write; nil tells nobody
}

func (f fault) String() string {
	s := fmt.Sprintf("call %d and all later ones", f.At)
	if f.Once {
		s = fmt.Sprintf("call %d alone", f.At)
	}
	if f.Torn {
		s += ", torn"
	}
	return s
}

// eachFault tries every fault of a run and counts it: each of its calls fails alone and with all later ones, and a
// write whole and torn. try runs it all on a new disk with the fault. It reports whether the
// fault struck, and returns the law that broke. It must also be right if no fault strikes.
func eachFault(tally *faulty.Tally, try func(fault) (struck bool, err error)) {
	for _, once := range []bool{false, true} {
		for at, struck := 1, true; struck; at++ {
			writes, err := true, error(nil)
			for torn := 0; torn < 2 && writes; torn++ {
				writes = false
				f := fault{At: at, Once: once, Torn: torn == 1, writes: &writes}
				struck, err = try(f)
				tally.Count(f, err)
			}
		}
	}
}

// On returns the disk with the fault.
func (f fault) On(d disk.Disk) *faultyDisk { return &faultyDisk{disk: d, fault: f} }

// A faultyDisk disk passes its calls on, except those that its fault strikes.
type faultyDisk struct {
	disk  disk.Disk
	fault fault
	mu    sync.Mutex
	calls int
}

// Struck reports whether a call has failed.
func (d *faultyDisk) Struck() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.calls >= d.fault.At
}

// call counts one more, and returns its error. first says that it is the one struck first.
func (d *faultyDisk) call() (first bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls++
	if d.calls == d.fault.At || d.calls > d.fault.At && !d.fault.Once {
		return d.calls == d.fault.At, errInjected
	}
	return false, nil
}

// unless makes the call unless the fault strikes it.
func (d *faultyDisk) unless(call func() error) error {
	if _, err := d.call(); err != nil {
		return err
	}
	return call()
}

// got is unless for a call that returns something.
func got[T any](d *faultyDisk, call func() (T, error)) (v T, err error) {
	err = d.unless(func() (err error) { v, err = call(); return err })
	return v, err
}

// OpenFile implements disk.Disk, as do the next ones.
func (d *faultyDisk) OpenFile(path string, flag int) (disk.File, error) {
	f, err := got(d, func() (disk.File, error) { return d.disk.OpenFile(path, flag) })
	return &faultyFile{f, d}, err
}

func (d *faultyDisk) Stat(path string) (fs.FileInfo, error) {
	return got(d, func() (fs.FileInfo, error) { return d.disk.Stat(path) })
}

func (d *faultyDisk) ReadDir(path string) ([]fs.DirEntry, error) {
	return got(d, func() ([]fs.DirEntry, error) { return d.disk.ReadDir(path) })
}

func (d *faultyDisk) MkdirAll(path string) error {
	return d.unless(func() error { return d.disk.MkdirAll(path) })
}

func (d *faultyDisk) Rename(from, to string) error {
	return d.unless(func() error { return d.disk.Rename(from, to) })
}

func (d *faultyDisk) Remove(path string) error {
	return d.unless(func() error { return d.disk.Remove(path) })
}

func (d *faultyDisk) SyncDir(path string) error {
	return d.unless(func() error { return d.disk.SyncDir(path) })
}

// A faultyFile counts its calls with those of its disk.
type faultyFile struct {
	file disk.File
	disk *faultyDisk
}

func (f *faultyFile) Read(p []byte) (int, error) {
	return got(f.disk, func() (int, error) { return f.file.Read(p) })
}

func (f *faultyFile) Write(p []byte) (int, error) { return f.write(p, f.file.Write) }

func (f *faultyFile) WriteAt(p []byte, at int64) (int, error) {
	return f.write(p, func(p []byte) (int, error) { return f.file.WriteAt(p, at) })
}

// write writes the first half of p if the fault strikes and is torn.
func (f *faultyFile) write(p []byte, write func([]byte) (int, error)) (int, error) {
	first, struck := f.disk.call()
	if first && f.disk.fault.writes != nil {
		*f.disk.fault.writes = true
	}
	switch {
	case struck == nil:
		return write(p)
	case f.disk.fault.Torn && first:
		n, err := write(p[:len(p)/2])
		return n, errors.Join(struck, err)
	default:
		return 0, struck
	}
}

func (f *faultyFile) Seek(offset int64, whence int) (int64, error) {
	return got(f.disk, func() (int64, error) { return f.file.Seek(offset, whence) })
}

func (f *faultyFile) Truncate(size int64) error {
	return f.disk.unless(func() error { return f.file.Truncate(size) })
}

func (f *faultyFile) Sync() error { return f.disk.unless(f.file.Sync) }
func (f *faultyFile) Lock(shared bool) error {
	return f.disk.unless(func() error { return f.file.Lock(shared) })
}

// Close closes the file even if the fault strikes it, as systems do.
func (f *faultyFile) Close() error {
	_, err := f.disk.call()
	return errors.Join(err, f.file.Close())
}
