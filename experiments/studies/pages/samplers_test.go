package pages

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"breadboard/exact/timeaverage"
	"breadboard/experiments/columns"
	"breadboard/experiments/score"
	"breadboard/experiments/studies/samplers"
	"breadboard/experiments/studies/samplers/regression"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/toys/zoo"
	"breadboard/toys/zoo/posteriors"
)

// committedSamplers is what is rendered, read from the committed data. Package experiments/studies/samplers holds these
// to what is measured today.
func committedSamplers(t *testing.T) (s summary) {
	t.Helper()
	s.Size = committed[size](t, "samplers/size")[0]
	s.Boards = madeOf(t, "samplers/leaderboards", func(r row) board { return committedBoard(t, r) })
	s.Profiles = committedProfiles(t)
	s.Solved = madeOf(t, "samplers/solved", func(r row) score.Row {
		return score.Row{Density: r.text("density"), Kernel: r.text("kernel"), Function: r.text("function"),
			Accuracy: timeaverage.Accuracy{N: r.count("N"), Spread: r.orNaN("ress"),
				Variance: 1}, NESS: r.orNaN("ness")}
	})
	s.Points = madeOf(t, "samplers/calibration-points", func(r row) score.Point {
		return score.Point{Function: r.text("class") + ":1", Density: r.text("density"), Kernel: r.text("kernel"),
			N: s.Size.N, Chains: s.Size.Chains, ESS: columns.Real(r.orNaN("ess")), Real: columns.Real(r.orNaN("real"))}
	})
	s.Counterparts = committed[samplers.Counterpart](t, "samplers/counterparts")
	s.Calibrations = committed[samplers.Calibration](t, "samplers/calibration")
	s.Verdicts = committed[samplers.Verdict](t, "samplers/diagnostics")
	s.Metas = committedMetas(t)
	s.Findings = committed[samplers.Finding](t, "samplers/findings")
	return s
}

func committedBoard(t *testing.T, about row) board {
	t.Helper()
	b := board{name: about.text("name"), unit: about.text("unit"), Board: score.Board{Start: about.text("start"),
		Budget: about.count("budget"), Classes: strings.Fields(about.text("classes"))}}
	b.Lines = madeOf(t, "samplers/leaderboard-"+b.name, func(r row) score.Line {
		l := score.Line{Kernel: r.text("kernel"), Densities: r.count("densities")}
		for _, c := range b.Classes {
			l.Scores = append(l.Scores, score.Score{NESS: r.orNaN("ness_" + c), Success: r.orNaN("success_" + c)})
		}
		return l
	})
	return b
}

func committedProfiles(t *testing.T) (all []score.Profile) {
	t.Helper()
	for _, r := range rowsOf(t, "samplers/profiles") {
		n := len(all)
		if n == 0 || all[n-1].Kernel != r.text("kernel") || all[n-1].Start != r.text("start") {
			all = append(all, score.Profile{Kernel: r.text("kernel"), Start: r.text("start"),
				Problems: r.count("problems")})
			n++
		}
		all[n-1].Budgets = append(all[n-1].Budgets, r.count("budget"))
		all[n-1].Solved = append(all[n-1].Solved, r.orNaN("solved"))
	}
	return all
}

func committedMetas(t *testing.T) []samplers.Meta {
	t.Helper()
	all := committed[samplers.Meta](t, "samplers/regression-sizes")
	methods := committed[regression.Method](t, "samplers/regression")
	for i, r := range rowsOf(t, "samplers/regression") {
		at := slices.IndexFunc(all, func(m samplers.Meta) bool { return m.Start == r.text("start") })
		all[at].Methods = append(all[at].Methods, methods[i])
	}
	return all
}

// TestPhases: the flowchart has the numbers of the study and of the data that come with the zoo. Each of its lines fits
// its box.
func TestPhases(t *testing.T) {
	all := phases(size{Kernels: 22, Chains: 8, N: 500})
	sets := must.Have(filepath.Glob("../../../toys/zoo/posteriors/data/*.csv"))(t)
	must.Say(t, all[0].Here, fmt.Sprintf("%d public data sets", len(sets)))
	must.Say(t, all[1].Here, fmt.Sprintf("%d posteriors", len(posteriors.Catalogue())))
	must.Say(t, all[2].Here, fmt.Sprintf("%d mixtures", zoo.Surrogates))
	must.Say(t, all[3].Here, "22 kernels, 8 chains of 500 steps")
	for i, at := range placed(all) {
		lines := wrapped(all[i].Here, boxText, room(at))
		if all[i].Paper != "" {
			lines = append(lines, wrapped("("+all[i].Paper+")", boxText, room(at))...)
		}
		for _, line := range lines {
			wide := figure.Label(boxText).Width(line)
			if wide > room(at) {
				t.Errorf("%s: %q is %v wide", all[i].Name, line, wide)
			}
		}
		high := boxMargin + boxHead + boxLine*vg.Length(len(lines)) + boxMargin
		if high > at.Size().Y {
			t.Errorf("%s: %d lines are %v high, and the box %v", all[i].Name, len(lines), high, at.Size().Y)
		}
	}
}

// An error is written with the decimals that it calls for.
func TestWithStdErr(t *testing.T) {
	for want, v := range map[string][2]float64{"0.000": {0, 0}, "0.045 ± 0.031": {0.0451, 0.0309},
		"-0.0001 ± 0.0001": {-0.00011, 0.0001}} {
		if got := withStdErr(v[0], v[1]); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
