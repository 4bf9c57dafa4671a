package exact_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// TestMeasureAll: the gaps of many are those of each, to the last bit and in order.
func TestMeasureAll(t *testing.T) {
	var all []chains.Annealing
	for seed := range uint64(20) {
		all = append(all, annealing(toys.Hard(seed), kernels.Metropolis{}, chains.Linear(2+int(seed))))
	}
	gaps, err := exact.MeasureAll(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range all {
		want, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		if gaps[i].J() != want.J() || gaps[i].B() != want.B() || gaps[i].T != a.T() {
			t.Errorf("%d: J = %v, B = %v, want %v, %v", i, gaps[i].J(), gaps[i].B(), want.J(), want.B())
		}
	}
}

// TestMeasureAllFails: an annealing that cannot be measured fails all, and so does a
// context that is over.
func TestMeasureAllFails(t *testing.T) {
	good := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(10))
	bad := chains.Annealing{Grid: grid.New(2), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(3),
		Bridge: chains.Geometric{From: []float64{0, math.Inf(-1)}, To: []float64{math.Inf(-1), 0}}}
	if gaps, err := exact.MeasureAll(t.Context(), []chains.Annealing{good, bad, good}); err == nil || gaps != nil {
		t.Errorf("%v, %v", gaps, err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	over := errors.New("over")
	stop(over)
	if _, err := exact.MeasureAll(ctx, []chains.Annealing{good}); !errors.Is(err, over) {
		t.Errorf("error %v", err)
	}
}
