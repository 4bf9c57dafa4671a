package papers

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"breadboard/exact/timeaverage"
	"breadboard/experiments/papers/aide"
	"breadboard/experiments/papers/bdmc"
	"breadboard/experiments/papers/bread"
	"breadboard/experiments/papers/samplers"
	"breadboard/experiments/protocol"
	"breadboard/experiments/score"
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

// committedAIDE reads what is committed. Package aide holds it to what is measured today.
func committedAIDE(t *testing.T) (f aide.Results) {
	t.Helper()
	f.Regression = reporttest.Committed[aide.RegressionRow](t, aideFolder, "bias")
	f.Filters.Rows = reporttest.Committed[aide.FilterRow](t, aideFolder, "hmm")
	for _, r := range reporttest.Rows(t, aideFolder, "hmm-states.csv") {
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
	first := reporttest.Rows(t, aideFolder, "modes.csv")[0]
	m.LogP = first["log_p_y"].(float64)
	m.Left = first["posterior_below_0"].(float64)
	for _, r := range reporttest.Rows(t, aideFolder, "modes-laws.csv") {
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
	for _, r := range reporttest.Rows(t, breadFolder, "figure3.csv") {
		if n := len(f.Curves); n == 0 || f.Curves[n-1].Toy != r["toy"] {
			f.Curves = append(f.Curves, bread.Curve{Toy: r["toy"].(string), Kernel: "metropolis"})
		}
		c := &f.Curves[len(f.Curves)-1]
		c.T = append(c.T, int(r["T"].(float64)))
		c.J = append(c.J, r["J"].(float64))
		c.B = append(c.B, r["B"].(float64))
	}
	for _, r := range reporttest.Rows(t, breadFolder, "figure4.csv") {
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

// The rows of the protocol's tables.
type (
	forwardRow struct {
		Case string `column:"case"`
		Set  int    `column:"set"`
		protocol.Run
	}
	reverseRow struct {
		Case   string  `column:"case"`
		Set    int     `column:"set"`
		T      int     `column:"T"`
		Sweeps int     `column:"sweeps"`
		TV     float64 `column:"tv"`
		Error  float64 `column:"error_B"`
	}
	quartilesRow struct {
		Case      string  `column:"case"`
		Set       int     `column:"set"`
		Direction string  `column:"direction"`
		T         int     `column:"T"`
		Q1        float64 `column:"q1"`
		Median    float64 `column:"median"`
		Q3        float64 `column:"q3"`
		Mean      float64 `column:"mean"`
	}
)

// committedProtocol reads what the protocol found from the committed rows. The real data are set 0.
func committedProtocol(t *testing.T) (all []protocol.Result) {
	t.Helper()
	o := protocol.Defaults()
	of := func(name string) *protocol.Result {
		i := slices.IndexFunc(all, func(r protocol.Result) bool { return r.Name == name })
		if i < 0 {
			i = len(all)
			all = append(all, protocol.Result{Case: protocol.Case{Name: name}, Options: o,
				Simulated: make([]protocol.Set, o.Sets)})
		}
		return &all[i]
	}
	set := func(name string, number int) *protocol.Set {
		if number == 0 {
			return &of(name).Real
		}
		return &of(name).Simulated[number-1]
	}
	for _, row := range reporttest.Committed[forwardRow](t, protocolFolder, "forward") {
		s := set(row.Case, row.Set)
		s.Runs = append(s.Runs, row.Run)
	}
	for _, row := range reporttest.Committed[reverseRow](t, protocolFolder, "reverse") {
		s := set(row.Case, row.Set)
		at := slices.Index(o.Ts, row.T)
		if at == 0 {
			s.Starts = append(s.Starts, protocol.Start{S: row.Sweeps, TV: row.TV})
		}
		s.Runs[at].Errors = append(s.Runs[at].Errors, row.Error) // in the order of the sweeps
	}
	for _, row := range reporttest.Committed[quartilesRow](t, protocolFolder, "quartiles") {
		s := set(row.Case, row.Set)
		at := slices.Index(o.Ts, row.T)
		q := protocol.Quartiles{Q1: row.Q1, Median: row.Median, Q3: row.Q3, Mean: row.Mean}
		if row.Direction == "forward" {
			s.Forward = append(s.Forward, q)
			continue
		}
		if s.Reverse == nil {
			s.Reverse = make([][]protocol.Quartiles, len(o.Ts))
		}
		s.Reverse[at] = append(s.Reverse[at], q)
	}
	return all
}

// committedSamplers reads the shown numbers from the committed rows.
func committedSamplers(t *testing.T) (s ofSamplers) {
	t.Helper()
	read := func(name string) []map[string]any { return reporttest.Rows(t, samplersFolder, name+".csv") }
	size := read("size")[0]
	count := func(key string) int { return int(size[key].(float64)) }
	s.Results = samplers.Results{Chains: count("chains"), Steps: count("steps"), Budget: count("evaluations"),
		Densities: count("densities"), Kernels: count("kernels"), LeftOut: count("left_out"), Rows: count("rows"),
		Learnt: count("learnt")}
	for _, r := range read("figure3") {
		s.Runs = append(s.Runs, samplers.Run{Density: r["density"].(string), Kernel: r["kernel"].(string),
			Axis: int(r["axis"].(float64)), ESS: orNaN(r["ess"]), Mean: orNaN(r["mean"]), Var: orNaN(r["var"]),
			KS: orNaN(r["ks"]), ExactMean: orNaN(r["exact_mean"]), ExactVar: orNaN(r["exact_var"])})
	}
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
		s.board = append(s.board, l)
	}
	for _, r := range read("table2") {
		loss := func(of string) samplers.MeanLoss {
			return samplers.MeanLoss{Mean: orNaN(r[of]), Delta: orNaN(r[of+"_delta"]), StdErr: orNaN(r[of+"_stderr"]),
				P: orNaN(r[of+"_p"])}
		}
		s.Methods = append(s.Methods, samplers.Method{Name: r["method"].(string), MSE: loss("mse"), NLL: loss("nll")})
	}
	return s
}

// orNaN is a number of a row, NaN in an empty cell.
func orNaN(cell any) float64 {
	if v, ok := cell.(float64); ok {
		return v
	}
	return math.NaN()
}
