package tuning

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// gradients computes B or J of an annealing for any betas, and its derivative by each. It takes one pass up and one
// down, and keeps five vectors for each of T levels.
//
// The derivative of a push by beta is the difference of two pushes, a little above and a little below:
//
//	(q K_{β+h} - q K_{β-h}) / 2h,
//
// with an error of h² by curvature and of 1e-16/h by rounding. That leaves the derivatives of J and B eight digits of
// the largest; a search ends at a gradient of 1e-3 of the value.
type gradients struct {
	a            chains.Annealing
	T, n         int
	end          int // the last level whose kernel runs
	level        *chains.Level
	op, reversal chains.Operator

	// For each level from 1 on:
	logf  [][]float64
	p     [][]float64 // the density of logf, which sums to 1
	slope [][]float64 // the derivative of log f by beta
	q     [][]float64 // the distribution of the forward state; meaningless beyond T-1 if the last kernel is skipped
	past  [][]float64 // the mean gain of log w of the reverse chain from a state here down to level 1

	next                         []float64
	pushSlope, reversalSlope     []float64 // the derivatives of a push by the kernel, and by its reversal
	lowerPush, lowerReversalPush []float64
}

// newGradients makes room for T levels.
func newGradients(a chains.Annealing, T int) *gradients {
	op := chains.On(a.Kernel, a.Grid)
	n := a.Grid.Size()
	g := &gradients{a: a, T: T, n: n, end: T, level: a.NewLevel(), op: op, reversal: op.Reversal()}
	if a.SkipLast {
		g.end--
	}
	for _, v := range []*[]float64{&g.next, &g.pushSlope, &g.reversalSlope, &g.lowerPush, &g.lowerReversalPush} {
		*v = make([]float64, n)
	}
	for _, rows := range []*[][]float64{&g.logf, &g.p, &g.slope, &g.q, &g.past} {
		*rows = slices.Collect(slices.Chunk(make([]float64, (T+1)*n), n))
	}
	return g
}

// aim aims the kernel at level t, whose masses are known.
func (g *gradients) aim(t int, beta float64) {
	g.level.Move(t, beta)
	if chains.LogSpan(g.logf[t]) < chains.MaxLogSpan {
		g.level.P = g.p[t]
	}
	g.op.Aim(g.level)
}

// densities sets log f, p and the slope of every level, and q of the first.
func (g *gradients) densities(betas []float64) {
	for i, beta := range betas {
		g.a.Bridge.At(g.logf[i+1], beta)
		g.a.Bridge.Slope(g.slope[i+1], beta)
		normalize(g.p[i+1], g.logf[i+1])
	}
	copy(g.q[1], g.p[1])
}

// halfStep is h, the distance from beta at which the two pushes are made. It is a power of 2, so that β ± h has no
// rounding that matters.
const halfStep = 0x1p-17

// slopes sets pushSlope to the derivative by beta of the push of q by the kernel at level t, and reversalSlope to the
// derivative of the push of r by the reversal, unless r is nil. It leaves the kernel aimed below beta.
func (g *gradients) slopes(t int, beta float64, q, r []float64) {
	up := min(beta+halfStep, 1)
	down := max(beta-halfStep, 0)
	each := 1 / (up - down)
	g.pushes(t, up, g.pushSlope, q, g.reversalSlope, r)
	g.pushes(t, down, g.lowerPush, q, g.lowerReversalPush, r)
	scaledDifference(g.pushSlope, g.lowerPush, each)
	scaledDifference(g.reversalSlope, g.lowerReversalPush, each)
}

// pushes pushes q by the kernel at a beta, and r by its reversal unless it is nil.
func (g *gradients) pushes(t int, beta float64, dst, q, dstReversal, r []float64) {
	g.level.Move(t, beta)
	g.op.Aim(g.level)
	g.op.Push(dst, q)
	if r != nil {
		g.reversal.Push(dstReversal, r)
	}
}

