package tuning_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// TestBestOfOne: with T = 3 one beta is free, and a scan finds its best place.
func TestBestOfOne(t *testing.T) {
	for _, target := range []toys.Target{toys.Barrier(), toys.Easy(2), toys.Hard(2)} {
		a := to(target, kernels.Metropolis{})
		leastB, leastJ := math.Inf(1), math.Inf(1)
		for i := range 4001 {
			s, err := chains.NewSchedule([]float64{0, float64(i) / 4000, 1})
			if err != nil {
				t.Fatal(err)
			}
			g := gap(t, a, s)
			leastB, leastJ = min(leastB, g.B()), min(leastJ, g.J())
		}
		b, err := tuning.BestB(t.Context(), a, 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		j, err := tuning.BestJ(t.Context(), a, 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		near(t, target.Name+": least B", gap(t, a, b.Schedule).B(), leastB, 1e-6)
		near(t, target.Name+": least J", gap(t, a, j.Schedule).J(), leastJ, 1e-5)
	}
}

// TestBest: no schedule that has a name is better, the values agree with exact, and descent
// says that it has arrived.
func TestBest(t *testing.T) {
	for _, target := range []toys.Target{toys.Barrier(), toys.Easy(5)} {
		for _, T := range []int{2, 20, 60} {
			a := to(target, kernels.Metropolis{})
			b, err := tuning.BestB(t.Context(), a, T, nil)
			if err != nil {
				t.Fatal(err)
			}
			j, err := tuning.BestJ(t.Context(), a, T, nil)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "B", b.Value, gap(t, a, b.Schedule).B(), 1e-10)
			near(t, "J", j.Value, gap(t, a, j.Schedule).J(), 1e-10)
			for name, c := range map[string]tuning.Choice{"best-b": b, "best-j": j} {
				if !c.Converged {
					t.Errorf("%s, T = %d: %s has not converged", target.Name, T, name)
				}
				if c.Schedule.Len() != T {
					t.Errorf("%s, T = %d: %s has %d levels", target.Name, T, name, c.Schedule.Len())
				}
			}
			for name, s := range named(t, a, b, j) {
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

// named returns every schedule that has a name, with as many levels as the best ones.
func named(t *testing.T, a chains.Annealing, b, j tuning.Choice) map[string]chains.Schedule {
	t.Helper()
	fisher, err := tuning.FisherLength(a)
	if err != nil {
		t.Fatal(err)
	}
	friction, err := tuning.FrictionLength(a)
	if err != nil {
		t.Fatal(err)
	}
	T := b.Schedule.Len()
	return map[string]chains.Schedule{
		"linear": chains.Linear(T), "sigmoid:4": chains.Sigmoid(4, T), "sigmoid:1": chains.Sigmoid(1, T),
		"fisher": fisher.Schedule(T), "friction": friction.Schedule(T),
		"best-b": b.Schedule, "best-j": j.Schedule,
	}
}

// TestLeastJStandsStill: the schedule of least J stays at one beta for several levels.
func TestLeastJStandsStill(t *testing.T) {
	j, err := tuning.BestJ(t.Context(), to(toys.Easy(toys.EasySeed), kernels.Metropolis{}), 20, nil)
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

// TestNoDerivative: a kernel given only by its rows is refused, and the error names kernels that
// would do.
func TestNoDerivative(t *testing.T) {
	a := to(toys.Barrier(), kernels.Rows{To: func(grid.Grid, []float64, int, func(int, float64)) {}})
	_, err := tuning.BestB(t.Context(), a, 10, nil)
	refused(t, err, "metropolis, barker, heat-bath")
}

// TestNothingFinite: if B is infinite, there is nothing to descend.
func TestNothingFinite(t *testing.T) {
	inf := math.Inf(-1)
	bridge := chains.Geometric{From: []float64{0, 0, 0}, To: []float64{0, inf, 1}}
	a := chains.Annealing{Grid: grid.New(3).WithWalls(1), Kernel: kernels.Metropolis{}, Bridge: bridge}
	for _, T := range []int{3, 60} {
		c, err := tuning.BestB(t.Context(), a, T, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !math.IsInf(c.Value, 1) {
			t.Errorf("T = %d: B = %g", T, c.Value)
		}
		if c.Converged {
			t.Errorf("T = %d: descent has converged", T)
		}
		if !math.IsNaN(c.Gradient) {
			t.Errorf("T = %d: the gradient is %g", T, c.Gradient)
		}
		if c.Schedule.Len() != T {
			t.Errorf("T = %d: %d levels", T, c.Schedule.Len())
		}
	}
}

// TestInterrupted: a search that is cancelled returns the cause.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := tuning.BestJ(ctx, to(toys.Barrier(), kernels.Metropolis{}), 500, nil); !errors.Is(err, why) {
		t.Errorf("the error is %v, want %v", err, why)
	}
}
