package apart

import (
	"cmp"
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/laplace"
)

// A still is annealing that stands still at the target: its schedule goes from 0 to 1 in one step.
// That is Markov chain Monte Carlo without annealing (AIDE, supplement D). The whole weight is that
// of the state before the step, so that log w has as many values as the ends of the bridge.
type still struct {
	chains.Annealing
	ends exact.Ends
	jump int // the first level at the target
}

// newStill returns the program as a still; ok is false if it is something else.
func newStill(e programs.Program, p programs.Problem) (s still, ok bool) {
	if _, ok := e.(programs.AIS); !ok {
		return s, false
	}
	betas := p.Schedule.Betas()
	jump := slices.IndexFunc(betas, func(b float64) bool { return b > 0 })
	low, _ := p.Lowered()
	return still{low, exact.NewEnds(p.Annealing), jump + 1}, betas[jump] == 1
}

// mostPushed is the largest number of values times cells times steps: some seconds' work.
const mostPushed = 1 << 31

// weights pushes p_1 from the cells of each weight through the steps at the target. Where such a run
// ends with probability q(i, x), V is e^logv(i) with probability q(i, x)/(p(x) e^logv(i)) in reverse.
func (s still) weights(ctx context.Context) (*weights, error) {
	logw, _, of := laplace.Distinct(s.ends.LogW)
	order := make([]int, len(logw)) // by falling weight
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(logw[j], logw[i]) })
	place := make([]int, len(logw))
	for k, i := range order {
		place[i] = k
	}
	cells := len(s.ends.P)
	if steps := max(1, s.PathEnd()-s.jump+1); float64(len(logw))*float64(cells)*float64(steps) > mostPushed {
		return nil, accounts.ErrTooLarge
	}
	laws := make([][]float64, len(logw))
	for k := range laws {
		laws[k] = make([]float64, cells)
	}
	for x, i := range of {
		if math.IsInf(logw[i], 1) {
			laws[place[i]][x] = s.ends.P[x] // never drawn forward: where it ends V may be 0
		} else {
			laws[place[i]][x] = s.ends.P1[x]
		}
	}
	if err := s.push(ctx, laws); err != nil {
		return nil, err
	}
	logv := make([]float64, len(logw))
	for k, i := range order {
		logv[k] = -logw[i]
	}
	return s.gather(logv, laws), nil
}

// push takes the laws through the steps at the target.
func (s still) push(ctx context.Context, laws [][]float64) error {
	l, op := s.NewLevel(), s.Kernel.On(s.Grid)
	buf := make([]float64, len(s.ends.P))
	for t := s.jump; t <= s.PathEnd(); t++ {
		s.LevelAt(l, t)
		op.Aim(l)
		for k := range laws {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			chains.PushLaw(op, buf, laws[k])
			laws[k], buf = buf, laws[k]
		}
	}
	return nil
}

// gather makes the family of all cells with mass. laws are by value, which rise.
func (s still) gather(logv []float64, laws [][]float64) *weights {
	w := newWeights(len(s.ends.P))
	from, to := 0, len(logv)
	if math.IsInf(logv[0], -1) {
		from = 1
	}
	if math.IsInf(logv[to-1], 1) { // forward runs of weight 0
		to--
	}
	f := family{logv: logv[from:to]}
	for x, logp := range s.ends.LogP {
		if math.IsInf(logp, -1) {
			continue
		}
		w.missed[x] = from == 1 && laws[0][x] > 0
		q, sum := make([]float64, len(f.logv)), 0.
		for k := range q {
			q[k] = max(laws[from+k][x], 0)
			sum += q[k]
		}
		if sum > 0 {
			f.laws = append(f.laws, newLaw(x, f.logv, q, math.Log(sum)-logp))
		} else {
			w.missed[x] = true
		}
	}
	w.families = append(w.families, f)
	return w
}
