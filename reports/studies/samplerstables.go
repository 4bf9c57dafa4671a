package studies

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/experiments/studies/samplers"
	"breadboard/reports/scores"
	"breadboard/reports/table"
)

// boardTables are Table 1. People see the classes of the paper.
func boardTables(s summary, f table.Format) (all []table.Named) {
	for _, b := range s.Boards {
		shown := b.Board
		if !f.ForPrograms() {
			shown = ofClasses(shown, "ks", "mean", "var")
		}
		all = append(all, table.Named{Name: "leaderboard-" + b.name, Table: scores.Leaderboard(shown, b.unit, f)})
	}
	return all
}

// ofClasses is a board with those of the classes that it has, in this order.
func ofClasses(b score.Board, classes ...string) score.Board {
	some := b
	some.Classes, some.Lines = nil, slices.Clone(b.Lines)
	for i := range some.Lines {
		some.Lines[i].Scores = nil
	}
	for _, class := range classes {
		at := slices.Index(b.Classes, class)
		if at < 0 {
			continue
		}
		some.Classes = append(some.Classes, class)
		for i, l := range b.Lines {
			some.Lines[i].Scores = append(some.Lines[i].Scores, l.Scores[at])
		}
	}
	return some
}

// verdictTable says how often each diagnostic's rule is wrong.
func verdictTable(s summary) table.Table {
	t := table.Table{Title: "How often diagnostics are wrong", Lead: 3,
		Columns: table.Columns("diagnostic", "setup=sees", "start", "failed", "fooled", "sound", "cries")}
	for _, v := range s.Verdicts {
		t.Add(v.Diagnostic, string(v.Setup), v.Start, v.Failed, percent(v.FooledShare()), v.Sound, percent(v.CriesShare()))
	}
	t.Note("Failed: time averages with a real ESS below 12, of all that the diagnostic sees. It is fooled where it " +
		"calls one fine. Sound: one chain has a real ESS of 12, and half of its limit at least. It cries where it does " +
		"not call one fine.")
	return t
}

// counterpartTable says how far diagnostics are from what they estimate.
func counterpartTable(s summary) table.Table {
	t := table.Table{Title: "Diagnostics beside the exact numbers that they estimate", Lead: 2,
		Columns: table.Columns("diagnostic", "start", "runs", "low=5%", "median", "high=95%", "estimates")}
	digits := func(v float64) string { return fmt.Sprintf("%.3g", v) }
	for _, c := range s.Counterparts {
		t.Add(c.Diagnostic, c.Start, c.Runs, digits(c.Low), digits(c.Median), digits(c.High), c.Estimates)
	}
	t.Note("Quantiles over the runs. Of an ESS of one chain, and of R-hat of all chains, the ratio to the exact number: " +
		"1 would be right. Of Geweke's z the difference of the sizes; that of a standard normal has the mean 0.8. Bulk, " +
		"tail and rank look at other functions of h than the exact numbers, which are of h itself, and the classic R-hat " +
		"is of whole chains, where the exact one is of halves.")
	return t
}

// calibrationTable has the shares outside the region of Figure 3, for samplers.
func calibrationTable(s summary) table.Table {
	t := table.Table{Title: "Real ESS outside the 95% region of the estimated one", Lead: 3,
		Columns: table.Columns("diagnostic", "class=of", "start", "runs", "below", "above")}
	for _, c := range s.Calibrations {
		if !c.Perfect {
			t.Add(c.Diagnostic, c.Class, c.Start, c.Runs, percent(c.Below), percent(c.Above))
		}
	}
	t.Note("2.5%% would be below and 2.5%% above if chains with an estimated ESS of m were worth m independent draws.")
	return t
}

// percent is a share for people.
func percent(share float64) string { return unlessNaN("%.1f%%", 100*share) }

// authorsMeta are the numbers of the paper's Table 2: the MSE and the log loss.
var authorsMeta = map[string][2]string{"GP": {"2.8588", "0"}, "GP-D": {"2.779(70)", "-0.0096(97)"},
	"GP-ESS": {"3.16(23)", "0.045(31)"}, "GP-G": {"2.858(1)", "-0.0001(1)"}, "GP-GR": {"3.17(20)", "0.045(25)"},
	"iid": {"3.30(28)", "0.067(36)"}, "linear": {"3.03(19)", "0.027(25)"}}

