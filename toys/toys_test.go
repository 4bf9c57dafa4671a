package toys_test

import (
	"math"
	"math/bits"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/toys"
)

// gap returns the exact run of T linear levels from the uniform density.
func gap(t *testing.T, target toys.Target, k chains.Kernel, T int) exact.Gap {
	t.Helper()
	g, err := exact.Measure(t.Context(), chains.Annealing{Grid: target.Grid, Kernel: k, Schedule: chains.Linear(T),
		Bridge: chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Each toy fails as its comment says.
func TestFailures(t *testing.T) {
	single := kernels.Metropolis{}
	golf := gap(t, toys.Golf(), single, 100)
	if hole := 5*9 + 6; !(golf.P[hole] > 0.9 && golf.Q[hole] < golf.P[hole]/2) {
		t.Errorf("golf: %v in the hole, where %v belongs", golf.Q[hole], golf.P[hole])
	}
	short, long := gap(t, toys.Staircase(), single, 100), gap(t, toys.Staircase(), single, 1000)
	if !(short.J() > 4) {
		t.Errorf("staircase: J = %v at T = 100", short.J())
	}
	if !(long.J() < 0.05) {
		t.Errorf("staircase: J = %v at T = 1000", long.J())
	}
	if !(long.B() > 80*long.J()) {
		t.Errorf("staircase: B = %v is %v times J at T = 1000", long.B(), long.B()/long.J())
	}
	for depth, want := range map[float64]float64{0: 0.002, 4: 0.09, 8: 0.37, 16: 0.61} {
		if g := gap(t, toys.TwoBasins(depth), single, 1000); math.Abs(g.J()-want) > 0.005 {
			t.Errorf("basins of depth %v: J = %v, not %v", depth, g.J(), want)
		}
	}
	short, long = gap(t, toys.Funnel(), single, 1000), gap(t, toys.Funnel(), single, 4000)
	if !(short.B() > 100*short.J()) {
		t.Errorf("funnel: B = %v is %v times J at T = 1000", short.B(), short.B()/short.J())
	}
	if fall := short.J() / long.J(); !(fall > 12) {
		t.Errorf("funnel: four times T divides J by %v", fall)
	}
	if fall := short.B() / long.B(); !(fall < 5) {
		t.Errorf("funnel: four times T divides B by %v", fall)
	}
	potts := toys.Potts(2, 2, 10, 4)
	if J := gap(t, potts, single, 100).J(); !(J > 10.5) {
		t.Errorf("potts: J = %v by single moves", J)
	}
	if J := gap(t, potts, kernels.HeatBath{}, 100).J(); !(J < 4e-4) {
		t.Errorf("potts: J = %v by heat-bath", J)
	}
}

// All up and all down are not joined, and J is small: a walker from all up is still
// up after as many steps as the annealing has.
func TestIsingIsSymmetric(t *testing.T) {
	target := toys.Ising(3, 3, 1)
	if g := gap(t, target, kernels.Metropolis{}, 1000); g.J() > 2e-4 {
		t.Errorf("J = %v", g.J())
	}
	l := chains.NewLevel(chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}, 512)
	l.Move(2, 1)
	op := kernels.Metropolis{}.On(target.Grid)
	op.Aim(l)
	q, next := make([]float64, 512), make([]float64, 512)
	q[511] = 1
	for range 1000 {
		op.Push(next, q)
		q, next = next, q
	}
	up := 0.0
	for x, p := range q {
		if magnetisation(9, x) > 0 {
			up += p
		}
	}
	if up < 0.95 {
		t.Errorf("%v is still up", up)
	}
}

// magnetisation returns the mean of the spins, from -1 to 1, in state x of an Ising model.
func magnetisation(spins, x int) float64 {
	return float64(2*bits.OnesCount(uint(x))-spins) / float64(spins)
}
