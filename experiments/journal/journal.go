package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"breadboard/experiments/disk"
)

// A Journal keeps the rows of a run as they come, one a line, in a file that only grows
// and that one process at a time holds open. Once Commit has returned a row is on the
// disk, even if the power fails.
type Journal[R Row] struct {
	Path string
	Rows map[string]R // by key, as they were when it was opened
	Torn int64        // bytes of a torn end that were cut off at opening
	Bad  int          // lines before the end that are no rows, or were changed; they are skipped

	disk disk.Disk
	file disk.File
	end  int64 // end of the last whole line
}

// Open opens the journal at path, or makes it, and locks it. The end is cut off
// after the last whole line, for a write may have been stopped in the middle. A file that
// is no journal is an error and left alone.
func Open[R Row](d disk.Disk, path string) (*Journal[R], error) {
	j := &Journal[R]{Path: path, disk: d}
	if err := regular(d, path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, j.fault(err)
	}
	f, err := d.OpenFile(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, j.fault(err)
	}
	j.file = f
	if err := j.open(); err != nil {
		f.Close()
		return nil, j.fault(err)
	}
	return j, nil
}

func (j *Journal[R]) open() error {
	if err := j.file.Lock(); err != nil {
		return err
	}
	c, err := readRows[R](j.file)
	if err != nil {
		return err
	}
	size, err := j.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	j.Rows, j.end, j.Torn, j.Bad = c.known, c.end, size-c.end, c.bad
	if j.Torn > 0 {
		if err := j.file.Truncate(j.end); err != nil {
			return err
		}
	}
	return errors.Join(j.file.Sync(), j.disk.SyncDir(filepath.Dir(j.Path)))
}

// Commit writes rows at the end and waits once until the disk has them all. If they
// cannot be written, for example on a full disk, the journal stays as before.
func (j *Journal[R]) Commit(rows []R) error {
	var lines []byte
	for _, r := range rows {
		line, err := checked(r)
		if err != nil {
			return j.fault(err)
		}
		lines = append(lines, line...)
	}
	_, err := j.file.WriteAt(lines, j.end)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		return j.fault(errors.Join(err, j.file.Truncate(j.end)))
	}
	j.end += int64(len(lines))
	return nil
}

// Close closes the file, and releases its lock.
func (j *Journal[R]) Close() error { return j.file.Close() }

// fault returns err with the path, once.
func (j *Journal[R]) fault(err error) error { return fmt.Errorf("%s: %w", j.Path, err) }

// Read locks the journal at path, reads its rows and changes nothing.
func Read[R Row](d disk.Disk, path string) ([]R, error) {
	return rowsAt[R](d, path, disk.File.LockShared)
}

// Glimpse reads the rows that a journal has now, though a process may be writing to it: a line that is there in part
// is no row yet.
func Glimpse[R Row](d disk.Disk, path string) ([]R, error) {
	return rowsAt[R](d, path, func(disk.File) error { return nil })
}

func rowsAt[R Row](d disk.Disk, path string, lock func(disk.File) error) ([]R, error) {
	j := &Journal[R]{Path: path}
	if err := regular(d, path); err != nil {
		return nil, j.fault(err)
	}
	f, err := d.Open(path)
	if err != nil {
		return nil, j.fault(err)
	}
	defer f.Close()
	if err := lock(f); err != nil {
		return nil, j.fault(err)
	}
	c, err := readRows[R](f)
	if err != nil {
		return nil, j.fault(err)
	}
	return c.rows, nil
}

// regular returns an error if path is there and no file, but a directory, or something that may
// never end or never answer.
func regular(d disk.Disk, path string) error {
	info, err := d.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("not a file (%v); another directory would do", info.Mode())
	}
	return err
}
