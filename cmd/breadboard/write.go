package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"breadboard/experiments/disk"
	"breadboard/reports/table"
)

// forceFlags belong to commands that write files.
type forceFlags struct {
	Force bool `help:"Replace what is in the way: files that this program did not write, or that were changed since."`
}

// into is the set of files that a command writes into a directory.
func (f forceFlags) into(dir string) disk.Set {
	return disk.Set{Disk: disk.System, Dir: dir, Force: f.Force}
}

// checkDir makes the directory that a flag names. It returns bad input if files cannot be written there,
// or if one of these names is a file of somebody else. Call it before any work.
func (w *world) checkDir(flag string, s disk.Set, names ...string) error {
	if err := disk.MakeDir(s.Disk, s.Dir); err != nil {
		return bad(fmt.Errorf("%s %s: %w", flag, s.Dir, err))
	}
	w.sayUnfinished(s.Dir)
	return inTheWay(s.Check(w.ctx, names...))
}

// sayUnfinished says on stderr if a command was stopped while it put its files into a directory.
func (w *world) sayUnfinished(dir string) {
	if unfinished, err := disk.Unfinished(disk.System, dir); err == nil && unfinished {
		w.say(dir + ": a command was stopped while it put its files there, and some may be of the run before; the same " +
			"command again would do")
	}
}

// newDir is checkDir with an undo for a failure: this removes the directory if it is new and still
// empty.
func (w *world) newDir(flag string, s disk.Set, names ...string) (undo func(), err error) {
	_, missing := os.Stat(s.Dir)
	return func() {
		if errors.Is(missing, fs.ErrNotExist) {
			_ = os.Remove(s.Dir)
		}
	}, w.checkDir(flag, s, names...)
}

// write writes the files of a set, all of them or none.
func (w *world) write(s disk.Set, files []table.File) error { return inTheWay(s.Write(w.ctx, files)) }

// checkFile is checkDir for one file, which the flag names. A file that begins as this one will is compared when
// all is computed: the same command again is no harm.
func (w *world) checkFile(flag, path string, force bool, begins string) error {
	if err := disk.MakeDir(disk.System, filepath.Dir(path)); err != nil {
		return bad(fmt.Errorf("%s %s: %w", flag, path, err))
	}
	return inTheWay(disk.CheckFile(disk.System, path, force, begins))
}

// writeFile writes the file that a flag names, whole or not at all.
func (w *world) writeFile(path string, force bool, write func(io.Writer) error) error {
	return inTheWay(disk.WriteFile(w.ctx, disk.System, path, force, write))
}

// inTheWay makes bad input of an error about files of somebody else. It says whether --force would do.
func inTheWay(err error) error {
	var foreign *disk.Foreign
	switch {
	case errors.As(err, &foreign) && foreign.Force:
		return bad(fmt.Errorf("%w; another name or directory would do, or --force, which replaces what is there", err))
	case errors.As(err, &foreign), errors.As(err, new(*disk.BadRecord)):
		return bad(err)
	}
	return err
}

// namesOf are the names of files.
func namesOf(files []table.File) []string {
	return apply(func(f table.File) string { return f.Name }, files)
}
