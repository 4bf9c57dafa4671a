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

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/experiments/validation/cause"
)

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
