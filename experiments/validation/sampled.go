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
	"breadboard/chains/outside"
	"breadboard/chains/sample"
	"breadboard/experiments"
)

// Sample asks m for moves at every beta of the candidate's schedule, and tests them. Of
// the candidate's kernels it looks at Declared alone. With chains, it also runs annealed
// chains up the betas and down again. The error is m's or ctx's.
func (s Candidate) Sample(ctx context.Context, m outside.Mover, o Sampling, chains int,
	progress experiments.Progress) (Validation, error) {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), Sampled: true}
	var tests []test
	T, p := s.T(), s.plan(o, nil, true, chains)
	up := newAnnealed(s, p, chains)
	for t := 1; t <= T; t++ {
		at, err := v.sampleLevel(ctx, m, t, s.Schedule.Beta(t), p)
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
		down := newAnnealed(s, p, chains)
		if err := down.descend(ctx, m); err != nil {
			return v, err
		}
		whole := sandwiched(up.logw, down.logw)
		if whole.p <= o.Level {
			whole.witness += up.breaks(o.Level) + down.breaks(o.Level)
		}
		tests = append(tests, whole)
	}
	v.settle(tests, p)
	return v, nil
}

// SampleAt is Sample at one beta.
func (s Candidate) SampleAt(ctx context.Context, m outside.Mover, beta float64, o Sampling) (Validation, error) {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), Sampled: true}
	p := s.plan(o, []float64{beta}, true, 0)
	tests, err := v.sampleLevel(ctx, m, 1, beta, p)
	v.settle(tests, p)
	return v, err
}

// Count tests moves that were seen at one beta, wherever they began.
func (s Candidate) Count(seen *evidence.Tally, beta float64, o Sampling) Validation {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), Sampled: true}
	p := s.plan(o, []float64{beta}, false, 0)
	w := newWatched(s, 1, beta, p)
	w.all = seen
	v.seen(w)
	v.settle(w.moves(), p)
	return v
}

