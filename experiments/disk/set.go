package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
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

// What a file in the way is.
const (
	isChanged = "was changed since this program wrote it"
	isUnknown = "is there, and no " + manifestName + " says that this program wrote it"
	isThere   = "is there already"
)

func (f *Foreign) Error() string {
	if !f.Force {
		return strings.Join(f.Paths, ", ") + ": not a file; another name or directory would do"
	}
	says := f.Paths[0] + " " + cmp.Or(f.Is, isThere)
	if more := len(f.Paths) - 1; more > 0 {
		says += "; so it is with " + text.Count(more, "other file")
	}
	return says
}

// Check returns an error if the set may not have these names in the directory. Call it before any work.
func (s Set) Check(ctx context.Context, names ...string) error {
	return s.inside(ctx, func(f folder) error {
		manifest, err := s.manifest(f)
		if err != nil {
			return err
		}
		var entries []entry
		for _, name := range names {
			entries = append(entries, entry{Name: name})
		}
		_, err = s.allowed(f, manifest, entries)
		return err
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
		manifest, err := s.manifest(f)
		if err != nil {
			return err
		}
		entries, err := s.parts(ctx, files)
		defer func() { s.withdraw(entries) }()
		if err != nil {
			return err
		}
		if entries, err = s.allowed(f, manifest, entries); err != nil {
			return err
		}
		next, stale, err := s.next(f, manifest, entries)
		if err != nil {
			return err
		}
		if err := f.list(next); err != nil {
			return fmt.Errorf("%s: %w; the files in it are as they were", s.Dir, err)
		}
		if err := s.place(f, entries, stale); err != nil {
			return fmt.Errorf("%w; some files in %s may be of the run before, and the same command would replace them", err,
				s.Dir)
		}
		for _, e := range entries {
			next.Files[slices.IndexFunc(next.Files, func(f entry) bool { return f.Name == e.Name })].Was = ""
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
	lock, err := s.Disk.Open(s.Dir)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Dir, err)
	}
	defer lock.Close()
	locked := lock.Lock()
	for try := 1; errors.Is(locked, ErrBusy) && try < tries; try++ {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
		locked = lock.Lock()
	}
	switch {
	case errors.Is(locked, ErrBusy):
		return fmt.Errorf("%s: another process is writing there; waiting until it ends would do", s.Dir)
	case locked != nil && !errors.Is(locked, ErrNoLocks):
		return fmt.Errorf("%s: %w", s.Dir, locked)
	}
	f, err := look(s.Disk, s.Dir)
	if err != nil {
		return err
	}
	if _, pending := f.has[pendingName]; pending {
		return fmt.Errorf("%s is of an earlier version of this program that was stopped, and says what it had still to do; "+
			"the same command of that version, or another directory, would do", f.path(pendingName))
	}
	if locked == nil {
		if err := f.removeLeftovers(); err != nil {
			return err
		}
	}
	return run(f)
}

// manifest is the directory's; with Force a bad one is empty.
func (s Set) manifest(f folder) (record, error) {
	r, err := f.manifest()
	if s.Force && errors.As(err, new(*BadRecord)) {
		return record{}, nil
	}
	return r, err
}

// parts writes the contents under the names of parts.
func (s Set) parts(ctx context.Context, files []Content) (entries []entry, err error) {
	for i, c := range files {
		if ctx.Err() != nil {
			return entries, context.Cause(ctx)
		}
		if !plainName(c.Name) || slices.ContainsFunc(files[:i], func(f Content) bool { return f.Name == c.Name }) {
			panic("disk: a set of files has the name " + c.Name)
		}
		e, err := writePart(s.Disk, s.Dir, c.Write)
		e.Name = c.Name
		entries = append(entries, e)
		if err != nil {
			return entries, fmt.Errorf("%s: %w; the files in %s are as they were", filepath.Join(s.Dir, c.Name), err, s.Dir)
		}
	}
	return entries, nil
}

// allowed says what of the program's each entry replaces. It returns an error if what is there is not the program's,
// neither as the manifest has it nor already what the entry says, unless Force.
func (s Set) allowed(f folder, manifest record, entries []entry) ([]entry, error) {
	var foreign, impossible []string
	var is string
	for i, e := range entries {
		mode, there := f.has[e.Name]
		if !there {
			continue
		}
		if !mode.IsRegular() && (mode&fs.ModeSymlink == 0 || f.leadsElsewhere(e.Name)) {
			impossible = append(impossible, f.path(e.Name))
			continue
		}
		now, err := f.state(e.Name)
		if err != nil {
			return entries, err
		}
		switch old, known := manifest.entry(e.Name); {
		case now == e.SHA256 || old.is(now):
			entries[i].Was = now
		case !s.Force:
			foreign, is = append(foreign, f.path(e.Name)), cmp.Or(is, s.is(known))
		}
	}
	if impossible != nil {
		return entries, &Foreign{Paths: impossible}
	}
	if foreign != nil {
		return entries, &Foreign{foreign, true, is}
	}
	return entries, nil
}

// is says what a file in the way is.
func (s Set) is(known bool) string {
	switch {
	case known:
		return isChanged
	case s.Dir == "": // a single file, of which there is no list
		return isThere
	}
	return isUnknown
}

// next is the manifest with the set in it, and the files of the old one that are to be removed.
func (s Set) next(f folder, manifest record, entries []entry) (r record, stale []string, err error) {
	r.Unfinished = true
	for _, e := range entries {
		e.Part = ""
		r.Files = append(r.Files, e)
	}
	for _, old := range manifest.Files {
		if _, replaced := r.entry(old.Name); replaced || !f.regular(old.Name) {
			continue
		}
		if drops := s.Stale != nil && s.Stale(old.Name); drops || old.Was != "" {
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
func (s Set) place(f folder, entries []entry, stale []string) error {
	for i, e := range entries {
		if e.Was == e.SHA256 {
			continue
		}
		if err := s.Disk.Rename(f.path(e.Part), f.path(e.Name)); err != nil {
			return f.named(e.Name, err)
		}
		entries[i].Part = ""
	}
	for _, name := range stale {
		if err := ignoreMissing(s.Disk.Remove(f.path(name))); err != nil {
			return f.named(name, err)
		}
	}
	if err := s.Disk.SyncDir(s.Dir); err != nil {
		return fmt.Errorf("%s: %w", s.Dir, err)
	}
	return nil
}

// withdraw removes the parts that were not renamed.
func (s Set) withdraw(entries []entry) {
	for _, e := range entries {
		if e.Part != "" {
			_ = s.Disk.Remove(filepath.Join(s.Dir, e.Part))
		}
	}
}

// CheckFile returns an error if there is a file at this path, unless force, or if there can be none. Call
// it before any work. A file that begins as the new one will may be the same: only WriteFile can tell,
// and it is no error here.
func CheckFile(d Disk, path string, force bool, begins string) error {
	if !plainName(filepath.Base(path)) { // as ".", or the manifest
		return &Foreign{Paths: []string{path}}
	}
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
	return Set{Disk: d, Dir: dir, Force: force}.inside(ctx, func(f folder) error {
		e, err := writePart(d, dir, write)
		e.Name = name
		if err == nil {
			_, err = Set{Force: force}.allowed(f, record{}, []entry{e})
		}
		if err == nil {
			err = d.Rename(f.path(e.Part), path)
		}
		if err == nil {
			return f.named(name, d.SyncDir(dir))
		}
		if e.Part != "" {
			_ = d.Remove(f.path(e.Part))
		}
		return err
	})
}
