package experiments

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// gibbsRule redraws one coordinate, but for the last short cells of a line, along an
// axis picked with these odds, or evenly.
func gibbsRule(short int, odds func(g grid.Grid, x, axis int) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for axis := range g.Axes() {
			p := 1 / float64(g.Axes())
			if odds != nil {
				p = odds(g, x, axis)
			}
			redrawn(g, logf, x, axis, short, func(y int, q float64) {
				if y != x {
					visit(y, p*q)
				}
			})
		}
	}
}

// redrawn visits the cells of x's line with their conditional probabilities.
func redrawn(g grid.Grid, logf []float64, x, axis, short int, visit func(int, float64)) {
	from := x - g.Coord(x, axis)*g.Stride(axis)
	sum := 0.0
	for i := range g.Len(axis) - short {
		sum += math.Exp(logf[from+i*g.Stride(axis)])
	}
	if sum == 0 {
		visit(x, 1)
		return
	}
	for i := range g.Len(axis) - short {
		y := from + i*g.Stride(axis)
		if p := math.Exp(logf[y]) / sum; p > 0 {
			visit(y, p)
		}
	}
}

// rowsThenColumns redraws the last coordinate, then the first.
func rowsThenColumns(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	sum := make([]float64, g.Size())
	redrawn(g, logf, x, 1, 0, func(y int, p float64) {
		redrawn(g, logf, y, 0, 0, func(z int, q float64) { sum[z] += p * q })
	})
	for y, p := range sum {
		if y != x && p > 0 {
			visit(y, p)
		}
	}
}

// halfPushed is Metropolis that pushes and pulls half of what it steps.
type halfPushed struct{ kernels.Metropolis }

// On returns the operator on g.
func (k halfPushed) On(g grid.Grid) chains.Operator { return &halfPush{k.Metropolis.On(g)} }

type halfPush struct{ chains.Operator }

func (o *halfPush) Reversal() chains.Operator { return o }

func (o *halfPush) Push(dst, q []float64) {
	o.Operator.Push(dst, q)
	floats.AddTo(dst, dst, q)
	floats.Scale(0.5, dst)
}

func (o *halfPush) Pull(dst, f []float64) {
	o.Operator.Pull(dst, f)
	floats.AddTo(dst, dst, f)
	floats.Scale(0.5, dst)
}

// shortRow takes a part of the largest entry of row x away, so that the row sums to
// 0.999.
func shortRow(m [][]float64, x int) [][]float64 {
	m[x][floats.MaxIdx(m[x])] -= 1e-3
	return m
}

func transposed(m [][]float64) [][]float64 {
	t := make([][]float64, len(m))
	for y := range t {
		t[y] = make([]float64, len(m))
		for x := range m {
			t[y][x] = m[x][y]
		}
	}
	return t
}

// atNext takes the weight's step at x_t.
func atNext(_ int, from, to []float64, _, y int) float64 { return chains.LogRatio(to[y], from[y]) }

// flattened is the square root of p, normalised.
func flattened(p []float64) []float64 {
	q := make([]float64, len(p))
	for x, v := range p {
		q[x] = math.Sqrt(v)
	}
	floats.Scale(1/floats.Sum(q), q)
	return q
}
