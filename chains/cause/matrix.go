package cause

import (
	"context"
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"breadboard/chains"
	"breadboard/chains/laws"
)

// transposed finds a matrix of columns for rows: its columns sum to 1, to six digits, and its rows
// are off by a hundred times as much. Rows and columns of cells without mass do not count, because they may hold
// anything.
func transposed(c Case) *Cause {
	return namedIf(c.breaks(laws.Sums) && c.everywhere(func(l Level) bool {
		columns, rows := make([]float64, len(l.P)), 0.0
		for x, row := range l.Rows {
			if l.P[x] > 0 {
				floats.Add(columns, row)
				rows = max(rows, math.Abs(floats.Sum(row)-1))
			}
		}
		off := 0.0
		for y, sum := range columns {
			if l.P[y] > 0 {
				off = max(off, math.Abs(sum-1))
			}
		}
		return off <= 1e-6 && rows >= 100*off && rows > 1e-9
	}), "transposed")
}

// displaced finds rows that are one off: each cell has the row of the cell before it, or of the one after. Then
// detailed balance holds between the rows where they belong.
func displaced(c Case) *Cause {
	if !c.Given || !c.anywhere(laws.EachCell) {
		return nil
	}
	for i, which := range []string{"before", "after"} {
		if c.everywhere(func(l Level) bool {
			n := len(l.P)
			return l.balances(l.P, func(x int) []float64 {
				at := (x + 1 - 2*i + n) % n
				if l.P[x] == 0 || l.P[at] == 0 { // the row of a wall is lost
					return nil
				}
				return l.Rows[at]
			})
		}) {
			return Named("displaced", which)
		}
	}
	return nil
}

// undefined finds NaN in the rows of cells without mass and nowhere else: log f(y) - log f(x) is
// -Inf less -Inf there.
func undefined(c Case) *Cause {
	found := false
	only := c.everywhere(func(l Level) bool {
		for x, row := range l.Rows {
			if floats.HasNaN(row) {
				found = true
				if l.P[x] > 0 {
					return false
				}
			}
		}
		return true
	})
	return namedIf(only && found, "undefined")
}

// near reports whether two numbers agree to rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

// digits finds entries that were written in single precision or with a few decimals, if all laws are
// kept with the tolerance that this calls for.
func digits(ctx context.Context, c Case) *Cause {
	if !c.Given {
		return nil
	}
	if c.all(func(v float64) bool { return float64(float32(v)) == v }) {
		if at, ok := c.tolerance(ctx, 1e-9, 1e-8, 1e-7); ok {
			return tolerated(at, "single")
		}
	}
	decimals := c.fewest(decimal)
	significant := c.fewest(rounded)
	n, which := decimals, " after the point"
	if significant > 0 && (decimals == 0 || significant < decimals) {
		n, which = significant, ""
	}
	if n == 0 {
		return nil
	}
	unit := func(n int) float64 { return math.Pow(10, -float64(n)) }
	at, ok := c.tolerance(ctx, unit(n+2), unit(n+1), unit(n)) // small entries are off by less than the last digit
	if ok {
		return tolerated(at, "digits", n, which)
	}
	return nil
}

// tolerated is a cause with the tolerance that it calls for.
func tolerated(at float64, name string, open ...any) *Cause {
	c := Named(name, open...)
	c.Tolerance = at
	return c
}

// Entries with fewDigits may be those of a simple kernel, as 0.125. Those with more than mostDigits are right to more
// than any law can tell.
const fewDigits, mostDigits = 3, 12

// fewest returns the smallest number of digits, between these bounds, with which all entries are written; 0 if that
// takes more.
func (c Case) fewest(written func(v float64, digits int) bool) int {
	for n := fewDigits + 1; n <= mostDigits; n++ {
		if c.all(func(v float64) bool { return written(v, n) }) {
			return n
		}
	}
	return 0
}

// decimal reports whether a probability has so many digits after the point. A sum of such has as many, to rounding.
func decimal(v float64, digits int) bool {
	unit := math.Pow(10, float64(digits))
	return math.Abs(v*unit-math.Round(v*unit)) < 1e-15*unit
}

// rounded reports whether a number has so many significant digits.
func rounded(v float64, digits int) bool {
	back, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	return err == nil && (back == v || math.Abs(back-v) < 1e-15*math.Abs(v))
}

// leastDifferent is how many different entries a habit shows in: of fewer it may be so by chance.
const leastDifferent = 4

// all reports whether something is so of every entry, of leastDifferent ones at least besides 0, 1 and those with
// fewDigits.
func (c Case) all(so func(v float64) bool) bool {
	different := map[float64]bool{}
	for _, l := range c.Levels {
		for _, row := range l.Rows {
			for _, v := range row {
				if !so(v) {
					return false
				}
				if thousand := v * 1000; math.Abs(thousand-math.Round(thousand)) > 1e-9 { // more than fewDigits
					different[v] = true
				}
			}
		}
	}
	return len(different) >= leastDifferent
}

