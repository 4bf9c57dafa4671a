package implicit_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/exact/spectra/implicit"
	"breadboard/grid"
)

// TestRefusals: a question without an answer is refused in a sentence.
func TestRefusals(t *testing.T) {
	g := grid.New(3, 3)
	op, pi := aimed(g, kernels.Metropolis{}, make([]float64, 9))
	c := singly(op, pi)
	_, _, err := c.AsymptoticVariance(t.Context(), extremes(t, c, 1), slices.Repeat([]float64{2}, 9))
	refused(t, err, "a function that varies would do")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Extremes(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search ends with %v", err)
	}
}

// TestManyClasses: nine cells between which nothing moves never mix.
func TestManyClasses(t *testing.T) {
	op, pi := aimed(grid.New(3, 3), kernels.Identity{}, make([]float64, 9))
	c := singly(op, pi)
	e := extremes(t, c, 1)
	is(t, "gap", e.Gap.High, 0)
	is(t, "SLEM", e.SLEM.Low, 1)
	is(t, "relaxation time", e.RelaxationTime.Value, math.Inf(1))
	is(t, "least mixing time", e.MixingBounds(0.25).Low, spectra.Never)
	is(t, "largest mixing time", e.MixingBounds(0.25).High, spectra.Never)
	_, _, err := c.AsymptoticVariance(t.Context(), e, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9})
	refused(t, err, "9 classes")
}

// TestManyClassesOneWay: a sweep, which is not reversible, does not join two corners.
func TestManyClassesOneWay(t *testing.T) {
	op, pi := aimed(grid.New(2, 2), kernels.GibbsSweep{}, []float64{0, math.Inf(-1), math.Inf(-1), 0})
	e := extremes(t, singly(op, pi), 1)
	is(t, "reversible", e.Reversible, false)
	is(t, "gap", e.Gap.High, 0)
	is(t, "SLEM", e.SLEM.Low, 1)
}

// TestOneCell: a chain with a single cell of mass has the gap 1, and no cut.
func TestOneCell(t *testing.T) {
	lone := slices.Repeat([]float64{math.Inf(-1)}, 9)
	lone[4] = 0
	op, pi := aimed(grid.New(3, 3), kernels.Metropolis{}, lone)
	c := singly(op, pi)
	e := extremes(t, c, 1)
	is(t, "gap", e.Gap.Value, 1)
	is(t, "relaxation time", e.RelaxationTime.Value, 1)
	_, err := c.Bottleneck(e.Second)
	refused(t, err, "a cut needs two")
}

// TestAtBeyondFloats: a level whose masses floats do not invert is stepped by the slower path,
// with the same result.
func TestAtBeyondFloats(t *testing.T) {
	logf := []float64{0, 1, -711, 0.5, 0, -709, 2, 1, 0}
	g := grid.New(3, 3)
	op, _ := aimed(g, kernels.Metropolis{}, logf)
	want := extremes(t, implicit.At(&plain{op}, levelOf(logf)), 1)
	c, _ := chainAt(g, kernels.Metropolis{}, logf)
	if got := extremes(t, c, 1); !(math.Abs(got.Gap.Value/want.Gap.Value-1) < 1e-9) {
		t.Errorf("a gap of %g, by the plain path %g", got.Gap.Value, want.Gap.Value)
	}
}
