package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"breadboard/cmd/breadboard/internal/shell"
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

// claim makes the directory that a flag names the program's own. It returns bad input if files cannot be written there,
// or if it has files of somebody else. Call it before any work.
func (w *world) claim(flag, dir string) error { return misplaced(flag, dir, disk.Claim(dir)) }

// write puts files into a directory that was claimed.
func (w *world) write(dir string, files []table.File) error { return disk.Write(w.ctx, dir, files) }

// replace puts the files of a result into a directory that was claimed, in place of those of an earlier one, of which
// stale ones go.
func (w *world) replace(dir string, stale []string, files []table.File) error {
	err := w.write(dir, files)
	for _, name := range stale {
		if err == nil && !slices.ContainsFunc(files, func(f table.File) bool { return f.Name == name }) {
			err = os.Remove(filepath.Join(dir, name))
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return err
}

// checkFile is claim for one file, which the flag names. A file that is there is replaced if it begins so.
func (w *world) checkFile(flag, path, begins string) error {
	return misplaced(flag, path, disk.CheckFile(path, begins))
}

// misplaced makes bad input of an error about the place of files that a flag names.
func misplaced(flag, path string, err error) error {
	if err != nil {
		return badf("%s %s: %w", flag, path, err)
	}
	return nil
}

// writeFile writes the file that a flag names.
func (w *world) writeFile(path string, write func(io.Writer) error) error {
	return w.write(filepath.Dir(path), []table.File{{Name: filepath.Base(path), Write: write}})
}

// made says how a page was made, without some flags of the command: those that say where the files are, where a restart
// may have others and has to end in the same bytes.
func (w *world) made(without ...string) page.Made {
	args := unplaced(withoutFlags(w.command.Args, without))
	return page.Made{Command: shell.Quoted(append([]string{"breadboard"}, args...)...), Version: version()}
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
