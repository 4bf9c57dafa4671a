// Package cause names what most likely is wrong with a kernel that breaks a law.
//
// A cause is named only if it leaves nothing else to explain. Each family of causes has a file,
// and a test of its own for that:
//
//   - density.go: the kernel leaves another density invariant, to rounding, at every level that is
//     looked at: f of the level before, 1/f, f in single precision. Or it is f of other
//     cells, such as with rows and columns exchanged, or f times the number of moves of a cell.
//   - matrix.go: all entries were written with so many digits, and all laws are kept with the
//     tolerance that this calls for.
//     Columns sum to 1 and rows do not; NaN stands between cells without mass alone; the rows are
//     those of another kernel, or of one that never stays.
//   - moves.go: no move changes an axis, enters the ends of lines, or is taken against the odds.
//
// If only moves of the kernel are seen (samples.go), a density that it leaves invariant is named
// if it is the only one that fits the moves.
//
// Two faults at once, and most faults of a single cell, have no cause here.
package cause

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/laws"
)

// A Cause is a name, for programs, and a sentence without its period, for people.
type Cause struct {
	Name, Says string
	Tolerance  float64 // with which all laws are kept; 0 if there is none or none is called for
}

// A Level is a level at which laws are broken, written out.
type Level struct {
	*laws.Written
	Broken map[laws.Law]bool
	// Fits reports whether the moves that were seen may leave a density invariant; nil if Rows are known.
	Fits func(p []float64) bool
}

// A Case describes a kernel that breaks a law.
type Case struct {
	chains.Annealing
	Given    bool          // the rows are from outside
	Declared chains.Kernel // nil if it claims to be none
	Levels   []Level       // one at least
	// Keeps reports whether all laws are kept if every entry may be off by a tolerance.
	Keeps func(tolerance float64) bool
}

// Of returns the likely cause; nil if no cause explains all that is off.
func Of(c Case) *Cause {
	for _, family := range []func(Case) *Cause{transposed, displaced, undefined, uncut, digits, otherDensity, impatient,
		wrapped, lineEnds, dropped, parted, stuckAxis, unreversed, otherKernel} {
		if found := family(c); found != nil {
			return found
		}
	}
	return nil
}

// breaks reports whether a law is broken at every level that is looked at.
func (c Case) breaks(law laws.Law) bool {
	for _, l := range c.Levels {
		if !l.Broken[law] {
			return false
		}
	}
	return true
}

// everywhere reports whether something is so at every level that is looked at.
func (c Case) everywhere(so func(l Level) bool) bool {
	for _, l := range c.Levels {
		if !so(l) {
			return false
		}
	}
	return true
}

// probabilities reports whether the rows are probabilities at every level that is looked at.
func (c Case) probabilities() bool {
	return c.everywhere(func(l Level) bool { return !l.Broken[laws.Entries] && !l.Broken[laws.Sums] })
}

// moves visits the moves between cells with mass.
func (l Level) moves(visit func(x, y int, p float64)) {
	for x, row := range l.Rows {
		for y, p := range row {
			if x != y && p > 0 && l.P[x] > 0 && l.P[y] > 0 {
				visit(x, y, p)
			}
		}
	}
}

// neighbours reports whether a single move leads from x to y.
func (l Level) neighbours(x, y int) bool {
	for m := range l.Grid.Moves() {
		if z, ok := l.Grid.Move(x, m); ok && z == y {
			return true
		}
	}
	return false
}

// advice says what to do about a cause, where its sentence does not say it by itself.
var advice = map[string]string{
	"transposed":   "let row x, column y hold the probability of going from cell x to y",
	"displaced":    "see whether a line is missing or too many, as a line of names",
	"single":       "compute in double precision, or allow the tolerance",
	"digits":       "write 17 digits, or allow the tolerance",
	"single-log-f": "keep log f in double precision, or allow the tolerance",
	"edges": "propose all moves alike and stay if one leads off the grid, or accept with min(1, f(y) moves(x)/" +
		"(f(x) moves(y)))",
	"edges-inverted": "accept with min(1, f(y) moves(x)/(f(x) moves(y))), where moves counts the moves that are proposed",
	"lopsided":       "accept with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of proposing",
	"axis":           "see whether moves along that axis are proposed, and not overwritten",
	"level-before":   "hand f of the level to the kernel before it steps",
	"level-after":    "hand f of the level to the kernel before it steps",
	"inverted":       "accept with min(1, f(y)/f(x)), which is exp(log f(y) - log f(x)) if that is below 1",
	"flat":           "compare the proposal with min(1, f(y)/f(x)), and stay if it is rejected",
	"uncut":          "accept with min(1, f(y)/f(x))",
	"impatient":      "count a rejected move as a step in which the chain stays",
	"order":          "let the last axis run fastest: on R rows and C columns, row r and column c is cell r C + c",
	"shifted":        "count cells from 0",
	"wrapped":        "let a move end where its line ends",
	"line-ends":      "let the loop run from the first cell of a line to the last",
	"walls":          "never move into a cell of log f = -inf",
	"reversal":       "give the reversal: R(x,y) = p(y) T(y,x)/p(x)",
	"undefined":      "any row of probabilities would do there, as one that stays",
}

// Advice says what to do, without a capital and a period; "" if the cause says it by itself.
func (c Cause) Advice() string { return advice[c.Name] }

// leaves reports whether the kernel leaves the density of a level invariant, to rounding, at every
// level that is looked at. The density differs from the level's own at each.
func (c Case) leaves(logf func(l Level) []float64) bool {
	return c.everywhere(func(l Level) bool {
		other := logf(l)
		if other == nil {
			return false
		}
		return l.leaves(chains.Normalized(other))
	})
}

// leaves reports whether a step leaves this density invariant, relative to each of its masses. The rows of cells that
// have mass under it alone may be lost, as those of walls are: then detailed balance between all other cells tells.
func (l Level) leaves(p []float64) bool {
	if l.Fits != nil {
		return l.Fits(p)
	}
	lost := false
	for x, mass := range l.P {
		lost = lost || mass == 0 && p[x] > 0
	}
	return l.after(p) || lost && l.balances(p, func(x int) []float64 {
		if l.P[x] == 0 {
			return nil
		}
		return l.Rows[x]
	})
}

// after reports whether a step from p ends in p.
func (l Level) after(p []float64) bool {
	after := make([]float64, len(p))
	for x, row := range l.Rows {
		if p[x] == 0 {
			continue
		}
		for y, v := range row {
			after[y] += p[x] * v
		}
	}
	for y, v := range after {
		if !(math.Abs(v-p[y]) <= 2e-10*p[y]+1e-290) { // twice the limit of the law
			return false
		}
	}
	return true
}

// fewFlows is a number of pairs of cells that balance by chance.
const fewFlows = 4

// balances reports whether the flows between any two cells whose rows are known, and not nil, are those back, and some
// are above 0.
func (l Level) balances(p []float64, row func(x int) []float64) bool {
	flows := 0
	for x := range p {
		from := row(x)
		if from == nil {
			continue
		}
		for y := range x {
			to := row(y)
			if to == nil {
				continue
			}
			forth, back := p[x]*from[y], p[y]*to[x]
			if !near(forth, back) {
				return false
			}
			if forth > 0 {
				flows++
			}
		}
	}
	return flows > fewFlows
}
