package tuning

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// passes computes B or J of an annealing for any betas, and its derivative with respect to each.
// It takes one pass up and one down, and keeps five vectors for each of T levels.
type passes struct {
	a            chains.Annealing
	T, n         int
	end          int // the last level whose kernel runs
	level        *chains.Level
	op, reversal chains.Operator
	slopes       *slopes
	shallow      bool // p and 1/p are in the range of floats at every level

	// For each level from 1 on:
	logf  [][]float64
	p     [][]float64 // the density of logf, which sums to 1
	slope [][]float64 // the derivative of log f by beta
	q     [][]float64 // the law of the forward state; meaningless beyond T-1 if the last kernel is skipped
	past  [][]float64 // the mean gain of log w of the reverse chain from a state here down to level 1

	next []float64
}

// newPasses makes room for T levels.
func newPasses(a chains.Annealing, T int) *passes {
	op := chains.On(a.Kernel, a.Grid)
	reversal := op.Reversal()
	n := a.Grid.Size()
	p := &passes{a: a, T: T, n: n, end: T, level: a.NewLevel(), op: op, reversal: reversal}
	if a.SkipLast {
		p.end--
	}
	p.slopes = newSlopes(a)
	p.next = make([]float64, n)
	for _, rows := range []*[][]float64{&p.logf, &p.p, &p.slope, &p.q, &p.past} {
		all := make([]float64, (T+1)*n)
		for t := range T + 1 {
			*rows = append(*rows, all[t*n:(t+1)*n])
		}
	}
	return p
}

// aim moves to level t and aims the kernel there.
func (p *passes) aim(t int, betas []float64) {
	p.level.Move(t, betas[t-1])
	if p.shallow {
		p.level.P = p.p[t]
	}
	p.op.Aim(p.level)
}

// densities sets log f, p and the slope of every level, and q of the first.
func (p *passes) densities(betas []float64) {
	p.shallow = true
	for t := 1; t <= p.T; t++ {
		if t > 1 && betas[t-1] == betas[t-2] {
			p.standAt(t)
			continue
		}
		p.level.Move(t, betas[t-1])
		copy(p.logf[t], p.level.LogF())
		p.a.Bridge.Slope(p.slope[t], betas[t-1])
		p.masses(t)
	}
	copy(p.q[1], p.p[1])
}

// standAt sets a level at the beta of the one before.
func (p *passes) standAt(t int) {
	copy(p.logf[t], p.logf[t-1])
	copy(p.slope[t], p.slope[t-1])
	copy(p.p[t], p.p[t-1])
}

// leastMass is the least mass of a shallow level: it and its inverse have all digits.
const leastMass = 1e-280

// masses sets p of a level.
func (p *passes) masses(t int) {
	normalize(p.p[t], p.logf[t])
	p.shallow = p.shallow && !p.deep(t)
}

// deep reports whether a mass of a level is no more than leastMass, but in a wall.
func (p *passes) deep(t int) bool {
	for x, v := range p.p[t] {
		if !(v > leastMass) && !(math.IsInf(p.logf[t][x], -1) && math.IsInf(p.logf[1][x], -1)) {
			return true
		}
	}
	return false
}

// J returns the Jeffreys divergence of q_T, the law of x_T, from p_T, and sets grad[t-1] to its derivative with respect
// to β_t, 0 at both ends. The derivative of J by q_T, as a function of the cell, is log q_T/p_T + 1 - p_T/q_T. Pulled
// down to level t, it prices a change of the law there. (The 1 is a constant, so it cannot matter; it keeps the
// function near 0 if q_T is near p_T.)
func (p *passes) J(betas, grad []float64) float64 {
	p.densities(betas)
	for t := 2; t <= p.end; t++ {
		p.aim(t, betas)
		p.op.Push(p.q[t], p.q[t-1])
	}
	future := make([]float64, p.n)
	J := p.final(future)
	clear(grad)
	for t := p.end; t >= 2; t-- {
		p.aim(t, betas)
		if t < p.T {
			p.slopes.at(t, betas[t-1], p.q[t-1], nil)
			grad[t-1] = floats.Dot(p.slopes.there, future)
		}
		p.op.Pull(p.next, future)
		future, p.next = p.next, future
	}
	return J
}

