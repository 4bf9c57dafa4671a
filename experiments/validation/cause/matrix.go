package cause

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
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

// uncut finds moves that are proposed alike and taken with the odds themselves: T(x,y) f(x)/f(y) is
// one number for all of them, and some entries are above 1 or leave less than 0.
func uncut(c Case) *Cause {
	return namedIf(c.anywhere(laws.Entries) && c.everywhere(func(l Level) bool {
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
	}), "uncut")
}

// near reports whether two numbers agree to rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

// digits finds entries that were written in single precision or with a few decimals, if all laws are
// kept with the tolerance that this calls for.
func digits(c Case) *Cause {
	if !c.Given {
		return nil
	}
	if c.all(func(v float64) bool { return float64(float32(v)) == v }) {
		if at, ok := c.tolerance(1e-9, 1e-8, 1e-7); ok {
			return tolerated(at, "single")
		}
	}
	decimals, significant := c.fewest(decimal), c.fewest(rounded)
	n, which := decimals, " after the point"
	if significant > 0 && (decimals == 0 || significant < decimals) {
		n, which = significant, ""
	}
	if n == 0 {
		return nil
	}
	unit := func(n int) float64 { return math.Pow(10, -float64(n)) }
	if at, ok := c.tolerance(unit(n+2), unit(n+1), unit(n)); ok { // small entries are off by less than the last digit
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

// fewest returns the smallest number of digits, from 4 to 12, with which all entries are written; 0 if that takes
// more.
func (c Case) fewest(written func(v float64, digits int) bool) int {
	for n := 4; n <= 12; n++ {
		if c.all(func(v float64) bool { return written(v, n) }) {
			return n
		}
	}
	return 0
}

// decimal reports whether a number has so many digits after the point. Any number is within 1e-3 of a whole one once
// in 500 times.
func decimal(v float64, digits int) bool {
	unit := math.Pow(10, float64(digits))
	return math.Abs(v*unit-math.Round(v*unit)) < 1e-3
}

// rounded reports whether a number has so many significant digits.
func rounded(v float64, digits int) bool {
	back, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	return err == nil && (back == v || math.Abs(back-v) < 1e-15*math.Abs(v))
}

// all reports whether something is so of every entry, of four different ones at least besides 0, 1 and those of
// three digits, such as 0.125, of which it is so by chance.
func (c Case) all(so func(v float64) bool) bool {
	different := map[float64]bool{}
	for _, l := range c.Levels {
		for _, row := range l.Rows {
			for _, v := range row {
				if !so(v) {
					return false
				}
				if math.Abs(v*1000-math.Round(v*1000)) > 1e-9 {
					different[v] = true
				}
			}
		}
	}
	return len(different) >= 4
}

// tolerance returns the first of these with which all laws are kept. They rise tenfold, so that a tenth of it does
// not do.
func (c Case) tolerance(of ...float64) (float64, bool) {
	for _, at := range of {
		if c.Keeps(at) {
			return at, true
		}
	}
	return 0, false
}

// impatient finds a kernel whose rows are a known one's, given that it moves: rejections are left out. A
// row of one move says nothing: two cells that change places may do so by any rule.
func impatient(c Case) *Cause {
	known := []chains.Kernel{kernels.Metropolis{}, kernels.Barker{}, kernels.King{}}
	if c.Declared != nil {
		known = append([]chains.Kernel{c.Declared}, known...)
	}
	for _, k := range known {
		stayed, chose := false, false
		if c.same(k, func(x, y int, p, stay float64) float64 {
			stayed = stayed || stay > 1e-6
			if x == y {
				return 0
			}
			chose = chose || p > 1e-6 && p+stay < 1-1e-6
			return p / (1 - stay)
		}) && stayed && chose {
			return Named("impatient")
		}
	}
	return nil
}

// unreversed finds a kernel that leaves p invariant, is not reversible, and claims to be its own
// reversal.
func unreversed(c Case) *Cause {
	claims := c.everywhere(func(l Level) bool { return &l.Back[0] == &l.Rows[0] })
	return namedIf(c.breaks(laws.Reversal) && !c.anywhere(laws.EachCell) && c.probabilities() && claims, "reversal")
}

// otherKernel finds rows of another kernel of the catalogue than the declared one.
func otherKernel(c Case) *Cause {
	if !c.breaks(laws.Declared) || c.anywhere(laws.EachCell) {
		return nil
	}
	for _, k := range kernels.Catalogue {
		if c.same(k.Make, func(_, _ int, p, _ float64) float64 { return p }) {
			return Named("kernel", k.Name)
		}
	}
	return nil
}

// mostPaths is the largest number of paths that the rows of a kernel may add up to be compared.
const mostPaths = 1e4

// same reports whether the rows of cells with mass are those of a kernel after each entry has been
// changed: of returns the entry for a move from x to y, given the kernel's own entry p and the
// probability stay that it stays at x.
func (c Case) same(k chains.Kernel, of func(x, y int, p, stay float64) float64) bool {
	g := c.Levels[0].Grid
	if chains.Fits(k, g) != nil || chains.States(k, g) != g.Size() || chains.FactsOf(k, chains.Box(k, g)).Paths > mostPaths {
		return false
	}
	op, level := k.On(g), c.NewLevel()
	return c.everywhere(func(l Level) bool {
		level.Move(l.T, l.Beta)
		op.Aim(level)
		for x, row := range laws.RowsOf(op, len(l.P)) {
			if l.P[x] == 0 {
				continue
			}
			for y, p := range row {
				if !(math.Abs(of(x, y, p, row[x])-l.Rows[x][y]) <= 1e-11) {
					return false
				}
			}
		}
		return true
	})
}

// wrapped finds moves from the end of every line to the start of the next, or back, as if every x+1 or
// x-1 were a neighbour. All other moves are between neighbours.
func wrapped(c Case) *Cause {
	return namedIf(c.everywhere(func(l Level) bool {
		last, strange := l.Grid.Axes()-1, 0
		l.moves(func(x, y int, _ float64) {
			if !l.neighbours(x, y) {
				strange++
			}
		})
		seams, forth, back := 0, 0, 0
		for x := l.Grid.Len(last) - 1; x+1 < len(l.P); x += l.Grid.Len(last) {
			if l.P[x] > 0 && l.P[x+1] > 0 && !l.neighbours(x, x+1) {
				seams++
				if l.Rows[x][x+1] > 0 {
					forth++
				}
				if l.Rows[x+1][x] > 0 {
					back++
				}
			}
		}
		return seams > 2 && strange == forth+back && max(forth, back) == seams &&
			(min(forth, back) == 0 || forth == back)
	}), "wrapped")
}

// lineEnds finds three lines or more whose first or last cells are never entered along their axis,
// though all other cells are.
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
				return true
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
		longest, least, oneWay := math.Inf(-1), 0.0, 0
		up := true
		l.moves(func(x, y int, _ float64) {
			odds := l.LogF[x] - l.LogF[y] // of the way back
			if l.Rows[y][x] > 0 {
				least = min(least, odds)
				return
			}
			oneWay++
			up = up && odds < 0
			longest = max(longest, odds)
		})
		return oneWay > 2 && up && longest < least
	}), "dropped")
}

