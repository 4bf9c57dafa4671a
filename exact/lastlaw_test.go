package exact_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid"
)

// TestInfinitiesAreTrue: J is infinite where it is, and nowhere else: on paths between
// densities of which one has mass where the other has none, and of spans that no float
// holds, J and B agree with big floats.
func TestInfinitiesAreTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kernels.Catalogue).Draw(t, "kernel")
		g := grid.New(rapid.IntRange(1, 2).Draw(t, "rows"), rapid.IntRange(2, 3).Draw(t, "columns"))
		from, to := holed(t, g.Size()), holed(t, g.Size())
		var bridge chains.Bridge = chains.Geometric{From: from, To: to}
		if rapid.Bool().Draw(t, "mixture") {
			bridge = chains.NewMixture(from, to)
		}
		a := chains.Annealing{
			Grid:     g,
			Kernel:   k.Make,
			Bridge:   bridge,
			Schedule: chains.Linear(rapid.IntRange(2, 13).Draw(t, "T")),
		}.Extended()
		got, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		want, err := certain.Measure(t.Context(), a, func(int, float64) {})
		if err != nil {
			t.Skip(err)
		}
		for _, c := range []struct {
			name string
			got  float64
			want certain.Enclosure
		}{{"J", got.J(), want.J}, {"B", got.B(), want.B}} {
			if off := c.want.Off(c.got); !(off <= 1e-9*c.got+1e-22) {
				t.Errorf("%s = %v, off by %.2g, want %v", c.name, c.got, off, c.want.Mid())
			}
		}
	})
}

// holed draws a log density that is deep in some cells, and has no mass in others.
func holed(t *rapid.T, n int) []float64 {
	logf := make([]float64, n)
	for x := range logf {
		switch rapid.IntRange(0, 5).Draw(t, "sort of cell") {
		case 0:
			logf[x] = math.Inf(-1)
		case 1:
			logf[x] = rapid.SampledFrom([]float64{-40, -300, -690}).Draw(t, "deep")
		default:
			logf[x] = rapid.Float64Range(-3, 3).Draw(t, "log f")
		}
	}
	logf[0] = 0
	return logf
}

// TestNothingIsLeft has the cases that were: a wall that everything leaves, and a cell
// of 1e-305 whose law is 6e-275.
func TestNothingIsLeft(t *testing.T) {
	to := []float64{0, 0, 0, 0, math.Inf(-1), 0, 0, 0, 0}
	from := []float64{0, 0, 0, 0, -0.8, 0, 0, 0, 0}
	a := chains.Annealing{Grid: grid.New(3, 3).WithWalls(4), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: from, To: to}}
	res := run(t, a)
	if want := truth(t, a); !(apart(res.J(), want.J) < 1e-12) {
		t.Errorf("a wall: J = %v, want %v", res.J(), want.J.Mid())
	}
	if res.Q[4] != 0 {
		t.Errorf("%g is left on a wall", res.Q[4])
	}
	deep := []float64{0, -2, -100, -100, -700, -100, -30, -30, -30}
	for T := 2; T < 20; T++ {
		a := chains.Annealing{Grid: grid.New(3, 3), Kernel: kernels.Barker{}, Schedule: chains.Linear(T),
			Bridge: chains.NewMixture(chains.Tempered(deep, 0.3), deep)}
		res := run(t, a)
		if want := truth(t, a); !(apart(res.J(), want.J) < 1e-12) {
			t.Errorf("T = %d: J = %v, want %v", T, res.J(), want.J.Mid())
		}
	}
}

// TestFaintLaw: where q has 1e-8 of p's mass, q = p + d has half its digits, and KL(p||q)
// needs all: a chain that never moves has q = p_1, whatever is between.
func TestFaintLaw(t *testing.T) {
	from, to := []float64{0, -18}, []float64{0.5, 0}
	p1, pT := 1/(1+math.Exp(-18)), 1/(1+math.Exp(-0.5))
	want := pT*math.Log(pT/p1) + (1-pT)*math.Log((1-pT)*(1+math.Exp(18)))
	for _, T := range []int{2, 7, 300} {
		a := between(from, to, T, kernels.Identity{})
		for _, bridge := range []chains.Bridge{a.Bridge, oneWay{a.Bridge}} {
			a.Bridge = bridge
			g, err := exact.Measure(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "KL(p||q)", g.Final.Reverse, want, 1e-14)
		}
	}
}

// TestMassBelowEveryFloat: in a cell that the target lacks p_1 is e^-800, which no
// float is. Forward chains that start there have log w = -inf all the same, and so
// E_fwd[log w] is: a law that underflows is not a law of 0.
func TestMassBelowEveryFloat(t *testing.T) {
	from, to := []float64{0, -800, 0}, []float64{0, -inf, 1}
	for _, bridge := range []chains.Bridge{chains.Geometric{From: from, To: to}, chains.NewMixture(from, to)} {
		a := between(from, to, 2, kernels.Identity{})
		a.Bridge = bridge
		res := run(t, a)
		name := fmt.Sprintf("%T: ", bridge)
		endless(t, name+"KL(fwd||rev)", res.Paths.Forward, true)
		endless(t, name+"KL(q||p)", res.Final.Forward, true)
		endless(t, name+"KL(rev||fwd)", res.Paths.Reverse, false)
		endless(t, name+"KL(p||q)", res.Final.Reverse, false)
	}
}

// TestPullLaw: on a large space, too, q has the digits that KL(p||q) needs where next to
// nothing of p is left: after two levels of a steep target, with and without the last
// kernel, J agrees with a chain that pushes the law from log densities.
func TestPullLaw(t *testing.T) {
	target := rough(200, 170)
	for x := range target.LogF {
		target.LogF[x] *= 8
	}
	for _, skip := range []bool{false, true} {
		a := annealing(target, kernels.Metropolis{}, chains.Linear(3))
		a.SkipLast = skip
		got, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		q := lawByRows(a)
		p := at(target, 1)
		for x, v := range q {
			if !(math.Abs(got.Q[x]-v) <= 1e-6*v) {
				t.Fatalf("skip %v: q(%d) = %g, want %g, p = %g", skip, x, got.Q[x], v, p[x])
			}
		}
		J := 0.0
		for x, v := range q {
			if p[x] > 0 {
				J += (v - p[x]) * math.Log(v/p[x])
			}
		}
		near(t, "J", got.J(), J, 1e-9)
	}
}

// lawByRows pushes the law of x_T by rows from log densities, from uniform off the walls.
func lawByRows(a chains.Annealing) []float64 {
	n := a.Grid.Size()
	q := chains.Normalized(a.Bridge.(chains.Geometric).From)
	op, l, next, end := a.Kernel.On(a.Grid), a.NewLevel(), make([]float64, n), a.T()
	if a.SkipLast {
		end--
	}
	for s := 2; s <= end; s++ {
		a.LevelAt(l, s)
		op.Aim(l)
		clear(next)
		for x, mass := range q {
			stay := 1.0
			op.Row(x, func(y int, p float64) { next[y], stay = next[y]+mass*p, stay-p })
			next[x] += mass * max(stay, 0)
		}
		q, next = next, q
	}
	return q
}
