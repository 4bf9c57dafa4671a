package score

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/toys"
)

// Exact draws, one after the other, have an effective sample size of N; so have their cells if
// the walker also has a direction.
func TestPerfectIsIndependent(t *testing.T) {
	target := toys.Barrier()
	s := NewSubject(target, "perfect", kernels.Perfect{})
	functions := []Function{{Name: "logf", Of: target.LogF}}
	rows, err := s.Measure(t.Context(), functions, []Start{{"exact", s.P}}, []int{1, 10, 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if !(math.Abs(r.RESS()/float64(r.N)-1) < 1e-12) {
			t.Errorf("RESS of %d draws is %v", r.N, r.RESS())
		}
	}
}

// steep is a density on 2x3 cells with a wall.
func steep() toys.Target {
	g := grid.New(2, 3).WithWalls(4)
	return toys.Target{Name: "steep", Grid: g, LogF: []float64{0, 1.5, -0.5, 2, math.Inf(-1), 1}}
}

// bruteForce is the bias and the mean squared error of the average of a function of the cell, over
// every path of the states of a chain from a law of the cell. It shares only the operator with Subject.
func bruteForce(k chains.Kernel, target toys.Target, h, start []float64, N int) (bias, mse float64) {
	bridge := chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}
	g, b := chains.Extend(k, target.Grid, bridge)
	level, op := chains.NewLevel(b, g.Size()), k.On(g)
	level.Move(2, 1)
	op.Aim(level)
	p, n := chains.Normalized(level.LogF()), g.Size()
	share, cells, mean := n/len(h), make([]float64, len(h)), 0.0
	for x, mass := range p {
		cells[x/share] += mass
		if mass > 0 {
			mean += mass * h[x/share]
		}
	}
	rows := laws.RowsOf(op, n) // what is left of 1 on the diagonal
	var walk func(x, left int, prob, sum float64)
	walk = func(x, left int, prob, sum float64) {
		if left == 0 {
			bias += prob * sum / float64(N)
			mse += prob * sum * sum / float64(N*N)
			return
		}
		for y, q := range rows[x] {
			if q > 0 && p[y] > 0 {
				walk(y, left-1, prob*q, sum+h[y/share]-mean)
			}
		}
	}
	for x, mass := range p {
		if c := x / share; start[c] > 0 && mass > 0 {
			walk(x, N, start[c]*mass/cells[c], 0)
		}
	}
	return bias, mse
}

// Kernels with a larger space than the cells start with the rest drawn given the cell, and their
// averages are of the cell alone.
func TestSubjectOnALargerSpace(t *testing.T) {
	target := steep()
	h := []float64{1, -2, 0.5, 3, math.Inf(-1), 4}
	p := chains.Normalized(target.LogF)
	for name, k := range map[string]chains.Kernel{"lifted": kernels.Lifted{Turn: 1. / 8}, "swap": kernels.Swap{Share: 0.5},
		"metropolis": kernels.Metropolis{}} {
		s := NewSubject(target, name, k)
		for _, start := range []Start{{"exact", p}, {"lightest", only(lightest(p), len(p))}} {
			rows, err := s.Measure(t.Context(), []Function{{Name: "h", Of: h}}, []Start{start}, []int{3})
			if err != nil {
				t.Fatal(err)
			}
			bias, mse := bruteForce(k, target, h, start.Law, 3)
			if got := rows[0].Bias; !(math.Abs(got-bias) < 1e-13) {
				t.Errorf("%s from %s: bias %v, over all paths %v", name, start.Name, got, bias)
			}
			if got := rows[0].MSE(); !(math.Abs(got/mse-1) < 1e-12) {
				t.Errorf("%s from %s: squared error %v, over all paths %v", name, start.Name, got, mse)
			}
		}
	}
}

