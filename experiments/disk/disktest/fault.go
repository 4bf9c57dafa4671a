package disktest

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"breadboard/experiments/disk"
)

// ErrInjected is the error of a call that fails by a Fault.
var ErrInjected = errors.New("injected fault")

// A Fault strikes a Disk at its Nth call, counted from 1, calls of open files among them.
type Fault struct {
	At   int
	Once bool // later calls work; otherwise all of them fail, as if the process were killed
	Torn bool // a write that is struck writes the first half
}

func (f Fault) String() string {
	s := fmt.Sprintf("call %d and all later ones", f.At)
	if f.Once {
		s = fmt.Sprintf("call %d alone", f.At)
	}
	if f.Torn {
		s += ", torn"
	}
	return s
}

// On returns the disk with the fault.
func (f Fault) On(d disk.Disk) *Faulty { return &Faulty{disk: d, fault: f} }

// A Faulty disk passes its calls on, except those that its fault strikes.
type Faulty struct {
	disk  disk.Disk
	fault Fault
	mu    sync.Mutex
	calls int
}

// Calls returns the number of calls so far.
func (d *Faulty) Calls() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.calls
}

// Struck reports whether a call has failed.
func (d *Faulty) Struck() bool { return d.Calls() >= d.fault.At }

// call counts one more, and returns its error.
func (d *Faulty) call() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls++
	if d.calls == d.fault.At || d.calls > d.fault.At && !d.fault.Once {
		return ErrInjected
	}
	return nil
}

// Open implements disk.Disk, as do the next ones.
func (d *Faulty) Open(path string) (disk.File, error) {
	return d.open(func() (disk.File, error) { return d.disk.Open(path) })
}

func (d *Faulty) OpenFile(path string, flag int) (disk.File, error) {
	return d.open(func() (disk.File, error) { return d.disk.OpenFile(path, flag) })
}

func (d *Faulty) open(open func() (disk.File, error)) (disk.File, error) {
	if err := d.call(); err != nil {
		return nil, err
	}
	f, err := open()
	if err != nil {
		return nil, err
	}
	return &faultyFile{f, d}, nil
}

func (d *Faulty) Stat(path string) (fs.FileInfo, error) {
	if err := d.call(); err != nil {
		return nil, err
	}
	return d.disk.Stat(path)
}

func (d *Faulty) ReadDir(path string) ([]fs.DirEntry, error) {
	if err := d.call(); err != nil {
		return nil, err
	}
	return d.disk.ReadDir(path)
}

func (d *Faulty) MkdirAll(path string) error {
	return d.unless(func() error { return d.disk.MkdirAll(path) })
}

func (d *Faulty) Rename(from, to string) error {
	return d.unless(func() error { return d.disk.Rename(from, to) })
}

func (d *Faulty) Remove(path string) error {
	return d.unless(func() error { return d.disk.Remove(path) })
}

func (d *Faulty) SyncDir(path string) error {
	return d.unless(func() error { return d.disk.SyncDir(path) })
}

// unless makes the call unless the fault strikes it.
func (d *Faulty) unless(call func() error) error {
	if err := d.call(); err != nil {
		return err
	}
	return call()
}
