package tuning_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

func to(t toys.Target, k chains.Kernel) chains.Annealing {
	return chains.Annealing{Grid: t.Grid, Kernel: k, Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}
}

func gap(t *testing.T, a chains.Annealing, s chains.Schedule) exact.Gap {
	t.Helper()
	a.Schedule = s
	g, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s = %.12g, want %.12g", name, got, want)
	}
}

// twoStates has p(right) = σ(slope β).
func twoStates(slope float64, k chains.Kernel) chains.Annealing {
	return to(toys.Target{Grid: grid.New(2), LogF: []float64{0, slope}}, k)
}

// TestFisherLength of two states: the speed is slope √(p(1-p)), whose integral is
// 2 atan(e^(s/2)), s = slope β.
func TestFisherLength(t *testing.T) {
	l, err := tuning.FisherLength(twoStates(3, chains.Metropolis{}))
	if err != nil {
		t.Fatal(err)
	}
	length := func(s float64) float64 { return 2 * (math.Atan(math.Exp(s/2)) - math.Atan(1)) }
	near(t, "total", l.Total(), length(3), 1e-5)
	near(t, "half", l.To(0.5), length(1.5), 1e-5)
	s := l.Schedule(9)
	for i, beta := range s.Betas() {
		near(t, "a step of length", length(3*beta), length(3)*float64(i)/8, 1e-4)
	}
	near(t, "action", l.Action(s), length(3)*length(3)/8, 1e-4)
}

// TestFrictionLength of two states: Metropolis goes right with 1/2 and left with
// e^-s/2, its other eigenvalue is λ = 1/2 - e^-s/2, and ζ = p(1-p) slope² (1+λ)/(1-λ).
func TestFrictionLength(t *testing.T) {
	const slope = 3.0
	l, err := tuning.FrictionLength(twoStates(slope, chains.Metropolis{}))
	if err != nil {
		t.Fatal(err)
	}
	want, n := 0.0, 20000
	for i := range n { // midpoints
		s := slope * (float64(i) + 0.5) / float64(n)
		p, λ := 1/(1+math.Exp(-s)), 0.5-math.Exp(-s)/2
		want += slope * math.Sqrt(p*(1-p)*(1+λ)/(1-λ)) / float64(n)
	}
	near(t, "total", l.Total(), want, 1e-5)
}

// TestFrictionOfRareMoves: where a cell is left once in e^80 steps the slow mode is
// all there is, and none of its digits may be lost; some cells of HARD RANDOM are
// left as rarely.
func TestFrictionOfRareMoves(t *testing.T) {
	g := grid.New(3)
	well := to(toys.Target{Grid: g, LogF: []float64{0, -80, 1}}, chains.Metropolis{})
	l, err := tuning.FrictionLength(well)
	if err != nil {
		t.Fatal(err)
	}
	// At β = 1 one outer cell is left for the other at the rates e^-80/4 and e^-81/4,
	// so that what differs between them lasts 1/(e^-80 (1 + 1/e)/4) steps, and ζ is
	// twice its variance p_0 p_2 as often.
	p0, p2 := 1/(1+math.E), math.E/(1+math.E)
	want := math.Sqrt(2 * p0 * p2 / (math.Exp(-80) * (1 + 1/math.E) / 4))
	near(t, "the speed at 1", (l.To(1)-l.To(1-1e-7))/1e-7, want, 1e-3)
	if _, err := tuning.FrictionLength(to(toys.Hard(32), chains.Metropolis{})); err != nil {
		t.Error(err)
	}
}

// TestPerfectFriction is the Fisher metric: a perfect kernel has no memory.
func TestPerfectFriction(t *testing.T) {
	a := to(toys.Easy(4), chains.Perfect{})
	friction, err := tuning.FrictionLength(a)
	if err != nil {
		t.Fatal(err)
	}
	fisher, err := tuning.FisherLength(a)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "friction", friction.Total(), fisher.Total(), 1e-8)
}

// TestNearEquilibrium: B tends to the action of the kernel's length as steps
// become small, on any schedule, and constant speed is then the best.
func TestNearEquilibrium(t *testing.T) {
	for _, k := range []chains.Kernel{chains.Metropolis{}, chains.HeatBath{}, chains.Barker{}} {
		a := to(toys.Easy(toys.EasySeed), k)
		l, err := tuning.FrictionLength(a)
		if err != nil {
			t.Fatal(err)
		}
		const T = 30_000
		best := gap(t, a, l.Schedule(T)).B()
		near(t, "B at constant speed", best, l.Total()*l.Total()/(T-1), 0.01)
		for _, s := range []chains.Schedule{chains.Linear(T), chains.Sigmoid(4, T)} {
			B := gap(t, a, s).B()
			near(t, "B near equilibrium", B, l.Action(s), 0.02)
			if B < best {
				t.Errorf("B = %v, below %v at constant speed", B, best)
			}
		}
	}
}

// TestNoFriction: a kernel that does not reach every cell with mass has none, and
// a space may be too large.
func TestNoFriction(t *testing.T) {
	if _, err := tuning.FrictionLength(to(toys.Easy(1), chains.Identity{})); err == nil || !strings.Contains(err.Error(), "friction is infinite") {
		t.Errorf("identity: %v", err)
	}
	g := grid.New(33, 33)
	if _, err := tuning.FrictionLength(to(toys.Target{Grid: g, LogF: make([]float64, g.Size())}, chains.Metropolis{})); err == nil || !strings.Contains(err.Error(), "at most 1024") {
		t.Errorf("33x33: %v", err)
	}
}

