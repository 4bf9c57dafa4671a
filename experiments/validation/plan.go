package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/grid/text"
)

// A Sampling says how samples of a kernel are drawn and tested.
type Sampling struct {
	Budget int     // the largest number of moves to ask for, those of annealed chains among them
	Chains int     // the largest number of annealed chains each way
	Fault  float64 // the fault, in total variation, that the data should suffice to find
	Level  float64 // the largest probability with which all tests together accuse a sound kernel
	Power  float64 // the probability that the fault is found
	Seed   uint64
}

// looks is the number of times that tests look at the growing data of a level.
//
// A test takes its smallest p-value of all looks, times their number. By Bonferroni's
// inequality the probability that this is at most u is at most u for a sound kernel,
// whatever ends the drawing: the number of looks is fixed beforehand, and a look that is
// not taken accuses nobody. The price is small: the bound of NeededForBalance grows with
// the log of the level, so that 49 cells need 5% more moves than for a single look. Rules
// that lose less, such as O'Brien and Fleming's, need the joint law of the looks, which is
// not known for these tests.
const looks = 3

// growth is the factor by which the data grow from one look to the next. The first look
// sees 1/16 of them, so a gross fault is found at a small part of the cost.
const growth = 4

// A plan is a sampling with its tests and moves counted.
type plan struct {
	Sampling
	betas    []float64   // by level
	cells    int         // of the target
	tests    int         // the number that share the level; 0 if each is judged alone
	outcomes int         // the most that one move of a tested row has; 0 if no rows are tested
	whose    string      // the declared kernel, or a line that is redrawn
	looks    int         // at the data of a level; 0 is one
	draws    float64     // of p that a level needs, and
	alike    float64     // moves from each of its cells
	moves    float64     // that decide every law, those of the annealed chains among them
	needs    map[int]int // needed's results
	scale    float64     // the part of these that the budget allows
	again    float64     // how many times as many it allows besides, for a second look; 0 if that is less than once
}

// drawn reports whether moves are asked for, and not read.
func (o plan) drawn() bool { return o.moves > 0 }

// level is the level for the smallest p-value of all tests (Holm) at one of the looks.
func (o plan) level() float64 { return o.Level / float64(max(1, o.tests)*max(1, o.looks)) }

// Plan returns how many moves decide every law at these betas, or, if none are given, at the
// schedule's. Sample asks for this number at most.
func (s Candidate) Plan(o Sampling, betas []float64) float64 { return s.plan(o, betas, true).moves }

