package tuning

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// passes computes B or J of an annealing for any betas, and the derivatives with
// respect to each, in time T and memory T distributions.
type passes struct {
	a          chains.Annealing
	T, n       int
	level      *chains.Level
	op         chains.Operator
	ahead      chains.Differentiable
	back       chains.Differentiable
	reversal   chains.Operator
	shallow    bool        // p and 1/p are in a float's range at every level
	logf       [][]float64 // by level, from 1
	p          [][]float64 // p_t
	slope      [][]float64 // of log f by beta
	q          [][]float64 // law of the forward state; of no use beyond T-1 where the last kernel is left out
	past       [][]float64 // mean of log w gained in reverse from here on down
	next, turn []float64
}

// newPasses refuses kernels that do not know their derivative.
func newPasses(a chains.Annealing, T int) (*passes, error) {
	n := a.Grid.Size()
	p := &passes{a: a, T: T, n: n, level: a.NewLevel(), op: a.Kernel.On(a.Grid), next: make([]float64, n), turn: make([]float64, n)}
	p.reversal = p.op.Reversal()
	var ok, also bool
	p.ahead, ok = p.op.(chains.Differentiable)
	p.back, also = p.reversal.(chains.Differentiable)
	if !ok || !also {
		return nil, fmt.Errorf("the best schedule is found along gradients, and the kernel does not know its derivative; %s would do", known())
	}
	for _, rows := range []*[][]float64{&p.logf, &p.p, &p.slope, &p.q, &p.past} {
		all := make([]float64, (T+1)*n)
		for t := range T + 1 {
			*rows = append(*rows, all[t*n:(t+1)*n])
		}
	}
	return p, nil
}

// aim stands at level t and aims the kernel.
func (p *passes) aim(t int, betas []float64) {
	p.level.Move(t, betas[t-1])
	if p.shallow {
		p.level.P = p.p[t]
	}
	p.op.Aim(p.level)
}

// densities sets those of all levels, and q at the first.
func (p *passes) densities(betas []float64) {
	p.shallow = true
	for t := 1; t <= p.T; t++ {
		p.level.Move(t, betas[t-1])
		copy(p.logf[t], p.level.LogF())
		p.a.Bridge.Slope(p.slope[t], betas[t-1])
		normalize(p.p[t], p.logf[t])
		for x, v := range p.p[t] {
			p.shallow = p.shallow && (v > 1e-280 || math.IsInf(p.logf[t][x], -1) && math.IsInf(p.logf[1][x], -1))
		}
	}
	copy(p.q[1], p.p[1])
}

// last is the level whose kernel is the last to be run.
func (p *passes) last() int {
	if p.a.SkipLast {
		return p.T - 1
	}
	return p.T
}

// J returns the Jeffreys divergence of the law of x_T from p_T, and sets grad[t-1]
// to its derivative with respect to β_t, 0 at both ends.
func (p *passes) J(betas, grad []float64) float64 {
	p.densities(betas)
	for t := 2; t <= p.last(); t++ {
		p.aim(t, betas)
		p.op.Push(p.q[t], p.q[t-1])
	}
	q, target, come := p.q[p.last()], p.p[p.T], make([]float64, p.n)
	J, logZ := 0.0, floats.LogSumExp(p.logf[p.T])
	for x, v := range q {
		switch ratio := math.Log(v) - (p.logf[p.T][x] - logZ); {
		case v == target[x]:
		case v == 0 || math.IsInf(ratio, 0): // mass of one alone
			J = math.Inf(1)
		default:
			J += (v - target[x]) * ratio
			come[x] = ratio + 1 - target[x]/v
		}
	}
	clear(grad)
	for t := p.last(); t >= 2; t-- {
		p.aim(t, betas)
		if t < p.T {
			p.ahead.PushSlope(p.turn, p.q[t-1], p.slope[t])
			grad[t-1] = floats.Dot(p.turn, come)
		}
		p.op.Pull(p.next, come)
		come, p.next = p.next, come
	}
	return J
}

// B returns B, and sets grad[t-1] to its derivative with respect to β_t, 0 at both
// ends. With Δ_t = log f_t - log f_{t-1} it is the sum of <r_{t-1} - q_{t-1}, Δ_t>,
// r the reverse chain's laws.
func (p *passes) B(betas, grad []float64) float64 {
	p.densities(betas)
	rise := make([]float64, p.n)
	clear(p.past[1])
	for t := 2; t <= p.T; t++ { // upwards: q, and what the reverse chain will have gained
		p.rise(rise, t)
		floats.Add(rise, p.past[t-1])
		p.aim(t, betas)
		p.op.Push(p.q[t], p.q[t-1])
		p.reversal.Pull(p.past[t], rise)
	}
	clear(grad)
	B := 0.0
	r, come, below := make([]float64, p.n), make([]float64, p.n), make([]float64, p.n)
	copy(r, p.p[p.T])
	for t := p.T; t >= 2; t-- { // downwards: r, and what the forward chain has yet to gain
		p.aim(t, betas)
		p.rise(rise, t)
		p.reversal.Push(below, r)
		if t < p.T {
			grad[t-1] = p.slopeB(t, rise, r, below, come)
		}
		B += floats.Dot(below, rise) - floats.Dot(p.q[t-1], rise)
		p.op.Pull(p.next, come)
		floats.AddTo(come, p.next, rise)
		r, below = below, r
	}
	return B
}

// rise sets dst to log f_t - log f_{t-1}.
func (p *passes) rise(dst []float64, t int) {
	for x := range dst {
		dst[x] = chains.LogRatio(p.logf[t][x], p.logf[t-1][x])
	}
}

// slopeB is dB/dβ_t: of the two weights that f_t is in, and of the two kernels
// that leave it invariant. come is what the forward chain has yet to gain from
// x_t on, past what the reverse chain has yet to gain below x_{t-1}.
func (p *passes) slopeB(t int, rise, r, below, come []float64) float64 {
	sum := 0.0
	for x, s := range p.slope[t] {
		sum += s * (below[x] - r[x] - p.q[t-1][x] + p.q[t][x])
	}
	p.back.PushSlope(p.turn, r, p.slope[t])
	sum += floats.Dot(p.turn, rise) + floats.Dot(p.turn, p.past[t-1])
	p.ahead.PushSlope(p.turn, p.q[t-1], p.slope[t])
	return sum - floats.Dot(p.turn, come)
}

// known lists the catalogued kernels that know their derivative.
func known() string {
	var names []string
	flat := make([]float64, 4)
	for _, k := range kernels.Catalogue {
		g, _ := chains.Extend(k.Make, grid.New(2, 2), chains.Geometric{From: flat, To: flat})
		op := k.Make.On(g)
		_, ahead := op.(chains.Differentiable)
		if _, back := op.Reversal().(chains.Differentiable); ahead && back {
			names = append(names, k.Name)
		}
	}
	return strings.Join(names, ", ")
}
