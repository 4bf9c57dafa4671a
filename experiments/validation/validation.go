// Package validation answers one question: is my kernel right?
//
// A Candidate has an annealing to be checked: with a kernel of the catalogue (FromAnnealer), with matrices from a file
// (FromMatrices), or with one's own kernel, as in the example. The rows of a command are matrices too,
// those of its ways or those that it tells (followed.go).
//
// If the kernel's probabilities are known, Run (validate.go) checks the laws of package laws at every level, and At at
// a single one. Measure (speed.go) then adds how fast the chain is.
//
// If only moves are seen, Sample (moves.go) asks a command for moves, and Count takes the moves of a file. Both bet on
// them (bets.go) and return p-values (conclude.go), and the probability of accusing a right kernel is small and known.
// What the moves would have shown is the Reach (reach.go), and a law of too few moves is unclear.
//
// A Validation has all findings. Its Verdict has the likely cause, if package cause knows one.
//
// # What a chain can reach
//
// A kernel may leave p invariant and never get from one part of the cells to another. It does not sample p at a fixed
// beta, so that this is a broken law (structure.go), with these limits:
//
//   - Only cells with mass count, and only at the last level, whose density is sampled. An earlier
//     level may be reducible: the next levels make up for it, and every law of the weights holds.
//     The verdict says so and does not accuse.
//   - Identity never moves and is accused, at any beta. No other kernel of the catalogue is accused
//     on cells that single moves connect. If walls separate parts of the target, a kernel of single
//     moves is accused, and the cause names the target: use longer moves.
//   - If masses span more than 600 nats, a move may have a probability that floats write as 0. The
//     law is then unclear.
//   - With a tolerance, a move that may be rounded to 0 exists if the move back does.
//   - Moves alone show that cells are not connected only if parts of the cells would have met in so many; of fewer
//     there is a note, and a doubt.
//
// A chain that keeps p and goes round with a period is right: its averages over time are, and the distribution of its
// state depends on the start for ever. The verdict says so.
package validation

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains/cause"
	"breadboard/chains/laws"
	"breadboard/experiments/geweke"
)

// A Validation has the laws that a kernel keeps and breaks, and how fast it is.
type Validation struct {
	Candidate Candidate
	Levels    []Level
	Laws      []laws.Finding // of all levels, each at the worst level, and of the annealing as a whole
	Balance   Balance
	Cause     *cause.Cause // of the broken laws; nil if there are none, or if no cause explains them all
	WorstPair *WorstPair   // the cells that are farthest out of balance; nil if it is not this that is wrong
	Tolerance float64      // with which given rows would keep all laws; 0 if there is none
	Notes     []string     // remarks that accuse the kernel of no fault
	LeftOut   []string     // parts that were left out, and why
	J, B      float64      // of the annealing; NaN if only levels were checked

	Fit         *geweke.Result // the test of the kernel together with the model of the target; nil if none was made
	BySamples   bool           // says that only moves are seen, and the values of laws are p-values
	Moves       int            // the number of moves seen
	Budget      int            // the largest number of moves to ask for; 0 if they were recorded
	MovesNeeded int            // how many moves are made of a right kernel; 0 if they were recorded
	Others      []string       // updates of a scan that miss p by themselves, besides one that is judged
	Reach       Reach          // what the moves would have shown, of a kernel that they do not accuse
	Farthest    *WorstLevel    // of the level where moves are farthest off; nil if there are none
	MCSeed      *uint64        // of the moves; nil if none were drawn
	Followed    string         // says how the rows of a command are known; "" if it tells them itself
	WhyMoves    string         // why a command is judged by moves; "" if it is not, or was to be
	Unsure      bool           // says that what it moves by does not fit together
	ByWays      *Candidate     // with rows that are not trusted, so that moves decide; nil if there are none
	Calls       int            // of a command's step

	sampling  Sampling
	seen      []*seenLevel
	most      float64     // the largest log of the capital of all bets
	moved     int         // the number of moves that did not stay
	betas     int         // at which moves were to be asked for
	stopped   bool        // says that there were no more moves before the end
	accusedAt int         // the number of moves until a law was broken; 0 if none was
	axes      []axisMoves // how the moves change each axis
}

// A Balance describes a kernel's flows between pairs of cells.
type Balance int

// Reversible and the others are the balances, the best first.
const (
	Reversible Balance = iota
	Invariant
	Unbalanced
)

// String returns the balance in words.
func (b Balance) String() string {
	switch b {
	case Reversible:
		return "reversible"
	case Invariant:
		return "not reversible but invariant, as it may be"
	}
	return "not invariant"
}

// KeepsP reports whether a draw of p is one after a step, whatever other laws are broken.
func (v Validation) KeepsP() bool {
	return !slices.ContainsFunc(v.Broken(), func(f laws.Finding) bool {
		return f.Law == laws.Invariance || f.Law == laws.EachCell
	})
}

// ChangeBeyondRounding returns pT - p, or 0 in all cells if it is rounding in each, in single precision too.
func (l Level) ChangeBeyondRounding() []float64 {
	if l.Precision == laws.Single && len(l.broken()) == 0 {
		return make([]float64, len(l.Change))
	}
	for _, v := range l.Change {
		if !(math.Abs(v) <= laws.Rounding) {
			return l.Change
		}
	}
	return make([]float64, len(l.Change))
}

// HasMap reports whether there is a map of how a step from p changes p: beyond rounding, or from moves.
func (v Validation) HasMap() bool {
	changes := func(off float64) bool { return off != 0 }
	return v.Farthest != nil || slices.ContainsFunc(v.Last().ChangeBeyondRounding(), changes)
}

// A Level has the laws at one level, and how fast the chain is there.
type Level struct {
	T         int
	Beta      float64
	P         []float64 // the density
	Change    []float64 // pT - p; ChangeBeyondRounding leaves rounding out
	Laws      []laws.Finding
	Balance   Balance
	Flow      laws.Finding   // detailed balance, which need not hold
	Precision laws.Precision // to which laws are kept, of given rows
	Speed     *Speed         // nil if it is not asked for or cannot be computed
	SpeedErr  string         // says why Speed cannot be computed
	moves     int            // the number of counted moves, if only moves are seen
	Pattern   *Pattern       // of the possible moves, or of the seen ones
}

// OK reports whether every law is kept, and the kernel fits the model.
func (v Validation) OK() bool { return len(v.Broken()) == 0 && (v.Fit == nil || v.Fit.OK()) }

// Broken returns the laws that are not kept.
func (v Validation) Broken() []laws.Finding { return laws.Broken(v.Laws) }

// Last returns the last level.
func (v Validation) Last() Level { return v.Levels[len(v.Levels)-1] }

func (v *Validation) note(format string, args ...any) {
	v.Notes = append(v.Notes, fmt.Sprintf(format, args...))
}
