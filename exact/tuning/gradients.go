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
// The derivative of a pull by beta is the difference of two pulls, a little above and a little below:
//
//	(K_{β+h} f - K_{β-h} f) / 2h,
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

	shallow []bool // by level: floats hold all masses and their slopes, and no cell has lost its mass

	next, above, below []float64 // functions that are pulled, at beta and a little above and below
	masses             []float64 // a little above or below
	spare              []float64
}

// newGradients makes room for T levels.
func newGradients(a chains.Annealing, T int) *gradients {
	op := chains.On(a.Kernel, a.Grid)
	n := a.Grid.Size()
	g := &gradients{a: a, T: T, n: n, end: T, level: a.NewLevel(), op: op, reversal: op.Reversal(),
		shallow: make([]bool, T+1)}
	if a.SkipLast {
		g.end--
	}
	for _, v := range []*[]float64{&g.next, &g.above, &g.below, &g.masses, &g.spare} {
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
	if g.shallow[t] {
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
		g.shallow[i+1] = chains.LogSpan(g.logf[i+1]) < chains.MaxLogSpan
		for x, v := range g.p[i+1] {
			small := math.Abs(g.slope[i+1][x]) < smallSlope
			g.shallow[i+1] = g.shallow[i+1] && (v > 0 && small || g.p[1][x] == 0)
		}
	}
	copy(g.q[1], g.p[1])
}

// halfStep is h, the distance from beta at which the two pulls are made. It is a power of 2, so that β ± h has no
// rounding that matters.
const halfStep = 0x1p-17

// smallSlope is a slope of log f by which the masses are linear in beta, as far as h goes.
const smallSlope = 0.1 / halfStep

// slopeOf returns the derivative by beta of <q, K f>, K being the step of op at level t. It leaves op aimed below beta.
func (g *gradients) slopeOf(op chains.Operator, t int, beta float64, q, f []float64) float64 {
	up := min(beta+halfStep, 1)
	down := max(beta-halfStep, 0)
	g.pullAt(op, t, up-beta, beta, g.above, f)
	g.pullAt(op, t, down-beta, beta, g.below, f)
	floats.Sub(g.above, g.below)
	return floats.Dot(q, g.above) / (up - down)
}

// pullAt sets dst to f pulled by op at a beta and a bit. The masses there are those of the level times 1 + bit slope,
// whose error is that of the difference.
func (g *gradients) pullAt(op chains.Operator, t int, bit, beta float64, dst, f []float64) {
	g.level.Move(t, beta+bit)
	if g.shallow[t] {
		for x, s := range g.slope[t] {
			g.masses[x] = g.p[t][x] * (1 + bit*s)
		}
		g.level.P = g.masses
	}
	g.op.Aim(g.level)
	g.pull(op, dst, f)
}

// pull sets dst to f pulled by op.
func (g *gradients) pull(op chains.Operator, dst, f []float64) {
	op.Pull(&chains.Pair{dst, g.spare}, &chains.Pair{f, f})
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
			grad[t-1] = g.slopeOf(g.op, t, betas[t-1], g.q[t-1], future)
		}
		g.aim(t, betas[t-1])
		g.pull(g.op, g.next, future)
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
		case math.IsInf(ratio, 0): // only one of the two has mass
			J = math.Inf(1)
		default:
			J += (v - want) * ratio
			slope[x] = ratio + 1 - want/v
		}
	}
	return J
}

// B returns B, and sets grad[t-1] to its derivative by β_t, 0 at both ends. With Δ_t = log f_t - log f_{t-1} and r
// the distributions of the reverse chain, B is the sum over t of <r_{t-1} - q_{t-1}, Δ_t>.
func (g *gradients) B(betas, grad []float64) float64 {
	g.densities(betas)
	rise := make([]float64, g.n)
	clear(g.past[1])
	for t := 2; t <= g.T; t++ { // up: q, and the mean gain of the reverse chain on its way down
		g.setRise(rise, t)
		floats.Add(rise, g.past[t-1])
		g.aim(t, betas[t-1])
		g.op.Push(g.q[t], g.q[t-1])
		g.pull(g.reversal, g.past[t], rise)
	}
	clear(grad)
	B := 0.0
	r := slices.Clone(g.p[g.T])
	below := make([]float64, g.n)
	future := make([]float64, g.n)
	gain := make([]float64, g.n) // of the reverse chain, from level t down
	for t := g.T; t >= 2; t-- {  // down: r, and the mean gain of the forward chain from here on
		g.setRise(rise, t)
		if t < g.T {
			floats.AddTo(gain, rise, g.past[t-1])
			grad[t-1] = g.slopeOf(g.reversal, t, betas[t-1], r, gain) - g.slopeOf(g.op, t, betas[t-1], g.q[t-1], future)
		}
		g.aim(t, betas[t-1])
		g.reversal.Push(below, r)
		if t < g.T {
			for x, v := range g.slope[t] { // by the two weights that contain f_t
				grad[t-1] += v * (below[x] - r[x] - g.q[t-1][x] + g.q[t][x])
			}
		}
		B += floats.Dot(below, rise) - floats.Dot(g.q[t-1], rise)
		g.pull(g.op, g.next, future)
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
