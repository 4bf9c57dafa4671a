package certain

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
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
	{Name: "every move accepted", Make: kernels.Unadjusted{Size: 0.6}},
	{Name: "two data of three", Make: kernels.Subsampled{Size: 2}.OnTerms([][]float64{{0, 1, 0.5, -2, 0.3, 0},
		{0.4, -1, 0, 1, 2, 0}, {-0.2, 0.7, 1.1, 0, -0.5, 0.1}})},
	{Name: "thirds", Make: kernels.Mixture{Weights: []float64{1, 2},
		Kernels: []chains.Kernel{kernels.Metropolis{}, kernels.Perfect{}}}},
	{Name: "a matrix", Make: kernels.Matrices{N: 6, P: [][]float64{{0.5, 0.5, 0, 0, 0, 0, 0.25, 0.5, 0.25, 0, 0, 0,
		0, 1, 0, 0, 0, 0, 0, 0, 0, 0.125, 0, 0.875, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}}},
}

// slopes are log densities of six cells: ordinary, with ties, with cells without mass, next to flat, and deep.
func slopes() [][]float64 {
	none := math.Inf(-1)
	return [][]float64{{0.9, -0.4, 0.2, -1.3, 0.1, 1.7}, {0.3, 0.3, -1.1, 0.3, -1.1, 2.2},
		{0.4, none, 0.1, -1, none, 0.8},
		{0, 1e-9, -3e-12, 1e-15, 2e-9, 0}, {0, -40, 3, -300, -299.5, -290}}
}

// TestRowsAreDefinitions: the rows of every operator are those of its definition in big floats, at any depth. An entry
// has its own digits, and the probability of staying those of 1.
func TestRowsAreDefinitions(t *testing.T) {
	for _, k := range append(beside, kernels.All...) {
		if _, ok := k.Make.(chains.Defined); !ok {
			continue
		}
		for _, g := range []grid.Grid{grid.New(6), grid.New(2, 3), grid.New(3, 2).WithWalls(1),
			grid.New(3, 2).WithWalls(4)} {
			for i, logf := range slopes() {
				if walls := g.Wall(4) != g.Wall(1); walls && i != 2 || !walls && (g.Axes() == 1) != (i == 1 || i == 3) {
					continue // walls have no mass; one box for each slope
				}
				if _, sums := k.Make.(kernels.Replicas); sums && i == 3 {
					continue // a rise of 1e-16 of one walker is lost in the 1e-9 of the others, which stand in the sum
				}
				a := chains.Annealing{Grid: g, Kernel: k.Make, Schedule: chains.Linear(2),
					Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf}}.Extended()
				w := aimed(t, a, 2)
				l := a.NewLevel()
				op := a.Kernel.On(a.Grid)
				for _, masses := range []bool{false, true} {
					if masses && (i >= 3 || chains.LogSpan(logf) > 100) {
						continue // masses next to flat are rounded to four digits of what they differ by
					}
					if a.LevelAt(l, 2); masses {
						l.P = chains.Normalized(l.LogF())
					}
					op.Aim(l)
					if off, x, y := apart(op, w); !(off < 1e-12) {
						t.Errorf("%s on %v, log f %v, masses %v: from cell %d to %d off by %.2g", k.Name, g,
							logf, masses, x, y, off)
					}
				}
			}
		}
	}
}

// TestClusterRowsAreDefinitions: so are those of kernels that move along the bonds of a target. Where bonds are all but
// sure, or all but never put, probabilities are as small as e^-480, and have their digits.
func TestClusterRowsAreDefinitions(t *testing.T) {
	for _, target := range []toys.Target{toys.Ising(2, 3, 0.4), toys.Ising(1, 4, 1e-9), toys.Ising(2, 2, 60),
		toys.Potts(1, 3, 3, 0.8), toys.SpinGlass(2, 3, 1), toys.IsingIn(2, 3, 0.4, 0.7), toys.IsingIn(2, 2, 60, -20),
		toys.CurieWeiss(12, 1), toys.CurieWeiss(5, 150), toys.CurieWeissIn(9, 2, -0.3)} {
		on := bondsIn(t, target)
		for _, k := range []kernels.Bonded{kernels.SwendsenWang{}, kernels.Wolff{}} {
			a := chains.To(target.LogF, target.Grid, k.OnBonds(on), 3)
			for level := 2; level <= 3; level++ {
				w := aimed(t, a, level)
				op, _ := a.Aimed(level, a.Schedule.Beta(level))
				if off, x, y := apart(op, w); !(off < 1e-12) {
					t.Errorf("%T on %s, level %d: from cell %d to %d off by %.2g", k, target.Name, level, x, y, off)
				}
			}
		}
	}
}

