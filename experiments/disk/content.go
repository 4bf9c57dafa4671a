package disk

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
)

// A folder is a directory whose files are compared and renamed. Its lock is held.
type folder struct {
	disk Disk
	dir  string
	has  map[string]fs.FileMode // by name, and only the type
}

// look lists the directory.
func look(d Disk, dir string) (folder, error) {
	entries, err := d.ReadDir(dir)
	if err != nil {
		return folder{}, fmt.Errorf("%s: %w", dir, err)
	}
	f := folder{d, dir, map[string]fs.FileMode{}}
	for _, e := range entries {
		f.has[e.Name()] = e.Type()
	}
	return f, nil
}

func (f folder) path(name string) string { return filepath.Join(f.dir, name) }

// regular reports whether there is a file of this name, which is no symlink, directory or device.
func (f folder) regular(name string) bool {
	mode, there := f.has[name]
	return there && mode.IsRegular()
}

// leadsElsewhere reports whether a symlink leads to what is no file: a directory, or a pipe as /dev/stdout does.
func (f folder) leadsElsewhere(name string) bool {
	info, err := f.disk.Stat(f.path(name))
	return err == nil && !info.Mode().IsRegular()
}

// holds reports whether the file has a content of this size and sum. The sum is computed
// only if the size is right.
func (f folder) holds(name string, size int64, sum string) (bool, error) {
	if !f.regular(name) {
		return false, nil
	}
	info, err := f.disk.Stat(f.path(name))
	if err != nil || info.Size() != size {
		return false, f.named(name, err)
	}
	now, err := f.sum(name)
	return now == sum, err
}

// state names what a rename would replace: by the SHA-256 of a file, by "symlink", or by nothing if there
// is nothing of this name.
func (f folder) state(name string) (string, error) {
	switch mode, there := f.has[name]; {
	case !there:
		return "", nil
	case mode&fs.ModeSymlink != 0:
		return "symlink", nil
	case !mode.IsRegular():
		return "no file", nil
	}
	return f.sum(name)
}

// sum returns the SHA-256 of a file.
func (f folder) sum(name string) (string, error) {
	file, err := f.disk.Open(f.path(name))
	if err != nil {
		return "", f.named(name, err)
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", f.named(name, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// named puts the file's path before the error; nil stays nil.
func (f folder) named(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", f.path(name), err)
}
