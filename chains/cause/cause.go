// Package cause names the most likely fault of a kernel that breaks a law.
//
// A cause is named only if it leaves nothing else to explain. There are three sorts:
//
//   - A ratio of proposals that is left out, upside down, squared or to the power beta shows in the flows between
//     cells, whatever the proposals are, if they are known (proposals.go).
//   - A slip makes wrong steps of right ones (slips.go). It is named if its rows equal the matrix, or if it makes the
//     counted moves far more probable than all other slips and right kernels do (compare.go). A slip that only reads
//     another density is named if the matrix leaves that invariant, whatever moves it makes. A right kernel that slips
//     at the border alone is named too (border.go).
//   - A sign is a pattern of moves, whatever the kernel is (signs.go): an axis that never changes, or rows that are
//     columns.
//
// Two faults at once, and most faults of a single cell, have no cause here.
package cause

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
)

// A Cause is a name, for scripts, and two sentences without their periods, for reports.
type Cause struct {
	Name, Says string
	Advice     string // what to do, without a capital; "" if Says has that as well
	Ratio      string // what is wrong with the ratio of the proposals of each pair; "" unless that is the cause
}

// A Level is a level at which a kernel was observed, by its rows or by moves, and the laws that it breaks there.
type Level struct {
	*laws.LevelMatrices
	Broken map[laws.Law]bool // nil if moves were counted
	Seen   *evidence.Tally   // the moves; nil if Rows are known
}

// A Case describes a kernel that breaks a law.
type Case struct {
	chains.Annealing
	Declared chains.Kernel // nil if none is declared
	Levels   []Level

	right []chains.Entry[chains.Kernel] // right kernels
}

// Of returns the likely cause; nil if no cause explains all that is off. If ctx ends first, it returns the error of ctx
// and no cause: one that was found might not be the likeliest.
func Of(ctx context.Context, c Case) (*Cause, error) {
	if len(c.Levels) == 0 {
		return nil, nil
	}
	c.right = c.rightKernels()
	for _, find := range []func(context.Context, Case) *Cause{transposed, sameAxis, byProposals, slipped,
		atBorder} {
		found := find(ctx, c)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if found != nil {
			return found, nil
		}
	}
	return nil, nil
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

// accepted returns the right acceptance of moves that are proposed alike there and back.
func (l Level) accepted(x, y int) float64 { return math.Exp(min(0, l.logRatio(x, y))) }
