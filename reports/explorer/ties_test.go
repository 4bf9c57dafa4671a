package explorer_test

import (
	"regexp"
	"slices"
	"testing"

	"breadboard/experiments/explore"
)

// ranked are words that set one of two above the other.
var ranked = regexp.MustCompile(`nearer|takes the|nats less|times the|best by|instead of|infinitely many`)

// compared are all sentences of the page that compare two settings whose J, B and relaxation times are these, and how
// many cells its tables mark as least.
func compared(t *testing.T, left, right [3]float64) (said []string, marked []string) {
	t.Helper()
	a, b := answered(41), answered(41)
	both := []setting{a, b}
	for i, v := range [][3]float64{left, right} {
		of := both[i]
		J, B := explore.Number(v[0]), explore.Number(v[1])
		time := explore.Number(v[2])
		m, exact := of.Answers["measure"].(explore.Measured), of.Answers["exact"].(explore.Exact)
		m.J.Sum, m.B.Sum = J, B
		exact.J.Sum, exact.B.Sum = J, B
		of.Answers["measure"], of.Answers["exact"] = m, exact
		at := of.Answers["spectrum"].(explore.Spectrum).At
		for k := range at {
			at[k].Relaxation = time
		}
		points := of.Answers["curve"].(map[string]any)["all"].([]explore.Point)
		for k := range points {
			points[k].J, points[k].B = J, B
		}
	}
	slow := shown(t, "cells", nil, a, b)["Between which cells the chain is slow"].Words
	said = append(said, sentenceOf(t, a, b), slow, shown(t, "against", nil, a, b)["J and B against T"].Words)

	// Two schedules of one setting: one has the numbers of the left setting, the other one those of the right setting.
	schedules := []string{"linear", "fisher"}
	curve := []explore.Point{}
	named := []explore.Scheduled{}
	for i, v := range [][3]float64{left, right} {
		name := schedules[i]
		curve = append(curve, explore.Point{Schedule: name, T: 50, J: explore.Number(v[0]), B: explore.Number(v[1])})
		named = append(named, explore.Scheduled{Name: name, Betas: []explore.Number{0, 1}, J: explore.Number(v[0]),
			B: explore.Number(v[1])})
	}
	a.Answers["curve"] = map[string]any{"all": curve}
	a.Answers["schedules"] = map[string]any{"all": named}
	page := map[string]string{"curves": "linear,fisher"}
	for view, title := range map[string]string{"against": "J and B against T", "why": "Other schedules at this T"} {
		one := shown(t, view, page, a)[title]
		said = append(said, one.Words)
		marked = append(marked, one.Best...)
	}
	return said, marked
}

// Rounding never wins. Numbers that are written with the same four digits, and numbers that differ by rounding alone,
// are the same in every sentence and table that compares them; what is written otherwise is told apart.
func TestRoundingNeverWins(t *testing.T) {
	v := [3]float64{0.3127, 4.216, 57.34}
	for _, share := range []float64{0, 2e-16, 1e-7, -3e-6} {
		other := [3]float64{v[0] * (1 + share), v[1] * (1 - share), v[2] * (1 + share)}
		said, marked := compared(t, v, other)
		for _, s := range said {
			if found := ranked.FindString(s); found != "" {
				t.Errorf("%v and %v are told apart by %q: %s", v, other, found, s)
			}
		}
		if len(marked) != 8 { // J and B of two rows in two tables
			t.Errorf("%v and %v: %q are marked as the least, want all of both", v, other, marked)
		}
	}
	said, marked := compared(t, v, [3]float64{1.5 * v[0], 0.5 * v[1], 1.5 * v[2]})
	for i, s := range said {
		if !ranked.MatchString(s) {
			t.Errorf("numbers that differ by a half are not told apart in sentence %d: %s", i, s)
		}
	}
	if len(marked) != 4 {
		t.Errorf("%q are marked as the least, want the less of each pair", marked)
	}
}

// Targets that differ by rounding alone stand once, and a row of differences has 0.
func TestDifferencesOfRoundingAreNothing(t *testing.T) {
	a, b := answered(51), answered(51)
	m := b.Answers["measure"].(explore.Measured)
	m.P, m.Q = slices.Clone(m.P), slices.Clone(m.Q)
	for x := range m.P {
		m.P[x] *= 1 + 3e-14
		m.Q[x] *= 1 - 2e-13
	}
	m.J.Sum *= 1 + 1e-14
	b.Answers["measure"] = m
	got := aboveOf(t, nil, a, b)
	for k, text := range got.Rows[3][1:] {
		if text != "0" {
			t.Errorf("the difference of column %d is written as %s, want 0", k, text)
		}
	}
	if !got.IsOnce {
		t.Error("targets that differ by rounding stand as two")
	}
	for x, share := range []explore.Number{0.1, -0.1} { // what is no rounding is shown
		m.P[x] += share
	}
	if aboveOf(t, nil, a, b).IsOnce {
		t.Error("targets that differ stand as one")
	}
}
