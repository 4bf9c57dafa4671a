package pages

import (
	"strings"
	"testing"

	"breadboard/exact/timeaverage"
	"breadboard/experiments/columns"
	"breadboard/experiments/score"
	"breadboard/experiments/studies/samplers"
	"breadboard/experiments/studies/samplers/regression"
)

// committedSamplers is what is rendered, read from the committed data. Package experiments/studies/samplers holds these
// to what is measured today.
func committedSamplers(t *testing.T) (s summary) {
	t.Helper()
	s.Size = committed[size](t, "samplers/size")[0]
	s.Boards = madeOf(t, "samplers/leaderboards", func(r row) board { return committedBoard(t, r) })
	s.Solved = madeOf(t, "samplers/solved", func(r row) score.Row {
		return score.Row{Density: r.text("density"), Kernel: r.text("kernel"), Function: r.text("function"),
			Accuracy: timeaverage.Accuracy{N: r.count("N"), Spread: r.orNaN("ress"),
				Variance: 1}, NESS: r.orNaN("ness")}
	})
	s.Points = madeOf(t, "samplers/calibration-points", func(r row) score.Point {
		return score.Point{Function: r.text("class") + ":1", Density: r.text("density"), Kernel: r.text("kernel"),
			N: s.Size.N, Chains: s.Size.Chains, ESS: columns.Real(r.orNaN("ess")), Real: columns.Real(r.orNaN("real"))}
	})
	s.Calibrations = committed[samplers.Calibration](t, "samplers/calibration")
	s.Meta = committed[regression.Table](t, "samplers/regression-sizes")[0]
	s.Meta.Methods = committed[regression.Method](t, "samplers/regression")
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

// An error is written with the decimals that it calls for.
func TestWithStdErr(t *testing.T) {
	for want, v := range map[string][2]float64{"0.000": {0, 0}, "0.045 ± 0.031": {0.0451, 0.0309},
		"-0.0001 ± 0.0001": {-0.00011, 0.0001}} {
		if got := withStdErr(v[0], v[1]); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
