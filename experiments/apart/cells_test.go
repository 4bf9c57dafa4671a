package apart

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
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

// atoms enumerates a program on cells.
func atoms(c cells, p programs.Program) chaintest.Atoms {
	all := make([]int, len(c.mass))
	for x := range all {
		all[x] = x
	}
	return chaintest.AtomsAmong(p, all, c.mass, 0, func(x int) int { return x })
}

// A program on states keeps the law on cells, and does not if it begins in reverse from the wrong state.
func TestCellsKeepTheLaw(t *testing.T) {
	broken := false
	for _, c := range swapping() {
		if c.k == 1 {
			t.Fatalf("%d cells have one state each", len(c.mass))
		}
		if f := atoms(c, c).Finding(); !f.OK {
			t.Errorf("%d cells: %v", len(c.mass), f)
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
		a, err := c.account(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n := len(c.mass)
		q, f, g := make([]float64, n), make([]float64, n), make([]float64, n)
		all := atoms(c, c)
		for _, o := range all.Forward {
			q[o.X] += o.Mass / math.Exp(o.LogW)
			f[o.X] += o.Mass / math.Exp(o.LogW) * o.LogW
		}
		for _, o := range all.Reverse {
			g[o.X] += o.Mass / c.mass[o.X] * o.LogW
		}
		for x := range n {
			for _, v := range []struct {
				name      string
				got, want float64
			}{{"p", a.P[x], c.mass[x]}, {"q", a.Q[x], q[x]}, {"F", a.F[x], f[x]}, {"G", a.G[x], g[x]}} {
				if c.mass[x] > 0 && math.Abs(v.got-v.want) > 1e-12 {
					t.Errorf("%d cells: %s of cell %d is %v, want %v", n, v.name, x, v.got, v.want)
				}
			}
		}
	}
}

// Many runs together are those run by run, also from cells without mass.
func TestCellsTogether(t *testing.T) {
	b := chains.Geometric{From: []float64{0, 0, 0}, To: []float64{0, 1, math.Inf(-1)}}
	for _, c := range append(swapping(), walled(b)) {
		var dice, again []chains.Dice
		var xs []int
		for i := range 30 {
			dice, again = append(dice, seeded(i)), append(again, seeded(i))
			xs = append(xs, i%len(c.mass))
		}
		logw := c.Reverses(xs, dice)
		for i, x := range xs {
			if want := c.Reverse(x, again[i]); logw[i] != want {
				t.Errorf("run %d from cell %d: log w is %v, want %v", i, x, logw[i], want)
			}
		}
	}
}

// walled is annealing on three cells in a row.
func walled(b chains.Geometric) cells {
	p := problemOn(b)
	return newCells(programs.AIS{Problem: p}, p, len(b.To))
}

// A run in reverse from a cell without mass has an infinite weight, so that the look is infinite too.
func TestCellsWithoutMass(t *testing.T) {
	c := walled(chains.Geometric{From: []float64{0, 0, 0}, To: []float64{0, 1, math.Inf(-1)}})
	if got := c.Reverse(2, seeded(1)); !math.IsInf(got, 1) {
		t.Errorf("log w in reverse from a cell without mass is %v, want +Inf", got)
	}
	look := aide.Look{Own: []float64{math.Inf(-1)}, Other: []float64{c.Reverse(2, seeded(1))}}
	if got := look.Ratio(1, 1); !math.IsInf(got, 1) {
		t.Errorf("the look's ratio is %v, want +Inf", got)
	}
}
