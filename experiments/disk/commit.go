package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
)

// allowed says what each entry replaces. It returns an error if that is not the program's: neither as the
// manifest has it nor already what the entry says.
func (s Set) allowed(f folder, manifest record, entries []entry) ([]entry, error) {
	var foreign, impossible []string
	var is string
	for i, e := range entries {
		mode, there := f.has[e.Name]
		if !there {
			continue
		}
		if !mode.IsRegular() && mode&fs.ModeSymlink == 0 {
			impossible = append(impossible, f.path(e.Name))
			continue
		}
		was, err := s.was(f, manifest, e)
		if err != nil {
			return entries, err
		}
		if entries[i].Was = was; was == "" {
			foreign, is = append(foreign, f.path(e.Name)), cmp.Or(is, s.is(manifest, e.Name))
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
func (s Set) is(manifest record, name string) string {
	switch _, known := manifest.entry(name); {
	case known:
		return isChanged
	case s.Dir == "": // a single file, of which there is no list
		return isThere
	}
	return isUnknown
}

// was returns the state of a file that the entry may replace, or nothing if it may not.
func (s Set) was(f folder, manifest record, e entry) (string, error) {
	old, _ := manifest.entry(e.Name)
	for _, known := range []entry{e, old} {
		if ok, err := f.holds(e.Name, known.Size, known.SHA256); ok || err != nil {
			return known.SHA256, err
		}
	}
	if !s.Force {
		return "", nil
	}
	return f.state(e.Name)
}

// pending is the record of the directory with the set in it.
func (s Set) pending(f folder, manifest record, entries []entry) (record, error) {
	r := record{Files: slices.Clone(entries)}
	for _, old := range manifest.Files {
		old.Part, old.Was = "", ""
		if _, replaced := r.entry(old.Name); replaced || !f.regular(old.Name) {
			continue
		}
		if s.Stale != nil && s.Stale(old.Name) {
			ours, err := f.holds(old.Name, old.Size, old.SHA256)
			if err != nil {
				return r, err
			}
			if ours {
				r.Stale = append(r.Stale, old)
				continue
			}
		}
		r.Files = append(r.Files, old)
	}
	slices.SortFunc(r.Files, func(a, b entry) int { return cmp.Compare(a.Name, b.Name) })
	return r, nil
}

// commit puts the pending record into its place. From then on the directory is to have the new set. The parts
// have lasting names before: after a power cut there is no record without them.
func (s Set) commit(pending record) error {
	write := func(w io.Writer) error {
		_, err := w.Write(pending.encode())
		return err
	}
	e, err := writePart(s.Disk, s.Dir, write)
	part := filepath.Join(s.Dir, e.Part)
	if err == nil {
		err = s.Disk.SyncDir(s.Dir)
	}
	if err == nil {
		err = s.Disk.Rename(part, filepath.Join(s.Dir, pendingName))
	}
	if err == nil {
		err = s.Disk.SyncDir(s.Dir)
	}
	if err != nil {
		if e.Part != "" {
			_ = s.Disk.Remove(part)
		}
		return fmt.Errorf("%s: %w; the files in it are as they were", s.Dir, err)
	}
	return nil
}

// finish carries out the pending record, if there is one. It may have been begun. A file that has
// changed since is somebody's, and stays.
func finish(d Disk, dir string) error {
	pending, there, err := readRecord(d, dir, pendingName)
	if err != nil || !there {
		return err
	}
	f, err := look(d, dir)
	if err != nil {
		return err
	}
	ready, broken, begun, err := f.plan(pending)
	if err != nil {
		return err
	}
	if broken && !begun { // the old files are whole, and the new ones are not
		return f.named(pendingName, errors.Join(d.Remove(f.path(pendingName)), d.SyncDir(dir)))
	}
	if err := f.carryOut(ready, pending.Stale); err != nil {
		return err
	}
	if err := d.SyncDir(dir); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	err = d.Rename(f.path(pendingName), f.path(manifestName))
	if err == nil {
		err = d.SyncDir(dir)
	}
	return f.named(manifestName, err)
}

// carryOut renames parts, and removes stale files.
func (f folder) carryOut(ready, stale []entry) error {
	for _, e := range ready {
		if err := f.disk.Rename(f.path(e.Part), f.path(e.Name)); err != nil {
			return f.named(e.Name, err)
		}
	}
	for _, e := range stale {
		ours, err := f.holds(e.Name, e.Size, e.SHA256)
		if err == nil && ours {
			err = f.named(e.Name, f.disk.Remove(f.path(e.Name)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// plan returns the entries whose parts are ready to be renamed. broken says that a part is missing or
// changed, and begun that another part was renamed before.
func (f folder) plan(pending record) (ready []entry, broken, begun bool, err error) {
	for _, e := range pending.Files {
		if e.Part == "" {
			continue
		}
		done, err := f.holds(e.Name, e.Size, e.SHA256)
		if err != nil {
			return nil, false, false, err
		}
		if done {
			begun = begun || e.Was != e.SHA256
			continue
		}
		state, err := f.state(e.Name)
		if err != nil {
			return nil, false, false, err
		}
		if state != e.Was {
			continue
		}
		whole, err := f.holds(e.Part, e.Size, e.SHA256)
		if err != nil {
			return nil, false, false, err
		}
		if whole {
			ready = append(ready, e)
		}
		broken = broken || !whole
	}
	return ready, broken, begun, nil
}
