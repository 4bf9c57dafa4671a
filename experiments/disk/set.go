package disk

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"breadboard/grid/text"
)

// A Content is the name of a file and the function that writes what is in it.
type Content = struct {
	Name  string
	Write func(io.Writer) error
}

// A Set is what one command writes into one directory.
type Set struct {
	Disk  Disk
	Dir   string
	Force bool // replaces files of others too
	// Stale reports whether a file that an earlier set had, and that this one lacks, is to be removed.
	// It is if it still holds what was written. Other files of earlier sets stay, and stay known.
	Stale func(name string) bool
}

// A Foreign error names files that the program did not write, or that were changed since, and that are
// in the way.
type Foreign struct {
	Paths []string
	Force bool   // whether Set.Force would do: it does not replace directories and devices
	Is    string // what the first path is, as in "was changed since this program wrote it"
}

func (f *Foreign) Error() string {
	if !f.Force {
		return strings.Join(f.Paths, ", ") + ": not a file; another name or directory would do"
	}
	says := f.Paths[0] + " " + f.Is
	if more := len(f.Paths) - 1; more > 0 {
		says += "; so it is with " + text.Count(more, "other file")
	}
	return says
}

// Check returns an error if the set may not have these names in the directory. Call it before any work.
func (s Set) Check(ctx context.Context, names ...string) error {
	return s.inside(ctx, func(f folder) error {
		manifest, err := f.manifest()
		if err != nil {
			return err
		}
		entries := make([]entry, len(names))
		for i, name := range names {
			entries[i].Name = name
		}
		return f.allow(entries, &manifest)
	})
}

// Write puts the files into the directory. Each is replaced whole. Nothing is replaced until all are written
// beside their places and the manifest has both their sums and those of what they replace. What stops it after
// that leaves some old files and some new ones, all of them known as the program's: Unfinished tells, and the same
// command makes the set whole. Last comes the manifest of the new sums alone.
func (s Set) Write(ctx context.Context, files []Content) error {
	if len(files) == 0 {
		return nil
	}
	return s.inside(ctx, func(f folder) error {
		manifest, err := f.manifest()
		if err != nil {
			return err
		}
		var entries []entry
		defer func() { f.withdraw(entries) }()
		for i, c := range files {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if !plainName(c.Name) || slices.ContainsFunc(files[:i], func(f Content) bool { return f.Name == c.Name }) {
				panic("disk: a set of files has the name " + c.Name)
			}
			e, err := f.part(c)
			entries = append(entries, e)
			if err != nil {
				return fmt.Errorf("%w; the files in %s are as they were", err, s.Dir)
			}
		}
		if err := f.allow(entries, &manifest); err != nil {
			return err
		}
		next, stale, err := f.next(manifest, entries)
		if err != nil {
			return err
		}
		if err := f.list(next); err != nil {
			return fmt.Errorf("%s: %w; the files in it are as they were", s.Dir, err)
		}
		if err := f.place(entries, stale); err != nil {
			return fmt.Errorf("%w; some files in %s may be of the run before, and the same command would replace them",
				err,
				s.Dir)
		}
		for _, e := range entries {
			next.entry(e.Name).Was = ""
		}
		next.Unfinished = slices.ContainsFunc(next.Files, func(f entry) bool { return f.Was != "" })
		if err := f.list(next); err != nil {
			return fmt.Errorf("%s: %w; all files in it are written", s.Dir, err)
		}
		return nil
	})
}

// A process writes into a directory for a moment, and another waits for it: so often, and so long each time.
const (
	tries = 600
	pause = 100 * time.Millisecond
)

// inside runs a function on the directory while no other process writes there, without the parts that killed
// processes have left. On a file system without locks leftovers stay, for a process may be writing them.
func (s Set) inside(ctx context.Context, run func(f folder) error) error {
	lock, err := s.Disk.OpenFile(s.Dir, os.O_RDONLY)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Dir, err)
	}
	defer lock.Close()
	locked := lock.Lock(false)
	for try := 1; errors.Is(locked, ErrBusy) && try < tries; try++ {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
		locked = lock.Lock(false)
	}
	switch {
	case errors.Is(locked, ErrBusy):
		return fmt.Errorf("%s: another process is writing there; waiting until it ends would do", s.Dir)
	case locked != nil && !errors.Is(locked, ErrNoLocks):
		return fmt.Errorf("%s: %w", s.Dir, locked)
	}
	f, err := s.look()
	if err != nil {
		return err
	}
	for name := range f.has {
		if locked == nil && isPart(name) && f.regular(name) {
			if err := f.remove(name); err != nil {
				return err
			}
		}
	}
	return run(f)
}

