package laws

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// Redraws says what a step of a Gibbs sampler redraws given all else: an axis, from 1, which is the last thing that it
// does; AnyAxis, one picked at random; or nothing, 0. A function that redraws one axis is of the first kind, and so is
// a sweep.
type Redraws int

// AnyAxis is an axis that a step picks at random.
const AnyAxis Redraws = -1

// Redrawn returns a row of moves from x, as probabilities or as counts, as it would be by conditionals of the density:
// the moves that end on a line of the axis are as many as in the row, and go to its cells in proportion to f. If the
// axis is picked at random, that holds of the moves along each axis that leave x, and there are no others: none that
// changes two axes at once.
func (w *Written) Redrawn(r Redraws, x int, row []float64) []float64 {
	to := make([]float64, len(row))
	if r == AnyAxis {
		to[x] = row[x]
	}
	for _, line := range w.redrawn(r, x) {
		logf, sum := make([]float64, len(line)), 0.
		for i, y := range line {
			logf[i], sum = w.LogF[y], sum+row[y]
		}
		for i, p := range chains.Normalized(logf) {
			to[line[i]] = p * sum
			if math.IsNaN(p) { // a line without mass, which other laws look at
				to[line[i]] = row[line[i]]
			}
		}
	}
	return to
}

// redrawn lists the groups of cells among which a step from x redraws.
func (w *Written) redrawn(r Redraws, x int) (groups [][]int) {
	for a := range w.Grid.Axes() {
		l := w.Grid.Lines(a)
		own, at := l.Of(x)
		for i := range l.Count {
			if r == Redraws(a+1) {
				groups = append(groups, cells(l, i))
			} else if r == AnyAxis && i == own && l.Length > 1 {
				groups = append(groups, slices.Delete(cells(l, i), at, at+1))
			}
		}
	}
	return groups
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
	return w.rowsLike(Conditional, w.Slack.Over(1, 1+slices.Max(w.Grid.Lens())),
		func(x int) []float64 { return w.Redrawn(r, x, w.Rows[x]) },
		func(x, y int) (move, by string) {
			by = "by " + w.Redrawing(r, x, y)
			if x == y {
				return "it stays in " + w.cell(x), by
			}
			return w.pair(x, y), by
		})
}

// Redrawing says by what the move from x to y should be.
func (w *Written) Redrawing(r Redraws, x, y int) string {
	for a := 0; r == AnyAxis && a < w.Grid.Axes(); a++ {
		// y differs along a alone
		if along := y + (w.Grid.Coord(x, a)-w.Grid.Coord(y, a))*w.Grid.Stride(a); along == x {
			r = Redraws(a + 1)
		}
	}
	if r == AnyAxis {
		return "any conditional"
	}
	return fmt.Sprintf("the conditional of axis %d", int(r))
}
