package disk_test

import (
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing/fstest"

	"breadboard/experiments/disk"
)

// A memory is a disk in memory that knows what a power cut may leave (see Cut): names that
// SyncDir and content that Sync have not made last may be lost, kept or torn. It is for one process at a time, and
// has no locks.
type memory struct{ dirs map[string]*dir }

// A dir is a directory of files.
type dir struct {
	names, lasting map[string]*file // now, and as it was at its last SyncDir
	changes        [][]entry        // since then; a rename is two entries
}

// An entry of a nil file is a name that is gone.
type entry struct {
	name string
	file *file
}

// A file is open by many handles, and under many names.
type file struct {
	data, synced []byte // now, and as it was at its last Sync
	writes       []write
}

// A write puts data at a place, or, if data is nil, makes the file so long.
type write struct {
	at   int
	data []byte
}

// newMemory returns an empty disk, with these directories.
func newMemory(dirs ...string) *memory {
	m := &memory{map[string]*dir{".": {names: map[string]*file{}, lasting: map[string]*file{}}}}
	for _, path := range dirs {
		_ = m.MkdirAll(path)
	}
	return m
}

// Killed returns the disk as a process finds it after all others were killed: as it is now.
func (m *memory) Killed() *memory { return m.restart(nil) }

// Cut returns the disk as the next process may find it after a power cut. Of the changes since
// a directory's last SyncDir some happened and some did not, in any combination, and a rename
// may have left both names. Of the writes since a file's last Sync some are there, some are not,
// and some are there in part.
func (m *memory) Cut(dice *rand.Rand) *memory { return m.restart(dice) }

// restart copies all; with dice it loses some of what was not synced.
func (m *memory) restart(dice *rand.Rand) *memory {
	again := newMemory()
	for _, path := range slices.Sorted(maps.Keys(m.dirs)) {
		names := maps.Clone(m.dirs[path].names)
		if dice != nil {
			names = maps.Clone(m.dirs[path].lasting)
			for _, c := range m.dirs[path].changes {
				apply(names, c[:dice.IntN(len(c)+1)])
			}
		}
		copies := map[*file]*file{}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			f := names[name]
			if copies[f] == nil {
				data := f.data
				if dice != nil {
					data = f.cut(dice)
				}
				copies[f] = &file{data: slices.Clone(data), synced: slices.Clone(data)}
			}
			names[name] = copies[f]
		}
		again.dirs[path] = &dir{names: names, lasting: maps.Clone(names)}
	}
	return again
}

// cut takes each write, or some of its bytes, or nothing of it.
func (f *file) cut(dice *rand.Rand) []byte {
	data := slices.Clone(f.synced)
	for _, w := range f.writes {
		switch dice.IntN(3) {
		case 0:
			data = w.into(data)
		case 1:
			if from := dice.IntN(len(w.data) + 1); from < len(w.data) {
				to := from + 1 + dice.IntN(len(w.data)-from)
				data = write{w.at + from, w.data[from:to]}.into(data)
			}
		}
	}
	return data
}

func (w write) into(data []byte) []byte {
	end := w.at + len(w.data)
	if w.data == nil {
		data = slices.Clone(data[:min(end, len(data))])
	}
	if missing := end - len(data); missing > 0 {
		data = append(data, make([]byte, missing)...)
	}
	copy(data[w.at:], w.data)
	return data
}

func apply(names map[string]*file, change []entry) {
	for _, e := range change {
		if names[e.name] = e.file; e.file == nil {
			delete(names, e.name)
		}
	}
}

// change changes a directory now, and notes it for a power cut.
func (d *dir) change(c ...entry) {
	apply(d.names, c)
	d.changes = append(d.changes, c)
}

// at finds the directory of a path, and the file if there is one.
func (m *memory) at(path string) (d *dir, name string, f *file, err error) {
	if d = m.dirs[filepath.Dir(path)]; d == nil {
		return nil, "", nil, fs.ErrNotExist
	}
	name = filepath.Base(path)
	return d, name, d.names[name], nil
}

