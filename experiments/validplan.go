package experiments

import (
	"fmt"
	"math"

	"breadboard/chains/evidence"
)

// Watching is how samples of a kernel are drawn and judged.
type Watching struct {
	Moves int     // asked for at each beta, half of them from draws of p, half from each cell alike
	Fault float64 // in total variation: the size of fault that there should be data enough to find
	Level float64 // the probability that a sound kernel is accused, by all tests together
	Power float64 // with which the fault is to be found
	Seed  uint64

	cells, tests int  // tests among which the level is shared; 0 where each is judged alone
	outcomes     int  // of one move of the declared kernel at most; 0 where none is declared
	drawn        bool // moves from draws of p are asked for
}

// level is what is left for the first of all tests to accuse (Holm).
func (o Watching) level() float64 { return o.Level / float64(max(1, o.tests)) }

// Plan says, before anything is run, how many moves it takes at each of these betas,
// or at those of the schedule where none are given, if so many annealed chains are
// run too.
func (s Candidate) Plan(o Watching, betas []float64, chains int) string {
	return s.planned(o, betas, true, chains).plan()
}

// planned is o with the tests counted that there will be at these betas.
func (s Candidate) planned(o Watching, betas []float64, drawn bool, chains int) Watching {
	if betas == nil {
		for t := 1; t <= s.T(); t++ {
			betas = append(betas, s.Schedule.Beta(t))
		}
	}
	o.cells, o.tests, o.drawn = s.Grid.Size(), 0, drawn
	l := s.NewLevel()
	for i, beta := range betas {
		l.Move(i+1, beta)
		o.tests += 2 // walls and balance
		if drawn {
			o.tests += 2 // cells and the order of log f
		}
		for _, v := range l.LogF() {
			if s.Declared != nil && !math.IsInf(v, -1) {
				o.tests++
			}
		}
	}
	if chains > 1 && len(betas) > 1 {
		o.tests++
	}
	if s.Declared != nil {
		op := s.Declared.On(s.Grid)
		op.Aim(l)
		o.outcomes = widest(written(op, o.cells))
	}
	return o
}

// widest is the largest number of outcomes that a row has.
func widest(rows [][]float64) int {
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

// plan is Plan, of tests that are counted.
func (o Watching) plan() string {
	say := fmt.Sprintf("to find a fault of %g in total variation with probability %g, at level %g over %d tests at most (Holm), takes ", o.Fault, o.Power, o.Level, o.tests)
	if o.drawn {
		say += fmt.Sprintf("%d steps from draws of p, ", evidence.Needed(o.Fault, o.cells, o.level(), o.Power))
	}
	say += fmt.Sprintf("moves worth %d draws of p for pT = p", evidence.NeededForBalance(o.Fault, o.cells, o.level(), o.Power))
	if o.outcomes > 0 {
		say += fmt.Sprintf(", and from each cell %d moves, of which the declared kernel has %d outcomes at most", evidence.Needed(o.Fault, o.outcomes, o.level(), o.Power), o.outcomes)
	}
	return say + fmt.Sprintf("; a move seen once in a million takes %d", evidence.NeededToSee(1e-6, o.Power))
}
