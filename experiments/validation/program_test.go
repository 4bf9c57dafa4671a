package validation

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/validation/cause"
)

// Seeded returns the annealing with the bug in its kernel or in its matrices.
func Seeded(b Bug) Candidate {
	sound := Candidate{Annealing: sound()}
	a, declared := sound.Annealing, b.Declared
	if b.Kernel != nil {
		a.Kernel = b.Kernel
	}
	if declared == nil && !b.Undeclared {
		declared = sound.Kernel
	}
	s := Candidate{Name: b.Name, Annealing: a, Base: a, Declared: declared}
	if b.Rows != nil {
		s.Given = func(t int) [][]float64 {
			return b.Rows(sound.write(t, sound.Schedule.Beta(t), sound.Kernel.On(sound.Grid)).Rows)
		}
	}
	return s
}

// Caught is Run of the annealing with the bug in it. If the bug is in a program and not in
// the kernel, no candidate can have it: its chains are then run here, over the same laws.
func Caught(ctx context.Context, b Bug) (Validation, error) {
	v, err := Run(ctx, Seeded(b), nil)
	if err != nil || b.Start == nil && b.ReverseStart == nil && b.Forward == nil && b.Reverse == nil {
		return v, err
	}
	res, err := exact.Run(ctx, v.Candidate.Annealing)
	if err != nil {
		return v, err
	}
	p := newProgram(v.Candidate, b)
	up, down, found := p.laws()
	bound := *v.finding(laws.BoundsJ)
	v.Laws = append(v.Laws[:len(v.Levels[0].Laws)], found...)
	v.Laws = append(v.Laws, bound, laws.TwoFormulasOf(up, down, res.Pairwise.Jeffreys()))
	return v, nil
}

// A program runs a candidate's chains with a wrong start or wrong weights.
type program struct {
	Candidate
	Bug
	levels                 []*laws.Written
	forwardFrom, reverseOf []float64 // the laws that chains start from
}

func newProgram(s Candidate, b Bug) *program {
	p := &program{Candidate: s, Bug: b}
	op := s.Kernel.On(s.Grid)
	for t := 1; t <= s.T(); t++ {
		p.levels = append(p.levels, s.write(t, s.Schedule.Beta(t), op))
	}
	p.forwardFrom, p.reverseOf = p.levels[0].P, p.levels[s.T()-1].P
	if b.Start != nil {
		p.forwardFrom = b.Start(p.forwardFrom)
	}
	if b.ReverseStart != nil {
		p.reverseOf = b.ReverseStart(p.reverseOf)
	}
	return p
}

// into returns the step to level t.
func (p *program) into(t int) laws.Step {
	step := p.step(p.levels[t-2], p.levels[t-1])
	sound := step
	if p.Forward != nil {
		step.Forward = p.Forward(sound)
	}
	if p.Reverse != nil {
		step.Reverse = p.Reverse(sound)
	}
	return step
}

// laws runs both chains, and returns what is found.
func (p *program) laws() (up, down *laws.Chain, found []laws.Finding) {
	T := p.T()
	var flow laws.Flow
	up, down = laws.NewChain(p.forwardFrom, T, 0, 0), laws.NewChain(p.reverseOf, T, 0, 0)
	for t := 2; t <= T; t++ {
		flow.See(p.into(t))
		up.Up(p.into(t))
	}
	for t := T; t >= 2; t-- {
		down.Down(p.into(t))
	}
	found = p.chainLaws(up, down, flow)
	if p.Forward != nil || p.Reverse != nil {
		found = slices.Insert(found, slices.IndexFunc(found, func(f laws.Finding) bool { return f.Law == laws.Crooks }),
			flow.OneWeight())
	}
	if p.ReverseStart != nil {
		found = slices.Insert(found, 0, p.levels[T-1].Starts(laws.ReverseStart, p.reverseOf))
	}
	if p.Start != nil {
		found = slices.Insert(found, 0, p.levels[0].Starts(laws.Start, p.forwardFrom))
	}
	return up, down, found
}

// A rowMover moves by a candidate's rows, level by level: forward, or back.
type rowMover struct {
	*program
	dice chains.Dice
	to   [][]int     // by cell: the cells that it may go to
	odds [][]float64 // and with what odds
}