// sampleLevel asks for moves at one level, half of them from draws of p and half from
// each cell alike, and returns what they say.
func (v *Validation) sampleLevel(ctx context.Context, m outside.Mover, t int, beta float64, o plan) ([]test, error) {
	w := newWatched(v.Candidate, t, beta, o)
	if err := m.Aim(ctx, beta, w.LogF); err != nil {
		return nil, err
	}
	states, next := make([]int, o.Moves/2), make([]int, o.Moves/2)
	drawn := evidence.NewTally(len(w.P))
	for i := range states {
		states[i] = w.dice.Pick(w.P)
	}
	if err := m.Move(ctx, next, states); err != nil {
		return nil, err
	}
	for i, x := range states {
		drawn.Add(x, next[i])
		w.all.Add(x, next[i])
	}
	var mass []int
	for x, p := range w.P {
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
	v.noteFlow(w, drawn)
	v.seen(w)
	return append(w.draws(drawn), w.moves()...), nil
}

// seen adds a level at which moves were seen.
func (v *Validation) seen(w *watched) {
	v.Moves += w.all.Moves()
	v.Levels = append(v.Levels, Level{T: w.Written.T, Beta: w.Beta, P: w.P})
	if say := w.apart(); say != "" {
		v.apart = append(v.apart, say)
	}
}

// A watched is one level at which moves are counted.
type watched struct {
	Candidate
	*laws.Written
	o        plan
	declared [][]float64     // the declared kernel's rows; nil if there is none
	all      *evidence.Tally // of all moves
	dice     chains.Dice
	needs    map[int]int // moves from a cell, by how many outcomes it has
}

func newWatched(s Candidate, t int, beta float64, o plan) *watched {
	written, l := s.at(t, beta)
	floats.Scale(1/floats.Sum(written.P), written.P)
	w := &watched{Candidate: s, Written: written, o: o, all: evidence.NewTally(s.Grid.Size()), needs: map[int]int{},
		dice: sample.Seeded(o.Seed, uint64(t), math.Float64bits(beta))}
	if s.Declared != nil {
		op := s.Declared.On(s.Grid)
		op.Aim(l)
		w.declared = laws.RowsOf(op, len(w.P))
	}
	return w
}

func (w *watched) cell(x int) string    { return w.Candidate.cell(x) }
func (w *watched) pair(x, y int) string { return w.Candidate.pair(x, y) }
func (w *watched) T() int               { return w.Candidate.T() }

// test returns a test at this beta.
func (w *watched) test(law laws.Law, p float64, format string, args ...any) test {
	return test{law: law, p: p, witness: w.say(format, args...)}
}

// say says something about this beta.
func (w *watched) say(format string, args ...any) string {
	return fmt.Sprintf("at beta = %.6g ", w.Beta) + fmt.Sprintf(format, args...)
}

// draws tests steps from draws of p: as draws of p, and by the order of log f.
func (w *watched) draws(seen *evidence.Tally) []test {
	to := seen.To()
	say := func(law laws.Law, f evidence.Fit) test {
		t := w.test(law, f.P, "%s is entered %d times, %.6g expected (%s)", w.cell(f.Worst), to[f.Worst],
			float64(f.N)*w.P[f.Worst], f.How())
		if need := w.o.needed(max(f.Cells, 2)); f.N < need {
			t.unclear = w.say("%d steps, and %d find a fault of %g", f.N, need, w.o.Fault)
		}
		return t
	}
	return []test{
		say(laws.SeenDraws, evidence.Multinomial(to, w.P, w.o.level(), w.dice)),
		say(laws.SeenRank, evidence.MidRank(to, w.P, w.LogF)),
	}
}

// moves tests moves from anywhere.
func (w *watched) moves() []test {
	tests := []test{w.walls(), w.balance()}
	if w.declared != nil {
		tests = append(tests, w.rows()...)
	}
	return tests
}

// walls looks for a move into a cell without mass; one is enough.
func (w *watched) walls() test {
	for at, n := range w.all.All() {
		if x, y := at[0], at[1]; x != y && math.IsInf(w.LogF[y], -1) {
			return w.test(laws.SeenWalls, 0, "%s, which has no mass: %d times", w.pair(x, y), n)
		}
	}
	return test{law: laws.SeenWalls, p: 1}
}

// balance tests pT = p.
func (w *watched) balance() test {
	fit, unseen := w.all.Balance(w.P)
	t := w.test(laws.SeenBalance, fit.P, "%s is off most (p = %.3g)", w.cell(fit.Worst), fit.P)
	if unseen > w.o.Fault {
		t.unclear = w.say("no move is seen from cells of mass %.3g", unseen)
	} else if need := w.o.neededForBalance(fit.Cells); fit.N < need {
		t.unclear = w.say("the moves are worth %d draws of p, and %d find a fault of %g", fit.N, need, w.o.Fault)
	}
	return t
}

// rows tests every row from which a move was seen against the declared kernel's.
func (w *watched) rows() []test {
	var tests []test
	short, first := 0, ""
	for x, p := range w.P {
		if p == 0 {
			continue
		}
		row := slices.Clone(w.declared[x])
		floats.Scale(1/floats.Sum(row), row)
		n := w.all.From(x)
		f := evidence.Multinomial(w.all.Row(x), row, w.o.level(), w.dice)
		if f.Cells > 1 && n < w.needed(f.Cells) {
			if short++; first == "" {
				first = fmt.Sprintf("%d from %s", n, w.cell(x))
			}
		}
		if n > 0 {
			tests = append(tests, w.test(laws.SeenRows, f.P, "%s %d of %d times, %.6g expected (%s)",
				w.pair(x, f.Worst), w.all.Count(x, f.Worst), n, float64(n)*row[f.Worst], f.How()))
		}
	}
	if tests == nil {
		tests = []test{{law: laws.SeenRows, p: 1}}
	}
	if short > 0 {
		tests[0].unclear = w.say("too few moves to find a fault of %g from %d cells, as %s", w.o.Fault, short, first)
	}
	return tests
}

// needed returns how many moves from a cell with so many outcomes find the fault.
func (w *watched) needed(outcomes int) int {
	if n, ok := w.needs[outcomes]; ok {
		return n
	}
	n := w.o.needed(outcomes)
	w.needs[outcomes] = n
	return n
}
