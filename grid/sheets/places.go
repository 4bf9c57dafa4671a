package sheets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Places reads columns of whole numbers: cells, or places along axes, from 0 or from where a Reading says. A number
// that is one too large may have been counted from 1, which the column alone does not tell. So the file is read on
// behind the first of these, and is then refused with what was seen: no 0, as if all were counted from 1.
type Places struct {
	sheet   *Sheet
	columns []Column
	lens    []int     // each column has so many numbers
	low     []float64 // the least numbers of the columns that count cells, from 0
	outside error     // the first number that is one too large
}

// PlacesIn are places in some columns, of which the first so many count cells, with a length for each. It notes in the
// columns what would do there.
func PlacesIn(s *Sheet, columns []Column, cells int, lens []int) *Places {
	p := &Places{sheet: s, columns: columns, lens: lens, low: slices.Repeat([]float64{math.Inf(1)}, cells)}
	for i, length := range lens {
		first := int(p.first(i))
		columns[i].Would = fmt.Sprintf("a whole number from %d to %d", first, first+length-1)
	}
	return p
}

// first is the number from which column i is counted: chains and draws are always counted from 0.
func (p *Places) first(i int) float64 {
	if i < len(p.low) {
		return p.sheet.first
	}
	return 0
}

// At is the number in column i of a row, less the first; it may be written as 1.0 too. One that is one too large
// becomes the largest, and End has the error.
func (p *Places) At(row, i int, v float64) (int, error) {
	place := v - p.first(i)
	largest := float64(p.lens[i] - 1)
	counts := i < len(p.low)
	fault := func() error { return p.sheet.Fault(row, p.columns[i], strconv.FormatFloat(v, 'g', -1, 64)) }
	switch {
	case counts && place == largest+1 && p.outside == nil:
		p.outside = fault()
	case counts && place == largest+1:
	case !(place >= 0 && place <= largest && place == math.Trunc(place)):
		return 0, cmp.Or(p.outside, fault())
	}
	if counts {
		p.low[i] = min(p.low[i], place)
	}
	return int(min(place, largest)), nil
}

// End is the error of reading the file, with its name.
func (p *Places) End(err error) error {
	if err != nil || p.outside == nil {
		return err
	}
	err = p.sheet.Wrong(p.outside)
	if slices.Contains(p.low, 0) || p.sheet.first != 0 {
		return err
	}
	return fmt.Errorf("%w; no cell is 0, as if they were counted from 1, which --from 1 would say", err)
}
