package samplers

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/samplers"
	"breadboard/experiments/samplers/regression"
	"breadboard/experiments/score"
	"breadboard/reports/reporttest"
)

var update = flag.Bool("update", false, "draw what is committed anew from its numbers")

// folder has the committed study.
var folder = filepath.Join("..", "..", "samplers")

const again = "go test ./reports/studies/samplers -update draws it anew from its rows, and " +
	"go run ./cmd/breadboard reproduce samplers --out reports/samplers --force makes those"

// A row is a row of a JSON file.
type row map[string]any

func (r row) text(key string) string { v, _ := r[key].(string); return v }
func (r row) yes(key string) bool    { v, _ := r[key].(bool); return v }
func (r row) count(key string) int   { return int(r.number(key)) }

// number is NaN for null.
func (r row) number(key string) float64 {
	if v, ok := r[key].(float64); ok {
		return v
	}
	return math.NaN()
}

// rowsOf makes something of each row of a file of data.
func rowsOf[T any](t *testing.T, name string, of func(row) T) (all []T) {
	t.Helper()
	for _, r := range reporttest.Rows(t, folder, name+".json") {
		all = append(all, of(r))
	}
	return all
}

// committed is what is rendered, read from the committed data. Package experiments/samplers holds these
// to what is measured today.
func committed(t *testing.T) (s summary) {
	t.Helper()
	s.Size = rowsOf(t, "size", func(r row) size {
		return size{r.yes("quick"), r.count("chains"), r.count("N"), r.count("densities"), r.count("kernels"),
			r.count("runs"), r.count("left_out")}
	})[0]
	s.Boards = rowsOf(t, "leaderboards", func(r row) board { return committedBoard(t, r) })
	s.Profiles = committedProfiles(t)
	s.Solved = rowsOf(t, "solved", func(r row) score.Row {
		return score.Row{Density: r.text("density"), Kernel: r.text("kernel"), Function: r.text("function"),
			Accuracy: timeaverage.Accuracy{N: r.count("N"), Spread: r.number("ress"), Variance: 1}, NESS: r.number("ness")}
	})
	s.Points = rowsOf(t, "calibration-points", func(r row) score.Point {
		return score.Point{Function: r.text("class") + ":1", Density: r.text("density"), Kernel: r.text("kernel"),
			ESS: columns.Real(r.number("ess")), Real: columns.Real(r.number("real"))}
	})
	s.Counterparts = rowsOf(t, "counterparts", func(r row) samplers.Counterpart {
		return samplers.Counterpart{Diagnostic: r.text("diagnostic"), Estimates: r.text("estimates"), Start: r.text("start"),
			Runs: r.count("runs"), Low: r.number("low"), Median: r.number("median"), High: r.number("high")}
	})
	s.Calibrations = rowsOf(t, "calibration", func(r row) samplers.Calibration {
		return samplers.Calibration{Diagnostic: r.text("diagnostic"), Class: r.text("class"), Start: r.text("start"),
			Perfect: r.yes("perfect"), Runs: r.count("runs"), Below: r.number("below"), Above: r.number("above")}
	})
	s.Verdicts = rowsOf(t, "diagnostics", func(r row) samplers.Verdict {
		return samplers.Verdict{Diagnostic: r.text("diagnostic"), Setup: samplers.Setup(r.text("setup")),
			Start: r.text("start"), Failed: r.count("failed"), Fooled: r.number("fooled"), Sound: r.count("sound"),
			Cries: r.number("cries")}
	})
	s.Metas = committedMetas(t)
	s.Findings = rowsOf(t, "findings", func(r row) experiments.Finding {
		return experiments.Finding{Claim: r.text("finding"), Holds: r.yes("holds"), Evidence: r.text("numbers")}
	})
	return s
}

func committedBoard(t *testing.T, about row) board {
	t.Helper()
	b := board{name: about.text("name"), unit: about.text("unit"), Board: score.Board{Start: about.text("start"),
		Budget: about.count("budget"), Classes: strings.Fields(about.text("classes"))}}
	b.Lines = rowsOf(t, "leaderboard-"+b.name, func(r row) score.Line {
		l := score.Line{Kernel: r.text("kernel"), Densities: r.count("densities")}
		for _, c := range b.Classes {
			l.Scores = append(l.Scores, score.Score{NESS: r.number("ness_" + c), Success: r.number("success_" + c)})
		}
		return l
	})
	return b
}

func committedProfiles(t *testing.T) (all []score.Profile) {
	t.Helper()
	for _, r := range rowsOf(t, "profiles", func(r row) row { return r }) {
		n := len(all)
		if n == 0 || all[n-1].Kernel != r.text("kernel") || all[n-1].Start != r.text("start") {
			all = append(all, score.Profile{Kernel: r.text("kernel"), Start: r.text("start"), Problems: r.count("problems")})
			n++
		}
		all[n-1].Budgets = append(all[n-1].Budgets, r.count("budget"))
		all[n-1].Solved = append(all[n-1].Solved, r.number("solved"))
	}
	return all
}

func committedMetas(t *testing.T) []samplers.Meta {
	t.Helper()
	rows := rowsOf(t, "regression", func(r row) row { return r })
	return rowsOf(t, "regression-sizes", func(r row) samplers.Meta {
		m := samplers.Meta{Start: r.text("start"), Table: regression.Table{LeftOut: r.count("left_out"),
			Train: r.count("train"), Used: r.count("used"), Test: r.count("test"), Known: r.count("densities"),
			Unseen: r.count("unseen")}}
		for _, one := range rows {
			if one.text("start") == m.Start {
				m.Methods = append(m.Methods, regression.Method{Name: one.text("method"),
					MSE: loss(one, "mse"), NLL: loss(one, "nll")})
			}
		}
		return m
	})
}

func loss(r row, of string) regression.Loss {
	return regression.Loss{Mean: r.number(of), Delta: r.number(of + "_delta"), StdErr: r.number(of + "_stderr"),
		P: r.number(of + "_p")}
}

// Every committed file is what its data make today: the page, the tables and the figures.
func TestCommittedIsUpToDate(t *testing.T) {
	made, err := files(committed(t))
	if err != nil {
		t.Fatal(err)
	}
	reporttest.Complete(t, folder, made, again)
	for _, f := range made {
		reporttest.UpToDate(t, filepath.Join(folder, f.Name), reporttest.Content(t, f), again, *update)
	}
}

// Numbers that change are seen in the page, the tables and the figures.
func TestStaleIsSeen(t *testing.T) {
	for name, change := range map[string]func(s *summary){
		"README.md":       func(s *summary) { s.Boards[0].Lines[0].Scores[0].NESS *= 1.1 },
		"boxes.svg":       func(s *summary) { s.Solved = s.Solved[:len(s.Solved)/2] },
		"calibration.png": func(s *summary) { s.Points = s.Points[:len(s.Points)/2] },
		"rows.md":         func(s *summary) { s.Verdicts[0].Fooled *= 1.1 },
	} {
		s := committed(t)
		change(&s)
		made, err := files(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range made {
			if f.Name != name {
				continue
			}
			want, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			if reporttest.Differs(name, reporttest.Content(t, f), want) == "" {
				t.Errorf("%s: the change is not seen", name)
			}
		}
	}
}
