package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
)

// sampleChains runs annealed chains up and down, and tests their estimates.
func (v *Validation) sampleChains(ctx context.Context, m outside.Mover, p plan) (test, error) {
	up, down := &annealed{Candidate: v.Candidate}, &annealed{Candidate: v.Candidate, reverse: true}
	for _, way := range []*annealed{up, down} {
		if err := way.run(ctx, m, p); err != nil {
			return test{law: laws.SeenSandwich, p: 1, short: math.Inf(1), unclear: "the chains did not come to their ends"}, err
		}
	}
	v.Moves += up.moves + down.moves
	t := sandwiched(up.logw, down.logw)
	if t.p <= p.Level {
		t.witness += up.breaks(p.Level) + down.breaks(p.Level)
	}
	return t, nil
}

// Annealed chains move by a kernel from outside, up the levels or, in reverse, down.
type annealed struct {
	Candidate
	reverse bool
	logw    []float64
	moves   int
	trail   []standing
}

// A standing sums up the log weights after the step to level t, with the bound of their
// mean: log Z_t/Z_1 forward, log Z_T/Z_t in reverse.
type standing struct {
	t                 int
	mean, se, logRise float64
}

// run runs the chains from draws of the density at one end. They do not move at the first level. In reverse they move
// by the same kernel: their estimate is above log Z_T/Z_1 whether or not that is the forward one's reversal.
func (r *annealed) run(ctx context.Context, m outside.Mover, o plan) error {
	level, dice, states := r.NewLevel(), sample.Seeded(o.Seed, 1<<40), make([]int, o.Chains)
	first, sign := 1, 1.0
	if r.reverse {
		first, sign = r.T(), -1
	}
	r.LevelAt(level, first)
	p, firstZ := chains.Normalized(level.LogF()), floats.LogSumExp(level.LogF())
	for i := range states {
		states[i] = dice.Pick(p)
	}
	r.logw = make([]float64, o.Chains)
	weigh := func(t int) { // on the way down the gains are those of a forward run on the way up
		before := slices.Clone(level.LogF())
		r.LevelAt(level, t)
		here, there := before, level.LogF()
		if r.reverse {
			here, there = there, here
		}
		for i, x := range states {
			r.logw[i] += chains.LogRatio(there[x], here[x])
		}
		mean, variance := stat.MeanVariance(r.logw, nil)
		r.trail = append(r.trail, standing{t, mean, math.Sqrt(variance / float64(len(r.logw))),
			sign * (floats.LogSumExp(level.LogF()) - firstZ)})
	}
	for k := range r.T() - 1 {
		t := 2 + k
		if r.reverse {
			t = r.T() - k
		} else {
			weigh(t)
		}
		if err := m.Aim(ctx, level.Beta, level.LogF()); err != nil {
			return err
		}
		var at, from []int // the chains in cells with mass; the others stay, because their weight remains 0
		for i, x := range states {
			if !math.IsInf(level.LogF()[x], -1) {
				at, from = append(at, i), append(from, x)
			}
		}
		next := make([]int, len(from))
		if err := m.Move(ctx, next, from); err != nil {
			return err
		}
		for k, i := range at {
			states[i] = next[k]
		}
		if r.moves += len(from); r.reverse {
			weigh(t - 1)
		}
	}
	return nil
}

// breaks names the first step after which the mean log weight is on the wrong side of its
// bound, above it forward and below it in reverse. By chance that happens in any of the
// steps with probability level. It returns "" if there is none.
func (r *annealed) breaks(level float64) string {
	sign, way, bound := 1.0, "forward", "log Z_t/Z_1"
	if r.reverse {
		sign, way, bound = -1, "in reverse", "log Z_T/Z_t"
	}
	for _, f := range r.trail {
		over := sign * (f.mean - f.logRise)
		if distuv.UnitNormal.Survival(over/max(f.se, 1e-12)) <= level/float64(len(r.trail)) {
			return fmt.Sprintf("; %s it first breaks at step %d (beta = %.6g): E[log w] = %.6g, standard error %.3g, "+
				"%s = %.6g", way, f.t, r.Schedule.Beta(f.t), f.mean, f.se, bound, f.logRise)
		}
	}
	return ""
}

// sandwiched tests whether the reverse estimate is below the forward one.
func sandwiched(up, down []float64) test {
	low, lowVar := stat.MeanVariance(up, nil)
	high, highVar := stat.MeanVariance(down, nil)
	n := float64(len(up))
	se := math.Sqrt(lowVar/n + highVar/n)
	t := test{law: laws.SeenSandwich, p: 1}
	t.witness = fmt.Sprintf("E_fwd[log w] = %.6g, E_rev[log w] = %.6g, standard error %.3g", low, high, se)
	if math.IsInf(low, 0) || math.IsNaN(low) || math.IsInf(high, 0) || math.IsNaN(high) {
		t.unclear = "some log weights are infinite"
	} else if high < low {
		t.p = distuv.UnitNormal.CDF((high - low) / max(se, 1e-12))
	}
	return t
}
