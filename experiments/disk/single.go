package disk

import (
	"context"
	"errors"
	"io"
	"path/filepath"
)

// CheckFile returns an error if there is a file at this path, unless force. Call it before any work. A file
// that begins as the new one will may be the same: only WriteFile can tell, and it is no error here.
func CheckFile(d Disk, path string, force bool, begins string) error {
	f, err := look(d, filepath.Dir(path))
	if err != nil {
		return err
	}
	name := filepath.Base(path)
	alike, err := f.begins(name, begins)
	if alike || err != nil {
		return err
	}
	_, err = Set{Force: force}.allowed(f, record{}, []entry{{Name: name}})
	return err
}

// begins reports whether the file begins so.
func (f folder) begins(name, with string) (bool, error) {
	if !f.regular(name) {
		return false, nil
	}
	file, err := f.disk.Open(f.path(name))
	if err != nil {
		return false, f.named(name, err)
	}
	head, err := io.ReadAll(io.LimitReader(file, int64(len(with))))
	if err = errors.Join(err, file.Close()); err != nil {
		return false, f.named(name, err)
	}
	return string(head) == with, nil
}

// WriteFile writes a file that the user names, whole or not at all. Without force it does not replace a
// file of another content. No manifest keeps it.
func WriteFile(ctx context.Context, d Disk, path string, force bool, write func(io.Writer) error) error {
	dir, name := filepath.Dir(path), filepath.Base(path)
	unlock, err := settle(ctx, d, dir)
	if err != nil {
		return err
	}
	defer unlock()
	e, err := writePart(d, dir, write)
	e.Name = name
	part := filepath.Join(dir, e.Part)
	var f folder
	if err == nil {
		f, err = look(d, dir)
	}
	if err == nil {
		_, err = Set{Force: force}.allowed(f, record{}, []entry{e})
	}
	if err == nil {
		err = d.Rename(part, path)
	}
	if err == nil {
		return f.named(name, d.SyncDir(dir))
	}
	if e.Part != "" {
		_ = d.Remove(part)
	}
	return err
}
