package cause

import (
	"context"
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/laws"
)

// lostInWalls finds NaN in the rows of cells without mass and nowhere else: log f(y) - log f(x) is -Inf less -Inf
// there.
func lostInWalls(_ context.Context, c Case) *Cause {
	found := false
	for _, l := range c.Levels {
		for x, row := range l.Rows {
			if !floats.HasNaN(row) {
				continue
			}
			if l.P[x] > 0 {
				return nil
			}
			found = true
		}
	}
	if !found {
		return nil
	}
	return undefined.cause()
}

// fewDigits finds entries that were written with a few digits, if all laws are kept with the tolerance that this calls
// for.
func fewDigits(ctx context.Context, c Case) *Cause {
	if !c.Given {
		return nil
	}
	n, which := c.fewest('f'), " after the point"
	if significant := c.fewest('g'); significant > 0 && (n == 0 || significant < n) {
		n, which = significant, ""
	}
	if n == 0 {
		return nil
	}
	unit := math.Pow(10, -float64(n))
	at := c.tolerance(ctx, unit/100, unit/10, unit) // small entries are off by less than the last digit
	if at == 0 {
		return nil
	}
	found := digits.cause(n, which)
	found.Tolerance = at
	return found
}

// Entries with few digits may be those of a simple kernel, as 0.125. Those with many are right to more than any law can
// tell. Of fewer different entries than leastDifferent it may be by chance that they have few digits.
const leastDigits, mostDigits, leastDifferent = 4, 12, 4

// fewest returns the smallest number of digits, after the point or significant ('f' or 'g'), with which all entries are
// written; 0 if it is not between these bounds. A sum of entries has as many digits as they have, to rounding.
func (c Case) fewest(format byte) int {
	written := func(v float64, n int) bool {
		back, err := strconv.ParseFloat(strconv.FormatFloat(v, format, n, 64), 64)
		size := math.Abs(v)
		if format == 'f' {
			size = 1
		}
		return err == nil && math.Abs(back-v) <= 1e-15*size
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

// tolerance returns the first of these with which all laws are kept; 0 if they are not with any. They rise tenfold, so
// that a tenth of it does not do.
func (c Case) tolerance(ctx context.Context, of ...float64) float64 {
	for _, at := range of {
		if c.Keeps(ctx, at) {
			return at
		}
	}
	return 0
}

// exchanged finds a matrix of columns for rows: its columns sum to 1, to six digits, and its rows do not by far. Rows
// and columns of cells without mass do not count, because they may hold anything.
func exchanged(_ context.Context, c Case) *Cause {
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
		return off <= 1e-6 && rows >= 1e-4
	}) {
		return nil
	}
	return transposed.cause()
}

// sameAxis finds an axis that no move changes, where moves change another one.
func sameAxis(_ context.Context, c Case) *Cause {
	if !c.breaks(laws.Connected) {
		return nil
	}
	changed := make([]bool, c.Grid.Axes())
	moving := false
	for _, l := range c.Levels {
		l.moves(func(x, y int, _ float64) {
			moving = true
			for a := range changed {
				changed[a] = changed[a] || c.Grid.Coord(x, a) != c.Grid.Coord(y, a)
			}
		})
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
	if !c.everywhere(func(l Level) bool {
		sound := !l.Broken[laws.EachCell] && !l.Broken[laws.Entries] && !l.Broken[laws.Sums]
		return l.Broken[laws.Reversal] && sound && &l.Back[0] == &l.Rows[0]
	}) {
		return nil
	}
	return reversal.cause()
}
