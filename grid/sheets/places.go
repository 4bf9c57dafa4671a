package sheets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Places reads columns of whole numbers from 0: cells, or places along axes. A number that is one too large may have
// been counted from 1, which the column alone does not tell. So the file is read on behind the first of these, and is
// then refused with what was seen: no 0, as if all were counted from 1.
type Places struct {
	sheet   *Sheet
	columns []Column
	lens    []int     // each number is below the length of its column
	low     []float64 // of the columns that count cells
	outside error     // the first number that is one too large
}

// PlacesIn are places in some columns, of which the first so many count cells, with a length for each.
func PlacesIn(s *Sheet, columns []Column, cells int, lens []int) *Places {
	return &Places{sheet: s, columns: columns, lens: lens, low: slices.Repeat([]float64{math.Inf(1)}, cells)}
}

// WholeTo is what would do in a column of this length.
func WholeTo(length int) string { return fmt.Sprintf("a whole number from 0 to %d", length-1) }

// At is the number in column i of a row, as 1.0 too. One that is one too large becomes the largest, and End has the
// error.
func (p *Places) At(row, i int, v float64) (int, error) {
	largest, counts := float64(p.lens[i]-1), i < len(p.low)
	fault := func() error { return p.sheet.Fault(row, p.columns[i], strconv.FormatFloat(v, 'g', -1, 64)) }
	switch {
	case counts && v == largest+1 && p.outside == nil:
		p.outside = fault()
	case counts && v == largest+1:
	case !(v >= 0 && v <= largest && v == math.Trunc(v)):
		return 0, cmp.Or(p.outside, fault())
	}
	if counts {
		p.low[i] = min(p.low[i], v)
	}
	return int(min(v, largest)), nil
}

// End is the error of reading the file, with its name.
func (p *Places) End(err error) error {
	if err != nil || p.outside == nil {
		return err
	}
	err = p.sheet.Wrong(p.outside)
	if slices.Contains(p.low, 0) {
		return err
	}
	return fmt.Errorf("%w; no cell is 0, as if they were counted from 1", err)
}
