package toys

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/formula"
	"breadboard/grid/text"
)

// MostFormula is the largest number of cells of a formula, 2^20: they take a second or two. mostWork bounds the cells
// times the characters: 450 sines on 2^20 cells would take most of a minute without a word.
const MostFormula, mostWork = 1 << 20, 1 << 29

// Formula returns the target that has, in every cell of a box such as 15x15, of so many cells at most, the value of a
// formula: log f, or what else d says. Besides what package formula knows it has
//
//	x_1, x_2, ...  the cell's coordinates from 0, as in files of draws
//	r, theta       its distance from the middle of the box, in cells, and the angle there, from -pi to pi: it is 0
//	               where x_1 grows and pi/2 where x_2 does
//
// and -inf is the log f of a wall. A value that is no log f, as NaN, is an error that names the cell. An error in the
// formula is a formula.Slip.
func Formula(words, box string, d Density, most int) (t Target, err error) {
	lens, size := []int(nil), 1.0
	for s := range strings.SplitSeq(strings.ToLower(box), "x") {
		n, _ := strconv.Atoi(strings.TrimSpace(s))
		lens = append(lens, n)
		size *= float64(max(n, 0))
	}
	if !(size > 0 && size <= float64(most)) || len(lens) > mostSpins || len(words) > formula.Most {
		return t, fmt.Errorf("%d characters on the grid %s; up to %s on whole numbers with x between them, as 15x15, "+
			"of up to %s cells, would do",
			len(words), text.Quote(box), text.Thousands(formula.Most), text.Thousands(most))
	}
	if size*float64(len(words)) > mostWork {
		return t, fmt.Errorf("%d characters on the grid %s would take minutes; %s cells, or a shorter formula, would "+
			"do; or a file of log f", len(words), text.Quote(box), text.Thousands(mostWork/len(words)))
	}
	g := grid.New(lens...)
	value, err := compiled(words, g)
	if err != nil {
		return t, err
	}
	var wrong text.Faults
	t = cellwise(words, g, func(at []int) float64 {
		v := value(at)
		logf, err := d.logOf(v, fmt.Sprint(v))
		if err != nil {
			wrong.Add("cell %v: %w", at, err)
		}
		return logf
	})
	if err := errorOf(&wrong, t.LogF, d, "the first"); err != nil {
		return t, fmt.Errorf("%s on %v: %w", text.Brief(words, 200), g, err)
	}
	return withWalls(words, g, t.LogF), nil
}

// compiled returns the value of a formula at a cell; NaN if it has none.
func compiled(of string, g grid.Grid) (func(at []int) float64, error) {
	coordinates := make([]string, g.Axes())
	for a := range coordinates {
		coordinates[a] = fmt.Sprint("x_", a+1)
	}
	f, err := formula.Compile(of, "x_1 and so on, r, theta", append(coordinates, "r", "theta")...)
	if err != nil {
		return nil, err
	}
	return func(at []int) float64 {
		square := 0.0
		from := make([]float64, 1+len(at)) // a space of one axis has no second
		for a, x := range at {
			from[a] = float64(x) - float64(g.Len(a)-1)/2
			square += from[a] * from[a]
			f.Set(coordinates[a], float64(x))
		}
		f.Set("r", math.Sqrt(square))
		f.Set("theta", math.Atan2(from[1], from[0]))
		return f.Value()
	}, nil
}
