package evidence_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// flowsOf counts moves of a kernel at several levels. They begin in p, or in all cells alike.
func flowsOf(k chains.Kernel, logf []float64, moves int, alike bool, seed uint64) *evidence.Flows {
	g, d, flows := grid.New(2, 3), sample.Seeded(seed), evidence.NewFlows()
	op, l := k.On(g), chains.NewLevel(chains.Geometric{From: make([]float64, len(logf)), To: logf}, len(logf))
	for i, beta := range []float64{0.3, 0.7, 1, 0.5} {
		l.Move(i+1, beta)
		op.Aim(l)
		flows.Aim(l.LogF())
		law := chains.NewLaw(chains.Normalized(l.LogF()))
		for range moves {
			x := d.Pick([]float64{1, 1, 1, 1, 1, 1})
			if !alike {
				x = law.Draw(d)
			}
			flows.Add(x, op.Step(x, d))
		}
	}
	return flows
}

// Kernels of the catalogue that claim to be reversible are not accused, and those that leave p invariant and are not
// reversible are found. The definition is the matrix: p(x) T(x,y) = p(y) T(y,x).
func TestFlows(t *testing.T) {
	logf := []float64{0.3, -1.2, 1.1, 0.5, 0.9, -2.4}
	found := 0
	for _, e := range kernels.Catalogue {
		if chains.States(e.Make, grid.New(2, 3)) != 6 {
			continue
		}
		off := unbalance(e.Make, logf)
		for _, alike := range []bool{false, true} {
			worst, p := flowsOf(e.Make, logf, 30_000, alike, 1).Worst()
			if off > 0.01 {
				found++
			}
			switch {
			case off < 1e-12 && p < 0.001:
				t.Errorf("%s is reversible, and accused: p = %v, %+v", e.Name, p, worst)
			case off > 0.01 && p > 1e-6:
				t.Errorf("%s breaks detailed balance by %v, and p = %v", e.Name, off, p)
			}
		}
	}
	if found == 0 {
		t.Error("all kernels are reversible: the test tests nothing")
	}
}

// unbalance is the largest difference of the flows between two cells, in full matrices.
func unbalance(k chains.Kernel, logf []float64) float64 {
	g := grid.New(2, 3)
	op, l := k.On(g), chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
	l.Move(1, 1)
	op.Aim(l)
	rows, p, off := laws.RowsOf(op, len(logf)), chains.Normalized(logf), 0.0
	for x := range p {
		for y := range p {
			off = max(off, math.Abs(p[x]*rows[x][y]-p[y]*rows[y][x]))
		}
	}
	return off
}

// A reversible kernel has a p-value of at most u in a share u of all samplings at most, from few moves and from many.
func TestFlowsKeepTheirLevel(t *testing.T) {
	logf := []float64{0.3, -1.2, 1.1, 0.5, 0.9, -4}
	for _, moves := range []int{5, 40, 400} {
		low := 0
		for seed := range uint64(400) {
			if _, p := flowsOf(kernels.Metropolis{}, logf, moves, seed%2 == 0, seed).Worst(); p <= 0.05 {
				low++
			}
		}
		if low > 20 {
			t.Errorf("with %d moves a level %d of 400 samplings have p <= 0.05", moves, low)
		}
	}
}

// By hand: p is 1/3, 2/3 on the first two cells. Of 100 moves from the first 60 go to the second, and of 80 from
// there 10 back. Their means are as 100/(1/3) = 300 to 80/(2/3) = 120, so 50 of 70 are expected there, with the
// variance 70 (5/7)(2/7) = 100/7. The pair of the first and the third counts as one more.
func TestFlowsByHand(t *testing.T) {
	f := evidence.NewFlows()
	f.Aim([]float64{1, 1 + math.Log(2), 1})
	add := func(x, y, times int) {
		for range times {
			f.Add(x, y)
		}
	}
	add(0, 1, 60)
	add(0, 2, 5)
	add(0, 0, 35)
	add(1, 0, 10)
	add(1, 1, 70)
	add(2, 2, 20)
	worst, p := f.Worst()
	want := 2 * 2 * math.Exp(-100/(200./7+20./3)) // two pairs, both ways
	if math.Abs(p-want) > 1e-12 || worst.X != 0 || worst.Y != 1 || worst.There != 60 || worst.Again != 10 {
		t.Errorf("p = %v of %+v, want %v", p, worst, want)
	}
	if math.Abs(worst.Mean-50) > 1e-12 || f.Moves() != 200 {
		t.Errorf("the mean is %v of %d moves, want 50 of 200", worst.Mean, f.Moves())
	}
}
