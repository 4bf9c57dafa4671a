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
	firstZ float64 // log Z of the level at which the chains start
	trail  []footing
}

// A footing is what the log weights are after the step to a level, and log Z_t/Z_s there,
// s being where the chains start; in reverse, log Z_s/Z_t.
type footing struct {
	t                 int
	mean, se, logRise float64
}

// tread keeps how the log weights stand at level t, at which r's level is; sign is -1
// for reverse chains.
func (r *run) tread(t int, sign float64) {
	mean, variance := stat.MeanVariance(r.logw, nil)
	rise := sign * (floats.LogSumExp(r.level.LogF()) - r.firstZ)
	r.trail = append(r.trail, footing{t, mean, math.Sqrt(variance / float64(len(r.logw))), rise})
}

// breaks says where the mean log weight is first on the wrong side of log Z_t/Z_s:
// above it in forward chains (sign 1), below in reverse (-1), by more than in all steps
// together happens by chance with probability level; "" where it nowhere is.
func (r *run) breaks(sign, level float64) string {
	way := map[bool][2]string{true: {"forward", "log Z_t/Z_1"}, false: {"in reverse", "log Z_T/Z_t"}}[sign > 0]
	for _, f := range r.trail {
		over := sign * (f.mean - f.logRise)
		if distuv.UnitNormal.Survival(over/max(f.se, 1e-12)) <= level/float64(len(r.trail)) {
			return fmt.Sprintf("; %s it first breaks at step %d (beta = %.6g): E[log w] = %.6g, standard error %.3g, %s = %.6g", way[0], f.t, r.Schedule.Beta(f.t), f.mean, f.se, way[1], f.logRise)
		}
	}
	return ""
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
	r.firstZ = floats.LogSumExp(r.level.LogF())
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
	r.tread(t, 1)
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
		r.tread(t-1, -1)
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
