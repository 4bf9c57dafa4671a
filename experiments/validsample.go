package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
)

// The laws of which only samples are seen. Their values are p-values, corrected for
// how many there are, and the limit is the level that they must not fall below.
const (
	LawSeenWalls    = "no cell without mass is seen entered"
	LawSeenDraws    = "steps from draws of p are draws of p"
	LawSeenRank     = "steps from draws of p do not drift in log f"
	LawSeenBalance  = "pT = p, by the counted moves"
	LawSeenRows     = "moves are the declared kernel's"
	LawSeenSandwich = "E_rev[log w] >= E_fwd[log w], estimated"
)

// A test is one p-value.
type test struct {
	law     string
	p       float64
	witness string
	unclear string // what there is too little of
}

// Watch asks m for moves at every beta of the candidate's schedule and tests them; the
// candidate's kernel is not looked at, but its Declared one. With chains it also runs
// annealed ones up the betas and down again. The error is m's or ctx's.
func (s Candidate) Watch(ctx context.Context, m outside.Mover, o Watching, chains int, progress Progress) (Validation, error) {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), Sampled: true}
	var tests []test
	T := s.T()
	o = s.planned(o, nil, true, chains)
	up := newRun(s, o, chains)
	for t := 1; t <= T; t++ {
		at, err := s.watchAt(ctx, m, t, s.Schedule.Beta(t), o, &v)
		if err != nil {
			return v, err
		}
		tests = append(tests, at...)
		if err := up.climb(ctx, m, t); err != nil {
			return v, err
		}
		if progress != nil {
			progress(t, T+T/4)
		}
	}
	if chains > 1 && T > 1 {
		down := newRun(s, o, chains)
		if err := down.descend(ctx, m); err != nil {
			return v, err
		}
		whole := sandwiched(up.logw, down.logw)
		if whole.p <= o.Level {
			whole.witness += up.breaks(1, o.Level) + down.breaks(-1, o.Level)
		}
		tests = append(tests, whole)
	}
	v.settle(tests, o)
	return v, nil
}

// WatchAt is Watch at one beta.
func (s Candidate) WatchAt(ctx context.Context, m outside.Mover, beta float64, o Watching) (Validation, error) {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), Sampled: true}
	o = s.planned(o, []float64{beta}, true, 0)
	tests, err := s.watchAt(ctx, m, 1, beta, o, &v)
	v.settle(tests, o)
	return v, err
}

// watchAt draws half the moves from draws of p and half from each cell alike, and
// returns what they say.
func (s Candidate) watchAt(ctx context.Context, m outside.Mover, t int, beta float64, o Watching, v *Validation) ([]test, error) {
	w := newWatched(s, t, beta, o)
	if err := m.Aim(ctx, beta, w.logf); err != nil {
		return nil, err
	}
	states, next := make([]int, o.Moves/2), make([]int, o.Moves/2)
	drawn := evidence.NewTally(len(w.p))
	for i := range states {
		states[i] = w.dice.Pick(w.p)
	}
	if err := m.Move(ctx, next, states); err != nil {
		return nil, err
	}
	for i, x := range states {
		drawn.Add(x, next[i])
		w.all.Add(x, next[i])
	}
	var mass []int
	for x, p := range w.p {
		if p > 0 {
			mass = append(mass, x)
		}
	}
	for i := range states {
		states[i] = mass[i%len(mass)]
	}
	if err := m.Move(ctx, next, states); err != nil {
		return nil, err
	}
	for i, x := range states {
		w.all.Add(x, next[i])
	}
	v.Moves += w.all.Moves()
	v.Levels = append(v.Levels, LevelReport{T: t, Beta: beta, P: w.p})
	v.reversible(w, drawn)
	v.parted(w)
	return append(w.draws(drawn), w.moves()...), nil
}

// Count tests moves that were seen at one beta, wherever they began.
func (s Candidate) Count(seen *evidence.Tally, beta float64, o Watching) Validation {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), Sampled: true, Moves: seen.Moves()}
	o = s.planned(o, []float64{beta}, false, 0)
	w := newWatched(s, 1, beta, o)
	w.all = seen
	v.Levels = []LevelReport{{T: 1, Beta: beta, P: w.p}}
	v.parted(w)
	v.settle(w.moves(), o)
	return v
}

// watched is one beta at which moves are counted.
type watched struct {
	Candidate
	o       Watching
	beta    float64
	logf, p []float64
	rows    [][]float64 // of the declared kernel; nil where there is none
	all     *evidence.Tally
	dice    chains.Dice
	needs   map[int]int // moves from a cell, by how many outcomes it has
}