// allow notes what of the program's each entry replaces. It returns an error if what is there is not the program's,
// neither as the manifest has it nor already what the entry says, unless Force. A single file has no manifest.
func (f folder) allow(entries []entry, manifest *record) error {
	var foreign, impossible []string
	var is string
	for i, e := range entries {
		kind, there := f.has[e.Name]
		if !there {
			continue
		}
		if info, err := f.Disk.Stat(f.path(e.Name)); kind&fs.ModeSymlink != 0 && err == nil &&
			!info.Mode().IsRegular() {
			kind = info.Mode().Type() // the link leads to a directory, or to a pipe as /dev/stdout does
		}
		if !kind.IsRegular() && kind&fs.ModeSymlink == 0 {
			impossible = append(impossible, f.path(e.Name))
			continue
		}
		now, err := f.state(e.Name)
		if err != nil {
			return err
		}
		var old *entry
		says := "is there already"
		if manifest != nil {
			old = manifest.entry(e.Name)
			says = "is there, and no " + manifestName + " says that this program wrote it"
		}
		if old != nil {
			says = "was changed since this program wrote it"
		}
		switch {
		case now == e.SHA256, old != nil && old.is(now):
			entries[i].Was = now
		case !f.Force:
			foreign = append(foreign, f.path(e.Name))
			is = cmp.Or(is, says)
		}
	}
	switch {
	case impossible != nil:
		return &Foreign{Paths: impossible}
	case foreign != nil:
		return &Foreign{foreign, true, is}
	}
	return nil
}

// next is the manifest with the set in it, and the files of the old one that are to be removed.
func (f folder) next(manifest record, entries []entry) (r record, stale []string, err error) {
	r.Unfinished = true
	r.Files = append(r.Files, entries...)
	for _, old := range manifest.Files {
		if r.entry(old.Name) != nil || !f.regular(old.Name) {
			continue
		}
		if drops := f.Stale != nil && f.Stale(old.Name); drops || old.Was != "" {
			now, err := f.state(old.Name)
			if err != nil {
				return r, nil, err
			}
			if drops && old.is(now) {
				stale = append(stale, old.Name)
			}
			if now != old.Was || now == old.SHA256 { // otherwise the set that is to replace it is still unfinished
				old.Was = ""
			}
		}
		r.Files = append(r.Files, old) // a stale one too, for its removal may be stopped
	}
	slices.SortFunc(r.Files, func(a, b entry) int { return cmp.Compare(a.Name, b.Name) })
	return r, stale, nil
}

// place renames the parts to their names, except those of files that hold the content already, and removes stale files.
func (f folder) place(entries []entry, stale []string) error {
	for i, e := range entries {
		if e.Was == e.SHA256 {
			continue
		}
		if err := f.Disk.Rename(f.path(e.Part), f.path(e.Name)); err != nil {
			return f.named(e.Name, err)
		}
		entries[i].Part = ""
	}
	for _, name := range stale {
		if err := f.remove(name); err != nil {
			return err
		}
	}
	if err := f.Disk.SyncDir(f.Dir); err != nil {
		return fmt.Errorf("%s: %w", f.Dir, err)
	}
	return nil
}

// CheckFile returns an error if there is a file at this path, unless force, or if there can be none. Call
// it before any work. A file that begins as the new one will may be the same: only WriteFile can tell,
// and it is no error here.
func CheckFile(d Disk, path string, force bool, begins string) error {
	name := filepath.Base(path)
	if !plainName(name) { // as ".", or the manifest
		return &Foreign{Paths: []string{path}}
	}
	f, err := Set{Disk: d, Dir: filepath.Dir(path), Force: force}.look()
	if err != nil {
		return err
	}
	if f.regular(name) {
		few := int64(len(begins))
		head, err := f.read(name, func(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, few)) })
		if err != nil || string(head) == begins {
			return err
		}
	}
	return f.allow([]entry{{Name: name}}, nil)
}

// WriteFile writes a file that the user names, whole or not at all. Without force it does not replace a
// file of another content. No manifest keeps it.
func WriteFile(ctx context.Context, d Disk, path string, force bool, write func(io.Writer) error) error {
	c := Content{filepath.Base(path), write}
	return Set{Disk: d, Dir: filepath.Dir(path), Force: force}.inside(ctx, func(f folder) error {
		if err := f.replace(c, func(e entry) error { return f.allow([]entry{e}, nil) }); err != nil {
			return err
		}
		return f.named(c.Name, d.SyncDir(f.Dir))
	})
}

// A folder is the directory of a set, whose files are compared and renamed.
type folder struct {
	Set
	has map[string]fs.FileMode // by name, and only the type
}

