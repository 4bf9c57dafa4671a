package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
)

// A run is annealed chains moved by somebody else's kernel.
type run struct {
	Candidate
	dice   chains.Dice
	states []int
	next   []int
	logw   []float64
	level  *chains.Level
}

func newRun(s Candidate, o Watching, n int) *run {
	return &run{Candidate: s, dice: sample.Seeded(o.Seed, 1<<40), states: make([]int, n), next: make([]int, n), logw: make([]float64, n), level: s.NewLevel()}
}

// start draws the states from the density at level t.
func (r *run) start(t int) {
	r.LevelAt(r.level, t)
	w := make([]float64, r.Grid.Size())
	top := floats.Max(r.level.LogF())
	for x, v := range r.level.LogF() {
		w[x] = math.Exp(v - top)
	}
	for i := range r.states {
		r.states[i] = r.dice.Pick(w)
	}
}

// climb takes the chains to level t, at which m is aimed.
func (r *run) climb(ctx context.Context, m outside.Mover, t int) error {
	if len(r.states) < 2 {
		return nil
	}
	if t == 1 {
		r.start(1)
		return nil
	}
	before := slices.Clone(r.level.LogF())
	r.LevelAt(r.level, t)
	for i, x := range r.states {
		r.logw[i] += chains.LogRatio(r.level.LogF()[x], before[x])
	}
	return r.move(ctx, m)
}

// move moves the chains that are in cells with mass; the others, whose weight is 0
// for good, stay.
func (r *run) move(ctx context.Context, m outside.Mover) error {
	var at, states []int
	for i, x := range r.states {
		if !math.IsInf(r.level.LogF()[x], -1) {
			at, states = append(at, i), append(states, x)
		}
	}
	next := r.next[:len(states)]
	if err := m.Move(ctx, next, states); err != nil {
		return err
	}
	for k, i := range at {
		r.states[i] = next[k]
	}
	return nil
}

// descend runs the reverse chains by the same kernel: what it estimates is above
// log Z_T/Z_1 whether or not that is the forward one's reversal.
func (r *run) descend(ctx context.Context, m outside.Mover) error {
	r.start(r.T())
	for t := r.T(); t >= 2; t-- {
		if err := m.Aim(ctx, r.Schedule.Beta(t), r.level.LogF()); err != nil {
			return err
		}
		if err := r.move(ctx, m); err != nil {
			return err
		}
		after := slices.Clone(r.level.LogF())
		r.LevelAt(r.level, t-1)
		for i, x := range r.states {
			r.logw[i] += chains.LogRatio(after[x], r.level.LogF()[x])
		}
	}
	return nil
}

// sandwiched tests whether the reverse estimate is below the forward one.
func sandwiched(up, down []float64) test {
	low, lowVar := stat.MeanVariance(up, nil)
	high, highVar := stat.MeanVariance(down, nil)
	n := float64(len(up))
	se := math.Sqrt(lowVar/n + highVar/n)
	t := test{law: LawSeenSandwich, p: 1, witness: fmt.Sprintf("E_fwd[log w] = %.6g, E_rev[log w] = %.6g, standard error %.3g", low, high, se)}
	if math.IsInf(low, 0) || math.IsNaN(low) || math.IsInf(high, 0) || math.IsNaN(high) {
		t.unclear = "some log weights are infinite"
	} else if high < low {
		t.p = distuv.UnitNormal.CDF((high - low) / max(se, 1e-12))
	}
	return t
}
