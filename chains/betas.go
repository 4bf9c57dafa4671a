package chains

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// maxBetas is the length in bytes of the longest list of betas that is read. A longer file
// is not what was meant.
const maxBetas = 256 << 20

// ReadBetas reads a schedule: decimal numbers separated by newlines, commas or blanks, with
// something between any two commas. An error is one line that begins with name. It names
// the line with something that is no number, or says what NewSchedule says.
func ReadBetas(r io.Reader, name string) (Schedule, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBetas+1))
	switch {
	case err != nil:
		return Schedule{}, fmt.Errorf("%s: %w", name, err)
	case len(data) > maxBetas:
		return Schedule{}, fmt.Errorf("%s: longer than %d MiB; betas from 0 to 1, one a line, would do", name,
			maxBetas>>20)
	}
	var betas []float64
	line := 0
	for words := range strings.Lines(string(bytes.TrimPrefix(data, []byte("\ufeff")))) {
		line++
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
	parts := strings.Split(words, ",")
	for i, part := range parts {
		fields := strings.Fields(part)
		if len(fields) == 0 && i < len(parts)-1 {
			return nil, errors.New("nothing before a comma; a beta between 0 and 1 would do")
		}
		for _, word := range fields {
			b, err := strconv.ParseFloat(word, 64)
			if errors.Is(err, strconv.ErrSyntax) || math.IsNaN(b) || strings.ContainsAny(word, "_xX") {
				return nil, fmt.Errorf("%s is not a number; a beta between 0 and 1 would do", text.Quote(word))
			}
			betas = append(betas, b)
		}
	}
	return betas, nil
}
