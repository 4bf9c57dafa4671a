package validation

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/grid/text"
)

// A Sampling says how moves of a kernel are drawn and tested.
type Sampling struct {
	Budget int     // the largest number of moves to ask for, with the moves of annealed chains
	Chains int     // the largest number of annealed chains each way
	Fault  float64 // the fault, in total variation, that the data should find
	Level  float64 // the largest probability that all tests together accuse a sound kernel
	Power  float64 // the probability that the fault is found
	Seed   uint64
	Doing  func(what string) // is told what other moves are asked for; nil tells nobody
}

// looks is the number of times that tests look at the growing data of a level.
//
// A test takes its smallest p-value of all looks, times their number. By Bonferroni's inequality the probability that
// this is at most u is at most u for a sound kernel, whatever ends the drawing: the number of looks is fixed
// beforehand, and a look that is not taken does not accuse. The price is small: the bound of NeededForBalance grows
// with the log of the level, so that 49 cells need 5% more moves than for a single look. Rules that lose less, such as
// O'Brien and Fleming's, need the joint distribution of the looks, which is not known for these tests.
const looks = 3

// growth is the factor by which the data grow from one look to the next. The first look sees 1/16 of them, and so finds
// a gross fault at a small part of the cost.
const growth = 4

// A plan has a sampling, with its tests and moves counted.
type plan struct {
	Sampling
	betas    []float64   // by level
	cells    int         // of the target
	tests    int         // the number of tests, which share the level
	outcomes int         // the most outcomes of a move of a tested row; 0 if no rows are tested
	looks    int         // the number of looks at the data of each level
	draws    float64     // how many draws of p a level needs
	alike    float64     // how many moves each cell with mass needs besides, however small its mass
	moves    float64     // how many moves decide every law, with those of the annealed chains; 0 if none are drawn
	needs    map[int]int // results of needed, by the number of cells
	scale    float64     // the share of moves that the budget allows, at most 1
	again    float64     // a second look has at most this many times the moves; 0 if the budget allows none
}

// drawn reports whether moves are asked for, and not read from a file.
func (p plan) drawn() bool { return p.moves > 0 }

// level returns the level for the smallest p-value of all tests (Holm) at one of the looks.
func (p plan) level() float64 { return p.Level / float64(p.tests*p.looks) }

// Plan returns how many moves decide every law at these betas, or at the schedule's if there are none. Sample asks for
// at most this number.
func (s Candidate) Plan(o Sampling, betas []float64) float64 { return s.plan(o, betas, true).moves }

// plan counts the tests and moves at these betas. drawn says that moves are asked for.
func (s Candidate) plan(o Sampling, betas []float64, drawn bool) plan {
	wholeSchedule := betas == nil
	if wholeSchedule {
		for t := 1; t <= s.T(); t++ {
			betas = append(betas, s.Schedule.Beta(t))
		}
	}
	p := plan{Sampling: o, betas: betas, cells: s.Grid.Size(), looks: 1, needs: map[int]int{}}
	p.outcomes = s.outcomes(betas)
	s.eachLevel(betas, func(l *chains.Level) {
		p.tests += 2 // walls and balance
		if drawn {
			p.tests += 2 // cells and the order of log f
		}
		rows := floats.Count(func(v float64) bool { return !math.IsInf(v, -1) }, l.LogF())
		if s.Declared != nil {
			p.tests += rows
		}
	})
	if !drawn {
		return p
	}
	p.looks = looks
	if !wholeSchedule || len(betas) < 2 || o.Chains < 2 {
		p.Chains = 0
	} else {
		p.tests++
	}
	p.draws = float64(max(p.neededForBalance(p.cells), p.needed(p.cells)))
	p.alike = max(math.Ceil(p.draws/float64(p.cells)), float64(p.needed(p.outcomes)))
	p.moves = 2 * float64(len(betas)-1) * float64(p.Chains)
	s.eachLevel(betas, func(l *chains.Level) {
		p.moves += p.draws
		for _, q := range chains.Normalized(l.LogF()) {
			p.moves += p.from(q)
		}
	})
	p.scale = min(1, float64(o.Budget)/p.moves)
	if left := float64(o.Budget)/p.moves - 1; left >= 1 {
		p.again = min(left, mostAgain)
	}
	if p.Chains = int(p.scale * float64(p.Chains)); p.Chains < 2 { // which have no spread
		p.Chains = 0
	}
	return p
}

func (s Candidate) eachLevel(betas []float64, visit func(l *chains.Level)) {
	l := s.NewLevel()
	for i, beta := range betas {
		l.Move(i+1, beta)
		visit(l)
	}
}

// from returns how many moves a level needs from a cell of this mass, besides the moves from draws of p. The draws of p
// are as many as the test of pT = p needs, which needs most by far. As many again start from all cells alike, because
// some faults are in cells of little mass. A cell has at least the moves that its row needs, and five standard
// deviations of its number among the draws, so that the cell does not have too few moves for pT = p.
func (p plan) from(mass float64) float64 {
	if mass == 0 {
		return 0
	}
	return max(p.alike, math.Ceil(5*math.Sqrt(p.draws*mass*(1-mass))))
}

// outcomes returns the largest number of outcomes that a move of the declared kernel has, at the first and the last
// beta; 0 if none is declared.
func (s Candidate) outcomes(betas []float64) int {
	most := 0
	if s.Declared == nil {
		return most
	}
	op := chains.On(s.Declared, s.Grid)
	s.eachLevel([]float64{betas[0], betas[len(betas)-1]}, func(l *chains.Level) {
		op.Aim(l)
		for _, row := range laws.RowsOf(op, s.Grid.Size()) {
			most = max(most, floats.Count(func(p float64) bool { return p > 0 }, row))
		}
	})
	return most
}

// String returns how many moves find a fault.
func (p plan) String() string {
	say := fmt.Sprintf("a fault of %g in total variation is found with probability %g by ", p.Fault, p.Power)
	if p.drawn() {
		say += fmt.Sprintf("%s steps from draws of p, ", text.Thousands(p.needed(p.cells)))
	}
	say += fmt.Sprintf("moves worth %s draws of p for pT = p", text.Thousands(p.neededForBalance(p.cells)))
	if p.outcomes > 0 {
		say += fmt.Sprintf(", and %s moves from each cell with %d outcomes at most",
			text.Thousands(p.needed(p.outcomes)), p.outcomes)
	}
	return say
}

// needed returns how many draws from a distribution on this many cells find the fault. It keeps its results, which take
// milliseconds, because every level needs them.
func (p plan) needed(cells int) int {
	if _, ok := p.needs[cells]; !ok {
		p.needs[cells] = evidence.Needed(p.Fault, cells, p.level(), p.Power)
	}
	return p.needs[cells]
}

// neededForBalance returns how many draws of p the moves must be worth to find the fault in pT = p.
func (p plan) neededForBalance(cells int) int {
	return evidence.NeededForBalance(p.Fault, cells, p.level(), p.Power)
}

// mostAgain bounds the moves of a second look at the levels in doubt, in times of the first look's.
const mostAgain = 4

// twice returns the levels of a sampling with a second look.
func (p plan) twice() evidence.Twice { return evidence.NewTwice(p.Level) }

// limit returns the largest p-value that accuses, which depends on whether there may be a second look.
func (p plan) limit() float64 {
	if p.again > 0 {
		return p.twice().Limit
	}
	return p.Level
}
