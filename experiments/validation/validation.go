// Package validation answers one question: is my kernel right?
//
// A Candidate is an annealing as somebody wrote it: with a kernel of the
// catalogue (Of), with matrices from a file (Given), or with one's own, as in the example. It
// can be checked in two ways.
//
// If the kernel's probabilities are known, Run (validate.go) checks the laws of package laws
// at every level and along both chains, and At checks a single level. Measure (speed.go) then
// adds how fast the chain is.
//
// If only samples are seen, Sample (sampled.go) asks a program for moves and tests them, and
// Count tests moves from a file. They return p-values. All tests share one level (Holm), so
// that the probability of accusing a sound kernel is small and stated. A program is asked for
// fresh moves where a test is in doubt (askAgain). A law with too few data for a test is
// called unclear.
//
// A Validation holds all findings. Its Verdict is one line, and ends with the
// likely cause if the room cause knows one.
//
// # What a chain can reach
//
// A kernel may leave p invariant and never get from one part of the cells to another, or go
// round in turns. Neither samples p at a fixed beta, so both are broken laws (structure.go), with these limits:
//
//   - Only cells with mass count, and only at the last level, whose density is sampled. Inside an
//     annealing a level may be reducible or periodic: the next ones make up for it, and every law
//     of its weights holds. The verdict says so and accuses nobody.
//   - Identity never moves and is accused, at any beta. No other kernel of the catalogue is, on
//     cells that single moves connect. If walls part the target, a kernel of single moves is
//     accused, and the cause names the target: use longer moves.
//   - A period breaks the law of samples though averages converge. At a fixed beta the law of the
//     state depends on the start for ever.
//   - If masses span more than 600 nats a move may have a probability that floats write as 0. The
//     law is then unclear.
//   - With a tolerance, a move that it may have rounded to 0 exists if the move back does.
//   - Samples cannot show that a way is never taken. Cells that were not seen to be connected are
//     a note.
package validation

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/cause"
	"breadboard/chains/laws"
	"breadboard/experiments/geweke"
	"breadboard/grid/text"
)

// A Validation reports the laws that a kernel keeps and breaks, and how fast it is.
type Validation struct {
	Candidate Candidate
	Levels    []Level
	Laws      []laws.Finding // of all levels, each at the worst level, and of the annealing as a whole
	Balance   Balance
	Cause     *cause.Cause // of what is broken; nil if nothing is, or if none explains all of it
	Notes     []string     // remarks that accuse the kernel of no fault
	Left      []string     // what was left out, and why: because the time was over, say
	J, B      float64      // of the annealing; NaN if only levels were checked

	Fits      []geweke.Result // tests of the kernel together with the model, if the target is a model's posterior
	BySamples bool            // only samples are seen: the values of laws are p-values
	Moves     int             // the number of moves seen
	Budget    int             // the largest number of moves to ask for; 0 if they were recorded
	Enough    int             // about how many moves decide every law; 0 if they were recorded
	Fault     float64         // in total variation, that the moves of a decided law find
	Seen      *Seen           // where samples are farthest off; nil if there are none
	MCSeed    *uint64         // of the moves; nil if none were drawn

	plan          plan            // of the samples, and
	tests         []test          // what they are judged by
	stopped       bool            // there were no more moves before all laws were decided
	rightOneByOne bool            // its moves are wrong, and right if each state is asked by itself
	kept          []*sampledLevel // levels and their moves, for a cause
	axes          []axisMoves     // by axis: what moves say of it
}

// A Balance describes a kernel's flows between pairs of cells.
type Balance int

// The balances, from the best on.
const (
	Reversible Balance = iota
	Invariant
	Unbalanced
)

// String is the balance in words.
func (b Balance) String() string {
	switch b {
	case Reversible:
		return "reversible"
	case Invariant:
		return "not reversible but invariant: its reversal will be used in the reverse chain"
	}
	return "not invariant"
}

// Changed is pT - p, and 0 in all cells if that is rounding alone in each.
func (l Level) Changed() []float64 {
	for _, v := range l.Off {
		if !(math.Abs(v) <= laws.Rounding) {
			return l.Off
		}
	}
	return make([]float64, len(l.Off))
}

// Off reports whether a map of what a step from p changes shows anything: beyond rounding, or beside moves.
func (v Validation) Off() bool {
	return v.Seen != nil || slices.ContainsFunc(v.Last().Changed(), func(off float64) bool { return off != 0 })
}

