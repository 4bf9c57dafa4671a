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

// An annealed holds annealed chains that move by a kernel from outside.
type annealed struct {
	Candidate
	dice    chains.Dice
	states  []int
	logw    []float64
	level   *chains.Level
	firstZ  float64 // log Z of the level at which the chains start
	reverse bool
	moves   int
	trail   []standing
}

// A standing sums up the log weights after the step to level t, with the bound of their
// mean: log Z_t/Z_1 forward, log Z_T/Z_t in reverse.
type standing struct {
	t                 int
	mean, se, logRise float64
}

func newAnnealed(s Candidate, o plan) *annealed {
	return &annealed{Candidate: s, dice: sample.Seeded(o.Seed, 1<<40), level: s.NewLevel(),
		states: make([]int, o.Chains), logw: make([]float64, o.Chains)}
}

// start draws the states from the density at level t.
func (r *annealed) start(t int) {
	r.LevelAt(r.level, t)
	p := chains.Normalized(r.level.LogF())
	for i := range r.states {
		r.states[i] = r.dice.Pick(p)
	}
	r.firstZ = floats.LogSumExp(r.level.LogF())
}

// climb runs the forward chains. They do not move at the first level, from which they are
// drawn.
func (r *annealed) climb(ctx context.Context, m outside.Mover) error {
	r.start(1)
	for t := 2; t <= r.T(); t++ {
		r.weigh(t)
		if err := r.move(ctx, m, t); err != nil {
			return err
		}
	}
	return nil
}

// descend runs the reverse chains by the same kernel. Their estimate is above log Z_T/Z_1
// whether or not the kernel is the forward one's reversal.
func (r *annealed) descend(ctx context.Context, m outside.Mover) error {
	r.reverse = true
	r.start(r.T())
	for t := r.T(); t >= 2; t-- {
		if err := r.move(ctx, m, t); err != nil {
			return err
		}
		r.weigh(t - 1)
	}
	return nil
}

// weigh adds the gains of the states on the way to level t to the log weights. On the way
// down these are the gains of a forward run on the way up.
func (r *annealed) weigh(t int) {
	before := slices.Clone(r.level.LogF())
	r.LevelAt(r.level, t)
	for i, x := range r.states {
		if r.reverse {
			r.logw[i] += chains.LogRatio(before[x], r.level.LogF()[x])
		} else {
			r.logw[i] += chains.LogRatio(r.level.LogF()[x], before[x])
		}
	}
	r.record(t)
}

// move moves the chains at level t that are in cells with mass. The others stay, because
// their weight remains 0.
func (r *annealed) move(ctx context.Context, m outside.Mover, t int) error {
	if err := m.Aim(ctx, r.Schedule.Beta(t), r.level.LogF()); err != nil {
		return err
	}
	var at, states []int
	for i, x := range r.states {
		if !math.IsInf(r.level.LogF()[x], -1) {
			at, states = append(at, i), append(states, x)
		}
	}
	next := make([]int, len(states))
	if err := m.Move(ctx, next, states); err != nil {
		return err
	}
	for k, i := range at {
		r.states[i] = next[k]
	}
	r.moves += len(states)
	return nil
}

// record keeps the mean and the spread of the log weights at level t.
func (r *annealed) record(t int) {
	mean, variance := stat.MeanVariance(r.logw, nil)
	rise := floats.LogSumExp(r.level.LogF()) - r.firstZ
	if r.reverse {
		rise = -rise
	}
	r.trail = append(r.trail, standing{t, mean, math.Sqrt(variance / float64(len(r.logw))), rise})
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
