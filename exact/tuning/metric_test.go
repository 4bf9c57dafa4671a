package tuning_test

import (
	"math"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// TestFrictionLength: Metropolis on two states goes right with probability 1/2 and left with
// e^-s/2. So λ = 1/2 - e^-s/2 and ζ = p(1-p) slope² (1+λ)/(1-λ).
func TestFrictionLength(t *testing.T) {
	const slope = 3.0
	l, err := tuning.FrictionLength(twoStates(slope, kernels.Metropolis{}))
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

// TestFrictionOfRareMoves: in a space that is crossed once in e^80 steps the slow mode is all
// that counts, and must keep its digits. Some cells of HARD RANDOM are left as rarely.
func TestFrictionOfRareMoves(t *testing.T) {
	g := grid.New(3)
	well := to(toys.Target{Grid: g, LogF: []float64{0, -80, 1}}, kernels.Metropolis{})
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
	if _, err := tuning.FrictionLength(to(toys.Hard(32), kernels.Metropolis{})); err != nil {
		t.Error(err)
	}
}

// TestPerfectFriction: a perfect kernel has no memory, so its friction is the Fisher metric.
func TestPerfectFriction(t *testing.T) {
	a := to(toys.Easy(4), kernels.Perfect{})
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

// TestNoFriction: a kernel that does not reach every cell with mass has no friction, and a space
// may be too large for it.
func TestNoFriction(t *testing.T) {
	_, err := tuning.FrictionLength(to(toys.Easy(1), kernels.Identity{}))
	refused(t, err, "friction is infinite")
	g := grid.New(33, 33)
	_, err = tuning.FrictionLength(to(toys.Target{Grid: g, LogF: make([]float64, g.Size())}, kernels.Metropolis{}))
	refused(t, err, "at most 1024")
}
