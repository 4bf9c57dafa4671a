package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/experiments/disk"
	"breadboard/experiments/validation"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/papers"
	"breadboard/reports/runs"
	"breadboard/reports/table"
)

// outputFlags belong to every command.
type outputFlags struct {
	Format string `help:"table, markdown, latex${formats}, csv or json (default ${default})." default:"table" placeholder:"NAME"`
	format table.Format
}

// AfterApply returns an error if there is no such format. The parser calls it.
func (o *outputFlags) AfterApply() error { return o.oneOf(table.Formats) }

// oneOf sets the format, and returns an error unless it is one of these.
func (o *outputFlags) oneOf(formats []table.Format) error {
	o.format = table.Format(o.Format)
	if !slices.Contains(formats, o.format) {
		return experiments.Unknown("--format", o.Format, table.Each(formats,
			func(f table.Format) string { return string(f) }))
	}
	return nil
}

// print writes tables one below another.
func (s *session) print(f table.Format, tables ...table.Table) error {
	return table.WriteAll(s.stdout, f, s.style, tables...)
}

// claim reserves the directory that a flag names for breadboard. It returns bad input if files cannot be written
// there, or if there are foreign files. Call it before any work.
func (s *session) claim(flag, dir string) error { return misplaced(flag, dir, disk.Claim(dir)) }

// write puts files into a claimed directory.
func (s *session) write(dir string, files []table.File) error { return disk.Write(s.ctx, dir, files) }

// checkFile does for a file what claim does for a directory. It allows a file that already begins with begins.
func (s *session) checkFile(flag, path, begins string) error {
	return misplaced(flag, path, disk.CheckFile(path, begins))
}

// misplaced marks an error about the place of files as bad input, with the flag and the path.
func misplaced(flag, path string, err error) error {
	if err != nil {
		return badf("%s %s: %w", flag, path, err)
	}
	return nil
}

// writeFile writes the file that a flag names.
func (s *session) writeFile(path string, write func(io.Writer) error) error {
	return s.write(filepath.Dir(path), []table.File{{Name: filepath.Base(path), Write: write}})
}

// made returns how a page was made, without --out: a restart may use another place, and has to make the same bytes.
func (s *session) made(figures figureFlags) page.Made {
	args := []string{"breadboard"}
	isValue := false // of --out, in the next word
	for _, arg := range s.command.Args {
		name, _, isJoined := strings.Cut(arg, "=")
		isLeftOut := isValue || name == "--out"
		isValue = !isValue && isLeftOut && !isJoined
		if !isLeftOut {
			args = append(args, arg)
		}
	}
	return page.Made{Command: shell.Quoted(args...), Version: version(), Width: figures.Width}
}

// report writes the files of a report into a claimed directory, unless that is "", and then prints the tables. It tells
// people the number of files.
func (s *session) report(r page.Page, format table.Format, out string, figures figureFlags) error {
	r.Made = s.made(figures)
	var files []table.File
	if out != "" {
		var err error
		if files, err = table.Render(r.Files(papers.PageName)); err == nil {
			err = s.write(out, files)
		}
		if err != nil {
			return err
		}
	}
	err := r.WriteTables(s.stdout, format, s.style)
	if err == nil && files != nil && format == table.Plain {
		_, err = fmt.Fprintf(s.stdout, "\n%d files in %s\n", len(files), text.OneLine(out))
	}
	return err
}

// figureFlags belong to every command that draws figures into a directory.
type figureFlags struct {
	Width figure.Inches `help:"The width of figures in print: 3.25 is a column." placeholder:"INCHES"`
}

// pictureFlags belong to commands that draw an annealing.
type pictureFlags struct {
	Pictures string `help:"Also draw the run into this directory, with a page." placeholder:"DIR"`
	figureFlags
}

// prepare claims the directory. It returns bad input if the request cannot be drawn.
func (f pictureFlags) prepare(s *session, o request) error {
	cells := o.Annealer.Target.Grid.Size()
	if cells > validation.MostCells {
		return badf("--pictures: %s has %s cells; up to %s can be told apart in a picture", o.Annealer.TargetName(),
			table.Thousands(cells), table.Thousands(validation.MostCells))
	}
	if err := o.checkSingle("--pictures"); err != nil {
		return err
	}
	return s.claim("--pictures", f.Pictures)
}

// draw writes the figures of measurements and their page, if a flag asks for them. note says so below a table.
func (f pictureFlags) draw(s *session, all []experiments.Measurement) (note string, err error) {
	if f.Pictures == "" {
		return "", nil
	}
	files, err := runs.Files(all, s.made(f.figureFlags))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("Pictures in %s: %s shows all of them; %s and the like are single ones.", f.Pictures,
		runs.PageName, files[0].Name), s.write(f.Pictures, files)
}