func newRowMover(s Candidate, b Bug, seed uint64) *rowMover {
	m := &rowMover{program: newProgram(s, b), dice: sample.Seeded(seed, 77)}
	m.use(m.levels[s.T()-1].Rows)
	return m
}

// Aim does nothing: the candidate knows better.
func (m *rowMover) Aim(context.Context, float64, []float64) error { return nil }

// use takes steps by these rows. What is no probability is 0 in them, and what is left
// of 1 stays.
func (m *rowMover) use(rows [][]float64) {
	m.to, m.odds = make([][]int, len(rows)), make([][]float64, len(rows))
	for x, row := range rows {
		stay := 1.0
		for y, p := range row {
			if y != x && p > 0 && !math.IsInf(p, 1) {
				m.to[x], m.odds[x] = append(m.to[x], y), append(m.odds[x], p)
				stay -= p
			}
		}
		if stay > 0 {
			m.to[x], m.odds[x] = append(m.to[x], x), append(m.odds[x], stay)
		}
	}
}

// Move draws.
func (m *rowMover) Move(ctx context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = m.to[x][m.dice.Pick(m.odds[x])]
	}
	return ctx.Err()
}

// chains runs n chains each way by the program's own starts and weights, and tests their
// estimates.
func (m *rowMover) chains(ctx context.Context, n int) ([]test, error) {
	up, err := m.weights(ctx, n, m.forwardFrom, 1)
	if err != nil {
		return nil, err
	}
	down, err := m.weights(ctx, n, m.reverseOf, -1)
	if err != nil {
		return nil, err
	}
	logR := floats.LogSumExp(m.levels[m.T()-1].LogF) - floats.LogSumExp(m.levels[0].LogF)
	return []test{sandwiched(up, down), meanIs1(seenMeanW, up, logR, 1),
		meanIs1(seenMeanInvW, down, logR, -1)}, nil
}

// weights returns the log weights of n chains, forward or in reverse.
func (m *rowMover) weights(ctx context.Context, n int, start []float64, way int) ([]float64, error) {
	T, t := m.T(), 2
	if way < 0 {
		t = T
	}
	states, next, logw := make([]int, n), make([]int, n), make([]float64, n)
	for i := range states {
		states[i] = m.dice.Pick(start)
	}
	for ; t >= 2 && t <= T; t += way {
		step := m.into(t)
		rows := step.To.Rows
		gain := step.Forward
		if way < 0 {
			rows = step.To.Back
			gain = func(y, x int) float64 { return step.Reverse(x, y) }
		}
		m.use(rows)
		if err := m.Move(ctx, next, states); err != nil {
			return nil, err
		}
		for i, x := range states {
			logw[i] += gain(x, next[i])
		}
		states, next = next, states
	}
	return logw, nil
}

// ExactLaws lists the exact checks, in the order of the committed table.
var ExactLaws = []laws.Law{laws.Entries, laws.Sums, laws.Walls, laws.Invariance, laws.EachCell, laws.Reversal,
	laws.Connected, laws.Aperiodic, laws.Push, laws.Declared, laws.Start, laws.ReverseStart, laws.OneWeight,
	laws.Crooks, laws.MeanW, laws.MeanInvW, laws.Below, laws.Above, laws.Sandwich, laws.BoundsJ, laws.TwoFormulas}

// The laws of a program's weights, which samples of a kernel alone cannot tell.
const (
	seenMeanW    laws.Law = "mean of w = Z_T/Z_1"   // the mean of w is Z_T/Z_1
	seenMeanInvW laws.Law = "mean of 1/w = Z_1/Z_T" // the mean of 1/w is Z_1/Z_T
)

// SeenLaws lists the sampled checks, in the order of the committed table.
var SeenLaws = []laws.Law{laws.SeenWalls, laws.SeenDraws, laws.SeenRank, laws.SeenBalance, laws.SeenRows,
	laws.SeenSandwich,
	seenMeanW, seenMeanInvW}

// A Catch says which exact checks find a bug, which one is to, and how often each sampled
// check does.
type Catch struct {
	Bug     Bug // no name if nothing is wrong
	Checks  []laws.Law
	Caught  laws.Finding     // of the law that is to catch it
	Balance Balance          // of its kernel
	Cause   *cause.Cause     // nil if none is named
	Found   map[laws.Law]int // by sampled check: in how many samplings
	Any     int              // in how many at least one found it
}

