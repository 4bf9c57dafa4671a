package exact_test

import (
	"math"
	"runtime"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// rough returns a target of many cells, with walls and with neighbours that differ.
func rough(lens ...int) toys.Target {
	g := grid.New(lens...)
	target := toys.Target{Grid: g.WithWalls(5, g.Size()/2), LogF: make([]float64, g.Size())}
	for x := range target.LogF {
		target.LogF[x] = 3 * math.Sin(float64(x*x))
	}
	target.LogF[5], target.LogF[g.Size()/2] = -inf, -inf
	return target
}

// upIsBoth holds one walk up to two walks of another making.
func upIsBoth(t *testing.T, name string, a chains.Annealing) {
	t.Helper()
	measured := func() exact.Measured {
		g, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	up := measured()
	a.Bridge = oneWay{a.Bridge}
	both := measured()
	near(t, name+": J", up.J(), both.J(), 1e-11)
	near(t, name+": forward", up.Paths.Forward, both.Paths.Forward, 1e-11)
	near(t, name+": reverse", up.Paths.Reverse, both.Paths.Reverse, 1e-11)
}

// TestWide: on spaces that are taken in pieces one walk up agrees with two walks of
// another making, by products and by leaps, to the rounding of sums of so many terms.
func TestWide(t *testing.T) {
	for T, lens := range map[int][]int{3: {chains.ParallelFrom + 7}, 15: {3, 5, 7, 11, 31}} {
		for name, k := range map[string]chains.Kernel{
			"metropolis": kernels.Metropolis{},
			"barker":     kernels.Barker{},
		} {
			upIsBoth(t, name, annealing(rough(lens...), k, chains.Linear(T)))
		}
	}
}

// TestCores: on any number of cores to the last bit.
func TestCores(t *testing.T) {
	a := annealing(rough(190, 200), kernels.Metropolis{}, chains.Sigmoid(4, 20))
	measured := func(cores int) exact.Measured {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		g, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	one, many := measured(1), measured(4)
	if one.Final != many.Final {
		t.Errorf("the final divergence is %v on one core, %v on four", one.Final, many.Final)
	}
	if one.Paths != many.Paths {
		t.Errorf("the divergence of paths is %v on one core, %v on four", one.Paths, many.Paths)
	}
	if one.LogR != many.LogR {
		t.Errorf("log R is %v on one core, %v on four", one.LogR, many.LogR)
	}
}

// TestPaces: schedules whose steps are all alike, alike in parts, all different, 0,
// or too large for products agree with two walks of another making.
func TestPaces(t *testing.T) {
	kinked := []float64{0}
	for i := 1; i <= 300; i++ {
		kinked = append(kinked, float64(i)/1000)
	}
	kinked = append(kinked, 0.3, 0.3, 0.9)
	for i := 1; i <= 200; i++ {
		kinked = append(kinked, 0.9+float64(i)/2000)
	}
	in, err := chains.NewSchedule(kinked)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]chains.Schedule{
		"linear":  chains.Linear(3000),
		"sigmoid": chains.Sigmoid(4, 700),
		"kinked":  in,
		"four":    chains.Linear(4),
	} {
		for _, target := range []toys.Target{toys.Barrier(), toys.Hard(3)} {
			a := annealing(target, kernels.Metropolis{}, s)
			upIsBoth(t, name, a)
		}
	}
}
