package cause

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/laws"
)

// Frozen returns the cause of a kernel that never moves.
func Frozen() *Cause { return &Cause{Name: "frozen", Says: "it never moves"} }

// Shared returns the cause of a kernel whose moves are wrong, and right if each state is asked by itself.
func Shared() *Cause {
	return &Cause{Name: "shared", Says: "asked one by one it is right; your states share random numbers",
		Advice: "draw random numbers for each state by itself"}
}

// StuckOn returns the cause of a kernel whose moves never change an axis.
func StuckOn(axis int) *Cause {
	return &Cause{Name: "axis", Says: fmt.Sprintf("no move changes axis %d", axis+1),
		Advice: "see whether moves along that axis are proposed, and not overwritten"}
}

// fewDigits finds entries that were written with a few digits, if all laws are kept with a tolerance of the last one.
func fewDigits(ctx context.Context, c Case) *Cause {
	n := c.digits()
	tolerance := math.Pow(10, -float64(n))
	if n == 0 || !c.Keeps(ctx, tolerance) {
		return nil
	}
	return &Cause{Name: "digits", Says: fmt.Sprintf("the entries have %d digits", n),
		Advice: "write 17 digits, or allow the tolerance", Tolerance: tolerance}
}

// Entries with few digits may be those of a simple kernel, as 0.125. Those with many are right to more than any law can
// tell. Of fewer different entries than leastDifferent it may be by chance that they have few digits.
const leastDigits, mostDigits, leastDifferent = 4, 12, 4

// digits returns the smallest number of significant digits with which all entries of a matrix from outside are
// written; 0 if it is not between these bounds. A sum of entries has as many digits as they have, to rounding.
func (c Case) digits() int {
	written := func(v float64, n int) bool {
		back, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', n, 64), 64)
		return math.Abs(back-v) <= 1e-15
	}
	if !c.Given {
		return 0
	}
	n := leastDigits
	different := map[float64]bool{}
	for _, l := range c.Levels {
		for _, row := range l.Rows {
			for _, v := range row {
				for !written(v, n) {
					n++
					if n > mostDigits {
						return 0
					}
				}
				if !written(v, leastDigits-1) {
					different[v] = true
				}
			}
		}
	}
	if len(different) < leastDifferent {
		return 0
	}
	return n
}

// exchanged finds a matrix of columns for rows: its rows do not sum to 1, and its columns do, to six digits. Rows and
// columns of cells without mass do not count, because they may hold anything.
func exchanged(_ context.Context, c Case) *Cause {
	for _, l := range c.Levels {
		columns := make([]float64, len(l.P))
		for x, row := range l.Rows {
			if l.P[x] > 0 {
				floats.Add(columns, row)
			}
		}
		for y, sum := range columns {
			if l.P[y] > 0 && math.Abs(sum-1) > 1e-6 {
				return nil
			}
		}
	}
	if !c.breaks(laws.Sums) {
		return nil
	}
	return &Cause{Name: "transposed", Says: "rows and columns are exchanged: the columns sum to 1",
		Advice: "let row x, column y hold the probability of going from cell x to y"}
}

// sameAxis finds an axis that no move changes, where moves change another one.
func sameAxis(_ context.Context, c Case) *Cause {
	if !c.breaks(laws.Connected) {
		return nil
	}
	changed := make([]bool, c.Grid.Axes())
	moving := false
	for _, l := range c.Levels {
		for x, row := range l.Rows {
			for y, p := range row {
				if x == y || p == 0 || l.P[x] == 0 {
					continue
				}
				moving = true
				for a := range changed {
					changed[a] = changed[a] || c.Grid.Coord(x, a) != c.Grid.Coord(y, a)
				}
			}
		}
	}
	for a, is := range changed {
		if moving && !is && c.Grid.Len(a) > 1 {
			return StuckOn(a)
		}
	}
	return nil
}

// unreversed finds a kernel that leaves p invariant, is not reversible, and claims to be its own reversal.
func unreversed(_ context.Context, c Case) *Cause {
	for _, l := range c.Levels {
		sound := !l.Broken[laws.EachCell] && !l.Broken[laws.Entries] && !l.Broken[laws.Sums]
		if !sound || !l.Broken[laws.Reversal] || &l.Back[0] != &l.Rows[0] {
			return nil
		}
	}
	return &Cause{Name: "reversal", Says: "it leaves p invariant and is not reversible, and its reverse chain goes " +
		"by the same steps: they are to be taken backwards, as columns before rows",
		Advice: "give the reversal: R(x,y) = p(y) T(y,x)/p(x)"}
}
