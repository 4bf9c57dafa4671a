package ranking

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/sweep"
)

func sweepRow(toy string, seed uint64, schedule string, T int, j, b float64) sweep.Row {
	c := sweep.Job{Setting: experiments.Setting{Toy: toy, Schedule: schedule, T: T}.WithDefaults()}
	if toy != "barrier" {
		c.Seed = &seed
	}
	return sweep.Row{Job: c, Values: columns.Values{"J": columns.Real(j), "B": columns.Real(b)}}
}

// sweepRows returns a sweep whose numbers can be worked out by heart: easy has 4 draws,
// and B is wrong on the first; barrier has one target.
func sweepRows() []sweep.Row {
	var rows []sweep.Row
	for seed := range uint64(4) {
		j := float64(seed + 1)
		rows = append(rows, sweepRow("easy", seed, "linear", 10, 3*j, 2*j), sweepRow("easy", seed, "power:2", 10, j, j))
	}
	rows[0] = sweepRow("easy", 0, "linear", 10, 3, 0.5) // J = 3 and least B
	rows = append(rows, sweepRow("barrier", 0, "linear", 10, 2, 4), sweepRow("barrier", 0, "power:2", 10, 1, 5),
		sweepRow("barrier", 0, "linear", 5, 7, 8))
	bad := sweepRow("barrier", 0, "power:2", 5, math.NaN(), math.NaN())
	return append(rows, bad)
}

// is checks one fact.
func is[T comparable](t *testing.T, fact string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", fact, got, want)
	}
}

// TestOutcomesOfASmallSweep: of each schedule on easy there are four draws. The power at T = 5 on barrier has no
// numbers, and so linear has no rival there.
func TestOutcomesOfASmallSweep(t *testing.T) {
	s := Summarize(sweepRows())
	is(t, "outcomes", len(s.Outcomes), 5)
	is(t, "draws of linear on easy", len(s.Outcomes[0].Draws), 4)
	is(t, "J of linear on easy, 3, 6, 9 and 12", s.Outcomes[0].J, Spread{5.25, 7.5, 9.75})
	var least []string
	for _, o := range s.Outcomes {
		least = append(least, fmt.Sprint(o.HasRivals, o.LeastJ, o.LeastB))
	}
	is(t, "rivals, least J and least B", strings.Join(least, "; "), "true false false; true true true; "+
		"true false true; true true false; false false false")
}

// TestRivals: kernels are rivals as schedules are, and lengths and targets are not. Of equal budgets even lengths are.
func TestRivals(t *testing.T) {
	kernel := sweepRow("barrier", 0, "linear", 10, 1, 2)
	kernel.Job.Kernel = "king"
	for name, c := range map[string]struct {
		other  sweep.Row
		budget int
		want   bool
	}{
		"another kernel": {kernel, 0, true}, "another schedule": {sweepRow("barrier", 0, "fisher", 10, 1, 2), 0, true},
		"another T":                   {sweepRow("barrier", 0, "linear", 11, 1, 2), 0, false},
		"another T of one budget":     {sweepRow("barrier", 0, "linear", 11, 1, 2), 99, true},
		"another target":              {sweepRow("easy", 0, "linear", 10, 1, 2), 0, false},
		"another, without a J or a B": {sweepRow("barrier", 0, "fisher", 10, math.NaN(), math.NaN()), 0, false},
	} {
		first := sweepRow("barrier", 0, "linear", 10, 2, 2)
		first.Job.Budget, c.other.Job.Budget = c.budget, c.budget
		s := Summarize([]sweep.Row{first, c.other})
		is(t, name+" competes", s.Outcomes[0].HasRivals, c.want)
	}
}

// TestSpreadOfWhatIsKnown: a draw without a J counts for nothing in the spread of J.
func TestSpreadOfWhatIsKnown(t *testing.T) {
	rows := []sweep.Row{sweepRow("easy", 1, "linear", 10, 3, 4), sweepRow("easy", 2, "linear", 10, math.NaN(), 6)}
	o := Summarize(rows).Outcomes[0]
	is(t, "the spread of J", o.J, Spread{3, 3, 3})
	is(t, "the median of B", o.B.Q2, 5)
}

// TestTies: numbers that differ by rounding are both the least, and so are two that are infinite or 0.
func TestTies(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		js    []float64
		least []bool
	}{
		{[]float64{1 + 1e-12, 1, 2}, []bool{true, true, false}},
		{[]float64{1 + 1e-7, 1}, []bool{false, true}},
		{[]float64{3e-21, 1e-25, 1e-19}, []bool{true, true, false}},
		{[]float64{0, 0, 1}, []bool{true, true, false}},
		{[]float64{inf, inf}, []bool{true, true}},
		{[]float64{3, math.NaN()}, []bool{false, false}},
	} {
		var rows []sweep.Row
		for i, j := range c.js {
			rows = append(rows, sweepRow("barrier", 0, fmt.Sprintf("power:%d", i+2), 10, j, 1))
		}
		for i, o := range Summarize(rows).Outcomes {
			is(t, fmt.Sprintf("number %d of %v is the least", i, c.js), o.LeastJ, c.least[i])
		}
	}
}

// TestVarying: names that differ are axes, and seeds are none.
func TestVarying(t *testing.T) {
	first := sweepRow("easy", 1, "linear", 10, 1, 1)
	for want, other := range map[string]sweep.Row{"": sweepRow("easy", 2, "linear", 10, 1, 1),
		"T schedule": sweepRow("easy", 1, "fisher", 20, 1, 1), "target": sweepRow("hard", 1, "linear", 10, 1, 1)} {
		var names []string
		for _, a := range Varying(Summarize([]sweep.Row{first, other}).Outcomes) {
			names = append(names, a.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q vary, want %q", got, want)
		}
	}
}

// TestAtTarget: an outcome is at the target if on every draw a plain chain there is about as good.
func TestAtTarget(t *testing.T) {
	betas := []float64{0, 0.9, 1, 1}
	as := sweep.SearchResult{Value: 1, Plain: 1.09, Betas: betas}
	better := sweep.SearchResult{Value: 1, Plain: 1.2, Betas: betas}
	unknown := sweep.SearchResult{Value: columns.Real(math.Inf(1)), Plain: columns.Real(math.Inf(1)), Betas: betas}
	for _, c := range []struct {
		draws []sweep.SearchResult
		want  bool
	}{
		{[]sweep.SearchResult{as, as}, true},
		{[]sweep.SearchResult{as, better}, false},
		{[]sweep.SearchResult{unknown}, false},
		{[]sweep.SearchResult{{Value: 1}}, false}, // of constant speed
	} {
		var rows []sweep.Row
		for seed, found := range c.draws {
			rows = append(rows, sweepRow("easy", uint64(seed), "best-j", 5, 1, 2))
			rows[seed].Chosen = &found
		}
		if o := Summarize(rows).Outcomes[0]; o.AtTarget != c.want {
			t.Errorf("of %+v AtTarget is %v", c.draws, o.AtTarget)
		}
	}
}