// OpenFile implements disk.Disk, as do the next ones. It opens directories too, for their locks.
func (m *memory) OpenFile(path string, flag int) (disk.File, error) {
	if m.dirs[path] != nil {
		return &handle{file: &file{}}, nil
	}
	d, name, f, err := m.at(path)
	switch {
	case err != nil:
		return nil, err
	case f != nil && flag&os.O_EXCL != 0:
		return nil, fs.ErrExist
	case f == nil && flag&os.O_CREATE == 0:
		return nil, fs.ErrNotExist
	case f == nil:
		f = &file{}
		d.change(entry{name, f})
	}
	h := &handle{file: f}
	if flag&os.O_TRUNC != 0 {
		_ = h.Truncate(0)
	}
	return h, nil
}

// files is the directory as a file system of the standard library, which lists and tells files.
func (d *dir) files() fstest.MapFS {
	all := fstest.MapFS{}
	for name, f := range d.names {
		all[name] = &fstest.MapFile{Data: f.data, Mode: 0o666}
	}
	return all
}

func (m *memory) Stat(path string) (fs.FileInfo, error) {
	if d := m.dirs[path]; d != nil {
		return d.files().Stat(".")
	}
	d, name, _, err := m.at(path)
	if err != nil {
		return nil, err
	}
	return d.files().Stat(name)
}

func (m *memory) ReadDir(path string) ([]fs.DirEntry, error) {
	if m.dirs[path] == nil {
		return nil, fs.ErrNotExist
	}
	return m.dirs[path].files().ReadDir(".")
}

// MkdirAll makes a directory that lasts.
func (m *memory) MkdirAll(path string) error {
	if m.dirs[path] == nil {
		m.dirs[path] = &dir{names: map[string]*file{}, lasting: map[string]*file{}}
	}
	return nil
}

// Rename is of one directory alone. A power cut may leave both names.
func (m *memory) Rename(from, to string) error {
	d, name, f, err := m.at(from)
	switch into, other, _, _ := m.at(to); {
	case err != nil:
		return err
	case into != d:
		return syscall.EXDEV
	case f == nil:
		return fs.ErrNotExist
	default:
		d.change(entry{other, f}, entry{name, nil})
	}
	return nil
}

func (m *memory) Remove(path string) error {
	d, name, f, err := m.at(path)
	if err == nil && f == nil {
		err = fs.ErrNotExist
	}
	if err == nil {
		d.change(entry{name, nil})
	}
	return err
}

func (m *memory) SyncDir(path string) error {
	if d := m.dirs[path]; d != nil {
		d.lasting, d.changes = maps.Clone(d.names), nil
		return nil
	}
	return fs.ErrNotExist
}

// A handle is an open file of a memory.
type handle struct {
	file *file
	next int
}

func (h *handle) Read(p []byte) (int, error) {
	n := copy(p, h.file.data[min(h.next, len(h.file.data)):])
	h.next += n
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (h *handle) Write(p []byte) (int, error) {
	n, err := h.WriteAt(p, int64(h.next))
	h.next += n
	return n, err
}

func (h *handle) WriteAt(p []byte, at int64) (int, error) {
	if len(p) > 0 {
		h.write(write{int(at), slices.Clone(p)})
	}
	return len(p), nil
}

func (h *handle) Truncate(size int64) error {
	h.write(write{at: int(size)})
	return nil
}

// write changes a file now, and notes it for a power cut.
func (h *handle) write(w write) {
	h.file.data = w.into(h.file.data)
	h.file.writes = append(h.file.writes, w)
}

func (h *handle) Seek(offset int64, whence int) (int64, error) {
	from := map[int]int{io.SeekCurrent: h.next, io.SeekEnd: len(h.file.data)}
	h.next = int(offset) + from[whence]
	return int64(h.next), nil
}

func (h *handle) Sync() error {
	h.file.synced, h.file.writes = slices.Clone(h.file.data), nil
	return nil
}

func (h *handle) Lock(bool) error { return nil }
func (h *handle) Close() error    { return nil }