func newWatched(s Candidate, t int, beta float64, o Watching) *watched {
	l := s.NewLevel()
	l.Move(t, beta)
	w := &watched{Candidate: s, o: o, beta: beta, logf: slices.Clone(l.LogF()), all: evidence.NewTally(s.Grid.Size()), needs: map[int]int{},
		dice: sample.Seeded(o.Seed, uint64(t), math.Float64bits(beta))}
	logZ := floats.LogSumExp(w.logf)
	for _, v := range w.logf {
		w.p = append(w.p, math.Exp(v-logZ))
	}
	floats.Scale(1/floats.Sum(w.p), w.p)
	if s.Declared != nil {
		op := s.Declared.On(s.Grid)
		op.Aim(l)
		w.rows = written(op, len(w.p))
	}
	return w
}

// test is one at this beta.
func (w *watched) test(law string, p float64, format string, args ...any) test {
	return test{law: law, p: p, witness: fmt.Sprintf("at beta = %.6g ", w.beta) + fmt.Sprintf(format, args...)}
}

// draws are the tests of steps from draws of p: of all cells, and of the order of
// log f.
func (w *watched) draws(seen *evidence.Tally) []test {
	to := seen.To()
	say := func(law string, f evidence.Fit) test {
		t := w.test(law, f.P, "%s is entered %d times, %.6g expected (%s)", w.cell(f.Worst), to[f.Worst], float64(f.N)*w.p[f.Worst], f.How())
		if need := evidence.Needed(w.o.Fault, max(f.Cells, 2), w.o.level(), w.o.Power); f.N < need {
			t.unclear = fmt.Sprintf("at beta = %.6g %d steps, and %d find a fault of %g", w.beta, f.N, need, w.o.Fault)
		}
		return t
	}
	return []test{
		say(LawSeenDraws, evidence.Multinomial(to, w.p, w.o.level(), w.dice)),
		say(LawSeenRank, evidence.MidRank(to, w.p, w.logf)),
	}
}

// moves are the tests of moves from anywhere.
func (w *watched) moves() []test {
	tests := []test{w.walls()}
	fit, unseen := w.all.Balance(w.p)
	balance := w.test(LawSeenBalance, fit.P, "%s is off most (p = %.3g)", w.cell(fit.Worst), fit.P)
	if unseen > w.o.Fault {
		balance.unclear = fmt.Sprintf("at beta = %.6g no move is seen from cells of mass %.3g", w.beta, unseen)
	} else if need := evidence.NeededForBalance(w.o.Fault, fit.Cells, w.o.level(), w.o.Power); fit.N < need {
		balance.unclear = fmt.Sprintf("at beta = %.6g the moves are worth %d draws of p, and %d find a fault of %g", w.beta, fit.N, need, w.o.Fault)
	}
	tests = append(tests, balance)
	if w.rows != nil {
		tests = append(tests, w.declaredRows()...)
	}
	return tests
}

// walls finds a move into a cell without mass, of which one is enough.
func (w *watched) walls() test {
	for at, n := range w.all.All() {
		if x, y := at[0], at[1]; x != y && math.IsInf(w.logf[y], -1) {
			return w.test(LawSeenWalls, 0, "%s, which has no mass: %d times", w.pair(x, y), n)
		}
	}
	return test{law: LawSeenWalls, p: 1}
}

// declaredRows tests every row from which a move was seen against the declared
// kernel's.
func (w *watched) declaredRows() []test {
	var tests []test
	short, first := 0, ""
	for x, p := range w.p {
		if p == 0 {
			continue
		}
		row := slices.Clone(w.rows[x])
		floats.Scale(1/floats.Sum(row), row)
		n := w.all.From(x)
		f := evidence.Multinomial(w.all.Row(x), row, w.o.level(), w.dice)
		if f.Cells > 1 && n < w.needed(f.Cells) {
			if short++; first == "" {
				first = fmt.Sprintf("%d from %s", n, w.cell(x))
			}
		}
		if n > 0 {
			tests = append(tests, w.test(LawSeenRows, f.P, "%s %d of %d times, %.6g expected (%s)", w.pair(x, f.Worst), w.all.Count(x, f.Worst), n, float64(n)*row[f.Worst], f.How()))
		}
	}
	if tests == nil {
		tests = []test{{law: LawSeenRows, p: 1}}
	}
	if short > 0 {
		tests[0].unclear = fmt.Sprintf("at beta = %.6g too few moves to find a fault of %g from %d cells, as %s", w.beta, w.o.Fault, short, first)
	}
	return tests
}

// needed is how many moves it takes from a cell with so many outcomes.
func (w *watched) needed(outcomes int) int {
	if n, ok := w.needs[outcomes]; ok {
		return n
	}
	n := evidence.Needed(w.o.Fault, outcomes, w.o.level(), w.o.Power)
	w.needs[outcomes] = n
	return n
}
