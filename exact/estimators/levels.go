package estimators

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/accounts"
)

// fromLevels has the estimators that are sums over levels. For many chains each is the mean of a sum S of functions of
// a chain's states, so that its variance is that of S over n.
func fromLevels(ctx context.Context, a chains.Annealing, n float64) ([]Estimate, error) {
	states := n * float64(a.T())
	all := []Estimate{
		{"stones", accounts.Leading, 0, 0, states - n}, // without x_T
		{"bridges", accounts.Leading, 0, 0, states},
		{"trapezium", accounts.Closed, 0, 0, states},
		{"Simpson", accounts.Closed, 0, 0, states},
		{"corrected", accounts.Leading, 0, 0, states},
	}
	sums := make([]sum, len(all))
	for k := range sums {
		sums[k].first = make([]float64, a.Grid.Size())
	}
	parabolas := simpson(a.Schedule.Betas())
	steps := newSteps(a)
	for t := 2; t <= a.T() && ctx.Err() == nil; t++ {
		s := steps.to(t)
		h := a.Schedule.Beta(t) - a.Schedule.Beta(t-1)
		parts := []part{
			s.stone(n),
			s.bridge(n),
			s.quadrature(h/2, h/2, 0),
			s.quadrature(parabolas[t-2], parabolas[t-1], 0),
			s.quadrature(h/2, h/2, h*h/12),
		}
		for k, part := range parts {
			all[k].Bias += part.bias
			sums[k].add(s.law, part.here)
			s.push(sums[k].first, slices.Clone(sums[k].first))
			sums[k].add(s.next, part.there)
		}
	}
	for k, m := range sums {
		all[k].SD = math.Sqrt(max(0, m.variance) / n)
	}
	return all, context.Cause(ctx)
}

// A step goes from level t-1 to t.
type step struct {
	law, next []float64              // of x_{t-1} and of x_t
	rise      []float64              // log p_t/p_{t-1}
	slope     []float64              // log p_T/p_1, which is U less log R; NaN unless the bridge is geometric
	push      func(dst, q []float64) // by T_t, unless it is left out
}

// steps walks up the levels, and pushes the law of the forward chain.
type steps struct {
	a            chains.Annealing
	op           chains.Operator
	level        *chains.Level
	p            []float64 // of the level, as its logarithms are
	logp, before []float64 // log p_t and log p_{t-1}
	step
}

func newSteps(a chains.Annealing) *steps {
	ends := exact.EndLawsOf(a)
	n := len(ends.P)
	w := &steps{a: a, op: a.Kernel.On(a.Grid), level: a.NewLevel()}
	w.p = make([]float64, n)
	w.logp = make([]float64, n)
	w.before = ends.LogP1
	w.next = ends.P1
	w.rise = make([]float64, n)
	w.slope = ends.LogW
	if _, geometric := a.Bridge.(chains.Geometric); !geometric {
		w.slope[0] = math.NaN()
	}
	return w
}

// to goes on to level t, which is the next one.
func (w *steps) to(t int) step {
	w.law = w.next
	w.a.LevelAt(w.level, t)
	chains.NormalizeLog(w.p, w.logp, w.level.LogF())
	for x := range w.logp {
		w.rise[x] = chains.LogRatio(w.logp[x], w.before[x])
	}
	w.before, w.logp = w.logp, w.before
	if t > w.a.PathEnd() { // the last kernel is left out
		w.push = func(dst, q []float64) { copy(dst, q) }
		return w.step
	}
	w.op.Aim(w.level)
	w.push = w.op.Push
	w.next = make([]float64, len(w.law))
	chains.PushLaw(w.op, w.next, w.law)
	return w.step
}

// A part is what a step adds: to the bias, and for a chain, up to constants, here(x_{t-1}) + there(x_t).
type part struct {
	bias        float64
	here, there func(x int) float64
}

// A sum S of functions of a chain's states so far has E[S - E[S]; x], which kernels push, and its variance.
type sum struct {
	first    []float64
	variance float64
}

// add adds f of the state, whose law is given. With y = f - E[f]:
//
//	Var(S + f) = Var(S) + Σ_x y(x) (2 E[S - E[S]; x] + y(x) law(x))
func (m *sum) add(law []float64, f func(x int) float64) {
	mean := 0.
	for x, q := range law {
		mean += q * f(x)
	}
	for x, q := range law {
		y := f(x) - mean
		m.variance += y * (2*m.first[x] + y*q)
		m.first[x] += y * q
	}
}
