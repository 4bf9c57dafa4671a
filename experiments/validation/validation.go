package validation

import (
	"fmt"

	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/exact/spectra"
)

// A Validation reports the laws that a kernel keeps and breaks, and how fast it is.
type Validation struct {
	Candidate Candidate
	Levels    []Level
	Laws      []laws.Finding // of all levels, each at the worst level, and of the annealing as a whole
	Balance   Balance
	Notes     []string // remarks that accuse the kernel of no fault
	J, B      float64  // of the annealing; NaN if only levels were checked

	Compared  []Beside
	Standing  *Standing // nil if there is none
	BySamples bool      // only samples are seen: the values of laws are p-values
	Moves     int       // the number of moves seen
	MCSeed    *uint64   // of the moves; nil if none were drawn

	apart    []string  // by beta: cells that were not seen to be connected
	annealed bool      // an annealing was checked, and not one level alone
	gap      exact.Gap // of the annealing; its T is 0 if it was left out
	oneSided bool      // a note already says that the kernel is not reversible
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

// A Level reports the laws at one level, and how fast the chain is there.
type Level struct {
	T        int
	Beta     float64
	P        []float64 // the density
	Off      []float64 // pT - p
	Laws     []laws.Finding
	Balance  Balance
	Flow     laws.Finding // detailed balance, which need not hold
	Speed    *Speed       // nil if it was not asked for or cannot be computed
	Bounds   *Bounds      // instead of Speed, if there are too many cells
	SpeedErr string       // why both are nil
	Pattern  *Pattern     // known even if the speed cannot be computed
}

// A Pattern holds facts that follow from a chain's possible moves, whatever their
// probabilities. It is known even if the rows are no probabilities.
type Pattern struct {
	Classes   []spectra.Class // of the cells with mass, by the density or by the stationary distribution
	Period    int             // the least common multiple of the closed classes'
	Unreached []int           // cells with mass that are never reached from the heaviest
}

// patternOf returns the pattern of a matrix on the cells with mass by p or by pi.
func patternOf(m *spectra.Matrix, p, pi []float64) Pattern {
	var states []int
	for x := range pi {
		if p[x] > 0 || pi[x] > 0 {
			states = append(states, x)
		}
	}
	classes := m.On(states).Classes()
	for _, class := range classes {
		for k, x := range class.States {
			class.States[k] = states[x]
		}
	}
	return Pattern{classes, spectra.Period(classes), m.Unreached(pi)}
}

// OK reports whether every law is kept.
func (v Validation) OK() bool { return len(v.Broken()) == 0 }

// Broken returns the laws that are not kept.
func (v Validation) Broken() []laws.Finding { return laws.Broken(v.Laws) }

// Verdict is the result in one line.
func (v Validation) Verdict() string {
	broken, name, n := v.Broken(), v.Candidate.Name, len(v.Laws)
	switch {
	case len(broken) > 0:
		return fmt.Sprintf("%s breaks %d of %d laws: first %q, %s", name, len(broken), n, broken[0].Law,
			broken[0].Witness)
	case v.BySamples:
		return fmt.Sprintf("%s breaks none of %d laws in %d moves%s", name, n, v.Moves, v.unclear())
	}
	return fmt.Sprintf("%s keeps all %d laws: %v", name, n, v.Balance)
}

// unclear counts the laws with too few data to tell.
func (v Validation) unclear() string {
	n := 0
	for _, l := range v.Laws {
		if l.Unclear {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; of %d there is not enough data to tell", n)
}

// Last is the last level.
func (v Validation) Last() Level { return v.Levels[len(v.Levels)-1] }

func (v *Validation) note(format string, args ...any) {
	v.Notes = append(v.Notes, fmt.Sprintf(format, args...))
}
