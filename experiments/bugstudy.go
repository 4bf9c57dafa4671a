package experiments

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
	"breadboard/chains/sample"
)

// The laws of chains of which only samples are seen, where Z_T/Z_1 is known.
const (
	LawSeenMeanW    = "mean of w = Z_T/Z_1"
	LawSeenMeanInvW = "mean of 1/w = Z_1/Z_T"
)

// SeenLaws are the sampled checks, in the order of tables.
var SeenLaws = []string{LawSeenWalls, LawSeenDraws, LawSeenRank, LawSeenBalance, LawSeenRows, LawSeenSandwich, LawSeenMeanW, LawSeenMeanInvW}

// A Catch is what finds a bug: the exact checks that do, the one that is to, and
// how often each sampled check does.
type Catch struct {
	Bug     Bug // no name where nothing is wrong
	Checks  []string
	Caught  Law            // the law that is to catch it
	Balance Balance        // what its kernel is
	Found   map[string]int // by sampled check, of how many samplings
	Any     int            // in how many at least one did
}

// A BugStudy is which check catches which bug.
type BugStudy struct {
	Catches []Catch // the first is of the sound annealing
	Moves   int     // of each sampling, and of each of its parts
	Repeats int
	Level   float64
}

// HuntMoves and HuntRepeats are those of the committed study.
const HuntMoves, HuntRepeats = 100_000, 20

// huntLevel is such that in all samplings of a sound kernel, by all checks, the
// probability of one accusation is below a hundredth.
const huntLevel = 1e-4

// Hunt seeds these bugs one by one, and none, holds each to all exact laws, and
// samples it repeatedly, with so many moves for the kernel and as many for annealed
// chains. What comes out for a bug does not depend on the others.
func Hunt(ctx context.Context, bugs []Bug, moves, repeats int, progress Progress) (BugStudy, error) {
	s := BugStudy{Moves: moves, Repeats: repeats, Level: huntLevel, Catches: make([]Catch, len(bugs)+1)}
	err := Each(ctx, len(s.Catches), progress, func(ctx context.Context, i int) error {
		c, subject := &s.Catches[i], Sound()
		if i > 0 {
			c.Bug = bugs[i-1]
			subject = c.Bug.Candidate()
		}
		v, err := Validate(ctx, subject, nil)
		if err != nil {
			return err
		}
		c.Balance, c.Found = v.Balance, map[string]int{}
		for _, l := range v.Broken() {
			c.Checks = append(c.Checks, l.Name)
			if l.Name == c.Bug.Caught {
				c.Caught = l
			}
		}
		name := fnv.New64()
		_, _ = name.Write([]byte(c.Bug.Name))
		for r := range repeats {
			if err := c.sampled(ctx, subject, Watching{Moves: moves, Fault: 0.1, Level: s.Level, Power: 0.9, Seed: name.Sum64() + uint64(r)}); err != nil {
				return err
			}
		}
		return nil
	})
	return s, err
}

// sampled samples the candidate once: its kernel at the target, and its chains; each
// check's p-values are corrected for how many it has, and each check judged by
// itself.
func (c *Catch) sampled(ctx context.Context, s Candidate, o Watching) error {
	m := newRowMover(s, o.Seed)
	tests, err := s.watchAt(ctx, m, s.T(), 1, o, &Validation{})
	if err != nil {
		return err
	}
	more, err := m.chains(ctx, o.Moves/(2*(s.T()-1)))
	if err != nil {
		return err
	}
	by := map[string][]float64{}
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

// A rowMover moves by a candidate's rows, level by level: forward, or back.
type rowMover struct {
	Candidate
	dice   chains.Dice
	stages []*stage
	to     [][]int     // by cell: where it may go
	odds   [][]float64 // and with what odds
}

func newRowMover(s Candidate, seed uint64) *rowMover {
	m := &rowMover{Candidate: s, dice: sample.Seeded(seed, 77)}
	op := s.Kernel.On(s.Grid)
	back := s.reversal(op)
	for t := 1; t <= s.T(); t++ {
		m.stages = append(m.stages, newStage(s, t, s.Schedule.Beta(t), op, back))
	}
	m.use(m.stages[s.T()-1].rows)
	return m
}

// Aim does nothing: the candidate knows better.
func (m *rowMover) Aim(context.Context, float64, []float64) error { return nil }

// use takes steps by these rows: what is no probability is 0 in them, and what is
// left of 1 stays.
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

// chains runs n chains each way by the candidate's own starts and weights, and tests
// their estimates.
func (m *rowMover) chains(ctx context.Context, n int) ([]test, error) {
	up, err := m.ends(ctx, n, m.First, 1)
	if err != nil {
		return nil, err
	}
	down, err := m.ends(ctx, n, m.Last, -1)
	if err != nil {
		return nil, err
	}
	T := m.T()
	logR := floats.LogSumExp(m.stages[T-1].logf) - floats.LogSumExp(m.stages[0].logf)
	return []test{sandwiched(up, down), meanIs1(LawSeenMeanW, up, logR, 1), meanIs1(LawSeenMeanInvW, down, logR, -1)}, nil
}

// ends is the log weights of n chains, forward or in reverse.
func (m *rowMover) ends(ctx context.Context, n int, start func([]float64) []float64, way int) ([]float64, error) {
	T := m.T()
	first, gains, weight := m.stages[0], 2, m.Weight
	if way < 0 {
		first, gains, weight = m.stages[T-1], T, m.Unweight
	}
	p := first.p
	if start != nil {
		p = start(p)
	}
	states, next, logw := make([]int, n), make([]int, n), make([]float64, n)
	for i := range states {
		states[i] = m.dice.Pick(p)
	}
	for t := gains; t >= 2 && t <= T; t += way {
		here, there := m.stages[t-2], m.stages[t-1]
		gain := m.gain(weight, here, there)
		m.use(there.rows)
		if way < 0 {
			m.use(there.back)
		}
		if err := m.Move(ctx, next, states); err != nil {
			return nil, err
		}
		for i, x := range states {
			y := next[i]
			if way < 0 {
				x, y = y, x
			}
			logw[i] += gain(x, y)
		}
		states, next = next, states
	}
	return logw, nil
}

// meanIs1 tests whether the mean of exp(sign (log w - log R)) is 1.
func meanIs1(law string, logw []float64, logR, sign float64) test {
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