// metaTable is Table 2 by the runs from a start.
func metaTable(m samplers.Meta) table.Table {
	t := table.Table{Title: "Table 2: ESSD on unseen densities, by the runs from start " + m.Start, Lead: 1,
		Columns: table.Columns("method", "MSE", "p_mse=p", "NLL=nats", "p_nll=p", "authors_mse=authors' MSE",
			"authors_nll=authors' nats")}
	for _, one := range m.Methods {
		theirs := authorsMeta[one.Name]
		t.Add(one.Name, fmt.Sprintf("%.3f", one.MSE.Mean), unlessNaN("%.2g", one.MSE.P), withStdErr(one.NLL.Delta, one.NLL.StdErr),
			unlessNaN("%.2g", one.NLL.P), theirs[0], theirs[1])
	}
	t.Note("Learnt from %d of %s rows of %d densities, tested on %s rows of %d others; %d rows, on which a diagnostic "+
		"says nothing, are left out. Nats are in excess of GP's. Losses are averaged over each density first, and p is "+
		"of a paired t test over densities.", m.Used, table.Thousands(m.Train), m.Known, table.Thousands(m.Test), m.Unseen,
		m.LeftOut)
	return t
}

// withStdErr writes a difference with its standard error.
func withStdErr(v, err float64) string {
	switch {
	case math.IsNaN(err) || err == 0:
		return fmt.Sprintf("%.3f", v)
	case err < 1e-3:
		return fmt.Sprintf("%.4f ± %.4f", v, err)
	}
	return fmt.Sprintf("%.3f ± %.3f", v, err)
}

// addData adds the other tables for programs. From those with the leaderboards the page can be made anew.
func (s summary) addData(all *Study) {
	all.data("leaderboards", dataOf("name start budget unit classes", s.Boards, func(b board) []any {
		return []any{b.name, b.Start, b.Budget, b.unit, strings.Join(b.Classes, " ")}
	}))
	all.data("size", dataOf("quick chains N densities kernels runs left_out", []size{s.Size}, func(z size) []any {
		return []any{z.Quick, z.Chains, z.N, z.Densities, z.Kernels, z.Runs, z.LeftOut}
	}))
	all.data("profiles", scores.ProfileData(s.Profiles))
	all.data("solved", dataOf("density kernel function N ress ness", s.Solved, func(r score.Row) []any {
		return []any{r.Density, r.Kernel, r.Function, r.N, r.RESS(), r.NESS}
	}))
	all.data("calibration-points", dataOf("class density kernel ess real", s.Points, func(p score.Point) []any {
		return []any{p.Class(), p.Density, p.Kernel, float64(p.ESS), float64(p.Real)}
	}))
	all.data("calibration", dataOf("diagnostic class start perfect runs below above", s.Calibrations,
		func(c samplers.Calibration) []any {
			return []any{c.Diagnostic, c.Class, c.Start, c.Perfect, c.Runs, c.Below, c.Above}
		}))
	all.data("counterparts", dataOf("diagnostic estimates start runs low median high", s.Counterparts,
		func(c samplers.Counterpart) []any {
			return []any{c.Diagnostic, c.Estimates, c.Start, c.Runs, c.Low, c.Median, c.High}
		}))
	all.data("diagnostics", dataOf("diagnostic setup start failed fooled sound cries", s.Verdicts,
		func(v samplers.Verdict) []any {
			return []any{v.Diagnostic, string(v.Setup), v.Start, v.Failed, v.Fooled, v.Sound, v.Cries}
		}))
	methods := table.Table{Columns: table.Keys("start method mse mse_delta mse_stderr mse_p nll nll_delta nll_stderr nll_p")}
	for _, m := range s.Metas {
		for _, one := range m.Methods {
			methods.Add(m.Start, one.Name, one.MSE.Mean, one.MSE.Delta, table.Known(one.MSE.StdErr), table.Known(one.MSE.P),
				one.NLL.Mean, one.NLL.Delta, table.Known(one.NLL.StdErr), table.Known(one.NLL.P))
		}
	}
	all.data("regression", methods)
	all.data("regression-sizes", dataOf("start left_out train used test densities unseen", s.Metas,
		func(m samplers.Meta) []any {
			return []any{m.Start, m.LeftOut, m.Train, m.Used, m.Test, m.Known, m.Unseen}
		}))
	all.data("findings", dataOf("finding holds numbers", s.Findings, func(f experiments.Finding) []any {
		return []any{f.Claim, f.Holds, f.Evidence}
	}))
}
