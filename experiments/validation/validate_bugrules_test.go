package validation

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// elsewhere is Metropolis on the scene, aimed at the level that at returns.
func elsewhere(at func(t int, beta float64) (int, float64)) chains.Kernel {
	a := sound()
	return bugs.Changed(a.Kernel, func(op chains.Operator) chains.Operator {
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
		level := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
		level.Move(1, 0)
		op := metropolis.On(g)
		op.Aim(level)
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
	t := make([][]float64, len(m))
	for y := range t {
		t[y] = make([]float64, len(m))
		for x := range m {
			t[y][x] = m[x][y]
		}
	}
	return t
}

// atNext takes the weight's step at x_t instead of x_{t-1}.
func atNext(s laws.Step) laws.Gain {
	return func(_, y int) float64 { return chains.LogRatio(s.To.LogF[y], s.From.LogF[y]) }
}

// ways returns how many moves lead somewhere.
func ways(g grid.Grid, x int) (n int) {
	for m := range g.Moves() {
		if _, ok := g.Move(x, m); ok {
			n++
		}
	}
	return n
}

// nearEdge reports whether a cell has fewer moves than a neighbour, or more.
func nearEdge(g grid.Grid, x int) bool {
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok && ways(g, x) != ways(g, y) {
			return true
		}
	}
	return false
}

// misread is rule with log f replaced by read of it.
func misread(read func(v float64) float64, rule kernels.Rule) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		wrong := make([]float64, len(logf))
		for i, v := range logf {
			wrong[i] = read(v)
		}
		rule(g, wrong, x, visit)
	}
}

// open makes single moves on the box as if it had no walls.
func open(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	box := g.WithWalls()
	for m := range box.Moves() {
		if y, ok := box.Move(x, m); ok {
			if p := bugs.Accept(logf[y] - logf[x]); p != 0 {
				visit(y, p/float64(g.Moves()))
			}
		}
	}
}

// gibbsRule picks an axis with this probability, and redraws the coordinate along it among all
// cells of the line except the last short ones.
func gibbsRule(short int, pick func(g grid.Grid, x, axis int) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for axis := range g.Axes() {
			p := pick(g, x, axis)
			bugs.Redrawn(g, logf, x, axis, short, func(y int, q float64) {
				if y != x {
					visit(y, p*q)
				}
			})
		}
	}
}