// scaledDifference sets above to above less below, times a factor.
func scaledDifference(above, below []float64, factor float64) {
	floats.Scale(factor, above)
	floats.AddScaled(above, -factor, below)
}

// J returns the Jeffreys divergence between p_T and q_T, the distribution of x_T, and sets grad[t-1] to its derivative
// by β_t, 0 at both ends. The derivative of J by q_T, as a function of the cell, is log q_T/p_T + 1 - p_T/q_T. Pulled
// down to level t, it prices a change of the distribution there. The 1 is a constant that cannot matter; it keeps the
// function near 0 if q_T is near p_T.
func (g *gradients) J(betas, grad []float64) float64 {
	g.densities(betas)
	for t := 2; t <= g.end; t++ {
		g.aim(t, betas[t-1])
		g.op.Push(g.q[t], g.q[t-1])
	}
	future := make([]float64, g.n)
	J := g.final(future)
	clear(grad)
	for t := g.end; t >= 2; t-- {
		if t < g.T {
			g.slopes(t, betas[t-1], g.q[t-1], nil)
			grad[t-1] = floats.Dot(g.pushSlope, future)
		}
		g.aim(t, betas[t-1])
		g.op.Pull(g.next, future)
		future, g.next = g.next, future
	}
	return J
}

// final returns J at the end, and sets slope to its derivative by q_T.
func (g *gradients) final(slope []float64) (J float64) {
	logf := g.logf[g.T]
	logZ := floats.LogSumExp(logf)
	for x, v := range g.q[g.end] {
		want := g.p[g.T][x]
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

// B returns B, and sets grad[t-1] to its derivative by β_t, 0 at both ends. With Δ_t = log f_t - log f_{t-1} and r the
// distributions of the reverse chain, B is the sum over t of <r_{t-1} - q_{t-1}, Δ_t>.
func (g *gradients) B(betas, grad []float64) float64 {
	g.densities(betas)
	rise := make([]float64, g.n)
	clear(g.past[1])
	for t := 2; t <= g.T; t++ { // up: q, and the mean gain of the reverse chain on its way down
		g.setRise(rise, t)
		floats.Add(rise, g.past[t-1])
		g.aim(t, betas[t-1])
		g.op.Push(g.q[t], g.q[t-1])
		g.reversal.Pull(g.past[t], rise)
	}
	clear(grad)
	B := 0.0
	r := slices.Clone(g.p[g.T])
	below := make([]float64, g.n)
	future := make([]float64, g.n)
	for t := g.T; t >= 2; t-- { // down: r, and the mean gain of the forward chain from here on
		g.setRise(rise, t)
		if t < g.T {
			g.slopes(t, betas[t-1], g.q[t-1], r)
		}
		g.aim(t, betas[t-1])
		g.reversal.Push(below, r)
		if t < g.T {
			grad[t-1] = g.slopeB(t, rise, r, below, future)
		}
		B += floats.Dot(below, rise) - floats.Dot(g.q[t-1], rise)
		g.op.Pull(g.next, future)
		floats.AddTo(future, g.next, rise)
		r, below = below, r
	}
	return B
}

// setRise sets dst to log f at a level less log f at the level before.
func (g *gradients) setRise(dst []float64, t int) {
	for x, now := range g.logf[t] {
		dst[x] = chains.LogRatio(now, g.logf[t-1][x])
	}
}

// slopeB returns the derivative of B by β_t: the part from the two weights that contain f_t, and the part from the two
// kernels. r and below are the distributions of the reverse chain at t and t-1. future is the mean gain of the forward
// chain from x_t on, and past[t-1] the mean gain of the reverse chain below x_{t-1}.
func (g *gradients) slopeB(t int, rise, r, below, future []float64) float64 {
	sum := 0.0
	for x, v := range g.slope[t] {
		sum += v * (below[x] - r[x] - g.q[t-1][x] + g.q[t][x])
	}
	sum += floats.Dot(g.reversalSlope, rise) + floats.Dot(g.reversalSlope, g.past[t-1])
	return sum - floats.Dot(g.pushSlope, future)
}