// final returns J of the laws at the end, and sets slope to its derivative by q_T.
func (p *passes) final(slope []float64) (J float64) {
	logf := p.logf[p.T]
	logZ := floats.LogSumExp(logf)
	for x, v := range p.q[p.end] {
		want := p.p[p.T][x]
		ratio := chains.LogMass(v) - (logf[x] - logZ)
		switch {
		case v == want:
		case v == 0 || math.IsInf(ratio, 0): // only one of the two has mass
			J = math.Inf(1)
		default:
			J += (v - want) * ratio
			slope[x] = ratio + 1 - want/v
		}
	}
	return J
}

// B returns B, and sets grad[t-1] to its derivative with respect to β_t, 0 at both ends. With
// Δ_t = log f_t - log f_{t-1} and r the laws of the reverse chain, B is the sum over t of
// <r_{t-1} - q_{t-1}, Δ_t>.
func (p *passes) B(betas, grad []float64) float64 {
	p.densities(betas)
	rise := make([]float64, p.n)
	clear(p.past[1])
	for t := 2; t <= p.T; t++ { // up: q, and the mean gain of the reverse chain on its way down
		p.rise(rise, t, betas)
		floats.Add(rise, p.past[t-1])
		p.aim(t, betas)
		p.op.Push(p.q[t], p.q[t-1])
		p.reversal.Pull(p.past[t], rise)
	}
	clear(grad)
	B := 0.0
	r := slices.Clone(p.p[p.T])
	below := make([]float64, p.n)
	future := make([]float64, p.n)
	for t := p.T; t >= 2; t-- { // down: r, and the mean gain of the forward chain from here on
		p.aim(t, betas)
		p.rise(rise, t, betas)
		p.reversal.Push(below, r)
		if t < p.T {
			p.slopes.at(t, betas[t-1], p.q[t-1], r)
			grad[t-1] = p.slopeB(t, rise, r, below, future)
		}
		B += floats.Dot(below, rise) - floats.Dot(p.q[t-1], rise)
		p.op.Pull(p.next, future)
		floats.AddTo(future, p.next, rise)
		r, below = below, r
	}
	return B
}

// rise sets dst to that of log f to a level from the one before.
func (p *passes) rise(dst []float64, t int, betas []float64) {
	if betas[t-1] == betas[t-2] {
		clear(dst)
		return
	}
	now := p.logf[t][:len(dst)]
	before := p.logf[t-1][:len(dst)]
	for x := range dst {
		rise := now[x] - before[x]
		if math.IsNaN(rise) { // in a wall, of which chains.LogRatio knows what it is
			rise = chains.LogRatio(now[x], before[x])
		}
		dst[x] = rise
	}
}

// slopeB returns the derivative of B with respect to β_t: the part from the two weights that contain f_t, and the part
// from the two kernels. r and below are the laws of the reverse chain at t and t-1. future is the mean gain of the
// forward chain from x_t on, and past[t-1] the mean gain of the reverse chain below x_{t-1}.
func (p *passes) slopeB(t int, rise, r, below, future []float64) float64 {
	sum := 0.0
	rate := p.slope[t]
	below = below[:len(rate)]
	before := p.q[t-1][:len(rate)]
	r = r[:len(rate)]
	now := p.q[t][:len(rate)]
	for x, v := range rate {
		sum += v * (below[x] - r[x] - before[x] + now[x])
	}
	s := p.slopes
	sum += floats.Dot(s.back, rise) + floats.Dot(s.back, p.past[t-1])
	return sum - floats.Dot(s.there, future)
}

// Gradients returns J and B of an annealing, and in entry t-1 of dJ and dB their derivatives by β_t with all other
// betas where they are. They are 0 at both ends, where beta stays. If J or B is infinite, its derivatives mean
// nothing. All take five vectors of states for each level. The kernel is asked a little beside the levels: one that is
// known at the levels alone has none.
func Gradients(a chains.Annealing) (J, B float64, dJ, dB []float64) {
	a, _ = a.Lowered()
	p := newPasses(a, a.T())
	dJ = make([]float64, a.T())
	dB = make([]float64, a.T())
	J = p.J(a.Schedule.Betas(), dJ)
	B = p.B(a.Schedule.Betas(), dB)
	return J, B, dJ, dB
}