// stuckAxis finds an axis that no move changes.
func stuckAxis(c Case) *Cause {
	if !c.breaks(laws.Connected) {
		return nil
	}
	g := c.Levels[0].Grid
	changed := make([]bool, g.Axes())
	for _, l := range c.Levels {
		l.moves(func(x, y int, _ float64) {
			for a := range changed {
				changed[a] = changed[a] || g.Coord(x, a) != g.Coord(y, a)
			}
		})
	}
	stuck, moving := -1, false
	for a, ok := range changed {
		moving = moving || ok
		if !ok && g.Len(a) > 1 && stuck < 0 {
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
		part, n := l.parts(func(x, y int) bool { return l.neighbours(x, y) })
		own, m := l.parts(func(x, y int) bool { return l.Rows[x][y] > 0 || l.Rows[y][x] > 0 })
		if n < 2 || m != n {
			return false
		}
		parts = n
		for x := range part {
			for y := range part {
				if (part[x] == part[y]) != (own[x] == own[y]) {
					return false
				}
			}
		}
		return true
	})
	return namedIf(only, "target", parts)
}

// parts numbers the cells with mass by the parts that these ways join, from 1; other cells have 0.
func (l Level) parts(joined func(x, y int) bool) (part []int, n int) {
	part = make([]int, len(l.P))
	for first, p := range l.P {
		if p == 0 || part[first] > 0 {
			continue
		}
		n++
		part[first] = n
		for queue := []int{first}; len(queue) > 0; queue = queue[1:] {
			for y, p := range l.P {
				if p > 0 && part[y] == 0 && joined(queue[0], y) {
					part[y] = n
					queue = append(queue, y)
				}
			}
		}
	}
	return part, n
}
