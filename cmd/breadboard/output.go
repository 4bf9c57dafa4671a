package main

import (
	"cmp"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"breadboard/cmd/breadboard/internal/code"
	"breadboard/experiments"
	"breadboard/experiments/disk"
	"breadboard/grid/text"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// outputFlags are flags of every command.
type outputFlags struct {
	Format string `help:"How to print: ${formats}." default:"table" placeholder:"NAME" names:"format"`
	format table.Format
}

// AfterApply returns an error if there is no such format. The parser calls it.
func (o *outputFlags) AfterApply() error {
	short := map[string]string{"md": "markdown", "tex": "latex", "text": "table"}
	o.format = table.Format(cmp.Or(short[o.Format], o.Format))
	if !slices.Contains(table.Formats, o.format) {
		return experiments.Unknown("--format", o.Format, asWords(table.Formats))
	}
	return nil
}

// print writes tables one below the other. If one of them cannot be rendered, which only JSON knows of, it writes
// nothing: so it renders JSON twice, first to nowhere. To keep what was rendered would take several times the memory of
// the result.
func (w *world) print(f table.Format, tables ...table.Table) error {
	if f == table.CSV && terminal(w.stdout) {
		tables = table.Each(tables, printable)
	}
	if f == table.JSON {
		if err := table.WriteAll(io.Discard, f, w.style, tables...); err != nil {
			return err
		}
	}
	return table.WriteAll(w.stdout, f, w.style, tables...)
}

// printable is the table with control characters written out, for CSV on a terminal: a target may be a file named
// ESC]0;... or worse. In a file such characters are data. All other formats write them out themselves.
func printable(t table.Table) table.Table {
	t.Rows = table.Each(t.Rows, func(row []any) []any {
		return table.Each(row, func(cell any) any {
			switch v := cell.(type) {
			case string:
				return text.Printable(v)
			case []string:
				return table.Each(v, text.Printable)
			}
			return cell
		})
	})
	return t
}

// A ledger is the table in a directory that has every row. Rows are told by some columns.
type ledger struct {
	name    string
	columns []table.Column
	rows    iter.Seq[[]any]
}

// keepsRows returns bad input if the ledger in a directory has rows that are not among those that are to take its
// place. What is no file has none.
func (f forceFlags) keepsRows(dir string, l ledger) error {
	path := filepath.Join(dir, l.name)
	if info, err := os.Stat(path); f.Force || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(path)
	var lost, line int
	if err == nil {
		defer file.Close()
		lost, line, err = table.Lost(file, l.columns, l.rows)
	}
	if err != nil {
		return text.Unreadable(path, err, "another directory, or --force, which replaces what is there,")
	}
	if lost > 0 {
		return badf("%s has %s that the new one would not have, the first in line %d; another directory would do, or "+
			"--force, which replaces what is there", path, text.Count(lost, "row"), line)
	}
	return nil
}

// replace writes the files of a result into a directory, in place of an earlier one that had no other rows.
func (w *world) replace(f forceFlags, dir string, l ledger, stale func(name string) bool, files []table.File) error {
	if err := f.keepsRows(dir, l); err != nil {
		return err
	}
	set := f.into(dir)
	set.Stale = stale
	return w.write(set, files)
}

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
		return badf("%s %s: %w", flag, s.Dir, err)
	}
	w.sayUnfinished(s.Dir)
	return inTheWay(s.Check(w.ctx, names...))
}

// sayUnfinished says on stderr if a command was stopped while it put its files into a directory.
func (w *world) sayUnfinished(dir string) {
	if unfinished, err := disk.Unfinished(disk.System, dir); err == nil && unfinished {
		w.notify(dir + ": a command was stopped while it put its files there, and some may be of the run before; the " +
			"same command again would do")
	}
}

// write writes the files of a set, all of them or none.
func (w *world) write(s disk.Set, files []table.File) error {
	return inTheWay(s.Write(w.ctx, files))
}

// checkFile is checkDir for one file, which the flag names. A file that begins as this one will is compared when
// all is computed: the same command again is no harm.
func (w *world) checkFile(flag, path string, force bool, begins string) error {
	if err := disk.MakeDir(disk.System, filepath.Dir(path)); err != nil {
		return badf("%s %s: %w", flag, path, err)
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
		return badf("%w; another name or directory would do, or --force, which replaces what is there", err)
	case errors.As(err, &foreign), errors.As(err, new(*disk.BadRecord)):
		return bad(err)
	}
	return err
}

// made says how a page was made, without some flags of the command: those that say where the files are and how fast
// they come, where a restart may have others and has to end in the same bytes.
func (w *world) made(without ...string) page.Made {
	args := unplaced(withoutFlags(w.command.Args, without))
	return page.Made{Command: code.Quoted(append([]string{"breadboard"}, args...)...), Version: version()}
}

// withoutFlags are the arguments of a command without some flags and their values.
func withoutFlags(args, flags []string) (kept []string) {
	value := false // of a flag that is left out
	for _, arg := range args {
		if value {
			value = false
			continue
		}
		name, _, joined := strings.Cut(arg, "=")
		if slices.Contains(flags, name) {
			value = !joined
			continue
		}
		kept = append(kept, arg)
	}
	return kept
}

// wholePath finds a path from the root in an argument, as in PATH, --flag=PATH and file:PATH, and its last name.
var wholePath = regexp.MustCompile(`^(|[^/]*[=:])/(?:.*/)?([^/]+)/*$`)

// unplaced are the arguments of a command as a page shows it, which others read: a file that is named by its whole path
// on this machine has its last name alone, --pictures /home/me/run as --pictures run.
func unplaced(args []string) (all []string) {
	for _, arg := range args {
		all = append(all, wholePath.ReplaceAllString(arg, "$1$2"))
	}
	return all
}