// tolerance returns the first of these with which all laws are kept. They rise tenfold, so that a tenth of it does
// not do.
func (c Case) tolerance(ctx context.Context, of ...float64) (float64, bool) {
	for _, at := range of {
		if c.Keeps(ctx, at) {
			return at, true
		}
	}
	return 0, false
}

// unreversed finds a kernel that leaves p invariant, is not reversible, and claims to be its own
// reversal.
func unreversed(c Case) *Cause {
	claims := c.everywhere(func(l Level) bool { return &l.Back[0] == &l.Rows[0] })
	return namedIf(c.breaks(laws.Reversal) && !c.anywhere(laws.EachCell) && c.probabilities() && claims, "reversal")
}

// mostPaths is the largest number of paths that the rows of a kernel may add up to be compared.
const mostPaths = 1e4

// comparable reports whether the rows of a kernel are on the box's own cells, and are few enough.
func (c Case) comparable(k chains.Kernel) bool {
	return chains.Fits(k, c.Grid) == nil && chains.FactsOf(k, c.Grid).Paths <= mostPaths
}

// lineEnds finds three lines or more whose first or last cells are never entered along their axis,
// though all other cells are. Cells that are at no such end balance.
func lineEnds(c Case) *Cause {
	g := c.Levels[0].Grid
	for a := range g.Axes() {
		for i, which := range []string{"last", "first"} {
			end := (1 - i) * (g.Len(a) - 1)
			if g.Len(a) >= 3 && g.Size() >= 3*g.Len(a) && c.everywhere(func(l Level) bool {
				entered := make([]int, g.Len(a))
				l.moves(func(x, y int, _ float64) {
					if to := g.Coord(y, a); g.Coord(x, a) != to {
						entered[to]++
					}
				})
				for at, n := range entered {
					if (at == end) != (n == 0) {
						return false
					}
				}
				return l.balances(l.P, func(x int) []float64 {
					for b, at := range g.Coords(x) { // other lines may be as short
						if l.P[x] == 0 || at == (1-i)*(g.Len(b)-1) {
							return nil
						}
					}
					return l.Rows[x]
				})
			}) {
				return Named("line-ends", a+1, which)
			}
		}
	}
	return nil
}

// dropped finds moves that are never taken against long odds: of each pair of cells only the way up
// is missing its way back, and every such pair has longer odds than all others.
func dropped(c Case) *Cause {
	return namedIf(c.everywhere(func(l Level) bool {
		longest := math.Inf(-1)
		least := 0.0
		oneWay := 0
		ways := 0
		up := true
		l.moves(func(x, y int, p float64) {
			odds := l.LogF[x] - l.LogF[y] // of the way back
			if l.Rows[y][x] > 0 {
				ways++
				least = min(least, odds)
				up = up && near(p*l.P[x], l.Rows[y][x]*l.P[y])
				return
			}
			oneWay++
			up = up && odds < 0
			longest = max(longest, odds)
		})
		return oneWay > 2 && ways > fewFlows && up && longest < least
	}), "dropped")
}

// stuckAxis finds an axis that no move changes.
func stuckAxis(c Case) *Cause {
	if !c.breaks(laws.Connected) {
		return nil
	}
	g := c.Grid
	stuck := -1
	moving := false
	for a := g.Axes() - 1; a >= 0; a-- {
		changed := false
		for _, l := range c.Levels {
			l.moves(func(x, y int, _ float64) { changed = changed || g.Coord(x, a) != g.Coord(y, a) })
		}
		moving = moving || changed
		if !changed && g.Len(a) > 1 {
			stuck = a
		}
	}
	return namedIf(stuck >= 0 && moving, "axis", stuck+1)
}

// parted finds cells with mass that fall into parts with no single move between them, if the kernel
// connects all that single moves connect.
func parted(c Case) *Cause {
	if !c.breaks(laws.Connected) || len(c.Levels) == 0 || c.anywhere(laws.EachCell) {
		return nil
	}
	parts := 0
	only := c.everywhere(func(l Level) bool {
		own := func(x, y int) bool { return l.Rows[x][y] > 0 || l.Rows[y][x] > 0 }
		parts = l.parts(l.neighbours)
		return parts > 1 && l.parts(own) == parts &&
			l.parts(func(x, y int) bool { return own(x, y) || l.neighbours(x, y) }) == parts // they are the same
	})
	return namedIf(only, "target", parts)
}

// parts counts the parts into which the cells with mass fall, joined by these ways.
func (l Level) parts(joined func(x, y int) bool) int {
	cells := chains.Support(l.P)
	g := simple.NewUndirectedGraph()
	for i, x := range cells {
		g.AddNode(simple.Node(x))
		for _, y := range cells[:i] {
			if joined(x, y) {
				g.SetEdge(simple.Edge{F: simple.Node(x), T: simple.Node(y)})
			}
		}
	}
	return len(topo.ConnectedComponents(g))
}
