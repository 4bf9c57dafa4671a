package cause

import (
	"fmt"
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

// digits finds entries that were written in single precision or with a few decimals, if all laws are
// kept with the tolerance that this calls for.
func digits(c Case) *Cause {
	if !c.Given {
		return nil
	}
	if c.all(func(v float64) bool { return float64(float32(v)) == v }) {
		if at, ok := c.tolerance(1e-9, 1e-8, 1e-7); ok {
			return &Cause{Name: "single", Tolerance: at, Says: "the entries are in single precision"}
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
		return &Cause{Name: "digits", Tolerance: at, Says: fmt.Sprintf("the entries have %d digits%s", n, which)}
	}
	return nil
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

// single is log f of a level in single precision.
func single(l Level) []float64 {
	logf := make([]float64, len(l.LogF))
	for x, v := range l.LogF {
		logf[x] = float64(float32(v))
	}
	return logf
}

// singleLogF finds a kernel that leaves the density of log f in single precision invariant.
func singleLogF(c Case) *Cause {
	if !c.leaves(single) {
		return nil
	}
	at, _ := c.tolerance(1e-9, 1e-8, 1e-7, 1e-6)
	return &Cause{Name: "single-log-f", Says: "log f is in single precision", Tolerance: at}
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
			return &Cause{Name: "impatient",
				Says: "nobody ever stays: it proposes again until a move is accepted, and a rejected " +
					"move must count as a step"}
		}
	}
	return nil
}

// unreversed finds a kernel that leaves p invariant, is not reversible, and claims to be its own
// reversal.
func unreversed(c Case) *Cause {
	if !c.breaks(laws.Reversal) || c.anywhere(laws.EachCell) || !c.probabilities() || !c.everywhere(func(l Level) bool {
		return &l.Back[0] == &l.Rows[0]
	}) {
		return nil
	}
	return &Cause{Name: "reversal",
		Says: "it leaves p invariant and is not reversible, and its reverse chain goes by the same steps: " +
			"they are to be taken backwards, as columns before rows"}
}

// otherKernel finds rows of another kernel of the catalogue than the declared one.
func otherKernel(c Case) *Cause {
	if !c.breaks(laws.Declared) || c.anywhere(laws.EachCell) {
		return nil
	}
	for _, k := range kernels.Catalogue {
		if c.same(k.Make, func(_, _ int, p, _ float64) float64 { return p }) {
			return &Cause{Name: "kernel", Says: fmt.Sprintf("the rows are those of %s", k.Name)}
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
	if chains.States(k, g) != g.Size() || chains.FactsOf(k, chains.Box(k, g)).Paths > mostPaths {
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
