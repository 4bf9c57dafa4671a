// Package disk writes files so that whatever stops the program, each is the old one or the new one.
//
// A file is written into its folder under a name that begins with .breadboard-part-, synced, and then renamed. A
// process that ends itself while it writes calls End, which removes such a part. One that is killed leaves it. The next
// file that is written into the folder removes it: a living process has a lock on its part.
//
// # Files of others
//
// A folder is the program's if it is new or empty, or if it has a mark, the small file .breadboard, which Claim puts
// there before any work. New files replace old ones in such a folder. A folder with other files and no mark is refused.
// A single file that a user names is replaced if it begins as such a file does (CheckFile).
package disk

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"breadboard/grid/text"
)

// Names of the files that are this package's own.
const (
	markName   = ".breadboard"
	partPrefix = markName + "-part-"
)

// markText says to people what the mark is.
const markText = "Commands of breadboard write into this folder, and replace the files that they wrote here before.\n"

// A Content has the name of a file and the function that writes it.
type Content = struct {
	Name  string
	Write func(io.Writer) error
}

// ErrForeign says that a folder is not the program's.
var ErrForeign = errors.New("it has files, and no " + markName + " that says that breadboard wrote them; use a new " +
	"or an empty directory")

// ErrOther says that a file is not the program's.
var ErrOther = errors.New("it is there already, and does not begin as a file that breadboard writes here; use " +
	"another name")

// Claim makes the folder if it is missing, marks it as the program's, and tests that files can be written there. Call
// it before any work, so that hours of work are not lost. The error does not name the folder.
func Claim(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return Worded(err)
	}
	there, err := os.ReadDir(dir)
	switch {
	case err != nil:
		return Worded(err)
	case len(there) == 0:
		return Worded(os.WriteFile(filepath.Join(dir, markName), []byte(markText), 0o666))
	case !slices.ContainsFunc(there, func(e fs.DirEntry) bool { return e.Name() == markName }):
		return ErrForeign
	}
	return writable(dir)
}

// CheckFile returns an error if a file cannot be written at this path, or if there is one that does not begin with
// begins. It makes the folder of the file. Call it before any work.
func CheckFile(path, begins string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return Worded(err)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return writable(filepath.Dir(path))
	case err != nil:
		return Worded(err)
	case !info.Mode().IsRegular(): // reading a pipe would wait for ever
		return errors.New("not a file; use another name or directory")
	}
	old, err := os.ReadFile(path)
	switch {
	case err != nil:
		return Worded(err)
	case !strings.HasPrefix(string(old), begins):
		return ErrOther
	}
	return writable(filepath.Dir(path))
}

// writable returns an error if no file can be made in the folder.
func writable(dir string) error {
	file, err := os.CreateTemp(dir, partPrefix)
	if err != nil {
		return Worded(err)
	}
	return Worded(cmp.Or(file.Close(), os.Remove(file.Name())))
}

// Write writes the files into a folder, in their order, and replaces old ones. It makes the folders in a name.
func Write(ctx context.Context, dir string, files []Content) error {
	for _, c := range files {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		path := filepath.Join(dir, filepath.FromSlash(c.Name))
		if err := replace(path, c.Write); err != nil {
			return fmt.Errorf("%s: %w", path, Worded(err))
		}
	}
	return nil
}

// replace writes a file under another name, waits until the disk has it, and renames it.
func replace(path string, write func(io.Writer) error) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	removeParts(dir)
	part := filepath.Join(dir, partPrefix+rand.Text())
	ending.Lock()
	file, err := os.Create(part)
	parts[part] = true
	ending.Unlock()
	defer func() {
		_ = os.Remove(part) // which is gone if it was renamed
		ending.Lock()
		delete(parts, part)
		ending.Unlock()
	}()
	if err != nil {
		return err
	}
	_ = Lock(file) // where there are no locks, nobody removes parts
	out := bufio.NewWriter(file)
	err = cmp.Or(write(out), out.Flush(), file.Sync(), file.Close())
	if err != nil {
		file.Close()
		return err
	}
	err = os.Rename(part, path)
	if errors.Is(err, fs.ErrNotExist) { // another process has removed the part while it had no lock
		return replace(path, write)
	}
	return err
}

// parts has the names of the parts that this process writes; ending is locked where they change.
var (
	parts  = map[string]bool{}
	ending sync.Mutex
)

// End removes the parts that this process writes, and lets none begin: it is for the end of the process.
func End() {
	ending.Lock()
	for part := range parts {
		_ = os.Remove(part)
	}
}

// removeParts removes the parts of killed processes. No part has small letters in its name.
func removeParts(dir string) {
	entries, _ := os.ReadDir(dir) // what cannot be read is not written either, which is an error then
	for _, e := range entries {
		rest, isPart := strings.CutPrefix(e.Name(), partPrefix)
		if !isPart || rest != strings.ToUpper(rest) {
			continue
		}
		part, err := os.OpenFile(filepath.Join(dir, e.Name()), os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if Lock(part) == nil {
			_ = os.Remove(part.Name())
		}
		part.Close()
	}
}

// ErrBusy says that another process has a lock on the file.
var ErrBusy = errors.New("another process has this file open; wait until it ends")

// Worded returns an error of the system as a sentence without the path, which says what to use. It returns any other
// error as it is.
func Worded(err error) error {
	err = text.Pathless(err)
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return errors.New("the disk is full, or your share of it; free some space, or use a directory on another disk")
	case errors.As(err, new(syscall.Errno)):
		return fmt.Errorf("%v; use a directory that can be written", err)
	}
	return err
}
