package seeded

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// elsewhere is Metropolis on the scene, aimed at the level that at returns.
func elsewhere(at func(t int, beta float64) (int, float64)) chains.Kernel { return Aimed(sound(), at) }

// Aimed is Metropolis that is aimed at another level of an annealing.
func Aimed(a chains.Annealing, at func(t int, beta float64) (int, float64)) chains.Kernel {
	return bugs.Changed(metropolis, func(op chains.Operator) chains.Operator {
		other := a.NewLevel()
		return &bugs.Altered{Operator: op, AimAt: func(l *chains.Level) *chains.Level {
			other.Move(at(l.T, l.Beta))
			return other
		}}
	})
}

// byMatrix is Metropolis with its matrix changed.
func byMatrix(change func(rows [][]float64) [][]float64) chains.Kernel {
	return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		op, _ := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: logf, To: logf},
			Kernel: metropolis}.Aimed(1, 0)
		for y, p := range change(laws.RowsOf(op, len(logf)))[x] {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}}
}

// shortRow takes a thousandth off the largest entry of the row of cell [4 4], which then
// sums to 0.999.
func shortRow(m [][]float64) [][]float64 {
	row := m[7*4+4]
	row[floats.MaxIdx(row)] -= 1e-3
	return m
}

// transposed swaps rows and columns.
func transposed(m [][]float64) [][]float64 {
	return Changed(m, func(x, y int) float64 { return m[y][x] })
}

// Changed is a matrix made anew, entry by entry.
func Changed(m [][]float64, entry func(x, y int) float64) [][]float64 {
	all := make([][]float64, len(m))
	for x := range all {
		all[x] = make([]float64, len(m))
		for y := range all {
			all[x][y] = entry(x, y)
		}
	}
	return all
}

// atNext takes the weight's step at x_t instead of x_{t-1}.
func atNext(s laws.Step) laws.Gain {
	return func(_, y int) float64 { return chains.LogRatio(s.To.LogF[y], s.From.LogF[y]) }
}
