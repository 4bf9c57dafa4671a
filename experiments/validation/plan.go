package validation

import (
	"fmt"
	"math"

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
)

// A Sampling says how samples of a kernel are drawn and tested.
type Sampling struct {
	Moves int     // moves at each beta, half of them from draws of p, half from each cell alike
	Fault float64 // the fault, in total variation, that the data should suffice to find
	Level float64 // the probability that all tests together accuse a sound kernel
	Power float64 // the probability that the fault is found
	Seed  uint64
}

// A plan is a sampling with its tests counted.
type plan struct {
	Sampling
	cells    int  // of the target
	tests    int  // the number that share the level; 0 if each is judged alone
	outcomes int  // the most that one move of the declared kernel has; 0 if none is declared
	drawn    bool // moves from draws of p are asked for
}

// level is the level for the smallest p-value of all tests (Holm).
func (o plan) level() float64 { return o.Level / float64(max(1, o.tests)) }

// Plan says, before anything is run, how many moves the tests need at each of these
// betas, or of the schedule's if none are given. As many annealed chains are run too.
func (s Candidate) Plan(o Sampling, betas []float64, chains int) string {
	return s.plan(o, betas, true, chains).String()
}

// plan counts the tests at these betas.
func (s Candidate) plan(o Sampling, betas []float64, drawn bool, chains int) plan {
	if betas == nil {
		for t := 1; t <= s.T(); t++ {
			betas = append(betas, s.Schedule.Beta(t))
		}
	}
	p := plan{Sampling: o, cells: s.Grid.Size(), drawn: drawn}
	l := s.NewLevel()
	for i, beta := range betas {
		l.Move(i+1, beta)
		p.tests += 2 // walls and balance
		if drawn {
			p.tests += 2 // cells and the order of log f
		}
		for _, v := range l.LogF() {
			if s.Declared != nil && !math.IsInf(v, -1) {
				p.tests++
			}
		}
	}
	if chains > 1 && len(betas) > 1 {
		p.tests++
	}
	if s.Declared != nil {
		op := s.Declared.On(s.Grid)
		op.Aim(l)
		p.outcomes = mostOutcomes(laws.RowsOf(op, p.cells))
	}
	return p
}

// mostOutcomes is the largest number of outcomes of a row.
func mostOutcomes(rows [][]float64) int {
	most := 0
	for _, row := range rows {
		n := 0
		for _, p := range row {
			if p > 0 {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// String says how many moves the tests take.
func (o plan) String() string {
	say := fmt.Sprintf("to find a fault of %g in total variation with probability %g, at level %g over %d tests at "+
		"most (Holm), takes ", o.Fault, o.Power, o.Level, o.tests)
	if o.drawn {
		say += fmt.Sprintf("%d steps from draws of p, ", o.needed(o.cells))
	}
	say += fmt.Sprintf("moves worth %d draws of p for pT = p", o.neededForBalance(o.cells))
	if o.outcomes > 0 {
		say += fmt.Sprintf(", and from each cell %d moves, of which the declared kernel has %d outcomes at most",
			o.needed(o.outcomes), o.outcomes)
	}
	return say + fmt.Sprintf("; a move seen once in a million takes %d", evidence.NeededToSee(1e-6, o.Power))
}

// needed returns how many draws from a law on this many cells find the fault.
func (o plan) needed(cells int) int { return evidence.Needed(o.Fault, cells, o.level(), o.Power) }

// neededForBalance returns how many draws of p moves must be worth to find the fault.
func (o plan) neededForBalance(cells int) int {
	return evidence.NeededForBalance(o.Fault, cells, o.level(), o.Power)
}

// A test is one p-value.
type test struct {
	law     laws.Law
	p       float64
	witness string
	unclear string // the data that are too few; "" if there are enough
}

// settle corrects all p-values for their number (Holm), and makes one finding for each
// law, from its smallest p-value. A law that is kept is unclear if one of its tests has
// too few data.
func (v *Validation) settle(tests []test, o plan) {
	p := make([]float64, len(tests))
	for i, t := range tests {
		p[i] = t.p
	}
	for i, adjusted := range evidence.Holm(p) {
		t := tests[i]
		l := v.finding(t.law)
		if l == nil {
			v.Laws = append(v.Laws, laws.Finding{Law: t.law, OK: true, Value: 2, Limit: o.Level})
			l = &v.Laws[len(v.Laws)-1]
		}
		if adjusted < l.Value {
			l.Value, l.OK = adjusted, adjusted > o.Level
			if !l.Unclear || !l.OK {
				l.Witness = t.witness
			}
		}
		if t.unclear != "" && !l.Unclear {
			l.Unclear = true
			if l.OK {
				l.Witness = t.unclear
			}
		}
	}
	for i := range v.Laws {
		v.Laws[i].Unclear = v.Laws[i].Unclear && v.Laws[i].OK
	}
	v.noteApart()
	v.note("%v", o)
	v.note("values of these laws are p-values, corrected for %d tests (Holm); a sound kernel is accused with "+
		"probability %g at most", len(tests), o.Level)
}
