package chains

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"breadboard/grid/text"
)

// maxBetas is the largest number of bytes in a file of betas. A longer file was named by
// mistake.
const maxBetas = 256 << 20

// ReadBetas reads a schedule: decimal numbers separated by newlines, commas or blanks,
// without two commas in a row. What follows a # is a comment. The first line that is not empty
// may be a single word of letters, such as beta: the name of a column. A table, of lines with two numbers or more and
// as many in each, is an error: which column the betas are, nobody knows. So is a 0 above another way to write 0, for
// pandas names a column 0. An error is one line that begins with name. It names the line of a word that is no number, or
// says what NewSchedule says.
func ReadBetas(r io.Reader, name string) (Schedule, error) {
	data, err := text.ReadAll(r, maxBetas)
	if err != nil {
		return Schedule{}, text.Unreadable(name, err, "a file of betas from 0 to 1, one a line,")
	}
	var f betaFile
	line, headed := 0, false
	for words := range strings.Lines(text.Trim(data)) {
		line++
		if words, _, _ = strings.Cut(words, "#"); strings.TrimSpace(words) == "" {
			continue
		}
		first := !headed
		if headed = true; first && isName(words) {
			continue
		}
		if err := f.add(strings.TrimSpace(words)); err != nil {
			return Schedule{}, fmt.Errorf("%s: line %d: %w", name, line, err)
		}
	}
	s, err := NewSchedule(f.betas)
	if wrong := f.check(); wrong != nil {
		err = wrong
	}
	if err != nil {
		return Schedule{}, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// A betaFile is what has been read of a file of betas.
type betaFile struct {
	betas []float64
	first [2]string // lines
	lines int
	width int // numbers of every line; 0 if they differ
}

// add reads a line.
func (f *betaFile) add(words string) (err error) {
	before := len(f.betas)
	if f.betas, err = appendBetas(f.betas, words); err != nil {
		return err
	}
	if f.lines < len(f.first) {
		f.first[f.lines] = words
	}
	f.lines++
	switch n := len(f.betas) - before; {
	case f.lines == 1:
		f.width = n
	case f.width != n:
		f.width = 0
	}
	return nil
}

// check returns an error if the lines are those of a table, or if the first looks like a column's name.
func (f *betaFile) check() error {
	switch {
	case f.lines > 1 && f.width > 1:
		return fmt.Errorf("a table of %d columns; one beta a line, or all in one line, would do", f.width)
	case f.lines > 2 && f.first[0] == "0" && f.first[1] != "0" && f.betas[1] == 0:
		return fmt.Errorf("the first line, 0, looks like the name of a column, for the next is %s; the file without it, or "+
			"with 0 in both, would do", text.Quote(f.first[1]))
	}
	return nil
}

// appendBetas appends the betas of one line, which may end in a comma.
func appendBetas(betas []float64, words string) ([]float64, error) {
	for words = strings.TrimSpace(words); words != ""; {
		part, rest, more := strings.Cut(words, ",")
		if more && strings.TrimSpace(part) == "" {
			return nil, errors.New("nothing before a comma; a beta between 0 and 1 would do")
		}
		for word := range strings.FieldsSeq(part) {
			b, err := text.FloatOrInf(word)
			if errors.Is(err, strconv.ErrSyntax) || math.IsNaN(b) {
				return nil, fmt.Errorf("%s is not a number; a beta between 0 and 1 would do", text.Quote(word))
			}
			betas = append(betas, b)
		}
		words = rest
	}
	return betas, nil
}

// isName reports whether a line is one word of letters. No number is.
func isName(line string) bool {
	line = strings.Trim(strings.TrimSpace(line), `"`)
	return !strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' }) &&
		!slices.Contains([]string{"nan", "inf", "infinity"}, strings.ToLower(line))
}

// WriteBetas writes a schedule so that ReadBetas reads the same one, bit for bit: one beta a line,
// below the comments and the name of the column.
func WriteBetas(w io.Writer, s Schedule, comments ...string) error {
	out := bufio.NewWriter(w)
	for _, c := range comments {
		fmt.Fprintln(out, "#", text.OneLine(c))
	}
	fmt.Fprintln(out, "beta")
	for _, b := range s.betas {
		fmt.Fprintln(out, strconv.FormatFloat(b, 'g', -1, 64))
	}
	return out.Flush()
}