// TestNothingToDo: where the ends are one, any schedule is of constant speed.
func TestNothingToDo(t *testing.T) {
	l, err := tuning.FisherLength(twoStates(0, chains.Metropolis{}))
	if err != nil || l.Total() != 0 || !slices.Equal(l.Schedule(4).Betas(), chains.Linear(4).Betas()) {
		t.Errorf("%v, %v", l, err)
	}
}

// TestBestOfOne: with T = 3 one beta is free, and a scan finds it.
func TestBestOfOne(t *testing.T) {
	for _, target := range []toys.Target{toys.Barrier(), toys.Easy(2), toys.Hard(2)} {
		a := to(target, chains.Metropolis{})
		leastB, leastJ := math.Inf(1), math.Inf(1)
		for i := range 4001 {
			s, err := chains.NewSchedule([]float64{0, float64(i) / 4000, 1})
			if err != nil {
				t.Fatal(err)
			}
			g := gap(t, a, s)
			leastB, leastJ = min(leastB, g.B()), min(leastJ, g.J())
		}
		b, err := tuning.BestB(t.Context(), a, 3)
		if err != nil {
			t.Fatal(err)
		}
		j, err := tuning.BestJ(t.Context(), a, 3)
		if err != nil {
			t.Fatal(err)
		}
		near(t, target.Name+": least B", gap(t, a, b.Schedule).B(), leastB, 1e-6)
		near(t, target.Name+": least J", gap(t, a, j.Schedule).J(), leastJ, 1e-5)
	}
}

// TestBest: no schedule that has a name is better, the values are those of exact,
// and descent says that it has arrived.
func TestBest(t *testing.T) {
	for _, target := range []toys.Target{toys.Barrier(), toys.Easy(5)} {
		for _, T := range []int{2, 20, 60} {
			a := to(target, chains.Metropolis{})
			b, err := tuning.BestB(t.Context(), a, T)
			if err != nil {
				t.Fatal(err)
			}
			j, err := tuning.BestJ(t.Context(), a, T)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "B", b.Value, gap(t, a, b.Schedule).B(), 1e-10)
			near(t, "J", j.Value, gap(t, a, j.Schedule).J(), 1e-10)
			if !b.Converged || !j.Converged || b.Schedule.Len() != T || j.Schedule.Len() != T {
				t.Errorf("%s, T = %d: %+v, %+v", target.Name, T, b, j)
			}
			fisher, err := tuning.FisherLength(a)
			if err != nil {
				t.Fatal(err)
			}
			friction, err := tuning.FrictionLength(a)
			if err != nil {
				t.Fatal(err)
			}
			for name, s := range map[string]chains.Schedule{"linear": chains.Linear(T), "sigmoid:4": chains.Sigmoid(4, T), "sigmoid:1": chains.Sigmoid(1, T),
				"fisher": fisher.Schedule(T), "friction": friction.Schedule(T), "best-b": b.Schedule, "best-j": j.Schedule} {
				g := gap(t, a, s)
				if g.B() < b.Value*(1-1e-12) {
					t.Errorf("%s, T = %d: %s has B = %.12g, best-b %.12g", target.Name, T, name, g.B(), b.Value)
				}
				if g.J() < j.Value*(1-1e-12) {
					t.Errorf("%s, T = %d: %s has J = %.12g, best-j %.12g", target.Name, T, name, g.J(), j.Value)
				}
			}
		}
	}
}

// TestLeastJStandsStill: the least J stays at a beta for several levels.
func TestLeastJStandsStill(t *testing.T) {
	j, err := tuning.BestJ(t.Context(), to(toys.Easy(toys.EasySeed), chains.Metropolis{}), 20)
	if err != nil {
		t.Fatal(err)
	}
	betas := j.Schedule.Betas()
	still := 0
	for i := 1; i < len(betas); i++ {
		if betas[i] == betas[i-1] {
			still++
		}
	}
	if still < 3 {
		t.Errorf("%d equal neighbours in %v", still, betas)
	}
}

// TestNoDerivative: a kernel given by its rows alone is refused by name.
func TestNoDerivative(t *testing.T) {
	a := to(toys.Barrier(), chains.Rows{To: func(grid.Grid, []float64, int, func(int, float64)) {}})
	if _, err := tuning.BestB(t.Context(), a, 10); err == nil || !strings.Contains(err.Error(), "metropolis, barker, heat-bath") {
		t.Errorf("%v", err)
	}
}

// TestNothingFinite: where B is infinite there is nothing to descend.
func TestNothingFinite(t *testing.T) {
	inf := math.Inf(-1)
	a := chains.Annealing{Grid: grid.New(3).WithWalls(1), Kernel: chains.Metropolis{}, Bridge: chains.Geometric{From: []float64{0, 0, 0}, To: []float64{0, inf, 1}}}
	for _, T := range []int{3, 60} {
		c, err := tuning.BestB(t.Context(), a, T)
		if err != nil || !math.IsInf(c.Value, 1) || c.Converged || !math.IsNaN(c.Gradient) || c.Schedule.Len() != T {
			t.Errorf("%+v, %v", c, err)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := tuning.BestJ(ctx, to(toys.Barrier(), chains.Metropolis{}), 500); !errors.Is(err, why) {
		t.Errorf("%v", err)
	}
}

// BenchmarkBestJ is the search for the least J of BARRIER at T = 100.
func BenchmarkBestJ(b *testing.B) {
	a := to(toys.Barrier(), chains.Metropolis{})
	for b.Loop() {
		if _, err := tuning.BestJ(b.Context(), a, 100); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFrictionLength is the length of BARRIER's bridge: an elimination of 49 states
// at each of some hundred betas.
func BenchmarkFrictionLength(b *testing.B) {
	a := to(toys.Barrier(), chains.Metropolis{})
	for b.Loop() {
		if _, err := tuning.FrictionLength(a); err != nil {
			b.Fatal(err)
		}
	}
}
