package disk

import (
	"context"
	"io"
	"path/filepath"
)

// CheckFile returns an error if there is a file at this path, unless force, or if there can be
// none. Call it before any work.
func CheckFile(d Disk, path string, force bool) error {
	if !plainName(filepath.Base(path)) { // as ".", or the manifest
		return &Foreign{[]string{path}, false}
	}
	f, err := look(d, filepath.Dir(path))
	if err != nil {
		return err
	}
	s := Set{Force: force}
	_, err = s.allowed(f, record{}, []entry{{Name: filepath.Base(path)}})
	return err
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
