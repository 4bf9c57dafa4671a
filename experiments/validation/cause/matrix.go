package cause

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/laws"
)

// transposed finds a matrix of columns for rows: its columns sum to 1, to six digits, and its rows
// are off by a hundred times as much. Rows and columns of cells without mass do not count, because they may hold
// anything.
func transposed(c Case) *Cause {
	if !c.breaks(laws.Sums) || !c.everywhere(func(l Level) bool {
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
	}) {
		return nil
	}
	return &Cause{Name: "transposed", Says: "rows and columns are exchanged: the columns sum to 1"}
}

// displaced finds rows that are one off: each cell has the row of the cell before it, or of the one after. Then
// detailed balance holds between the rows where they belong.
func displaced(c Case) *Cause {
	if !c.Given || !c.anywhere(laws.EachCell) {
		return nil
	}
	for _, by := range []int{1, -1} {
		if !c.everywhere(func(l Level) bool {
			n := len(l.P)
			return l.balances(l.P, func(x int) []float64 {
				at := (x + by + n) % n
				if l.P[x] == 0 || l.P[at] == 0 { // the row of a wall is lost
					return nil
				}
				return l.Rows[at]
			})
		}) {
			continue
		}
		which := map[int]string{1: "before", -1: "after"}[by]
		return &Cause{Name: "displaced",
			Says: "the rows are one off: each cell has the row of the cell " + which + " it in " +
				"place of its own"}
	}
	return nil
}

// undefined finds NaN in the rows of cells without mass and nowhere else: log f(y) - log f(x) is
// -Inf less -Inf there.
func undefined(c Case) *Cause {
	found := false
	if !c.everywhere(func(l Level) bool {
		for x, row := range l.Rows {
			if floats.HasNaN(row) {
				found = true
				if l.P[x] > 0 {
					return false
				}
			}
		}
		return true
	}) || !found {
		return nil
	}
	return &Cause{Name: "undefined",
		Says: "only the rows of cells without mass have NaN, as log f(y) - log f(x) does where both " +
			"are -inf"}
}

// uncut finds moves that are proposed alike and taken with the odds themselves: T(x,y) f(x)/f(y) is
// one number for all of them, and some entries are above 1 or leave less than 0.
func uncut(c Case) *Cause {
	if !c.everywhere(func(l Level) bool {
		share, same, uphill := 0.0, true, 0
		l.moves(func(x, y int, p float64) {
			s := p * math.Exp(l.LogF[x]-l.LogF[y])
			if share == 0 {
				share = s
			}
			same = same && near(s, share)
			if l.LogF[y] > l.LogF[x] {
				uphill++
			}
		})
		return same && uphill > 3
	}) || !c.anywhere(laws.Entries) {
		return nil
	}
	return &Cause{Name: "uncut", Says: "moves are taken with probability f(y)/f(x), which is not cut at 1"}
}

// anywhere reports whether a law is broken at some level.
func (c Case) anywhere(law laws.Law) bool {
	return !c.everywhere(func(l Level) bool { return !l.Broken[law] })
}

// near reports whether two numbers agree to rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }
