package chaintest_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// beside are kernels that are not in the catalogue by themselves, or with other parameters.
var beside = []chains.Entry[chains.Kernel]{
	{Name: "repeat", Make: kernels.Repeat{Times: 3, Kernel: kernels.Barker{}}},
	{Name: "cycle of two", Make: kernels.Cycle{Kernels: []chains.Kernel{kernels.King{}, kernels.Line{Axis: 0}}}},
	{Name: "five tries", Make: kernels.MultipleTry{Tries: 5}},
	{Name: "one try", Make: kernels.MultipleTry{Tries: 1}},
	{Name: "short moves uphill", Make: kernels.Langevin{Size: 0.4}},
	{Name: "two short steps", Make: kernels.Hamiltonian{Steps: 2, Size: 0.7}},
	{Name: "never turning", Make: kernels.Lifted{}},
	{Name: "thirds", Make: kernels.Mixture{Weights: []float64{1, 2},
		Kernels: []chains.Kernel{kernels.Metropolis{}, kernels.Perfect{}}}},
	{Name: "a matrix", Make: kernels.Matrices{N: 6, P: [][]float64{{0.5, 0.5, 0, 0, 0, 0, 0.25, 0.5, 0.25, 0, 0, 0,
		0, 1, 0, 0, 0, 0, 0, 0, 0, 0.125, 0, 0.875, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}}},
}

// slopes are log densities of six cells: ordinary, with ties, with cells without mass, next to flat, and deep.
func slopes() [][]float64 {
	none := math.Inf(-1)
	return [][]float64{{0.9, -0.4, 0.2, -1.3, 0.1, 1.7}, {0.3, 0.3, -1.1, 0.3, -1.1, 2.2}, {0.4, none, 0.1, -1, none, 0.8},
		{0, 1e-9, -3e-12, 1e-15, 2e-9, 0}, {0, -40, 3, -300, -299.5, -290}}
}

// TestRowsAreDefinitions: the rows of every operator are those of its definition in big floats, at any depth.
// An entry has its own digits, and the probability of staying those of 1.
func TestRowsAreDefinitions(t *testing.T) {
	for _, k := range append(beside, kernels.Catalogue...) {
		for _, g := range []grid.Grid{grid.New(6), grid.New(2, 3), grid.New(3, 2).WithWalls(1), grid.New(3, 2).WithWalls(4)} {
			for i, logf := range slopes() {
				if g.Wall(4) != g.Wall(1) && i != 2 {
					continue // walls have no mass
				}
				for _, masses := range []bool{false, true} {
					op, d, l := defined(k.Make, g, logf, masses)
					if op == nil || masses && i == 3 { // masses next to flat are rounded to four digits of what they differ by
						continue
					}
					if off, x, y := apart(op, d, l); !(off < 1e-12) {
						t.Errorf("%s on %v, log f %v, masses %v: from cell %d to %d off by %.2g",
							k.Name, g, logf, masses, x, y, off)
					}
				}
			}
		}
	}
}

// place is a level on the grid that it is for.
type place struct {
	*chains.Level
	grid grid.Grid
}

// defined returns an operator aimed at a level, and the definition of its kernel. It returns none if the level can
// have no masses.
func defined(k chains.Kernel, g grid.Grid, logf []float64, masses bool) (chains.Operator, chains.Definition, place) {
	wide, b := chains.Extend(k, g, chains.Geometric{From: chains.Uniform(logf), To: logf})
	l := place{chains.NewLevel(b, wide.Size()), wide}
	l.Move(1, 1)
	if masses {
		if chains.LogSpan(logf) > 100 {
			return nil, nil, l
		}
		l.P = chains.Normalized(l.LogF())
	}
	op := k.On(wide)
	op.Aim(l.Level)
	return op, chains.DefinitionOf(k, wide), l
}

// apart is the largest distance of a row from the definition, relative to an entry and absolute for staying.
func apart(op chains.Operator, d chains.Definition, l place) (worst float64, x, y int) {
	const bits = 160
	m := chaintest.Dense(d, l.grid, chaintest.InBits(bits, l.LogF()), l.T, l.Beta)
	for at, want := range m {
		row := make([]float64, len(m))
		op.Row(at, func(y int, p float64) { row[y] += p })
		row[at] = chains.Stay(op, at)
		for to, p := range row {
			exact, _ := want[to].Float64()
			off := math.Abs(p - exact)
			if to != at && exact != p {
				off /= max(exact, p)
			}
			if !(off <= worst) {
				worst, x, y = off, at, to
			}
		}
	}
	return worst, x, y
}

// skewed has rows of Metropolis that are wrong in the twelfth digit one way.
type skewed struct{ kernels.Metropolis }

func (skewed) On(g grid.Grid) chains.Operator { return bent{kernels.Metropolis{}.On(g)} }

type bent struct{ chains.Operator }

func (o bent) Row(x int, visit func(y int, p float64)) {
	o.Operator.Row(x, func(y int, p float64) {
		if y > x {
			p *= 1 + 1e-11
		}
		visit(y, p)
	})
}

// TestRowsAreNotDefinitions: the comparison finds a rule of another kernel, proposals too few, and one digit.
func TestRowsAreNotDefinitions(t *testing.T) {
	g, logf := grid.New(2, 3), slopes()[0]
	of := kernels.Metropolis{}.Definition(g)
	for name, c := range map[string]struct {
		kernel chains.Kernel
		of     chains.Definition
	}{
		"a digit":            {skewed{}, of},
		"another acceptance": {kernels.Metropolis{}, kernels.Barker{}.Definition(g)},
		"other proposals":    {kernels.King{}, of},
		"one axis":           {kernels.Metropolis{}, operators.Metropolis.Definition(g, 1)},
		"another order": {kernels.Cycle{Kernels: []chains.Kernel{kernels.Line{Axis: 1}, kernels.Line{}}},
			kernels.GibbsSweep{}.Definition(g)},
		"other shares": {kernels.Lazy{A: 0.5, Kernel: kernels.Metropolis{}},
			kernels.Lazy{A: 0.25, Kernel: kernels.Metropolis{}}.Definition(g)},
	} {
		op, _, l := defined(c.kernel, g, logf, false)
		if off, _, _ := apart(op, c.of, l); off < 1e-12 {
			t.Errorf("%s: not found", name)
		}
	}
}
