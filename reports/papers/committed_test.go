package papers

import (
	"fmt"
	"math"
	"testing"

	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/experiments/papers/aide"
	"breadboard/experiments/papers/bdmc"
	"breadboard/experiments/papers/bread"
	"breadboard/experiments/papers/samplers"
	"breadboard/experiments/score"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// The folders of committed results.
const (
	aideFolder     = "../aide"
	bdmcFolder     = "../bdmc"
	breadFolder    = "../bread"
	protocolFolder = "../protocol"
	samplersFolder = "../samplers"
)

// committedAIDE returns what is committed. The tests of package aide compare it with what is measured today.
func committedAIDE(t *testing.T) (f aide.Results) {
	t.Helper()
	f.Regression = reporttest.Committed[aide.RegressionRow](t, aideFolder, "bias")
	f.Filters.Rows = reporttest.Committed[aide.FilterRow](t, aideFolder, "hmm")
	for _, r := range reporttest.ReadCSV(t, aideFolder, "hmm-states.csv") {
		if r["step"] == 1. {
			f.Filters.Portraits = append(f.Filters.Portraits, aide.Portrait{Name: r["program"].(string)})
		}
		p := &f.Filters.Portraits[len(f.Filters.Portraits)-1]
		var shares []float64
		for x := range 20 {
			shares = append(shares, r[fmt.Sprintf("state_%d", x+1)].(float64))
		}
		p.States = append(p.States, shares)
	}
	m := &f.Modes
	m.SIRs = reporttest.Committed[aide.SIR](t, aideFolder, "modes")
	first := reporttest.ReadCSV(t, aideFolder, "modes.csv")[0]
	m.LogP = first["log_p_y"].(float64)
	m.Left = first["posterior_below_0"].(float64)
	for _, r := range reporttest.ReadCSV(t, aideFolder, "modes-laws.csv") {
		m.X = append(m.X, r["x"].(float64))
		m.Target = append(m.Target, r["posterior"].(float64))
		for i, s := range m.SIRs {
			if density, shown := r[fmt.Sprintf("%s_%d", s.Proposal, s.P)]; shown {
				m.SIRs[i].Density = append(s.Density, density.(float64))
			}
		}
	}
	return f
}

// committedBDMC returns what is committed, read from its rows.
func committedBDMC(t *testing.T) bdmc.Results {
	return bdmc.Results{Size: bdmc.Sized(false), Rows: reporttest.Committed[bdmc.Measurement](t, bdmcFolder, "rows"),
		Fits: reporttest.Committed[bdmc.Fit](t, bdmcFolder, "table1")}
}

// committedBread reads the data of the figures from the committed rows.
func committedBread(t *testing.T) (f bread.Results) {
	t.Helper()
	for _, r := range reporttest.ReadCSV(t, breadFolder, "figure3.csv") {
		m := experiments.Measurement{Annealer: must.Have(experiments.Setting{Toy: r["toy"].(string)}.Annealer())(t)}
		m.T = int(r["T"].(float64))
		m.Final.Forward = r["J"].(float64)
		m.Paths.Forward = r["B"].(float64)
		f.Curves = append(f.Curves, m)
	}
	for _, r := range reporttest.ReadCSV(t, breadFolder, "figure4.csv") {
		if n := len(f.Galleries); n == 0 || f.Galleries[n-1].Toy != r["toy"] {
			f.Galleries = append(f.Galleries, bread.Gallery{Toy: r["toy"].(string)})
		}
		g := &f.Galleries[len(f.Galleries)-1]
		row, column := r["row"].(float64), r["column"].(float64)
		if row == 0 && column == 0 {
			g.Panels = append(g.Panels, bread.Panel{Name: r["panel"].(string), Beta: r["beta"].(float64)})
		}
		p := &g.Panels[len(g.Panels)-1]
		if column == 0 {
			p.P = append(p.P, nil)
		}
		p.P[int(row)] = append(p.P[int(row)], r["probability"].(float64))
	}
	return f
}

// committedSamplers reads the shown numbers from the committed rows.
func committedSamplers(t *testing.T) (s shownSamplers) {
	t.Helper()
	read := func(name string) []map[string]any { return reporttest.ReadCSV(t, samplersFolder, name+".csv") }
	s.Results = reporttest.Committed[samplers.Results](t, samplersFolder, "size")[0]
	s.Runs = reporttest.Committed[samplers.Run](t, samplersFolder, "figure3")
	s.Methods = reporttest.Committed[samplers.Method](t, samplersFolder, "table2")
	for _, r := range read("figure2") {
		s.solved = append(s.solved, score.Row{Density: r["density"].(string), Kernel: r["kernel"].(string),
			Function: r["function"].(string), NESS: orNaN(r["ness"]),
			Accuracy: timeaverage.Accuracy{N: int(r["N"].(float64)), Spread: orNaN(r["ress"]), Variance: 1}})
	}
	for _, r := range read("table1") {
		l := score.Line{Kernel: r["kernel"].(string), Densities: int(r["densities"].(float64))}
		for _, class := range []string{"mean", "var", "ks"} {
			l.Scores = append(l.Scores, score.Score{NESS: orNaN(r["ness_"+class]), Success: orNaN(r["success_"+class])})
		}
		l.Scores[2].StdErr = orNaN(r["success_ks_stderr"])
		s.board = append(s.board, l)
	}
	return s
}

// orNaN returns a number of a row, and NaN for an empty cell.
func orNaN(cell any) float64 {
	if v, ok := cell.(float64); ok {
		return v
	}
	return math.NaN()
}
