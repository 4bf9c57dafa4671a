package cause

import (
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
