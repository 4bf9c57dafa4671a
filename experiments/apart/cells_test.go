package apart

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// firstState begins in reverse from the first state of a cell.
type firstState struct{ cells }

func (f firstState) Reverse(x int, d chains.Dice) float64 {
	return f.Program.Reverse(x*f.k, d) - f.logR
}

// swapping has programs on the states of two walkers, in which a cell's states differ in mass.
func swapping() (all []cells) {
	for _, p := range chaintest.Problems(kernels.Swap{}, 2) {
		all = append(all, newCells(programs.AIS{Problem: p}, p, p.Grid.Len(0)))
	}
	return all
}

// massOf is the target of a program, by cell.
func massOf(c cells) []float64 {
	_, last := c.problem.Ends()
	mass := make([]float64, c.size)
	for s, p := range chains.Normalized(last) {
		mass[s/c.k] += p
	}
	return mass
}

// atoms enumerates a program on cells.
func atoms(c cells, p programs.Program) chaintest.Atoms {
	all := make([]int, c.size)
	for x := range all {
		all[x] = x
	}
	return chaintest.AtomsAmong(p, all, massOf(c), 0, func(x int) int { return x })
}

// A program on states keeps the law on cells, and does not if it begins in reverse from the wrong state.
func TestCellsKeepTheLaw(t *testing.T) {
	broken := false
	for _, c := range swapping() {
		if c.k == 1 {
			t.Fatalf("%d cells have one state each", c.size)
		}
		if f := atoms(c, c).Finding(); !f.OK {
			t.Errorf("%d cells: %v", c.size, f)
		}
		broken = broken || !atoms(c, firstState{c}).Finding().OK
	}
	if !broken {
		t.Error("the wrong state breaks no law")
	}
}

// The account on cells agrees with the atoms to the rounding of their sums.
func TestCellsAccount(t *testing.T) {
	for _, c := range swapping() {
		a, err := c.account(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		n, mass := c.size, massOf(c)
		q, f, g := make([]float64, n), make([]float64, n), make([]float64, n)
		all := atoms(c, c)
		for _, o := range all.Forward {
			q[o.X] += o.Mass / math.Exp(o.LogW)
			f[o.X] += o.Mass / math.Exp(o.LogW) * o.LogW
		}
		for _, o := range all.Reverse {
			g[o.X] += o.Mass / mass[o.X] * o.LogW
		}
		for x := range n {
			for _, v := range []struct {
				name      string
				got, want float64
			}{{"p", a.P[x], mass[x]}, {"q", a.Q[x], q[x]}, {"F", a.F[x], f[x]}, {"G", a.G[x], g[x]}} {
				if mass[x] > 0 && math.Abs(v.got-v.want) > 1e-12 {
					t.Errorf("%d cells: %s of cell %d is %v, want %v", n, v.name, x, v.got, v.want)
				}
			}
		}
	}
}

// Many runs together are those run by run.
func TestCellsTogether(t *testing.T) {
	for _, c := range swapping() {
		var dice, again []chains.Dice
		for i := range 30 {
			dice, again = append(dice, sample.Seeded(uint64(i))), append(again, sample.Seeded(uint64(i)))
		}
		xs, logw := c.Forwards(dice)
		back := c.Reverses(xs, dice)
		for i, d := range again {
			if x, v := c.Forward(d); x != xs[i] || v != logw[i] {
				t.Errorf("run %d returns %d with log w = %v, and together %d with %v", i, x, v, xs[i], logw[i])
			}
			if v := c.Reverse(xs[i], d); v != back[i] {
				t.Errorf("run %d: log w in reverse is %v, and together %v", i, v, back[i])
			}
		}
	}
}

// A cell of mass e^-800, below any float, is reversed from: the posterior hardly ever returns it, and the
// initial density does in every second run.
func TestCellsBelowAnyFloat(t *testing.T) {
	p := programs.Problem{Annealing: chains.Annealing{Grid: grid.New(2), Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: []float64{0, 0}, To: []float64{0, -800}}, Kernel: kernels.Lifted{}}, Sample: -1}
	p.Annealing = p.Extended()
	c := newCells(programs.NewImportance(p), p, 2)
	if c.k != 2 {
		t.Fatalf("a cell has %d states", c.k)
	}
	if got, want := c.Reverse(1, sample.Seeded(1)), math.Log(2)-800; !(math.Abs(got-want) < 1e-12) {
		t.Errorf("log w from the steep cell is %v, want %v", got, want)
	}
	a, err := c.account(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.G[1], math.Log(2)-800; !(math.Abs(got-want) < 1e-12) {
		t.Errorf("G of the steep cell is %v, want %v", got, want)
	}
}