// A Level reports the laws at one level, and how fast the chain is there.
type Level struct {
	T        int
	Beta     float64
	P        []float64 // the density
	Off      []float64 // pT - p; Changed leaves rounding out
	Laws     []laws.Finding
	Balance  Balance
	Flow     laws.Finding // detailed balance, which need not hold
	Speed    *Speed       // nil if it was not asked for or cannot be computed
	SpeedErr string       // why there is none though it was asked for
	moves    int          // that were counted, if only samples are seen
	Pattern  *Pattern     // known even if the speed cannot be computed; of seen moves if only samples are seen
}

// OK reports whether every law is kept, and the kernel fits the model.
func (v Validation) OK() bool { return len(v.Broken()) == 0 && v.failedFit() == nil }

// Broken returns the laws that are not kept.
func (v Validation) Broken() []laws.Finding { return laws.Broken(v.Laws) }

// Verdict is the result in one line: its sentences, joined.
func (v Validation) Verdict() string { return strings.Join(v.Sentences(), "; ") }

// Sentences are the verdict one by one, without capitals and periods: first which laws are broken or that none is,
// then what else is off, and the likely cause last.
func (v Validation) Sentences() []string {
	broken := v.Broken()
	name := v.Candidate.Name
	n := len(v.Laws)
	var all []string
	switch {
	case len(broken) > 0:
		if v.BySamples && v.MCSeed != nil { // a program's, whose words are long
			name = "Your step"
		}
		all = append(all, fmt.Sprintf("%s is wrong: it %s", name, fault(broken[0].Law)), v.where(broken[0]),
			fmt.Sprintf("it breaks %d of %d laws", len(broken), n))
		for _, f := range broken[1:] {
			if structural(f) {
				all = append(all, f.Witness)
			}
		}
		all = append(all, v.howSure(broken[0])...)
	case v.BySamples:
		all = append(all, fmt.Sprintf("%s breaks none of %d laws in %s moves%s", name, n, text.Thousands(v.Moves),
			v.howClear()))
	default:
		all = append([]string{fmt.Sprintf("%s keeps all %d laws: %v", name, n, v.Balance)}, v.earlierFaults()...)
	}
	if r := v.failedFit(); r != nil {
		all = append(all, fmt.Sprintf("it does not fit %s: after steps of it, with new data between them, %s has "+
			"another law than in the model (Geweke's test, p = %.2g)", r.Model.Name, r.Worst().Name, r.Worst().P))
	}
	if n := len(v.unconnectedLevels()); n > 0 {
		at := fmt.Sprintf("at beta = %.4g", v.Last().Beta)
		if len(v.Levels) > 1 {
			at = fmt.Sprintf("at %d of %d betas", n, len(v.Levels))
		}
		all = append(all, "not every cell was seen to lead to every other "+at)
	}
	if v.stopped {
		all = append(all, fmt.Sprintf("stopped before the end, with moves at %d of %d betas", len(v.Levels),
			len(v.plan.betas)))
	}
	all = append(all, v.Left...)
	if v.Cause != nil {
		all = append(all, "likely cause: "+v.Cause.Says)
	}
	return all
}

// fault says what a kernel does that breaks a law.
func fault(law laws.Law) string {
	switch law {
	case laws.Entries:
		return "has rows that are no probabilities"
	case laws.Sums:
		return "has rows that do not sum to 1"
	case laws.Walls, laws.SeenWalls:
		return "enters a cell without mass"
	case laws.Invariance, laws.EachCell, laws.SeenDraws, laws.SeenRank, laws.SeenBalance:
		return "does not keep p"
	case laws.Connected:
		return "does not lead from every cell to every other"
	case laws.Aperiodic:
		return "goes round with a period"
	case laws.Declared, laws.SeenRows:
		return "is not the kernel that it claims to be"
	case laws.Conditional, laws.SeenConditional:
		return "does not redraw the axis given the others"
	}
	return fmt.Sprintf("breaks %q", law)
}

// where returns the place where a law is broken most, with the p-value if that is a matter of chance.
func (v Validation) where(f laws.Finding) string {
	if !v.BySamples || math.IsNaN(f.Value) || f.Value == 0 {
		return f.Witness
	}
	return fmt.Sprintf("%s (p = %.2g)", f.Witness, f.Value)
}

// Last is the last level.
func (v Validation) Last() Level { return v.Levels[len(v.Levels)-1] }

func (v *Validation) note(format string, args ...any) {
	v.Notes = append(v.Notes, fmt.Sprintf(format, args...))
}
