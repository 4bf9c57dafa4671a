package explore_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/experiments/explore"
)

// BenchmarkMeasure is a stroke on 7x7 cells at T = 1000.
func BenchmarkMeasure(b *testing.B) {
	q := explore.Question{Toy: "barrier", T: 1000}
	for b.Loop() {
		if _, err := explore.Measure(b.Context(), q); err != nil {
			b.Fatal(err)
		}
	}
}

func measure(t *testing.T, q explore.Question) explore.Measured {
	t.Helper()
	m, err := explore.Measure(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// exactRow is the row that breadboard exact prints.
func exactRow(t *testing.T, q explore.Question) experiments.Exact {
	t.Helper()
	c, err := q.Setting().Chain()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Exactly(t.Context(), []int{q.T}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rows[0]
}

// floatsOf are numbers as they were before JSON.
func floatsOf(all []explore.Number) []float64 {
	of := make([]float64, len(all))
	for i, n := range all {
		of[i] = float64(n)
	}
	return of
}

// asked are questions with every kernel, every bridge and several schedules.
func asked() (all []explore.Question) {
	for _, k := range kernels.Catalogue {
		all = append(all, explore.Question{Toy: "easy", Kernel: k.Name, T: 9})
	}
	for _, e := range chains.Bridges {
		if e.Make.Param != "" {
			e.Name += ":" + e.Make.Example
		}
		all = append(all, explore.Question{Toy: "barrier", Bridge: e.Name, T: 9, SkipLast: true})
	}
	for _, s := range []string{"sigmoid:4", "fisher", "friction", "best-b", "curve:0:0.2:1"} {
		all = append(all, explore.Question{Toy: "ising:2x2:0.4", Schedule: s, T: 6})
	}
	return append(all, explore.Question{Toy: "golf", Initial: "tempered:0.5", T: 9, Program: "ais"},
		explore.Question{Toy: "clustering:3:2", Bridge: "observations", T: 9})
}

// TestMeasureIsExact: every number is that of the command, to the last bit.
func TestMeasureIsExact(t *testing.T) {
	for _, q := range asked() {
		m, row := measure(t, q), exactRow(t, q)
		if diff := cmp.Diff(floatsOf(m.Q), row.CellQ); diff != "" {
			t.Errorf("%+v: the law of the samples: %s", q, diff)
		}
		if diff := cmp.Diff(floatsOf(m.P), chains.Normalized(row.Chain.Target.LogF)); diff != "" {
			t.Errorf("%+v: the target: %s", q, diff)
		}
		for name, pair := range map[string][2]float64{
			"J": {float64(m.J.Sum), row.J()}, "KL(q||p)": {float64(m.J.QP), row.Cell.Forward},
			"KL(p||q)": {float64(m.J.PQ), row.Cell.Reverse}, "B": {float64(m.B.Sum), row.B()},
			"B - J": {float64(m.Slack), row.Slack()}, "log R": {float64(m.LogR), row.LogR},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%+v: %s is %v, the command has %v", q, name, pair[0], pair[1])
			}
		}
	}
}

// TestMeasureOfPrograms: the numbers are those of the account, and what a program lacks is said in words. An account
// that cannot be computed is sampled with the same seed.
func TestMeasureOfPrograms(t *testing.T) {
	for _, program := range []string{"importance", "sir:16", "smc:2", "smc:8:ess=0.5", "rejection", "posterior",
		"vb:restarts=4", "ns:2", "bic:k=3", "smc-data:8:proposal=optimal", "shme:8", "hme-chain:10", "cms:10:at=sample"} {
		q := explore.Question{Toy: "clustering:2:2", Program: program, T: 3}
		c, err := q.Setting().Chain()
		if err != nil {
			t.Fatal(err)
		}
		rows, err := c.Accounts(t.Context(), []int{q.T}, []string{program}, nil)
		if err != nil {
			t.Fatal(err)
		}
		m, row := measure(t, q), rows[0]
		for name, pair := range map[string][2]float64{"J": {float64(m.J.Sum), row.J()}, "B": {float64(m.B.Sum), row.B()}} {
			if pair[0] != pair[1] && !(math.IsNaN(pair[0]) && math.IsNaN(pair[1])) {
				t.Errorf("%s: %s is %v, its account has %v", program, name, pair[0], pair[1])
			}
		}
		if math.IsNaN(row.B()+row.J()) && len(m.Notes) == 0 {
			t.Errorf("%s: no words say why there is no B or J", program)
		}
	}
}

// TestMeasureOfPerfect: J of the perfect kernel is rounding, and a note says so.
func TestMeasureOfPerfect(t *testing.T) {
	m := measure(t, explore.Question{Toy: "easy", Kernel: "perfect", T: 20})
	if m.J.Sum != 0 || !(m.J.Off > 0) || len(m.Notes) != 1 || !strings.HasPrefix(m.Notes[0], "J is rounding alone") {
		t.Errorf("J = %v within %v has the notes %q", m.J.Sum, m.J.Off, m.Notes)
	}
}

// TestAnswersStop: a page that is closed ends the work of each answer.
func TestAnswersStop(t *testing.T) {
	why := errors.New("nobody waits")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(why)
	q := explore.Question{Toy: "barrier", T: 10_000}
	for name, answer := range map[string]func() error{
		"measure": func() error { _, err := explore.Measure(ctx, q); return err },
		"exact":   func() error { _, err := explore.Exactly(ctx, q); return err },
		"levels":  func() error { _, err := explore.Along(ctx, q, 0); return err },
		"schedules": func() error {
			return explore.Schedules(ctx, q, []string{"best-b"}, func(explore.Scheduled) error { return nil })
		},
		"curve": func() error {
			return explore.Curve(ctx, q, nil, []int{10_000}, func(explore.Point) error { return nil })
		},
	} {
		if err := answer(); !errors.Is(err, why) {
			t.Errorf("%s ends with %v, want %v", name, err, why)
		}
	}
}

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
