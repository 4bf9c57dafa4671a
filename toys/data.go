package toys

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"breadboard/grid/text"
)

// mostDatum is the largest magnitude of a number in data: its square is a finite log density.
const mostDatum = 1e100

// dataWouldDo ends the error of data that cannot be read.
const dataWouldDo = "a CSV file of data, one observation a row,"

// OpenData reads the data in the file at path, as ReadData does.
func OpenData(path string, m Model) ([][]float64, error) {
	return opened(path, dataWouldDo,
		func(r io.Reader, name string) ([][]float64, error) { return ReadData(r, name, m) })
}

// ReadData reads a model's data from CSV: N rows, one an observation, of D numbers each. It
// takes the notation that Read takes, and its errors read alike.
func ReadData(r io.Reader, name string, m Model) ([][]float64, error) {
	data, err := text.ReadAll(r, maxBytes)
	if err != nil {
		return nil, text.Unreadable(name, err, dataWouldDo)
	}
	y, err := m.observations(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return y, nil
}

// observations reads rows, but keeps no more than N.
func (m Model) observations(data string) (y [][]float64, err error) {
	if data = text.Trim(data); len(data) == 0 {
		return nil, fmt.Errorf("empty; %s", m.would())
	}
	var wrong text.Faults
	rows, shaped := 0, true
	for row, err := range text.Rows(data, "data") {
		if err != nil {
			return nil, err
		}
		if rows++; rows > m.N || wrong.Full() {
			continue
		}
		if row.Len() != m.D {
			wrong.Add("row %d has %s", rows, text.Count(row.Len(), "column"))
			shaped = false
			continue
		}
		y = append(y, make([]float64, m.D))
		for j, s := range row.Fields() {
			if y[len(y)-1][j], err = datum(s); err != nil {
				wrong.Add("row %d, column %d: %w", rows, j+1, err)
			}
		}
	}
	if rows != m.N {
		wrong.Add("%s", text.Count(rows, "row"))
		shaped = false
	}
	if !shaped {
		return nil, fmt.Errorf("%w; %s", wrong.Err(), m.would())
	}
	return y, wrong.Err()
}

// would says what data would do.
func (m Model) would() string {
	return fmt.Sprintf("for %s %s of %s would do", m.Name, text.Count(m.N, "row"), text.Count(m.D, "number"))
}

// datum reads a number of moderate size, in the notation that number takes.
func datum(s string) (float64, error) {
	v, err := text.FloatOrInf(s)
	switch {
	case s == "":
		return 0, errors.New("the field is empty; a finite number would do")
	case errors.Is(err, strconv.ErrSyntax):
		return 0, fmt.Errorf("%s is not a number; a finite number would do", text.Quote(s))
	case !(math.Abs(v) <= mostDatum):
		return 0, fmt.Errorf("found %s; a finite number up to 1e100 in magnitude would do", text.Quote(s))
	}
	return v, nil
}
