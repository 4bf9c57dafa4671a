package validation

import (
	"fmt"
	"math"
	"strings"

	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/experiments/validation/cause"
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
	J, B      float64      // of the annealing; NaN if only levels were checked

	Compared  []Beside
	Standing  *Standing // nil if there is none
	BySamples bool      // only samples are seen: the values of laws are p-values
	Moves     int       // the number of moves seen
	Budget    int       // the largest number of moves to ask for; 0 if they were recorded
	Enough    int       // about how many moves decide every law; 0 if they were recorded
	Fault     float64   // in total variation, that the moves of a decided law find
	Seen      *Seen     // where samples are farthest off; nil if there are none
	MCSeed    *uint64   // of the moves; nil if none were drawn

	chance   chance     // of what samples break
	apart    []string   // by beta: cells that were not seen to be connected
	annealed bool       // an annealing was checked, and not one level alone
	gap      exact.Measured  // of the annealing; its T is 0 if it was left out
	oneSided bool       // a note already says that the kernel is not reversible
	kept     []*watched // levels and their moves, for a cause
	axes     []along    // by axis: what moves say of it
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
	Bounds   *Bounds      // instead of Speed, if there are too many cells
	SpeedErr string       // why both are nil
	seen     int          // moves, if only samples are seen
	Pattern  *Pattern     // known even if the speed cannot be computed; of seen moves if only samples are seen
}

// OK reports whether every law is kept.
func (v Validation) OK() bool { return len(v.Broken()) == 0 }

// Broken returns the laws that are not kept.
func (v Validation) Broken() []laws.Finding { return laws.Broken(v.Laws) }

// Verdict is the result in one line: its sentences, joined.
func (v Validation) Verdict() string { return strings.Join(v.Sentences(), "; ") }

// Sentences are the verdict one by one, without capitals and periods: first which laws are broken or that none is,
// then what else is off, and the likely cause last.
func (v Validation) Sentences() []string {
	broken, name, n := v.Broken(), v.Candidate.Name, len(v.Laws)
	var all []string
	switch {
	case len(broken) > 0:
		all = append(all, fmt.Sprintf("%s breaks %d of %d laws: first %q, %s", name, len(broken), n, broken[0].Law,
			broken[0].Witness))
		for _, f := range broken[1:] {
			if structural(f) {
				all = append(all, f.Witness)
			}
		}
		all = append(all, v.chance.say(broken[0])...)
	case v.BySamples:
		all = append(all, fmt.Sprintf("%s breaks none of %d laws in %s moves%s", name, n, text.Thousands(v.Moves),
			v.howClear()))
	default:
		all = append([]string{fmt.Sprintf("%s keeps all %d laws: %v", name, n, v.Balance)}, v.inside()...)
	}
	if n := len(v.apart); n > 0 { // no proof that there is no way
		at := fmt.Sprintf("at beta = %.4g", v.Last().Beta)
		if len(v.Levels) > 1 {
			at = fmt.Sprintf("at %d of %d betas", n, len(v.Levels))
		}
		all = append(all, "not every cell was seen to lead to every other "+at)
	}
	if v.Cause != nil {
		all = append(all, "likely cause: "+v.Cause.Says)
	}
	return all
}

// howClear says what the moves were enough for. If some laws are open it says how many moves
// would decide all.
func (v Validation) howClear() string {
	n, needs := 0, 0
	for _, l := range v.Laws {
		if l.Unclear && !structural(l) {
			n, needs = n+1, max(needs, l.Needs)
		}
	}
	if n == 0 {
		return fmt.Sprintf(", enough to find a fault of %g", v.Fault)
	}
	say := fmt.Sprintf("; of %d there is not enough data to tell", n)
	switch {
	case v.Budget > 0:
		say += fmt.Sprintf(": the budget is %s moves, and %s would do", text.Thousands(v.Budget), text.Thousands(v.Enough))
	case needs > 0:
		say += fmt.Sprintf(": about %s such moves would do", text.Thousands(needs))
	}
	return say
}

// Last is the last level.
func (v Validation) Last() Level { return v.Levels[len(v.Levels)-1] }

func (v *Validation) note(format string, args ...any) {
	v.Notes = append(v.Notes, fmt.Sprintf(format, args...))
}
