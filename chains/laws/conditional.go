package laws

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
)

// Redraws says what a step of a Gibbs sampler redraws given all else: an axis, from 1, which is the last thing that it
// does; AnyAxis, one picked at random; or nothing, 0. A function that redraws one axis is of the first kind, and so is
// a sweep.
type Redraws int

// AnyAxis is an axis that a step picks at random.
const AnyAxis Redraws = -1

// String says by what a step redraws.
func (r Redraws) String() string {
	if r == AnyAxis {
		return "the conditional of an axis"
	}
	return fmt.Sprintf("the conditional of axis %d", int(r))
}

// Redrawn returns a row of moves from x, as probabilities or as counts, as it would be by conditionals of the density:
// the moves that end on a line of the axis are as many as in the row, and go to its cells in proportion to f. If the
// axis is picked at random, that holds of the moves along each axis that leave x, and there are no others: none that
// changes two axes at once.
func (w *Written) Redrawn(r Redraws, x int, row []float64) []float64 {
	to := make([]float64, len(row))
	if r != AnyAxis {
		lines := w.Grid.Lines(int(r) - 1)
		for i := range lines.Count {
			w.redraw(to, row, cells(lines, i))
		}
		return to
	}
	to[x] = row[x]
	for a := range w.Grid.Axes() {
		lines := w.Grid.Lines(a)
		own, at := lines.Of(x)
		if others := slices.Delete(cells(lines, own), at, at+1); len(others) > 0 {
			w.redraw(to, row, others)
		}
	}
	return to
}

// redraw gives what a row has on a line to the cells there, in proportion to f.
func (w *Written) redraw(to, row []float64, line []int) {
	p := chains.Normalized(chains.In(line, w.LogF))
	sum := floats.Sum(chains.In(line, row))
	for i, x := range line {
		to[x] = p[i] * sum
		if math.IsNaN(p[i]) { // a line without mass, which other laws look at
			to[x] = row[x]
		}
	}
}

// cells lists the numbers of the cells on the i-th of some lines.
func cells(l grid.Lines, i int) []int {
	line := make([]int, l.Length)
	for k := range line {
		line[k] = l.First(i) + k*l.Stride
	}
	return line
}

// Conditional compares T(x,y)/T(x,y') with f(y)/f(y') for all y and y' on a line of the axis that is redrawn (BDMC,
// Appendix B): each row with the same row redrawn.
func (w *Written) Conditional(r Redraws) Finding {
	return w.rowsLike(Conditional, w.Slack.Over(1, 1+slices.Max(w.Grid.Lens())), "by "+r.String(),
		func(x int) []float64 { return w.Redrawn(r, x, w.Rows[x]) })
}
