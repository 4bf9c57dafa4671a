package certain

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// others are kernels that are not in the catalogue by themselves, or with other parameters.
var others = []chains.Entry[chains.Kernel]{
	{Name: "repeat", Make: kernels.Repeat{Times: 3, Kernel: kernels.Barker{}}},
	{Name: "cycle of two", Make: kernels.Cycle{Kernels: []chains.Kernel{kernels.King{}, kernels.Line{Axis: 0}}}},
	{Name: "short moves uphill", Make: kernels.Langevin{Size: 0.4}},
	{Name: "hamiltonian, two short steps", Make: kernels.Hamiltonian{Steps: 2, Size: 0.7}},
	{Name: "thirds", Make: kernels.Mixture{Weights: []float64{1, 2},
		Kernels: []chains.Kernel{kernels.Metropolis{}, kernels.Perfect{}}}},
	{Name: "a matrix", Make: kernels.Matrices{N: 6, P: [][]float64{{0.5, 0.5, 0, 0, 0, 0, 0.25, 0.5, 0.25, 0, 0, 0,
		0, 1, 0, 0, 0, 0, 0, 0, 0, 0.125, 0, 0.875, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0.25, 0.75, 1e-79}}}},
}

// slopes returns log densities of six cells: ordinary, with ties, with cells without mass, next to flat, and deep; in
// the last nearly every proposal from the second cell is accepted.
func slopes() [][]float64 {
	none := math.Inf(-1)
	return [][]float64{{0.9, -0.4, 0.2, -1.3, 0.1, 1.7}, {0.3, 0.3, -1.1, 0.3, -1.1, 2.2},
		{0.4, none, 0.1, -1, none, 0.8},
		{0, 1e-9, -3e-12, 1e-15, 2e-9, 0}, {0, -40, 3, -300, -299.5, -290},
		{-300, 0, 40, -290, -200, 20}}
}

// TestRowsAreProved checks that the rows of every operator agree with its flows in big floats, at any depth. An entry
// has its own digits, and so has the probability of staying.
func TestRowsAreProved(t *testing.T) {
	for _, k := range append(others, kernels.All...) {
		for _, g := range []grid.Grid{grid.New(6), grid.New(2, 3), grid.New(3, 2).WithWalls(1),
			grid.New(3, 2).WithWalls(4)} {
			for i, logf := range slopes() {
				if walls := g.Wall(4) != g.Wall(1); walls && i != 2 || !walls && (g.Axes() == 1) != (i == 1 || i == 3) {
					continue // walls have no mass; one box for each slope
				}
				if (strings.Contains(k.Name, "hamiltonian") || k.Name == "informed") && i == 3 {
					continue // masses know seven digits of drifts and of rejections of 1e-9
				}
				a := chains.Annealing{Grid: g, Kernel: k.Make, Schedule: chains.Linear(2),
					Bridge: chains.Geometric{From: tempered(logf), To: logf}}
				w := aimed(t, a, 2)
				l := a.NewLevel()
				op := chains.On(a.Kernel, a.Grid)
				for _, masses := range []bool{false, true} {
					if masses && (i >= 3 || chains.LogSpan(logf) > 100) {
						continue // masses next to flat are rounded to four digits of what they differ by
					}
					if a.LevelAt(l, 2); masses {
						l.P = chains.Normalized(l.LogF())
					}
					op.Aim(l)
					if off, x, y := worstRow(op, w); !(off < 1e-12) {
						t.Errorf("%s on %v, log f %v, masses %v: from cell %d to %d off by %.2g (from a cell to "+
							"itself: give the flows a Stay, over both numbers)", k.Name, g, logf, masses, x, y, off)
					}
				}
			}
		}
	}
}

// tempered returns a third of a log density.
func tempered(logf []float64) []float64 {
	third := make([]float64, len(logf))
	return floats.ScaleTo(third, 1./3, logf)
}

// worstRow returns the largest distance of an entry of a row from the ends of its interval, relative to
// it.
func worstRow(op chains.Operator, w *chain) (worst float64, x, y int) {
	for at := range w.mass {
		row := make([]float64, len(w.mass))
		unit := make([]*numbers.Interval, len(w.mass))
		want := make([]*numbers.Interval, len(w.mass))
		for y := range unit {
			unit[y] = numbers.Zero(128)
		}
		op.Row(at, func(y int, p float64) { row[y] += p })
		row[at] = op.Stay(at)
		unit[at] = unit[at].Of(1)
		w.kernel.Push(want, unit)
		for to, p := range row {
			low, _ := want[to].Lo.Float64()
			high, _ := want[to].Hi.Float64()
			off := max(math.Abs(p-low), math.Abs(p-high))
			if off > 0 {
				off /= max(high, p)
			}
			if !(off <= worst) {
				worst = off
				x = at
				y = to
			}
		}
	}
	return worst, x, y
}
