package disktest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"breadboard/experiments/disk"
)

// A Memory is a disk in memory that knows what a power cut may leave (see Cut): names that
// SyncDir and content that Sync have not made last may be lost, kept or torn.
type Memory struct {
	mu   sync.Mutex
	root *node
}

// A node is a file or a directory.
type node struct {
	dir bool

	names   map[string]*node // of a directory, now
	lasting map[string]*node // as it was at its last SyncDir
	changes []change         // since then

	data   []byte // of a file, now
	synced []byte // as it was at its last Sync
	writes []write
	locks  map[*handle]bool // true: it is the only one
}

// A change of a directory takes its names in this order: a nil node is a name that is gone.
// A rename is two.
type change []entry

type entry struct {
	name string
	node *node
}

// A write puts data at a place, or, if data is nil, makes the file so long.
type write struct {
	at   int64
	data []byte
}

// NewMemory returns an empty disk, with a root directory.
func NewMemory() *Memory { return &Memory{root: newDir()} }

func newDir() *node {
	return &node{dir: true, names: map[string]*node{}, lasting: map[string]*node{}, locks: map[*handle]bool{}}
}

// find returns the node at a path, which is relative or absolute alike.
func (m *Memory) find(path string) (*node, error) {
	at := m.root
	for part := range strings.SplitSeq(filepath.ToSlash(filepath.Clean(path)), "/") {
		if part == "" || part == "." {
			continue
		}
		if !at.dir {
			return nil, syscall.ENOTDIR
		}
		if at = at.names[part]; at == nil {
			return nil, fs.ErrNotExist
		}
	}
	return at, nil
}

// parent returns the directory of a path.
func (m *Memory) parent(path string) (dir *node, name string, err error) {
	dir, err = m.find(filepath.Dir(path))
	if err == nil && !dir.dir {
		err = syscall.ENOTDIR
	}
	return dir, filepath.Base(path), err
}

// apply changes a directory now, and notes it for a power cut.
func (n *node) apply(c change) {
	for _, e := range c {
		e.putInto(n.names)
	}
	n.changes = append(n.changes, c)
}

func (e entry) putInto(names map[string]*node) {
	if e.node == nil {
		delete(names, e.name)
	} else {
		names[e.name] = e.node
	}
}

// Open implements disk.Disk, as do the next ones.
func (m *Memory) Open(path string) (disk.File, error) { return m.OpenFile(path, os.O_RDONLY) }

func (m *Memory) OpenFile(path string, flag int) (disk.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find(path)
	switch {
	case err == nil && flag&(os.O_CREATE|os.O_EXCL) == os.O_CREATE|os.O_EXCL:
		return nil, fs.ErrExist
	case err == nil && n.dir && flag&(os.O_WRONLY|os.O_RDWR) != 0:
		return nil, syscall.EISDIR
	case err != nil && flag&os.O_CREATE == 0:
		return nil, err
	case err != nil:
		dir, name, err := m.parent(path)
		if err != nil {
			return nil, err
		}
		n = &node{locks: map[*handle]bool{}}
		dir.apply(change{{name, n}})
	}
	if flag&os.O_TRUNC != 0 {
		n.write(write{at: 0})
	}
	return &handle{m: m, node: n, flag: flag}, nil
}

func (m *Memory) Stat(path string) (fs.FileInfo, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find(path)
	if err != nil {
		return nil, err
	}
	return n.info(filepath.Base(path)), nil
}
