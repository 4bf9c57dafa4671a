package explore_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

func measure(t *testing.T, q explore.Question) explore.Measured {
	return must.Have(explore.Measure(t.Context(), q))(t)
}

func exactly(t *testing.T, q explore.Question) explore.Exact {
	return must.Have(explore.Exactly(t.Context(), q))(t)
}

func along(t *testing.T, q explore.Question, frames int) explore.Levels {
	return must.Have(explore.LevelDistributions(t.Context(), q, frames))(t)
}

// exactRow is the row that breadboard exact prints.
func exactRow(t *testing.T, q explore.Question) experiments.Measurement {
	an := must.Have(q.Setting().Annealer())(t)
	return must.Have(an.Measure(t.Context(), []int{q.T}, experiments.Ask{ByLevel: true}, nil))(t)[0]
}

// floatsOf are numbers as they were before JSON.
func floatsOf(all []explore.Number) []float64 {
	of := make([]float64, len(all))
	for i, n := range all {
		of[i] = float64(n)
	}
	return of
}

// asked are questions of every kind: with schedules that are looked for, and with every
// key.
var asked = []explore.Question{
	{Toy: "easy", T: 9}, {Toy: "ising:2x2:0.4", Kernel: "cycle", T: 9}, {Toy: "easy", Kernel: "identity", T: 9},
	{Toy: "barrier", Bridge: "mixture", T: 9, SkipLast: true}, {Toy: "ising:2x2:0.4", Schedule: "fisher", T: 6},
	{Toy: "ising:2x2:0.4", Schedule: "best-j", T: 6}, {Toy: "ising:2x2:0.4", Schedule: "curve:0:0.2:1", T: 6},
	{Toy: "funnel", Initial: "tempered:0.5", T: 9, Program: "ais"},
	{Toy: "clustering:3:2", Bridge: "observations", T: 9},
}

// TestIsExact: every number, of a stroke of the brush and of the exact answer, equals that of the command, to the
// last bit.
func TestIsExact(t *testing.T) {
	for _, q := range asked {
		m := measure(t, q)
		share := 0.0
		e := must.Have(explore.Exactly(explore.Watched(t.Context(), func(s float64) { share = s }), q))(t)
		if q.Schedule == "best-j" && !(share > 0.4 && share < 1) {
			t.Errorf("of a search %v is told", share)
		}
		row := exactRow(t, q)
		for name, diff := range map[string]string{
			"the distribution of the samples": cmp.Diff(floatsOf(m.Q), row.Q),
			"their q once more":               cmp.Diff(m.Q, e.Measured.Q),
			"the target":                      cmp.Diff(floatsOf(m.P), chains.Normalized(row.Annealer.Target.LogF)),
			"the betas":                       cmp.Diff(floatsOf(e.Betas), row.Schedule.Betas()),
		} {
			if diff != "" {
				t.Errorf("%+v: %s: %s", q, name, diff)
			}
		}
		for name, c := range map[string][2]float64{
			"J": {float64(m.J.Sum), row.J()}, "KL(q||p)": {float64(m.J.QP), row.Final.Forward},
			"KL(p||q)": {float64(m.J.PQ), row.Final.Reverse}, "B": {float64(m.B.Sum), row.B()},
			"B - J":      {float64(m.BMinusJ), row.BMinusJ()},
			"J, exactly": {float64(e.J.Sum), row.J()}, "B, exactly": {float64(e.B.Sum), row.B()},
		} {
			if c[0] != c[1] {
				t.Errorf("%+v: %s is %v, the command has %v", q, name, c[0], c[1])
			}
		}
		stops := [][]float64{{0}, {0}}
		for _, s := range row.Steps {
			stops[0] = append(stops[0], s.J)
			stops[1] = append(stops[1], s.B)
		}
		if diff := cmp.Diff([][]float64{floatsOf(e.JT), floatsOf(e.BT)}, stops); diff != "" {
			t.Errorf("%+v: J and B by level: %s", q, diff)
		}
	}
}

// TestMeasureOfPrograms: the numbers come from the account, and words say what a program lacks. An account
// that cannot be computed is sampled with the same seed.
func TestMeasureOfPrograms(t *testing.T) {
	for _, program := range []string{"importance", "smc:8:ess=0.5", "ns:2", "bic"} {
		q := explore.Question{Toy: "clustering:2:2", Program: program, T: 3}
		an := must.Have(q.Setting().Annealer())(t)
		rows := must.Have(an.Measure(t.Context(), []int{q.T}, experiments.Ask{Programs: []string{program}}, nil))(t)
		m, row := measure(t, q), rows[0]
		for name, pair := range map[string][2]float64{"J": {float64(m.J.Sum), row.J()},
			"B": {float64(m.B.Sum), row.B()}} {
			if pair[0] != pair[1] && !(math.IsNaN(pair[0]) && math.IsNaN(pair[1])) {
				t.Errorf("%s: %s is %v, its account has %v", program, name, pair[0], pair[1])
			}
		}
		if math.IsNaN(row.B()+row.J()) && len(m.Notes) == 0 {
			t.Errorf("%s: no words say why there is no B or J", program)
		}
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
		"levels":  func() error { _, err := explore.LevelDistributions(ctx, q, 0); return err },
	} {
		if err := answer(); !errors.Is(err, why) {
			t.Errorf("%s ends with %v, want %v", name, err, why)
		}
	}
}

// TestLevelDistributions: with any number of frames the first distribution is the initial one, and the last are q and
// p.
func TestLevelDistributions(t *testing.T) {
	for _, q := range []explore.Question{{Toy: "barrier", T: 40}, {Toy: "ising:2x2:0.4", Kernel: "heat-bath", T: 12},
		{Toy: "staircase", Kernel: "cycle", SkipLast: true, T: 20}, {Target: "0,1.5;w,2", Bridge: "mixture", T: 30}} {
		e := exactly(t, q)
		for _, frames := range []int{2, 3, 11, 200} {
			l := along(t, q, frames)
			name := fmt.Sprintf("%+v in %d frames: ", q, frames)
			first, last := l.Frames[0], l.Frames[len(l.Frames)-1]
			must.Each(t, floatsOf(first.Forward), floatsOf(first.P), 1e-12, "%sthe first distribution", name)
			must.Each(t, floatsOf(last.Forward), floatsOf(e.Q), 1e-12, "%sthe last forward distribution", name)
			must.Each(t, floatsOf(last.P), floatsOf(e.P), 1e-12, "%sthe last distribution of the path", name)
		}
	}
}
