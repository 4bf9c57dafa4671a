package chaintest_test

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/grid"
)

// trajectory is a step of Hamiltonian with dice: a number of steps, a first move axis by axis, and
// kicks that are rounded up or down. With one step it is Langevin.
func trajectory(steps int, size float64) literal {
	return func(g grid.Grid, logf []float64, x int, d chains.Dice) int {
		to, v, there := g.Coords(x), make([]int, g.Axes()), 1.0
		for a := range v {
			q := firstMoves(g, logf, x, a, size)
			c := d.Pick(q)
			v[a], there = c-to[a], there*q[c]
			to[a] = c
		}
		y := g.Index(to...)
		for range d.Pick(ones(steps)) {
			if math.IsInf(logf[y], -1) {
				return x
			}
			for a, k := range kicked(g, logf, y, size, d) {
				v[a] += k
				to[a] += v[a]
			}
			for a, c := range to {
				if c < 0 || c >= g.Len(a) {
					return x
				}
			}
			y = g.Index(to...)
		}
		back := 1.0
		for a := range v {
			if math.IsInf(logf[y], -1) || float64(max(v[a], -v[a])) >= 2*size+1 {
				return x
			}
			back *= firstMoves(g, logf, y, a, size)[to[a]-v[a]]
		}
		a := min(1, math.Exp(logf[y]-logf[x])*back/there)
		if d.Pick([]float64{a, 1 - a}) == 0 {
			return y
		}
		return x
	}
}

// kicked draws a kick at x: the interval of u that lies between two fractions, taken from 1, and then
// every axis rounded by a u in its middle.
func kicked(g grid.Grid, logf []float64, x int, size float64, d chains.Dice) []int {
	ends := []float64{0, 1}
	for a := range g.Axes() {
		_, fraction := math.Modf(math.Abs(2 * uphill(g, logf, x, a, size)))
		ends = append(ends, 1-fraction)
	}
	slices.Sort(ends)
	gaps := make([]float64, len(ends)-1)
	for i := range gaps {
		gaps[i] = ends[i+1] - ends[i]
	}
	i := d.Pick(gaps)
	u, kick := (ends[i]+ends[i+1])/2, make([]int, g.Axes())
	for a := range kick {
		twice := 2 * uphill(g, logf, x, a, size)
		kick[a] = int(math.Copysign(math.Floor(math.Abs(twice)+u), twice))
	}
	return kick
}

// firstMoves is the law of the coordinate along an axis after a first move from x: a Gaussian about x
// and the drift, on the cells that are at most two sizes away, rounded up.
func firstMoves(g grid.Grid, logf []float64, x, axis int, size float64) []float64 {
	q, sum := make([]float64, g.Len(axis)), 0.0
	for c := range q {
		m := float64(c - g.Coord(x, axis))
		if math.Abs(m) < 2*size+1 {
			q[c] = math.Exp(-math.Pow((m-uphill(g, logf, x, axis, size))/size, 2) / 2)
		}
		sum += q[c]
	}
	for c := range q {
		q[c] /= sum
	}
	return q
}

// uphill is the drift from x along an axis.
func uphill(g grid.Grid, logf []float64, x, axis int, size float64) float64 {
	rise, sides := 0.0, 0.0
	for m := 2 * axis; m < 2*axis+2; m++ {
		if y, ok := g.Move(x, m); ok && !math.IsInf(logf[y], -1) {
			rise += (logf[y] - logf[x]) * float64(2*(m%2)-1)
			sides++
		}
	}
	if sides == 0 || math.IsInf(logf[x], -1) {
		return 0
	}
	return max(-size, min(size, size*size/2*rise/sides))
}

// unadjusted leans uphill along the first axis, and accepts with min(1, f(y)/f(x)) as if it did not.
func unadjusted(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	stride, at := g.Stride(0), g.Coord(x, 0)
	for c, q := range firstMoves(g, logf, x, 0, 1) {
		if y := x + (c-at)*stride; y != x && !math.IsInf(logf[y], -1) {
			visit(y, q*bugs.Accept(logf[y]-logf[x]))
		}
	}
}

// kickedEarly makes a first move along the first axis and another one as fast, kicked by the slope where
// the move began instead of where it ends. That leapfrog does not run backwards.
func kickedEarly(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	stride, at := g.Stride(0), g.Coord(x, 0)
	kick := int(math.Round(2 * uphill(g, logf, x, 0, 1)))
	for c, there := range firstMoves(g, logf, x, 0, 1) {
		v := c - at + kick
		to := c + v
		if to < 0 || to >= g.Len(0) || to == at || max(v, -v) > 2 || there == 0 {
			continue
		}
		if y := x + (to-at)*stride; !math.IsInf(logf[y], -1) && !math.IsInf(logf[x+(c-at)*stride], -1) {
			back := firstMoves(g, logf, y, 0, 1)[c]
			visit(y, min(there, math.Exp(logf[y]-logf[x])*back))
		}
	}
}