// A BugStudy is which check catches which bug.
type BugStudy struct {
	Catches []Catch // the first is of the sound annealing
	Moves   int     // of each sampling, and of each of its parts
	Repeats int
	Level   float64
}

// HuntMoves and HuntRepeats size the committed study.
const HuntMoves, HuntRepeats = 100_000, 20

// huntLevel makes the probability of one accusation, in all samplings of a sound kernel by
// all checks, less than a hundredth.
const huntLevel = 1e-4

// Hunt seeds these bugs one by one, and none, holds each to all exact laws, and
// samples it repeatedly, with so many moves for the kernel and as many for annealed
// chains. What comes out for a bug does not depend on the others.
func Hunt(ctx context.Context, all []Bug, moves, repeats int) (BugStudy, error) {
	s := BugStudy{Moves: moves, Repeats: repeats, Level: huntLevel, Catches: make([]Catch, len(all)+1)}
	err := experiments.Each(ctx, len(s.Catches), nil, func(ctx context.Context, i int) error {
		c := &s.Catches[i]
		if i > 0 {
			c.Bug = all[i-1]
		}
		v, err := Caught(ctx, c.Bug)
		if err != nil {
			return err
		}
		c.Balance, c.Cause, c.Found = v.Balance, v.Cause, map[laws.Law]int{}
		for _, f := range v.Broken() {
			c.Checks = append(c.Checks, f.Law)
			if i > 0 && f.Law == c.Bug.Caught {
				c.Caught = f
			}
		}
		name := fnv.New64()
		_, _ = name.Write([]byte(c.Bug.Name))
		for r := range repeats {
			o := Sampling{Fault: 0.1, Level: s.Level, Power: 0.9, Seed: name.Sum64() + uint64(r)}
			if err := c.sampled(ctx, o, moves); err != nil {
				return err
			}
		}
		return nil
	})
	return s, err
}

// sampled samples the bug once: its kernel at the target, and its chains, by so many moves
// each. Each check's p-values are corrected for how many it has, and each check is judged by
// itself.
func (c *Catch) sampled(ctx context.Context, o Sampling, moves int) error {
	v := Validation{Candidate: Seeded(c.Bug)}
	m := newRowMover(v.Candidate, c.Bug, o.Seed)
	w := newWatched(v.Candidate, m.T(), 1, plan{Sampling: o, needs: map[int]int{}})
	if err := w.half(ctx, m, moves/2); err != nil {
		return err
	}
	tests := append(w.draws(), w.moves()...)
	more, err := m.chains(ctx, moves/(2*(m.T()-1)))
	if err != nil {
		return err
	}
	by := map[laws.Law][]float64{}
	for _, t := range append(tests, more...) {
		by[t.law] = append(by[t.law], t.p)
	}
	any := false
	for law, p := range by {
		if floats.Min(evidence.Holm(p)) <= o.Level {
			c.Found[law]++
			any = true
		}
	}
	if any {
		c.Any++
	}
	return nil
}

// half asks for n moves from draws of p, and for n from each cell alike.
func (w *watched) half(ctx context.Context, m *rowMover, n int) error {
	states, mass := make([]int, n), []int(nil)
	for i := range states {
		states[i] = w.dice.Pick(w.P)
	}
	if err := w.step(ctx, m, states, true); err != nil {
		return err
	}
	for x, p := range w.P {
		if p > 0 {
			mass = append(mass, x)
		}
	}
	for i := range states {
		states[i] = mass[i%len(mass)]
	}
	return w.step(ctx, m, states, false)
}

// meanIs1 tests whether the mean of exp(sign (log w - log R)) is 1.
func meanIs1(law laws.Law, logw []float64, logR, sign float64) test {
	w := slices.Clone(logw)
	for i, v := range w {
		w[i] = math.Exp(sign * (v - logR))
	}
	mean, variance := stat.MeanVariance(w, nil)
	se := math.Sqrt(variance / float64(len(w)))
	t := test{law: law, p: 1, witness: fmt.Sprintf("%.6g, standard error %.3g", mean, se)}
	if math.Abs(mean-1) > 1e-12 && !math.IsNaN(mean) {
		t.p = 2 * distuv.UnitNormal.Survival(math.Abs(mean-1)/max(se, 1e-12))
	}
	return t
}
