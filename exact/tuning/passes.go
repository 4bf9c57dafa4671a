package tuning

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// passes computes B or J of an annealing for any betas, and its derivative with respect to each.
// It takes one pass up and one down, and keeps five vectors for each of T levels.
//
// How a push changes with beta is the difference of two pushes, a little above and a little below:
//
//	(q K_{β+h} - q K_{β-h}) / 2h,
//
// with an error of h² by curvature, and of 1e-16/h by rounding. Derivatives of J and B have eight digits by it, of the
// largest; the search for a best schedule ends at a gradient of 1e-3 of the value.
type passes struct {
	a            chains.Annealing
	T, n         int
	end          int // the last level whose kernel runs
	level        *chains.Level
	op, reversal chains.Operator

	// For each level from 1 on:
	logf  [][]float64
	p     [][]float64 // the density of logf, which sums to 1
	slope [][]float64 // the derivative of log f by beta
	q     [][]float64 // the law of the forward state; meaningless beyond T-1 if the last kernel is skipped
	past  [][]float64 // the mean gain of log w of the reverse chain from a state here down to level 1

	next             []float64
	there, back      []float64 // the derivatives of two pushes
	lower, lowerBack []float64
}

// newPasses makes room for T levels.
func newPasses(a chains.Annealing, T int) *passes {
	op := chains.On(a.Kernel, a.Grid)
	n := a.Grid.Size()
	p := &passes{a: a, T: T, n: n, end: T, level: a.NewLevel(), op: op, reversal: op.Reversal()}
	if a.SkipLast {
		p.end--
	}
	for _, v := range []*[]float64{&p.next, &p.there, &p.back, &p.lower, &p.lowerBack} {
		*v = make([]float64, n)
	}
	for _, rows := range []*[][]float64{&p.logf, &p.p, &p.slope, &p.q, &p.past} {
		*rows = slices.Collect(slices.Chunk(make([]float64, (T+1)*n), n))
	}
	return p
}

// aim aims the kernel at level t, whose masses are known.
func (p *passes) aim(t int, beta float64) {
	p.level.Move(t, beta)
	if chains.LogSpan(p.logf[t]) < chains.MaxLogSpan {
		p.level.P = p.p[t]
	}
	p.op.Aim(p.level)
}

// densities sets log f, p and the slope of every level, and q of the first.
func (p *passes) densities(betas []float64) {
	for i, beta := range betas {
		p.a.Bridge.At(p.logf[i+1], beta)
		p.a.Bridge.Slope(p.slope[i+1], beta)
		normalize(p.p[i+1], p.logf[i+1])
	}
	copy(p.q[1], p.p[1])
}

// beside is the distance h of a beta from those above and below at which its slopes are taken. It is a power of 2, so
// that β ± h has no rounding that matters.
const beside = 0x1p-17

// slopes sets there to the derivative by beta of the push of q by the kernel at level t, and back to that of the push
// of r by its reversal, unless r is nil. The kernel is then aimed elsewhere.
func (p *passes) slopes(t int, beta float64, q, r []float64) {
	up := min(beta+beside, 1)
	down := max(beta-beside, 0)
	each := 1 / (up - down)
	p.pushes(t, up, p.there, q, p.back, r)
	p.pushes(t, down, p.lower, q, p.lowerBack, r)
	difference(p.there, p.lower, each)
	difference(p.back, p.lowerBack, each)
}

// pushes pushes q by the kernel at a beta, and r by its reversal unless it is nil.
func (p *passes) pushes(t int, beta float64, dst, q, dstBack, r []float64) {
	p.level.Move(t, beta)
	p.op.Aim(p.level)
	p.op.Push(dst, q)
	if r != nil {
		p.reversal.Push(dstBack, r)
	}
}

// difference sets above to its difference to below, times a factor.
func difference(above, below []float64, factor float64) {
	floats.Scale(factor, above)
	floats.AddScaled(above, -factor, below)
}

// J returns the Jeffreys divergence of q_T, the law of x_T, from p_T, and sets grad[t-1] to its derivative with respect
// to β_t, 0 at both ends. The derivative of J by q_T, as a function of the cell, is log q_T/p_T + 1 - p_T/q_T. Pulled
// down to level t, it prices a change of the law there. (The 1 is a constant, so it cannot matter; it keeps the
// function near 0 if q_T is near p_T.)
func (p *passes) J(betas, grad []float64) float64 {
	p.densities(betas)
	for t := 2; t <= p.end; t++ {
		p.aim(t, betas[t-1])
		p.op.Push(p.q[t], p.q[t-1])
	}
	future := make([]float64, p.n)
	J := p.final(future)
	clear(grad)
	for t := p.end; t >= 2; t-- {
		if t < p.T {
			p.slopes(t, betas[t-1], p.q[t-1], nil)
			grad[t-1] = floats.Dot(p.there, future)
		}
		p.aim(t, betas[t-1])
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
		p.rise(rise, t)
		floats.Add(rise, p.past[t-1])
		p.aim(t, betas[t-1])
		p.op.Push(p.q[t], p.q[t-1])
		p.reversal.Pull(p.past[t], rise)
	}
	clear(grad)
	B := 0.0
	r := slices.Clone(p.p[p.T])
	below := make([]float64, p.n)
	future := make([]float64, p.n)
	for t := p.T; t >= 2; t-- { // down: r, and the mean gain of the forward chain from here on
		p.rise(rise, t)
		if t < p.T {
			p.slopes(t, betas[t-1], p.q[t-1], r)
		}
		p.aim(t, betas[t-1])
		p.reversal.Push(below, r)
		if t < p.T {
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
func (p *passes) rise(dst []float64, t int) {
	for x, now := range p.logf[t] {
		dst[x] = chains.LogRatio(now, p.logf[t-1][x])
	}
}

// slopeB returns the derivative of B with respect to β_t: the part from the two weights that contain f_t, and the part
// from the two kernels. r and below are the laws of the reverse chain at t and t-1. future is the mean gain of the
// forward chain from x_t on, and past[t-1] the mean gain of the reverse chain below x_{t-1}.
func (p *passes) slopeB(t int, rise, r, below, future []float64) float64 {
	sum := 0.0
	for x, v := range p.slope[t] {
		sum += v * (below[x] - r[x] - p.q[t-1][x] + p.q[t][x])
	}
	sum += floats.Dot(p.back, rise) + floats.Dot(p.back, p.past[t-1])
	return sum - floats.Dot(p.there, future)
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
