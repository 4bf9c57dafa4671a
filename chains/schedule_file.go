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
// may be a single word of letters, such as beta: the name of a column. An error is one line that
// begins with name. It names the line of a word that is no number, or says what NewSchedule says.
func ReadBetas(r io.Reader, name string) (Schedule, error) {
	data, err := text.ReadAll(r, maxBetas)
	if err != nil {
		return Schedule{}, text.Unreadable(name, err, "a file of betas from 0 to 1, one a line,")
	}
	var betas []float64
	line, headed := 0, false
	for words := range strings.Lines(text.Trim(data)) {
		line++
		words, _, _ = strings.Cut(words, "#")
		first := strings.TrimSpace(words) != "" && !headed
		if headed = headed || first; first && isName(words) {
			continue
		}
		if betas, err = appendBetas(betas, words); err != nil {
			return Schedule{}, fmt.Errorf("%s: line %d: %w", name, line, err)
		}
	}
	s, err := NewSchedule(betas)
	if err != nil {
		return Schedule{}, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
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
