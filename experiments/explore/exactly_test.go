package explore_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"

	"breadboard/experiments/explore"
)

func exactly(t *testing.T, q explore.Question) explore.Exact {
	t.Helper()
	e, err := explore.Exactly(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestExactly: every number is that of the command, to the last bit, and the parts add up.
func TestExactly(t *testing.T) {
	for _, q := range asked() {
		e, row := exactly(t, q), exactRow(t, q)
		if diff := cmp.Diff(e.Measured.Q, measure(t, q).Q); diff != "" {
			t.Errorf("%+v: the law of the samples is not that of Measure: %s", q, diff)
		}
		if diff := cmp.Diff(floatsOf(e.Betas), row.Schedule.Betas()); diff != "" {
			t.Errorf("%+v: the betas: %s", q, diff)
		}
		for name, pair := range map[string][2]float64{
			"J": {float64(e.J.Sum), row.J()}, "B": {float64(e.B.Sum), row.B()}, "ESS": {float64(e.ESS), row.ESS},
			"the defect": {float64(e.Defect), row.Defect}, "E_fwd[log w]": {float64(e.FwdLogW), row.FwdLogW()},
			"E_rev[log w]": {float64(e.RevLogW), row.RevLogW()},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%+v: %s is %v, the command has %v", q, name, pair[0], pair[1])
			}
		}
		if len(e.Steps) != q.T-1 {
			t.Errorf("%+v: %d steps, want %d", q, len(e.Steps), q.T-1)
		}
		b := float64(e.B.Sum)
		for name, parts := range map[string][]explore.Number{"cells": e.BParts, "steps": e.Steps} {
			if sum := floats.Sum(floatsOf(parts)); math.Abs(sum-b) > 1e-12*max(1, b) { // each part has some roundings
				t.Errorf("%+v: the parts of the %s add up to %v, B is %v", q, name, sum, b)
			}
		}
		if sum := floats.Sum(floatsOf(e.JParts)); math.Abs(sum-float64(e.J.Sum)) > 1e-12*max(1, b) {
			t.Errorf("%+v: the parts add up to %v, J is %v", q, sum, e.J.Sum)
		}
	}
}

// TestExactlyOfAProgram: it has none of what only an annealing has.
func TestExactlyOfAProgram(t *testing.T) {
	e := exactly(t, explore.Question{Toy: "barrier", Program: "sir:4", T: 5})
	if e.JParts != nil || e.BParts != nil || e.Steps != nil || !math.IsNaN(float64(e.ESS)) {
		t.Error("a program has numbers of an annealing")
	}
}
