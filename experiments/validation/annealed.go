package validation

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
)

// sampleChains runs annealed chains up and down, and tests their estimates.
func (v *Validation) sampleChains(ctx context.Context, m chains.Mover, p plan) (test, error) {
	up := &annealed{Candidate: v.Candidate}
	down := &annealed{Candidate: v.Candidate, reverse: true}
	for _, way := range []*annealed{up, down} {
		if err := way.run(ctx, m, p); err != nil {
			return test{law: laws.SeenSandwich, p: 1, short: math.Inf(1),
				unclear: "the chains did not come to their ends"}, err
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
func (r *annealed) run(ctx context.Context, m chains.Mover, o plan) error {
	level := r.NewLevel()
	dice := sample.Seeded(o.Seed, 1<<40)
	states := make([]int, o.Chains)
	first, sign := 1, 1.0
	if r.reverse {
		first, sign = r.T(), -1
	}
	r.LevelAt(level, first)
	p := chains.Normalized(level.LogF())
	firstZ := floats.LogSumExp(level.LogF())
	cells := chains.NewLaw(p)
	for i := range states {
		states[i] = cells.Draw(dice)
	}
	var err error
	r.logw, err = outside.Anneal(ctx, counted{m, &r.moves}, r.Annealing, r.reverse, states,
		func(l *chains.Level, t int, logw []float64) {
			mean, variance := stat.MeanVariance(logw, nil)
			r.trail = append(r.trail, standing{t, mean, math.Sqrt(variance / float64(len(logw))),
				sign * (floats.LogSumExp(l.LogF()) - firstZ)})
		})
	return err
}

// counted counts moves.
type counted struct {
	chains.Mover
	moves *int
}

func (m counted) Move(ctx context.Context, next, states []int) error {
	err := m.Mover.Move(ctx, next, states)
	if err == nil {
		*m.moves += len(states)
	}
	return err
}

// breaks names the first step after which the mean log weight is on the wrong side of its
// bound, above it forward and below it in reverse. By chance that happens in any of the
// steps with probability level. It returns "" if there is none.
func (r *annealed) breaks(level float64) string {
	sign := 1.0
	way := "forward"
	bound := "log Z_t/Z_1"
	if r.reverse {
		sign = -1
		way = "in reverse"
		bound = "log Z_T/Z_t"
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
