package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/grid"
	"breadboard/grid/npy"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
	"breadboard/reports"
)

// defaultTarget names the target of a command without --toy and --target.
const defaultTarget = "barrier"

// interpreters hold, by the ending of a file, what runs it.
var interpreters = map[string]string{".py": "python3", ".R": "Rscript"}

// takeFile sets the flag that FILE stands for: a command, a matrix, a folder of matrices, or a record of moves. A
// command also gets a default target.
func (c *validateCmd) takeFile(s *session) error {
	if c.File == "" {
		return nil
	}
	if c.Matrix != "" || c.Exec != "" || c.Draws != "" {
		return badf("%s is given beside --matrix, --exec or --draws; use one of them", c.File)
	}
	if c.File == stdinPath {
		c.moves = c.File
		return nil
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return badf("%s: %w; use a script, an executable, or a file of a matrix or of moves", c.File,
			text.Pathless(err))
	}
	ending := filepath.Ext(c.File)
	runs, known := interpreters[ending]
	executable := info.Mode().IsRegular() && info.Mode()&0o111 != 0
	switch {
	case info.IsDir():
		c.Matrix = c.File
	case known:
		c.Exec = shell.Quoted(runs, c.File)
	case ending == ".csv" || ending == ".npy":
		return c.takeNumbers()
	case executable:
		path, err := filepath.Abs(c.File) // a bare name would be looked for in the PATH
		if err != nil {
			return err
		}
		c.Exec = shell.Quoted(path)
	default:
		return badf("%s is no script (.py, .R), no executable (after chmod +x), and no .csv or .npy of a matrix or of "+
			"moves; compile it, or use --exec 'COMMAND %[1]s'", c.File)
	}
	if c.Exec != "" && c.Toy == "" && c.Target == "" {
		c.Toy = defaultTarget
		s.notify("validate: on " + defaultTarget + "; --toy or --target names another target")
	}
	return nil
}

// takeNumbers takes FILE as moves if its columns have names, if it has one column or two and more rows than columns, or
// if it is a NumPy array of whole numbers or is not square. Any other file is a matrix.
func (c *validateCmd) takeNumbers() error {
	data, err := text.File(c.File, "a CSV or .npy file of a matrix or of moves")
	if err != nil {
		return bad(err)
	}
	first, _, _ := strings.Cut(data, "\n")
	names, fields := text.FirstRow(data)
	rows := strings.Count(text.Trim(data), "\n")
	if names == nil {
		rows++
	}
	isArray := strings.HasPrefix(first, npy.Magic)
	named := names != nil && !text.Counted(names)
	tall := len(fields) <= 2 && rows > len(fields)
	if isArray && !squareOfNumbers(first) || !isArray && (named || tall) {
		c.moves = c.File
	} else {
		c.Matrix = c.File
	}
	return nil
}

// squareOfNumbers reports whether the head of a file of NumPy says that it has a square of floating-point numbers.
func squareOfNumbers(head string) bool {
	_, kind, _ := strings.Cut(head, "'descr': '")
	_, shape, _ := strings.Cut(head, "'shape': (")
	shape, _, _ = strings.Cut(shape, ")")
	rows, columns, isTable := strings.Cut(shape, ", ")
	return isTable && rows == columns && len(kind) > 1 && kind[1] == 'f'
}

// fileHint returns an error if --kernel names a file, and says how to validate that.
func fileHint(kernel string) error {
	if _, err := os.Stat(kernel); err != nil || filepath.Ext(kernel) == "" {
		return nil
	}
	return fmt.Errorf("--kernel %s is a file; use breadboard validate %s", kernel, shell.Quoted(kernel))
}

// judgeDraws compares every sample of the file of --draws with the target.
func (c *validateCmd) judgeDraws(s *session) error {
	how, err := c.reading(s)
	if err != nil {
		return err
	}
	space, err := c.target(c.Seed).Find()
	if err != nil {
		return bad(err)
	}
	annealer, err := s.makeAnnealer(space)
	if err != nil {
		return err
	}
	g := annealer.Target.Grid
	samples, sheet, err := c.readDraws(how, g)
	if err != nil {
		return bad(err)
	}
	if at := slices.IndexFunc(sheet.Names, draws.Weights.MatchString); at >= 0 {
		s.notify(fmt.Sprintf("%s: column %s is not read, and each row is one draw: runs of unequal weights are to be "+
			"resampled by these first", c.Draws, sheet.Names[at]))
	}
	all := draws.Judge(s.ctx, g, annealer.Target.LogF, samples, c.Independent)
	is := func(verdict string) bool {
		return slices.ContainsFunc(all, func(r draws.Result) bool { return r.Verdict == verdict })
	}
	if !s.given("from") && (is(draws.Differs) || is(draws.Unclear)) && c.fitFromOne(s.ctx, how, annealer) {
		return badf("--draws %s: they are draws of p if cells are counted from 1, and are not, or too few, if they "+
			"are counted from 0: say which by --from 0 or --from 1", c.Draws)
	}
	return s.tell(c.format, is(draws.Differs), is(draws.Unclear), c.Draws, reports.Draws(annealer, all, c.format))
}

// readDraws reads the file of --draws.
func (c *validateCmd) readDraws(how sheets.Reading, g grid.Grid) (samples []draws.Sample, sheet *sheets.Sheet,
	err error) {
	sheet, err = sheets.Open(c.Draws, "a CSV or .npy file of cells")
	if err == nil {
		err = sheet.As(how, draws.Words(g))
	}
	if err == nil {
		samples, err = draws.Read(sheet, g)
	}
	return samples, sheet, err
}

// fitFromOne reports whether draws of which none is 0 fit p if they are counted from 1: what misses the last cell, as
// it is seldom met, may be either.
func (c *validateCmd) fitFromOne(ctx context.Context, how sheets.Reading, annealer experiments.Annealer) bool {
	how.From = 1
	how.Note = func(string) {} // which was said
	g := annealer.Target.Grid
	samples, _, err := c.readDraws(how, g)
	if err != nil || c.Draws == "-" {
		return false
	}
	return !slices.ContainsFunc(draws.Judge(ctx, g, annealer.Target.LogF, samples, c.Independent),
		func(r draws.Result) bool { return r.Verdict != draws.Fits })
}
