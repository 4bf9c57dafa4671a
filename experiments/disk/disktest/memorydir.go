package disktest

import (
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// ReadDir implements disk.Disk, as do the next ones.
func (m *Memory) ReadDir(path string) ([]fs.DirEntry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, err := m.find(path)
	if err != nil {
		return nil, err
	}
	if !dir.dir {
		return nil, syscall.ENOTDIR
	}
	var all []fs.DirEntry
	for _, name := range slices.Sorted(maps.Keys(dir.names)) {
		all = append(all, fs.FileInfoToDirEntry(dir.names[name].info(name)))
	}
	return all, nil
}

func (m *Memory) MkdirAll(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := m.root
	for part := range strings.SplitSeq(filepath.ToSlash(filepath.Clean(path)), "/") {
		if part == "" || part == "." {
			continue
		}
		if at.names[part] == nil {
			at.apply(change{{part, newDir()}})
		}
		if at = at.names[part]; !at.dir {
			return syscall.ENOTDIR
		}
	}
	return nil
}

// Rename is of one directory alone. A power cut may leave both names.
func (m *Memory) Rename(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, name, err := m.parent(from)
	if err != nil {
		return err
	}
	into, other, err := m.parent(to)
	switch {
	case err != nil:
		return err
	case into != dir:
		return syscall.EXDEV
	case dir.names[name] == nil:
		return fs.ErrNotExist
	case dir.names[other] != nil && dir.names[other].dir && !dir.names[name].dir:
		return syscall.EISDIR
	}
	if name != other {
		dir.apply(change{{other, dir.names[name]}, {name, nil}})
	}
	return nil
}

func (m *Memory) Remove(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, name, err := m.parent(path)
	switch {
	case err != nil:
		return err
	case dir.names[name] == nil:
		return fs.ErrNotExist
	case len(dir.names[name].names) > 0:
		return syscall.ENOTEMPTY
	}
	dir.apply(change{{name, nil}})
	return nil
}

func (m *Memory) SyncDir(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, err := m.find(path)
	if err != nil {
		return err
	}
	dir.lasting, dir.changes = maps.Clone(dir.names), nil
	return nil
}

// info returns what Stat says about a node.
func (n *node) info(name string) fs.FileInfo { return info{name, int64(len(n.data)), n.dir} }

type info struct {
	name string
	size int64
	dir  bool
}

func (i info) Name() string     { return i.name }
func (i info) Size() int64      { return i.size }
func (info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool      { return i.dir }
func (info) Sys() any           { return nil }

func (i info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o777
	}
	return 0o666
}