// TestGuessesAreDefinitions: so are those of kernels that guess by a gradient, with weak bonds and weights and strong
// ones.
func TestGuessesAreDefinitions(t *testing.T) {
	for _, target := range []toys.Target{toys.Ising(2, 3, 0.4), toys.Ising(1, 4, 1e-9), toys.Ising(2, 2, 60),
		toys.Potts(1, 3, 3, -0.8), toys.RBM(4, 3, 1), machineTimes(1), machineTimes(40)} {
		k := kernels.InformedGradient{}
		if m := target.Machine; m != nil {
			k.Slope = kernels.SlopeOfMachine(target.Grid, m.Visible, m.Hidden, m.Weights)
		} else {
			k.Slope = kernels.SlopeOfBonds(target.Grid, bondsOf(target))
		}
		a := chains.To(target.LogF, target.Grid, k, 3)
		for level := 2; level <= 3; level++ {
			w := aimed(t, a, level)
			op, _ := a.Aimed(level, a.Schedule.Beta(level))
			if off, x, y := apart(op, w); !(off < 1e-12) {
				t.Errorf("on %s, level %d: from cell %d to %d off by %.2g", target.Name, level, x, y, off)
			}
		}
	}
}

// bondsIn are the bonds of a target, with its fields.
func bondsIn(t *testing.T, target toys.Target) (on *kernels.Bonds) {
	t.Helper()
	if target.Every != nil {
		on = must.Have(kernels.NewBondsOfAll(target.Every.Spins, target.Every.Coupling))(t)
	} else {
		on = must.Have(kernels.NewBonds(target.Grid, bondsOf(target)))(t)
	}
	if target.Fields != nil {
		on = on.In(target.Fields)
	}
	return on
}

// bondsOf are the bonds of a target.
func bondsOf(target toys.Target) (bonds []kernels.Bond) {
	for _, b := range target.Bonds {
		bonds = append(bonds, kernels.Bond(b))
	}
	return bonds
}

// machineTimes is a machine whose weights are multiplied.
func machineTimes(strength float64) toys.Target {
	m := toys.Machine{Visible: []float64{0.3, -1.1, 0.7}, Hidden: []float64{-0.4, 0.9},
		Weights: [][]float64{{2.1, -1.3}, {-0.6, 1.9}, {-3.2, 0.5}}}
	for _, row := range m.Weights {
		floats.Scale(strength, row)
	}
	return m.Target("a machine")
}

// TestUnitsAreDefinitions: the rows of block-gibbs are those of its definition in big floats, with weak weights and
// strong ones. At beta = 1 every bridge to the machine has its density.
func TestUnitsAreDefinitions(t *testing.T) {
	for _, strength := range []float64{1, 40} {
		target := machineTimes(strength)
		m := target.Machine
		b := must.Have(chains.NewJoint(target.Uniform(), target.LogF, m.Visible, m.Hidden, m.Weights))(t)
		a := chains.Annealing{Grid: target.Grid, Kernel: kernels.BlockGibbs{Of: b}, Schedule: chains.Linear(2),
			Bridge: chains.Geometric{From: b.From, To: b.To}}
		w := aimed(t, a, 2)
		l := a.NewLevel()
		a.LevelAt(l, 2)
		op := a.Kernel.On(a.Grid)
		op.Aim(l)
		if off, x, y := apart(op, w); !(off < 1e-12) {
			t.Errorf("weights times %v: from cell %d to %d off by %.2g", strength, x, y, off)
		}
	}
}

// apart is the largest distance of a row from the definition, relative to an entry and absolute for staying.
func apart(op chains.Operator, w *walk) (worst float64, x, y int) {
	for at := range w.law {
		row := make([]float64, len(w.law))
		unit := like(w.law)
		want := like(w.law)
		op.Row(at, func(y int, p float64) { row[y] += p })
		row[at] = chains.StayProbability(op, at)
		unit[at].SetInt(1)
		w.op.step(want, unit, false)
		for to, p := range row {
			exact, _ := want[to].Lo.Float64()
			off := math.Abs(p - exact)
			if to != at && exact != p {
				off /= max(exact, p)
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
