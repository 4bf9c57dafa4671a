// Package disk writes files, so that whatever stops the program, each of them is whole: the old one or the new one.
//
// A file is written beside its place, under a name that begins with .breadboard-part-, and synced; then it is renamed,
// and its folder is synced. Of several files none is renamed before all of them are written, so that a full disk leaves
// the old ones.
//
// # Files of others
//
// A folder is the program's if it is new or empty, or if it has a mark, the small file .breadboard, which Claim puts
// there before any work. Files in such a folder are replaced by their names. A folder with anything else in it is
// somebody's, and is refused. A single file that a user names is replaced if it begins as such a file does (CheckFile).
package disk

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Names of the files that are this package's own.
const (
	markName   = ".breadboard"
	partPrefix = markName + "-part-"
)

// markText says to people what the mark is.
const markText = "Commands of breadboard write into this folder, and replace the files that they wrote here before.\n"

// A Content is the name of a file and the function that writes what is in it.
type Content = struct {
	Name  string
	Write func(io.Writer) error
}

// A Foreign error says that a folder or a file is somebody else's, and what would do.
type Foreign struct{ Path, Is string }

// Error begins with the path.
func (f *Foreign) Error() string { return f.Path + f.Is }

// Claim makes the folder, if it is missing, and marks it as the program's. It tests that files can be written there:
// call it before any work, so that hours of work do not end at a folder that cannot be written. The error is Foreign if
// the folder has files and no mark.
func Claim(dir string) error {
	if err := makeDir(dir); err != nil {
		return err
	}
	there, err := os.ReadDir(dir)
	if err != nil {
		return Worded(err)
	}
	switch {
	case isMarked(dir): // it is asked after the list is read, for another process may be marking the folder
		return writable(dir)
	case len(there) > 0:
		return &Foreign{dir, " has files, and no " + markName + " that says that this program wrote them; a new or " +
			"an empty directory would do"}
	}
	return orOther(os.WriteFile(filepath.Join(dir, markName), []byte(markText), 0o666))
}

// isMarked reports whether the folder is claimed.
func isMarked(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, markName))
	return err == nil && info.Mode().IsRegular()
}

// Write puts the files into a folder, in their order, each in place of an old one of its name. A name may have folders
// in it, which are made. In a folder that is claimed other processes that write there wait, and what such a process
// left when it was killed is removed; in any other folder each file is one that a user names.
func Write(ctx context.Context, dir string, files []Content) error {
	return inside(dir, func() error { return replace(ctx, dir, files) })
}

// inside runs a function that makes parts in a folder while no other process does so, if the folder is claimed.
func inside(dir string, run func() error) error {
	if !isMarked(dir) {
		return run()
	}
	mark, err := os.OpenFile(filepath.Join(dir, markName), os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", markName, Worded(err))
	}
	defer mark.Close()
	err = wait(mark)
	if err == nil {
		err = Remove(dir, func(name string) bool { return strings.HasPrefix(name, partPrefix) })
	}
	if err != nil && !errors.Is(err, ErrNoLocks) { // where there are none, what others are writing stays
		return err
	}
	return run()
}

// CheckFile returns an error if a file of this path cannot be written or, as a Foreign, if there is one that does not
// begin so. It makes the folder of the file. Call it before any work.
func CheckFile(path, begins string) error {
	if err := makeDir(filepath.Dir(path)); err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return writable(filepath.Dir(path))
	case err != nil:
		return Worded(err)
	case !info.Mode().IsRegular():
		return &Foreign{path, ": not a file; another name or directory would do"}
	}
	file, err := os.Open(path)
	if err != nil {
		return Worded(err)
	}
	defer file.Close()
	head := make([]byte, len(begins))
	if n, err := io.ReadFull(file, head); err != nil || string(head[:n]) != begins {
		return &Foreign{path, " is there already, and does not begin as a file that this program writes here; " +
			"another name would do"}
	}
	return writable(filepath.Dir(path))
}

// Remove removes files of a folder by their names.
func Remove(dir string, old func(name string) bool) error {
	there, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, Worded(err))
	}
	for _, e := range there {
		if !e.Type().IsRegular() || !old(e.Name()) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", path, Worded(err))
		}
	}
	return nil
}

// replace writes all files as parts, and then renames them to their names.
func replace(ctx context.Context, dir string, files []Content) error {
	parts := make([]string, len(files)) // "" of one that is renamed
	defer func() {
		for _, part := range parts {
			if part != "" {
				_ = os.Remove(part)
			}
		}
	}()
	for i, c := range files {
		var err error
		if parts[i], err = writePart(ctx, dir, c.Write); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(dir, c.Name), Worded(err))
		}
	}
	changed := map[string]bool{} // folders
	for i, c := range files {
		path := filepath.Join(dir, filepath.FromSlash(c.Name))
		changed[filepath.Dir(path)] = true
		err := makeDir(filepath.Dir(path))
		if err == nil {
			err = os.Rename(parts[i], path)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, Worded(err))
		}
		parts[i] = ""
	}
	for folder := range changed {
		if err := SyncDir(folder); err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
	}
	return nil
}

// writePart writes a content under a new name of a part, and waits until the disk has it. The path is also there with
// an error, if there is a file to remove.
func writePart(ctx context.Context, dir string, write func(io.Writer) error) (path string, err error) {
	file, err := newPart(dir)
	if err != nil {
		return "", err
	}
	out := bufio.NewWriter(until{ctx, file})
	err = write(out)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = Sync(file)
	}
	return file.Name(), cmp.Or(err, file.Close())
}

// An until writes until its context ends, so that a long file does not outlive an interrupt.
type until struct {
	ctx context.Context
	to  io.Writer
}

// Write returns the context's cause when that has ended.
func (u until) Write(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.to.Write(p)
}

// newPart makes a file of the first free name of a part. It may be read and written by whom the umask lets.
func newPart(dir string) (*os.File, error) {
	for i := 1; ; i++ {
		path := filepath.Join(dir, partPrefix+strconv.Itoa(i))
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// makeDir makes the folder, and those above it, if they are missing. The disk has their names then.
func makeDir(dir string) error {
	var above []string // of missing folders
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			break
		}
		above = append(above, filepath.Dir(at))
	}
	err := os.MkdirAll(dir, 0o777)
	for _, at := range above {
		err = cmp.Or(err, SyncDir(at))
	}
	return orOther(err)
}

// writable returns an error if no file can be made in the folder.
func writable(dir string) error {
	return orOther(inside(dir, func() error {
		file, err := newPart(dir)
		if err != nil {
			return err
		}
		return cmp.Or(file.Close(), os.Remove(file.Name()))
	}))
}

// orOther puts an error of the system into words, and says that another folder would do if they do not say what would.
func orOther(err error) error {
	err = Worded(err)
	if err != nil && !errors.As(err, new(worded)) {
		err = fmt.Errorf("%w; a directory that can be written would do", err)
	}
	return err
}

// Sync waits until the disk has the file's content. It does nothing on a file system that cannot sync.
func Sync(file *os.File) error { return unlessUnable(file.Sync()) }

// SyncDir waits until the disk has the folder's names. It does nothing on a file system that cannot sync a folder.
func SyncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return Worded(err)
	}
	return cmp.Or(unlessUnable(dir.Sync()), dir.Close())
}
