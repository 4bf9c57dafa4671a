package disktest

import (
	"errors"
	"io/fs"

	"breadboard/experiments/disk"
)

// A faultyFile counts its calls with those of its disk.
type faultyFile struct {
	file disk.File
	disk *Faulty
}

func (f *faultyFile) Read(p []byte) (int, error) {
	if err := f.disk.call(); err != nil {
		return 0, err
	}
	return f.file.Read(p)
}

func (f *faultyFile) ReadAt(p []byte, at int64) (int, error) {
	if err := f.disk.call(); err != nil {
		return 0, err
	}
	return f.file.ReadAt(p, at)
}

func (f *faultyFile) Write(p []byte) (int, error) { return f.write(p, f.file.Write) }

func (f *faultyFile) WriteAt(p []byte, at int64) (int, error) {
	return f.write(p, func(p []byte) (int, error) { return f.file.WriteAt(p, at) })
}

// write writes the first half of p if the fault strikes and is torn.
func (f *faultyFile) write(p []byte, write func([]byte) (int, error)) (int, error) {
	struck := f.disk.call()
	switch {
	case struck == nil:
		return write(p)
	case f.disk.fault.Torn && f.disk.Calls() == f.disk.fault.At:
		n, err := write(p[:len(p)/2])
		return n, errors.Join(struck, err)
	}
	return 0, struck
}

func (f *faultyFile) Seek(offset int64, whence int) (int64, error) {
	if err := f.disk.call(); err != nil {
		return 0, err
	}
	return f.file.Seek(offset, whence)
}

func (f *faultyFile) Stat() (fs.FileInfo, error) {
	if err := f.disk.call(); err != nil {
		return nil, err
	}
	return f.file.Stat()
}

func (f *faultyFile) Truncate(size int64) error {
	return f.disk.unless(func() error { return f.file.Truncate(size) })
}

func (f *faultyFile) Sync() error       { return f.disk.unless(f.file.Sync) }
func (f *faultyFile) Lock() error       { return f.disk.unless(f.file.Lock) }
func (f *faultyFile) LockShared() error { return f.disk.unless(f.file.LockShared) }

// Close closes the file even if the fault strikes it, as systems do.
func (f *faultyFile) Close() error { return errors.Join(f.disk.call(), f.file.Close()) }
