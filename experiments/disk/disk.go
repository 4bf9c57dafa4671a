// Package disk writes files, so that whatever stops the program, its files are whole.
//
// A command may be killed, a disk may be full and the power may fail, at any moment. Every
// writer of the program therefore writes through a Disk, of which System is the machine's.
// Tests put others in its place: one that fails at the Nth call, and
// one that loses at a power cut what was not synced.
//
// # Sets of files
//
// The tables of a sweep belong together: rows.csv of one run beside summary.md of another would lie. Each file of a
// Set is replaced whole, in these steps:
//
//  1. Each file is written as a part, .breadboard-part-1 and so on, and synced.
//  2. .breadboard-manifest.json is replaced by one with the sum of each file, and of what it replaces.
//  3. The parts are renamed to their names, and the directory is synced.
//  4. The manifest is replaced by one with the new sums alone.
//
// So after a stop in step 3 some files are old and some new. The manifest says that it is Unfinished. All of them are
// known as the program's by their sums, and the same command replaces the old ones.
//
// # Files of others
//
// The manifest says what was written there. A file that it does not have, or that was changed since,
// is somebody's: it is not replaced without Force, and not removed. Records are read as a stranger's
// files: strictly, within a bound, and with names in their own directory alone.
package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"breadboard/grid/text"
)

// A Disk is the part of a file system that writers use. Their tests put in its place one
// that fails at the Nth call, or that forgets what was not synced when the power ends.
// Errors of a Disk do not repeat the path: who calls names it once.
type Disk interface {
	// OpenFile opens a file as os.OpenFile does. A new file may be read and written by
	// whom the process's umask lets.
	OpenFile(path string, flag int) (File, error)
	Stat(path string) (fs.FileInfo, error)
	// ReadDir lists a directory by names in their order.
	ReadDir(path string) ([]fs.DirEntry, error)
	// MkdirAll makes a directory and those above it, if they are missing.
	MkdirAll(path string) error
	Rename(from, to string) error
	Remove(path string) error
	// SyncDir waits until the disk has the directory's names. It does nothing on a file
	// system that cannot sync a directory.
	SyncDir(path string) error
}

// A File is an open file of a Disk.
type File interface {
	io.Reader
	io.Writer
	io.WriterAt
	io.Seeker
	io.Closer
	Truncate(size int64) error
	// Sync waits until the disk has the file's content.
	Sync() error
	// Lock makes this process the only one with a lock on the file, or one of those that share it, until it closes
	// the file or ends in any way. It does not wait: a lock in another process is an error, unless both share it.
	Lock(shared bool) error
}

// ErrBusy is the error of a lock on a file on which another process has one.
var ErrBusy = errors.New("another process has this file open; waiting until it ends would do")

// System is the machine's own file system.
var System Disk = system{}

type system struct{}

func (system) OpenFile(path string, flag int) (File, error) {
	f, err := os.OpenFile(path, flag, 0o666)
	if err != nil {
		return nil, inWords(err)
	}
	return openFile{f}, nil
}

func (system) Stat(path string) (fs.FileInfo, error)      { return said(os.Stat(path)) }
func (system) ReadDir(path string) ([]fs.DirEntry, error) { return said(os.ReadDir(path)) }
func (system) MkdirAll(path string) error                 { return inWords(os.MkdirAll(path, 0o777)) }
func (system) Rename(from, to string) error               { return inWords(os.Rename(from, to)) }
func (system) Remove(path string) error                   { return inWords(os.Remove(path)) }

func (system) SyncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return inWords(err)
	}
	return errors.Join(unlessUnable(dir.Sync()), inWords(dir.Close()))
}

// An openFile has the locks beside what os.File does.
type openFile struct{ *os.File }

func (f openFile) Lock(shared bool) error { return flock(f.File, shared) }

// Sync does nothing on a file system that cannot sync.
func (f openFile) Sync() error { return unlessUnable(f.File.Sync()) }

func (f openFile) Write(p []byte) (int, error)             { return said(f.File.Write(p)) }
func (f openFile) WriteAt(p []byte, at int64) (int, error) { return said(f.File.WriteAt(p, at)) }
func (f openFile) Truncate(size int64) error               { return inWords(f.File.Truncate(size)) }
func (f openFile) Close() error                            { return inWords(f.File.Close()) }

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

// inWords returns an error of the system without the path, and in a sentence if it is one of these.
// It still is what it was to errors.Is.
func inWords(err error) error {
	err = text.Pathless(err)
	for _, s := range sentences {
		if errors.Is(err, s.is) {
			return worded{err, s.says}
		}
	}
	return err
}

// said puts the error of a call of the system into words, and passes its value on.
func said[T any](v T, err error) (T, error) { return v, inWords(err) }

// unlessUnable is err unless that says that the file system lacks a call.
func unlessUnable(err error) error {
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return inWords(err)
}