// plan counts the tests and moves at these betas. Only a kernel that can be asked is drawn
// from.
func (s Candidate) plan(o Sampling, betas []float64, drawn bool) plan {
	whole := betas == nil
	if whole {
		for t := 1; t <= s.T(); t++ {
			betas = append(betas, s.Schedule.Beta(t))
		}
	}
	p := plan{Sampling: o, betas: betas, cells: s.Grid.Size(), looks: 1, needs: map[int]int{}}
	p.outcomes, p.whose = s.outcomes(betas), "the declared kernel"
	if s.Declared == nil {
		p.whose = "a line"
	}
	s.eachLevel(betas, func(l *chains.Level) {
		p.tests += 2 // walls and balance
		if drawn {
			p.tests += 2 // cells and the order of log f
		}
		rows := floats.Count(func(v float64) bool { return !math.IsInf(v, -1) }, l.LogF())
		if s.Declared != nil {
			p.tests += rows
		}
		if s.Redraws != 0 {
			p.tests += rows
		}
	})
	if !drawn {
		return p
	}
	p.looks = looks
	if !whole || len(betas) < 2 || o.Chains < 2 {
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

// from returns how many moves a level needs from a cell of this mass, besides those that its
// draws of p make from there. The draws of p are as many as pT = p takes, which takes most by
// far. As many again start from all cells alike, because some faults are in cells of little
// mass. A cell has at least what its row takes, and five standard deviations of its number
// among the draws, so that its number in all does not fall short of what pT = p takes.
func (o plan) from(mass float64) float64 {
	if mass == 0 {
		return 0
	}
	return max(o.alike, math.Ceil(5*math.Sqrt(o.draws*mass*(1-mass))))
}

// outcomes returns the largest number of outcomes that a move of the declared kernel has, at the first and the last
// beta, or one along a line that is redrawn; 0 if none is declared or redrawn.
func (s Candidate) outcomes(betas []float64) int {
	most := 0
	if s.Redraws != 0 {
		most = slices.Max(s.Grid.Lens())
	}
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

// String says how many moves find a fault.
func (o plan) String() string {
	say := fmt.Sprintf("a fault of %g in total variation is found with probability %g by ", o.Fault, o.Power)
	if o.drawn() {
		say += fmt.Sprintf("%s steps from draws of p, ", text.Thousands(o.needed(o.cells)))
	}
	say += fmt.Sprintf("moves worth %s draws of p for pT = p", text.Thousands(o.neededForBalance(o.cells)))
	if o.outcomes > 0 {
		say += fmt.Sprintf(", and %s moves from each cell, of which %s has %d outcomes at most",
			text.Thousands(o.needed(o.outcomes)), o.whose, o.outcomes)
	}
	toSee := math.Ceil(math.Log1p(-o.Power) / math.Log1p(-1e-6))
	return say + fmt.Sprintf("; a move seen once in a million takes %s", text.Thousands(int(toSee)))
}

// needed returns how many draws from a law on this many cells find the fault. It takes
// milliseconds to compute, and is needed at every level.
func (o plan) needed(cells int) int {
	if _, ok := o.needs[cells]; !ok {
		o.needs[cells] = evidence.Needed(o.Fault, cells, o.level(), o.Power)
	}
	return o.needs[cells]
}

// neededForBalance returns how many draws of p moves must be worth to find the fault.
func (o plan) neededForBalance(cells int) int {
	return evidence.NeededForBalance(o.Fault, cells, o.level(), o.Power)
}

// A test is one p-value.
type test struct {
	law     laws.Law
	p       float64
	witness string
	level   int     // the number of the beta, from 1; 0 for annealed chains
	first   float64 // the p-value of the first look, corrected for all tests, if there was a second; otherwise 0
	both    float64 // then that of both looks
	finds   float64 // the least fault, in total variation, that these data find; above 1 if none; 0 if it takes no data
	short   float64 // how many times the data it takes to find the fault; above 1 if they are too few
	unclear string  // what is too few; "" if there are enough
	left    bool    // it was not made, for lack of time
}

// settle corrects all p-values for their number (Holm), and makes one finding for each law,
// from its smallest p-value. A law that is kept is unclear if one of its tests has too few
// data. The finding then names the test that is shortest of data.
func (v *Validation) settle(ctx context.Context, tests []test, o plan) {
	limit := o.limit() // of every law: the table shows it, and the verdict and the notes say it
	v.needMoves(v.findWorst(tests, limit), o)
	v.Fault = o.Fault
	v.plan = o
	v.tests = tests
	v.Laws = append(v.Laws, v.seenStructure()...)
	v.leaveTests()
	v.suspect(ctx)
	if o.drawn() {
		v.Budget = o.Budget
		v.Enough = roundUp(o.moves)
	}
	if n := len(v.apart); n > 0 {
		also := ""
		if len(v.Levels) > 1 {
			also = fmt.Sprintf("; so it is at %d of %d betas", n, len(v.Levels))
		}
		v.note("%s%s", v.apart[0], also)
	}
	v.note("%v", o)
	v.noteTests(tests, o, limit)
}

// findWorst makes the finding of each law: of its test with the least p-value, corrected for all tests. It returns how
// many times as many moves the unclear laws need.
func (v *Validation) findWorst(tests []test, limit float64) (short map[laws.Law]float64) {
	short = map[laws.Law]float64{}
	for i, value := range adjusted(tests) {
		t := tests[i]
		if t.first > 0 {
			value = t.both
		}
		l := v.finding(t.law)
		if l == nil {
			v.Laws = append(v.Laws, laws.Finding{Law: t.law, OK: true, Value: 2, Limit: limit})
			l = &v.Laws[len(v.Laws)-1]
		}
		if value < l.Value {
			l.Value = value
			l.OK = value > limit
			if !l.Unclear || !l.OK {
				l.Witness = t.witness
			}
		}
		if t.unclear != "" && l.OK && !(t.short <= short[t.law]) {
			short[t.law] = t.short
			l.Unclear = true
			l.Witness = t.unclear
		}
	}
	return short
}

// needMoves says of each law that is still unclear how many moves it needs.
func (v *Validation) needMoves(short map[laws.Law]float64, o plan) {
	for i := range v.Laws {
		l := &v.Laws[i]
		l.Unclear = l.Unclear && l.OK
		if !l.Unclear {
			continue
		}
		needs := short[l.Law] * float64(v.Moves) // if they come as those seen did
		if o.moves > 0 && !(needs <= o.moves) {
			needs = o.moves
		}
		if l.Needs = roundUp(needs); l.Needs > 0 {
			l.Witness += fmt.Sprintf(" (about %s moves in all)", text.Thousands(l.Needs))
		}
	}
}

// noteTests says what the p-values of the laws are corrected for, and which tests were in doubt at first.
func (v *Validation) noteTests(tests []test, o plan, limit float64) {
	looks, again := "", ""
	if o.looks > 1 {
		looks = fmt.Sprintf(" and %d looks (Bonferroni)", o.looks)
	}
	if o.again > 0 {
		by := o.twice()
		again = fmt.Sprintf("; one from %g to %g is asked again on fresh moves", by.Clear, by.Doubted)
	}
	v.note("values of these laws are p-values, corrected for %d tests (Holm)%s%s; a sound kernel is accused with "+
		"probability %g at most", len(tests), looks, again, limit)
	for _, t := range tests {
		if t.first > 0 && t.both > limit {
			v.note("%q was in doubt at first (p = %.2g), and asked again on fresh moves it is not: %s", t.law, t.first,
				t.witness)
		}
	}
}

// roundUp rounds up to two digits. It returns 0 for what is no int.
func roundUp(n float64) int {
	if !(n > 0 && n < math.MaxInt64/16) {
		return 0
	}
	unit := math.Pow(10, max(0, math.Floor(math.Log10(n))-1))
	return int(math.Ceil(n/unit) * unit)
}
