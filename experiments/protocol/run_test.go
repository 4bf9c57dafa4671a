package protocol

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/experiments"
)

// small is a case of 36 cells.
func small(t *testing.T) Case {
	t.Helper()
	c, err := newCase(experiments.Setting{Toy: "clustering:2:2", Kernel: "heat-bath"}, "two", "-1\n2\n",
		Standardized)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestRun: the curves are those of exact.Measure on the same data, and the first set is the one
// that the reverse runs take.
func TestRun(t *testing.T) {
	c := small(t)
	r, err := Run(t.Context(), c, Options{Ts: []int{5, 20}, Steps: []int{0, 2000}, Seed: 3, Sets: 4}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for set, data := range append([][][]float64{c.Data}, simulated(c.Family, r.Real.Mode, 3, 0).Model.Data) {
		target := c.Family.Given(data)
		for i, T := range r.Ts {
			gap, err := exact.Measure(t.Context(), chains.Annealing{Grid: target.Grid, Schedule: chains.Linear(T),
				Bridge: chains.Geometric{From: target.Model.Steps[0], To: target.LogF}, Kernel: kernels.HeatBath{}})
			if err != nil {
				t.Fatal(err)
			}
			if got := []Judged{r.Points[i].Real, r.Points[i].Sets[0]}[set]; got != judged(gap) {
				t.Errorf("set %d, T = %d: %v, want %v", set, T, got, judged(gap))
			}
			if set == 1 && math.Abs(r.Points[i].Up-gap.Paths.Reverse) > 1e-12 {
				t.Errorf("T = %d: in reverse %g, want %g", T, r.Points[i].Up, gap.Paths.Reverse)
			}
		}
	}
	for _, p := range r.Points {
		if math.Abs(p.Errors[0]) < 1e-3 || math.Abs(p.Errors[1]) > 1e-12 {
			t.Errorf("T = %d: errors of B are %g at once and %g after 2000 steps", p.T, p.Errors[0], p.Errors[1])
		}
	}
}

// TestVerdict: one gap beyond all sets is enough, on either side.
func TestVerdict(t *testing.T) {
	sets := []Judged{{Gap: 2}, {Gap: 1}, {Gap: 3}}
	for real, fair := range map[float64]bool{0.9: false, 1: true, 2.5: true, 3.1: false} {
		r := Result{Points: []Point{{T: 10, Real: Judged{Gap: 2}, Sets: sets}, {T: 20, Real: Judged{Gap: real}, Sets: sets}}}
		if r.Fair() != fair {
			t.Errorf("with a gap of %g the data are a fair proxy: %v, want %v", real, !fair, fair)
		}
		if p := r.Furthest(); p.T != 20 {
			t.Errorf("with a gap of %g the curves are furthest apart at T = %d, want 20", real, p.T)
		}
	}
}
