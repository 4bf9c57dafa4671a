package disk

import (
	"errors"
	"syscall"

	"breadboard/grid/text"
)

// ErrBusy is the error of a lock on a file on which another process has one.
var ErrBusy = errors.New("another process has this file open; waiting until it ends would do")

// ErrNoLocks is the error of a lock on a file system, or a system, that has none.
var ErrNoLocks = errors.New("this file system has no locks that end with their process; a directory on a local disk " +
	"of Linux or another Unix would do")

// A worded error says in a sentence what an error of the system means and what would do.
type worded struct {
	error
	says string
}

func (w worded) Error() string { return w.says }
func (w worded) Unwrap() error { return w.error }

var sentences = []struct {
	is   error
	says string
}{
	{syscall.ENOSPC, "the disk is full; free space on it, or a directory on another disk, would do"},
	{syscall.EDQUOT, "the quota of disk space is used up; a directory on another disk would do"},
	{syscall.EFBIG, "the file is larger than files may be here; a larger ulimit -f, or another disk, would do"},
	{syscall.EROFS, "the file system can only be read; a directory that can be written would do"},
	{syscall.EIO, "the disk cannot read or write this; a directory on another disk would do"},
	{syscall.EMFILE, "too many files are open; a larger ulimit -n would do"},
}

// Worded returns an error of the system without the path, and in a sentence if it is one of these. It still is what it
// was to errors.Is.
func Worded(err error) error {
	err = text.Pathless(err)
	for _, s := range sentences {
		if errors.Is(err, s.is) {
			return worded{err, s.says}
		}
	}
	return err
}

// unlessUnable is err unless that says that the file system lacks a call.
func unlessUnable(err error) error {
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return Worded(err)
}
