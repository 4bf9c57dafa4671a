package exact_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// TestSmallJKeepsDigits: a true J of 1e-15 down to 1e-60 stays, with three right digits at least: of ends that are
// nearly equal, of kernels that nearly always draw from p, and of slow ones that are held at the target until little is
// left. 64 n ε² is 3e-28 on 49 cells.
func TestSmallJKeepsDigits(t *testing.T) {
	near := func(by float64, n int) (from, to []float64) {
		from, to = make([]float64, n), make([]float64, n)
		for x := range to {
			to[x] = by * math.Sin(float64(3*x+1))
		}
		return from, to
	}
	held := func(T int) chains.Schedule {
		s, err := chains.NewSchedule(slices.Concat([]float64{0, 0.5}, slices.Repeat([]float64{1}, T-2)))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	least, most := math.Inf(1), 0.0
	for _, c := range []struct {
		by       float64
		kernel   chains.Kernel
		schedule chains.Schedule
	}{
		{1e-13, kernels.Identity{}, chains.Linear(2)},
		{1e-13, kernels.Identity{}, chains.Linear(300)},
		{1e-30, kernels.Metropolis{}, chains.Linear(9)},
		{1, kernels.Lazy{A: 1e-10, Kernel: kernels.Perfect{}}, chains.Linear(20)},
		{3, kernels.Lazy{A: 1e-12, Kernel: kernels.HeatBath{}}, chains.Linear(9)},
		{1, kernels.Metropolis{}, held(90)},
		{2, kernels.Barker{}, held(70)},
		{1, kernels.Lazy{A: 0.5, Kernel: kernels.Perfect{}}, held(38)},
		{1, kernels.GibbsSweep{}, held(9)},
	} {
		from, to := near(c.by, 3)
		a := chains.Annealing{Grid: grid.New(3), Kernel: c.kernel, Schedule: c.schedule,
			Bridge: chains.Geometric{From: from, To: to}}
		g, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := truth(t, a).J.Mid().Float64()
		if want < 1e-140 { // exactly 0
			if g.J() != 0 {
				t.Errorf("%T: J = %g within %g, want 0", c.kernel, g.J(), g.Final.Off)
			}
			continue
		}
		least, most = min(least, want), max(most, want)
		if !(math.Abs(g.J()-want) <= 1e-3*want) {
			t.Errorf("%T, T = %d: J = %g within %g, want %g", c.kernel, c.schedule.Len(), g.J(), g.Final.Off, want)
		}
	}
	if !(least < 1e-50 && most > 1e-25) {
		t.Errorf("J is from %g to %g", least, most)
	}
}

// A kernel that moves with probability 1-δ leaves a δ-th of the last step. At fine schedules J has right
// digits where it is far below 64 n ε²: it is the sum of (δ(p_{T-1} - p_T))²/p_T, up to δ³.
func TestFineSchedulesKeepDigits(t *testing.T) {
	const δ, T = 1e-10, 20_000
	target := toys.Barrier()
	p, q, want := at(target, float64(T-2)/(T-1)), at(target, 1), 0.0
	for x := range p {
		want += δ * δ * (p[x] - q[x]) * (p[x] - q[x]) / q[x]
	}
	g, err := exact.Measure(t.Context(), annealing(target, kernels.Lazy{A: δ, Kernel: kernels.Perfect{}}, chains.Linear(T)))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(g.J()-want) > 1e-3*want {
		t.Errorf("J = %g within %g, want %g", g.J(), g.Final.Off, want)
	}
}

// TestTinyMassesCount: a mass of 1e-321 counts with its logarithm. Of a chain that stands still J is B, up to the
// digits that such a mass has left.
func TestTinyMassesCount(t *testing.T) {
	for depth := 650.0; depth < 744; depth++ {
		a := chains.Annealing{Grid: grid.New(2), Kernel: kernels.Identity{}, Schedule: chains.Linear(3),
			Bridge: chains.Geometric{From: []float64{0, -depth}, To: []float64{0, 0}}}
		g, err := exact.Rounded(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		if off := 1e-12*g.B() + math.SmallestNonzeroFloat64/math.Exp(-depth); !(math.Abs(g.J()-g.B()) <= off) {
			t.Errorf("%g nats deep: J = %v, B = %v", depth, g.J(), g.B())
		}
		if !(math.Abs(g.J()-g.B()) <= g.Final.Off+g.Paths.Off) {
			t.Errorf("%g nats deep: J = %v within %g, B = %v within %g", depth, g.J(), g.Final.Off, g.B(), g.Paths.Off)
		}
	}
}

// TestPerfectHasNoJ: of the perfect kernel J is 0, on any target, from any density, at any T.
func TestPerfectHasNoJ(t *testing.T) {
	for _, by := range []float64{1e-9, 1, 30, 300} {
		for _, T := range []int{2, 3, 10, 300, 3000} {
			for _, target := range []toys.Target{toys.Barrier(), toys.Hard(1), toys.Golf()} {
				to := tame(target.LogF, by)
				a := between(tame(to, 0.7), to, T, kernels.Perfect{})
				a.Grid = target.Grid
				g, err := exact.Measure(t.Context(), a)
				if err != nil {
					t.Fatal(err)
				}
				if g.J() != 0 || !(g.Final.Off > 0) {
					t.Errorf("%s times %g, T = %d: J = %g within %g", target.Name, by, T, g.J(), g.Final.Off)
				}
			}
		}
	}
}

// TestWithin: a divergence that is its bound is rounding, and one above it is not. B below J is told if the distance is
// above both bounds.
func TestWithin(t *testing.T) {
	d := exact.Divergence{Forward: 1e-25, Reverse: 1e-25}
	if got, want := d.Within(2e-25), (exact.Divergence{Off: 4e-25}); got != want {
		t.Errorf("within its bound: %v", got)
	}
	if got := d.Within(1.9e-25); got.Forward != 1e-25 || got.Reverse != 1e-25 || got.Off != 1.9e-25 {
		t.Errorf("above its bound: %v", got)
	}
	j := exact.Divergence{Forward: 1, Reverse: 2, Off: 1e-12}
	for above, want := range map[float64]float64{3e-12: 3e-12, 2e-12: 0, -2e-12: 0, -3e-12: -3e-12} {
		b := exact.Divergence{Forward: 1 + above, Reverse: 2, Off: 1.5e-12}
		if got := b.Less(j); math.Abs(got-want) > 1e-15 {
			t.Errorf("B is %g above J: %g, want %g", above, got, want)
		}
	}
}
