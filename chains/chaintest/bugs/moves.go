package bugs

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// gibbsRule redraws the coordinate along one axis, picked with these odds or evenly,
// among all cells of the line except the last short ones.
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

// redrawn visits the cells of x's line, except the last short ones, with their
// conditional probabilities.
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

// Sweep redraws the coordinates along these axes, one after the other. On a grid of
// other than two axes it redraws the first coordinate alone.
func Sweep(axes ...int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		along := axes
		if g.Axes() != 2 {
			along = []int{0}
		}
		sum := make([]float64, g.Size())
		swept(g, logf, x, along, 1, sum)
		for y, p := range sum {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}
}

// swept adds to sum the cells that a sweep from x leads to, with probability p in all.
func swept(g grid.Grid, logf []float64, x int, along []int, p float64, sum []float64) {
	if len(along) == 0 {
		sum[x] += p
		return
	}
	redrawn(g, logf, x, along[0], 0, func(y int, q float64) { swept(g, logf, y, along[1:], p*q, sum) })
}

// shortRow takes a thousandth off the largest entry of row x, which then sums to 0.999.
func shortRow(m [][]float64, x int) [][]float64 {
	m[x][floats.MaxIdx(m[x])] -= 1e-3
	return m
}

// transposed has columns for rows.
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

// atNext takes the weight's step at x_t in place of x_{t-1}.
func atNext(s laws.Step) laws.Gain {
	return func(_, y int) float64 { return chains.LogRatio(s.To.LogF[y], s.From.LogF[y]) }
}

// oneSide divides f_{t-1} by its sum, and f_t not.
func oneSide(s laws.Step) laws.Gain {
	return func(x, y int) float64 { return s.Forward(x, y) + floats.LogSumExp(s.From.LogF) }
}

// lastLeftOut leaves the weight of the last step out.
func lastLeftOut(s laws.Step) laws.Gain {
	if s.To.Beta < 1 {
		return s.Forward
	}
	return func(_, _ int) float64 { return 0 }
}

// inOneCell starts every chain in cell [3 3].
func inOneCell(p []float64) []float64 {
	q := make([]float64, len(p))
	q[7*3+3] = 1
	return q
}

// flattened is the square root of p, normalised.
func flattened(p []float64) []float64 {
	q := make([]float64, len(p))
	for x, v := range p {
		q[x] = math.Sqrt(v)
	}
	floats.Scale(1/floats.Sum(q), q)
	return q
}