// TestWorstStart: the worst start has the largest mean squared error that there is from any cell, over
// all paths: for each function and number of steps by itself, also if cells have several states.
func TestWorstStart(t *testing.T) {
	target := steep()
	p := chains.Normalized(target.LogF)
	functions := []Function{{Name: "a", Of: []float64{1, -2, 0.5, 3, 0, 4}}, {Name: "b", Of: []float64{0, 0, 0, 1, 0, 0}}}
	cells := map[int]bool{}
	for name, k := range map[string]chains.Kernel{"lifted": kernels.Lifted{Turn: 1. / 8}, "swap": kernels.Swap{Share: 0.5},
		"metropolis": kernels.Metropolis{}} {
		ns := []int{1, 2, 3}
		starts := []Start{{Name: "exact", Law: p}, {Name: Worst}}
		rows, err := NewSubject(target, name, k).Measure(t.Context(), functions, starts, ns)
		if err != nil {
			t.Fatal(err)
		}
		for f, h := range functions {
			for i, n := range ns {
				most, from := 0.0, -1
				for x := range p {
					if _, mse := bruteForce(k, target, h.Of, only(x, len(p)), n); mse > most {
						most, from = mse, x
					}
				}
				cells[from] = true
				r := rows[f*2*len(ns)+len(ns)+i]
				if r.Start != Worst || r.N != n || r.Budget != n || !(math.Abs(r.MSE()/most-1) < 1e-12) {
					t.Errorf("%s, %s from %s after %d steps: squared error %v, and %v from cell %d", name, h.Name, r.Start, r.N,
						r.MSE(), most, from)
				}
			}
		}
	}
	if len(cells) < 2 || cells[lightest(p)] && len(cells) < 3 {
		t.Errorf("the worst cells are %v alone, which tell nothing", cells)
	}
}

// A second walker that starts in its least likely cell is another start: the brute force tells.
func TestBruteForceTellsStarts(t *testing.T) {
	target, k := steep(), kernels.Lifted{Turn: 1. / 8}
	p := chains.Normalized(target.LogF)
	h := []float64{1, -2, 0.5, 3, 0, 4}
	_, right := bruteForce(k, target, h, only(2, 6), 3)
	s := NewSubject(target, "lifted", k)
	clear(s.within[2*s.share : 3*s.share])
	s.within[2*s.share] = 1 // always the first direction
	rows, err := s.Measure(t.Context(), []Function{{Name: "h", Of: h}}, []Start{{"cell:2", only(2, len(p))}}, []int{3})
	if err != nil {
		t.Fatal(err)
	}
	if got := rows[0].MSE(); math.Abs(got/right-1) < 1e-6 {
		t.Errorf("squared error %v whichever the direction at the start", got)
	}
}

// RESS/N comes to its limit, from whichever start; a chain that never moves has none.
func TestLimit(t *testing.T) {
	target := steep()
	functions, _, err := Functions(target, []string{"mean:2"})
	if err != nil {
		t.Fatal(err)
	}
	p := chains.Normalized(target.LogF)
	for name, k := range map[string]chains.Kernel{"lifted": kernels.Lifted{Turn: 1. / 8}, "identity": kernels.Identity{}} {
		rows, err := NewSubject(target, name, k).Measure(t.Context(), functions, []Start{{"lightest", only(lightest(p), 6)}},
			[]int{10_000_000})
		if err != nil {
			t.Fatal(err)
		}
		r := rows[0]
		if name == "identity" {
			if !math.IsNaN(r.Limit) {
				t.Errorf("identity has the limit %v", r.Limit)
			}
		} else if !(math.Abs(r.Efficiency()/r.Limit-1) < 1e-5) { // off by about 1/N times a few steps
			t.Errorf("RESS/N is %v, its limit %v", r.Efficiency(), r.Limit)
		}
	}
}

// TestSubjectUnderflow: a cell of mass 5e-324 has states whose mass is below any float. A start there
// takes the others.
func TestSubjectUnderflow(t *testing.T) {
	target := toys.Target{Name: "deep", Grid: grid.New(3), LogF: []float64{0, -5, -744.4}}
	starts, err := Starts(target, []string{"lightest"})
	if err != nil {
		t.Fatal(err)
	}
	functions, _, err := Functions(target, []string{"mean"})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := NewSubject(target, "swap", kernels.Swap{Share: 0.5}).Measure(t.Context(), functions, starts, []int{100})
	if err != nil {
		t.Fatal(err)
	}
	if r := rows[0].RESS(); !(r > 1 && r < 100) {
		t.Errorf("RESS is %v, not from 1 to 100", r)
	}
}
