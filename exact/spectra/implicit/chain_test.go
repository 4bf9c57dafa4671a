package implicit_test

import (
	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/exact/spectra/implicit"
	"breadboard/grid"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestImplicitRefusals: what cannot be told is an error, or a number that says so.
func TestImplicitRefusals(t *testing.T) {
	g := grid.New(3, 3)
	flat := make([]float64, 9)
	op, pi := aimed(g, chains.Metropolis{}, flat)
	for _, bad := range []struct {
		p    []float64
		says string
	}{{slices.Repeat([]float64{0.1}, 9), "sum to"}, {append([]float64{-1, 2}, make([]float64, 7)...), "probability of state 0"}} {
		if _, err := implicit.New(op, bad.p); err == nil || !strings.Contains(err.Error(), bad.says) {
			t.Errorf("%v: %v", bad.p, err)
		}
	}
	c := newChain(t, op, pi)
	e := extremes(t, c, 1)
	if _, _, err := c.AsymptoticVariance(t.Context(), e, slices.Repeat([]float64{2}, 9)); err == nil || !strings.Contains(err.Error(), "a function that varies would do") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Extremes(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}

	apart, pi := aimed(g, chains.Identity{}, flat)
	c = newChain(t, apart, pi)
	e = extremes(t, c, 1)
	if b := e.MixingBounds(0.25); e.Gap.High != 0 || e.SLEM.Low != 1 || !math.IsInf(e.RelaxationTime.Value, 1) || b.Low != spectra.Never || b.High != spectra.Never {
		t.Errorf("nine cells apart: %+v, %+v", e, b)
	}
	if _, _, err := c.AsymptoticVariance(t.Context(), e, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}); err == nil || !strings.Contains(err.Error(), "9 classes") {
		t.Error(err)
	}

	turning, pi := aimed(grid.New(2, 2), chains.Sweep{}, []float64{0, math.Inf(-1), math.Inf(-1), 0})
	e = extremes(t, newChain(t, turning, pi), 1)
	if e.Reversible || e.Gap.High != 0 || e.SLEM.Low != 1 {
		t.Errorf("two corners that a sweep does not join: %+v", e)
	}

	lone := []float64{0, 0, 0, 0, math.Inf(1), 0, 0, 0, 0}
	for x := range lone {
		if lone[x] == 0 {
			lone[x] = math.Inf(-1)
		} else {
			lone[x] = 0
		}
	}
	op, pi = aimed(g, chains.Metropolis{}, lone)
	c = newChain(t, op, pi)
	if e = extremes(t, c, 1); e.Gap.Value != 1 || e.RelaxationTime.Value != 1 {
		t.Errorf("one cell: %+v", e)
	}
	if _, err := c.Bottleneck(e.Second); err == nil {
		t.Error("a cut of one cell")
	}
}

// TestAtBeyondFloats: a level whose masses floats do not invert is stepped by the slower path,
// with the same result.
func TestAtBeyondFloats(t *testing.T) {
	logf := []float64{0, 1, -711, 0.5, 0, -709, 2, 1, 0}
	g := grid.New(3, 3)
	op, pi := aimed(g, chains.Metropolis{}, logf)
	want := extremes(t, newChain(t, op, pi), 1)
	c, _ := chainAt(t, g, chains.Metropolis{}, logf)
	if got := extremes(t, c, 1); !(math.Abs(got.Gap.Value/want.Gap.Value-1) < 1e-9) {
		t.Errorf("a gap of %g, by the plain path %g", got.Gap.Value, want.Gap.Value)
	}
}
