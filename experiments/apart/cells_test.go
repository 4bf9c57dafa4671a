package apart

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
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
		a, err := c.account(t.Context(), nil)
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
