package bdmc

import (
	"slices"
	"testing"
	"time"

	"breadboard/grid/must"
)

// TestTimes: every row of a study has a time. By a clock on which a run takes a second, and one in ten of them a
// hundred, the median is a second, and r restarts of variational Bayes take r.
func TestTimes(t *testing.T) {
	var at time.Time
	asked := 0
	now := func() time.Time {
		asked++
		if asked%20 == 0 {
			at = at.Add(99 * time.Second)
		}
		at = at.Add(time.Second)
		return at
	}
	c := tiny()
	times := must.Have(timed(t.Context(), [][]Case{{c, c}}, now, nil))(t)
	s := Study{Times: times}
	for _, r := range append(todays(t, c), Row{Estimator: "NS", Budget: 1}, Row{Estimator: "NS", Budget: 16}) {
		r.Case = c.Name
		want := 1.0
		if r.Knob == "restart" {
			want = float64(r.Budget)
		}
		must.Near(t, s.Seconds(r), want, 1e-9, "seconds of %s", r.Estimator)
	}
	for _, name := range Legend {
		if !slices.ContainsFunc(times, func(one Time) bool { return one.Estimator == name }) {
			t.Errorf("%s has no time", name)
		}
	}
	for _, one := range times {
		if one.Runs != 2*timedRuns {
			t.Errorf("%s at %d has %d runs", one.Estimator, one.Budget, one.Runs)
		}
	}
}
