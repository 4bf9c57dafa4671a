package aidepaper

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/enumerate"
	"breadboard/chains/hidden"
	exactly "breadboard/exact/hidden"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// The path that the observations were drawn from is possible.
func TestAuthorsModel(t *testing.T) {
	if logp := authorsModel().LogP(hidden.PathOf(fromZero("states.json")...)); math.IsInf(logp, -1) {
		t.Error("it is impossible")
	}
}

// smallModel is a model of 2 states and 4 observations.
func smallModel(t *testing.T) *hidden.Model {
	t.Helper()
	m := must.Have(hidden.New(hidden.Parameters{
		Initial:    []float64{0.3, 0.7},
		Transition: [][]float64{{0.85, 0.15}, {0.4, 0.6}},
		Emission:   [][]float64{{0.2, 0.5, 0.3}, {0.65, 0.1, 0.25}},
		Observed:   []int{1, 0, 2, 2},
	}))(t)
	return m
}

// What AIDE expects with the mistake is the mean along every path of its dice.
func TestMistakenAlone(t *testing.T) {
	m := smallModel(t)
	gold := hidden.NewPosterior(m)
	target := offByOne(m, 1)
	want := 0.0
	for _, pair := range [][2]hidden.Program{{gold, target}, {target, gold}} {
		var ratio float64
		for prob := range enumerate.Every(func(d chains.Dice) {
			ratio = aide.See(pair[0], pair[1], 1, 1, d).Ratio(1, 1)
		}) {
			want += prob * ratio
		}
	}
	if got := mistakenAlone(m); math.Abs(got-want) > 1e-12 {
		t.Errorf("%.15g, by enumeration %.15g", got, want)
	}
}

// The cheap numbers that are committed are those that are made today. Package reports holds the rest of
// the folder to its rows.
func TestCommittedHMMIsUpToDate(t *testing.T) {
	h := filterRun{Size{}, authorsModel()}
	_, logP := exactly.Posterior(h.model)
	for _, was := range reporttest.Rows(t, reports, "hmm-alone.json") {
		reporttest.Today(t, "log p(y)", logP, was["log_p_y"])
	}
	rows := h.rows()
	was := reporttest.Rows(t, reports, "hmm.json")
	if len(was) != len(rows) {
		t.Fatalf("%d rows are committed, want %d", len(was), len(rows))
	}
	for i, r := range rows {
		reporttest.Today(t, "theirs", r.Theirs.Value, was[i]["theirs"])
		if r.P > 2 && !long {
			continue
		}
		exact := must.Have(h.exact(t.Context(), r))(t)
		if !math.IsNaN(exact) {
			reporttest.Today(t, "the exact value", exact, was[i]["exact"])
		}
		if r.P > 1 || r.M > 1 || r.Gold == ByFilter {
			continue
		}
		must.Do(t, h.row(t.Context(), &r))
		reporttest.Today(t, "our estimate", r.Ours.Value, was[i]["ours"])
		if was[i]["mistaken"] != nil {
			reporttest.Today(t, "the estimate with the mistake", r.Mistaken.Value, was[i]["mistaken"])
			reporttest.Today(t, "the expectation with the mistake", r.MistakenExact, was[i]["mistaken_exact"])
		}
	}
}
