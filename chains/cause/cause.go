// Package cause names the most likely fault of a kernel that breaks a law.
//
// A cause is an equation that all pairs of cells satisfy at all levels, and there are two:
//
//   - With the ratio Q of proposals and the ratio R of flows, R = Q^s: the ratio of the proposals is left out, upside
//     down, squared or to the power beta (proposals.go). It needs rows whose proposals are known.
//   - The rows leave another density of the family invariant: a power of f, or the density of another beta
//     (densities.go). It needs nothing of how they move.
//
// Beside these, rows that are columns, and an axis that never changes, show in the matrix as it stands (signs.go). What
// satisfies no equation has no cause, as two faults at once, or a fault of one cell.
package cause

import (
	"breadboard/chains"
	"breadboard/chains/laws"
)

// A Cause is a name, for scripts, and two sentences without their periods, for reports.
type Cause struct {
	Name, Says string
	Advice     string // what to do, without a capital; "" if Says has that as well
	Ratio      string // what is wrong with the ratio of the proposals of each pair; "" unless that is the cause
	Keeps      string // what the kernel keeps in place of f, by another convention maybe; "" if there is none
}

// A Level has the rows of a kernel at a level, and the laws that they break there.
type Level struct {
	*laws.LevelMatrices
	Broken map[laws.Law]bool
}

// A Case describes a kernel that breaks a law, at one level at least.
type Case struct {
	chains.Annealing
	Levels []Level
}

// Of returns the likely cause; nil if no cause explains all that is off.
func Of(c Case) *Cause {
	for _, find := range []func(Case) *Cause{transposed, sameAxis, byProposals, anotherDensity} {
		if found := find(c); found != nil {
			return found
		}
	}
	return nil
}

// breaks reports whether the rows break a law at every level of the case.
func (c Case) breaks(law laws.Law) bool {
	for _, l := range c.Levels {
		if !l.Broken[law] {
			return false
		}
	}
	return true
}

// rounding returns the share of a probability by which known rows may be off.
func (l Level) rounding() float64 { return l.Precision.Share(l.Size) }

// logRatio returns the log of f(y)/f(x).
func (l Level) logRatio(x, y int) float64 { return l.LogF[y] - l.LogF[x] }