func (s Set) look() (folder, error) {
	entries, err := s.Disk.ReadDir(s.Dir)
	if err != nil {
		return folder{}, fmt.Errorf("%s: %w", s.Dir, err)
	}
	f := folder{s, map[string]fs.FileMode{}}
	for _, e := range entries {
		f.has[e.Name()] = e.Type()
	}
	return f, nil
}

func (f folder) path(name string) string { return filepath.Join(f.Dir, name) }

// regular reports whether there is a file of this name, which is no symlink, directory or device.
func (f folder) regular(name string) bool {
	mode, there := f.has[name]
	return there && mode.IsRegular()
}

// named puts the file's path before the error; nil stays nil.
func (f folder) named(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", f.path(name), err)
}

// read opens a file, and closes it when the function has read it.
func (f folder) read(name string, all func(io.Reader) ([]byte, error)) (data []byte, err error) {
	file, err := f.Disk.OpenFile(f.path(name), os.O_RDONLY)
	if err == nil {
		data, err = all(file)
		err = errors.Join(err, file.Close())
	}
	return data, f.named(name, err)
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
	sum, err := f.read(name, func(r io.Reader) ([]byte, error) {
		hash := sha256.New()
		_, err := io.Copy(hash, r)
		return hash.Sum(nil), err
	})
	return hex.EncodeToString(sum), err
}

// remove removes a file, unless another process has.
func (f folder) remove(name string) error {
	return f.named(name, ignoreMissing(f.Disk.Remove(f.path(name))))
}

// replace puts a file into its place, whole or not at all, if it may.
func (f folder) replace(c Content, may func(entry) error) error {
	e, err := f.part(c)
	if err == nil {
		err = may(e)
	}
	if err == nil {
		err = f.Disk.Rename(f.path(e.Part), f.path(e.Name))
	}
	if err != nil {
		f.withdraw([]entry{e})
	}
	return err
}

// part writes a content under a new name of a part, and waits until the disk has it. The entry
// has the part's name with an error too, if there is a file to remove. The error names the file that there was to be.
func (f folder) part(c Content) (e entry, err error) {
	name, file, err := newPart(f.Disk, f.Dir)
	if err != nil {
		return entry{Name: c.Name}, f.named(c.Name, inWords(err))
	}
	hash, out := sha256.New(), bufio.NewWriter(file)
	err = c.Write(io.MultiWriter(out, hash))
	if err == nil {
		err = out.Flush()
	}
	size, wrong := file.Seek(0, io.SeekCurrent)
	if err = cmp.Or(err, wrong); err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	e = entry{Name: c.Name, Part: name, Size: size, SHA256: hex.EncodeToString(hash.Sum(nil))}
	return e, f.named(c.Name, inWords(err))
}

// withdraw removes the parts that were not renamed.
func (f folder) withdraw(entries []entry) {
	for _, e := range entries {
		if e.Part != "" {
			_ = f.Disk.Remove(f.path(e.Part))
		}
	}
}

// newPart makes a file of the first free name of a part.
func newPart(d Disk, dir string) (name string, f File, err error) {
	for i := 1; ; i++ {
		name = partPrefix + strconv.Itoa(i)
		f, err = d.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL)
		if !errors.Is(err, fs.ErrExist) {
			return name, f, err
		}
	}
}

// Part makes an empty file in the directory for another program to fill, and returns its path. The caller removes it.
// What a killed process leaves is removed by the next set that is written there.
func (s Set) Part() (path string, err error) {
	name, f, err := newPart(s.Disk, s.Dir)
	if err != nil {
		return "", err
	}
	return filepath.Join(s.Dir, name), f.Close()
}

// MakeDir makes the directory if it is missing, and tests that files can be written to
// it. It leaves no file there. Call it before any work, so that hours of work do not
// end at a directory that cannot be written. The disk has the names of new directories then.
func MakeDir(d Disk, dir string) error {
	var above []string // of missing directories
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := d.Stat(at); !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			break
		}
		above = append(above, filepath.Dir(at))
	}
	err := d.MkdirAll(dir)
	for _, at := range above {
		err = errors.Join(err, d.SyncDir(at))
	}
	if err == nil {
		var name string
		var f File
		if name, f, err = newPart(d, dir); err == nil {
			err = errors.Join(f.Close(), ignoreMissing(d.Remove(filepath.Join(dir, name))))
		}
	}
	if err != nil && !errors.As(err, new(worded)) {
		err = fmt.Errorf("%w; a directory that can be written would do", err)
	}
	return err
}

// ignoreMissing is err unless the file was removed by another process.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
