package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

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

// Check finishes what was left unfinished in the directory, and returns an error if the set may not
// have these names there. Call it before any work.
func (s Set) Check(ctx context.Context, names ...string) error {
	return s.inside(ctx, func(f folder, manifest record) error {
		var entries []entry
		for _, name := range names {
			entries = append(entries, entry{Name: name})
		}
		_, err := s.allowed(f, manifest, entries)
		return err
	})
}

// Write puts the files into the directory, all of them or none: whatever stops it, and even if the power
// fails, a reader that comes after Finish finds the old files or the new ones.
func (s Set) Write(ctx context.Context, files []Content) error {
	if len(files) == 0 {
		return nil
	}
	return s.inside(ctx, func(f folder, manifest record) error {
		entries, err := s.parts(ctx, files)
		if err == nil {
			entries, err = s.allowed(f, manifest, entries)
		}
		var pending record
		if err == nil {
			err = s.drop(entries)
		}
		if err == nil {
			pending, err = s.pending(f, manifest, entries)
		}
		if err == nil {
			err = s.commit(pending)
		}
		if err != nil {
			s.withdraw(entries)
			return err
		}
		if err := finish(s.Disk, s.Dir); err != nil {
			return fmt.Errorf("%w; all files are written, and the next command in %s puts them in their places", err, s.Dir)
		}
		return nil
	})
}

// inside runs a function on the directory while no other process writes there, with all
// unfinished work finished.
func (s Set) inside(ctx context.Context, run func(f folder, manifest record) error) error {
	unlock, err := settle(ctx, s.Disk, s.Dir)
	if err != nil {
		return err
	}
	defer unlock()
	f, err := look(s.Disk, s.Dir)
	if err != nil {
		return err
	}
	manifest, _, err := readRecord(s.Disk, s.Dir, manifestName)
	if s.Force && errors.As(err, new(*BadRecord)) {
		manifest, err = record{}, nil
	}
	if err != nil {
		return err
	}
	return run(f, manifest)
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
			return entries, fmt.Errorf("%s: %w; the files in %s are as they were", folder{dir: s.Dir}.path(c.Name), err,
				s.Dir)
		}
	}
	return entries, nil
}

// drop removes the parts of files that are in their places already.
func (s Set) drop(entries []entry) error {
	f := folder{dir: s.Dir}
	for i, e := range entries {
		if e.Was == e.SHA256 {
			if err := s.Disk.Remove(f.path(e.Part)); err != nil {
				return f.named(e.Name, err)
			}
			entries[i].Part = ""
		}
	}
	return nil
}

// withdraw removes the parts of a set that is not committed. If its pending record may be in place, they stay.
func (s Set) withdraw(entries []entry) {
	pending := folder{dir: s.Dir}.path(pendingName)
	if ignoreMissing(s.Disk.Remove(pending)) != nil {
		return
	}
	for _, e := range entries {
		if e.Part != "" {
			_ = s.Disk.Remove(folder{dir: s.Dir}.path(e.Part))
		}
	}
}
