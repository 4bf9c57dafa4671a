package pages

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/studies/samplers"
	"breadboard/experiments/studies/samplers/regression"
	"breadboard/reports/figure"
	"breadboard/reports/scores"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// shown is how many points a panel of Figure 3 has, at most.
const shown = 600

// A summary has the numbers of a study that are rendered. All of them are in the files of data, so that a page can
// be made anew from these.
type summary struct {
	samplers.Study // of which the verdicts, counterparts, calibrations, metas and findings are shown
	Size           size
	Boards         []board         // Table 1
	Profiles       []score.Profile // of time averages
	Solved         []score.Row     // Figure 2: means from an exact draw that succeed within some evaluations
	Points         []score.Point
}

// A board is a leaderboard with its place among the files.
type board struct {
	name, unit string
	score.Board
}

type size struct {
	Quick     bool `column:"quick"`
	Chains    int  `column:"chains"`
	N         int  `column:"N"`
	Densities int  `column:"densities"`
	Kernels   int  `column:"kernels"`
	Runs      int  `column:"runs"`
	LeftOut   int  `column:"left_out"`
}

func summarize(s samplers.Study) summary {
	sum := summary{Study: s, Points: s.Points("exact", shown),
		Size: size{Quick: s.Quick, Chains: s.Chains, N: s.N, Runs: len(s.Runs), LeftOut: len(s.LeftOut)}}
	// Table 1: at equal steps from each start, as many as the sampled chains have, and from an exact draw at equal
	// evaluations of the density and at equal time
	asLong := slices.DeleteFunc(slices.Clone(s.Scores), func(r score.Row) bool { return r.Budget != s.N })
	for _, b := range score.Boards(asLong) {
		sum.Boards = append(sum.Boards, board{b.Start, score.Steps.Unit(), b})
	}
	for _, of := range []struct {
		score.Equal
		rows []score.Row
	}{{score.Evaluations, s.Evaluations}, {score.Time, s.Times}} {
		for _, b := range score.Boards(of.rows) {
			sum.Boards = append(sum.Boards, board{string(of.Equal), of.Unit(), b})
		}
	}
	densities := map[string]bool{}
	kernels := map[string]bool{}
	var averages []score.Row // KS distances are measured at the last step alone
	for _, r := range s.Scores {
		densities[r.Density], kernels[r.Kernel] = true, true
		if r.Class() != "ks" {
			averages = append(averages, r)
		}
	}
	for _, r := range s.Evaluations { // at equal steps NESS would be the efficiency
		if r.Class() == "mean" && r.Solved() {
			sum.Solved = append(sum.Solved, r)
		}
	}
	sum.Size.Densities = len(densities)
	sum.Size.Kernels = len(kernels)
	sum.Profiles = score.Profiles(averages)
	return sum
}

// SamplersNames are the names of the files of Samplers.
var SamplersNames = slices.Concat(table.Names("md", "README", "diagnostics", "leaderboards"),
	table.Names("csv json", "calibration", "calibration-points", "counterparts", "diagnostics", "findings",
		"leaderboard-evaluations", "leaderboard-exact", "leaderboard-fit", "leaderboard-lightest", "leaderboard-time",
		"leaderboards", "phases", "profiles", "regression", "regression-sizes", "size", "solved"),
	table.Names("png svg", "boxes", "calibration", "missed", "phases", "profiles"))

// Samplers shows the study of how well samplers really work (package experiments/studies/samplers).
func Samplers(s samplers.Study) study.Study { return summarize(s).study() }

func (s summary) study() study.Study {
	people := table.Each(boardTables(s, table.Plain), func(b table.Named) table.Table { return b.Table })
	shown := shownTables{
		boards:       people,
		counterparts: counterpartTable(s),
		verdicts:     verdictTable(s),
		calibration:  calibrationTable(s),
		metas:        table.Each(s.Metas, metaTable),
		theirs:       findingsTable(s, true),
		ours:         findingsTable(s, false),
	}
	all := study.Study{Quick: s.Size.Quick, Data: boardTables(s, table.CSV), People: shown.inOrder()}
	s.addRows(&all)
	s.addFigures(&all)
	words := s.words(shown)
	for _, name := range []string{"samplers", "leaderboards", "diagnostics"} {
		file := strings.Replace(name, "samplers", "README", 1)
		all.Text(file+".md", strings.TrimSpace(prose.Fill(name, words))+"\n")
	}
	return all
}

// shownTables are those for people, in their order.
type shownTables struct {
	boards                              []table.Table
	counterparts, verdicts, calibration table.Table
	metas                               []table.Table
	theirs, ours                        table.Table
}

func (t shownTables) inOrder() []table.Table {
	return slices.Concat(t.boards, []table.Table{t.counterparts, t.verdicts, t.calibration}, t.metas,
		[]table.Table{t.theirs, t.ours})
}

// calibrationTable has the shares outside the region of Figure 3.
func calibrationTable(s summary) table.Table {
	imperfect := slices.DeleteFunc(slices.Clone(s.Calibrations), func(c samplers.Calibration) bool { return c.Perfect })
	return table.Filled(table.Table{Title: "Real ESS outside the 95% region of the estimated one", Lead: 3,
		Columns: table.Columns("diagnostic", "class=of", "start", "runs", "below", "above"),
		Notes: []string{"2.5% would be below and 2.5% above if chains with an estimated ESS of m were worth m " +
			"independent draws."}}, imperfect,
		func(c samplers.Calibration) study.Record {
			return study.Record{"below": percent(c.Below), "above": percent(c.Above)}
		})
}

// addRows adds the tables for programs. From these, and those of the leaderboards, the page can be made anew.
func (s summary) addRows(all *study.Study) {
	study.Rows(all, "leaderboards", "name start budget unit classes", s.Boards, func(b board) study.Record {
		return study.Record{"name": b.name, "start": b.Start, "budget": b.Budget, "unit": b.unit,
			"classes": strings.Join(b.Classes, " ")}
	})
	study.Rows(all, "size", "quick chains N densities kernels runs left_out", []size{s.Size}, nil)
	all.Add("profiles", scores.ProfileData(s.Profiles))
	study.Rows(all, "solved", "density kernel function N ress ness", s.Solved, func(r score.Row) study.Record {
		return study.Record{"density": r.Density, "kernel": r.Kernel, "function": r.Function, "N": r.N,
			"ress": r.RESS(),
			"ness": r.NESS}
	})
	study.Rows(all, "calibration-points", "class density kernel ess real", s.Points, func(p score.Point) study.Record {
		return study.Record{"class": p.Class(), "density": p.Density, "kernel": p.Kernel, "ess": float64(p.ESS),
			"real": float64(p.Real)}
	})
	study.Rows(all, "calibration", "diagnostic class start perfect runs below above", s.Calibrations, nil)
	study.Rows(all, "counterparts", "diagnostic estimates start runs low median high", s.Counterparts, nil)
	study.Rows(all, "diagnostics", "diagnostic setup start failed densities fooled sound cries threshold missed",
		s.Verdicts, nil)
	methods := table.Table{Columns: table.Keys("start method mse mse_delta mse_stderr mse_p nll nll_delta nll_stderr " +
		"nll_p")}
	for _, m := range s.Metas {
		methods = table.Filled(methods, m.Methods,
			func(regression.Method) study.Record { return study.Record{"start": m.Start} })
	}
	all.Add("regression", methods)
	study.Rows(all, "regression-sizes", "start left_out train used test densities unseen", s.Metas, nil)
	study.Rows(all, "findings", "paper finding start holds numbers", s.Findings, nil)
	study.Rows(all, "phases", "part box here paper", phases(s.Size), nil)
}

func (s summary) addFigures(all *study.Study) {
	all.Figure("phases", func(w io.Writer, m figure.Medium) error { return phasesFigure(w, m, phases(s.Size)) })
	all.Figure("missed", func(w io.Writer, m figure.Medium) error { return missedFigure(w, m, s.Verdicts) })
	all.Figure("boxes", func(w io.Writer, m figure.Medium) error { return scores.Boxes(w, m, s.Solved) })
	all.Figure("calibration", func(w io.Writer, m figure.Medium) error {
		return scores.Calibration(w, m, s.Points, s.Size.Chains)
	})
	all.Figure("profiles", func(w io.Writer, m figure.Medium) error {
		return scores.Profiles(w, m, s.Profiles, "steps")
	})
}

// words are the numbers and tables in the prose of the pages.
func (s summary) words(shown shownTables) map[string]any {
	fooled := map[string]string{}
	missed := map[string]string{}
	cries := map[string]string{}
	for _, v := range s.Verdicts {
		key := fmt.Sprintf("%s %s %s", v.Diagnostic, v.Setup, v.Start)
		fooled[key] = percent(v.FooledShare())
		missed[key] = percent(v.Missed)
		cries[key] = percent(v.CriesShare())
	}
	words := map[string]any{"Size": s.Size, "Runs": table.Thousands(s.Size.Runs), "N": table.Thousands(s.Size.N),
		"Fooled": fooled, "Missed": missed, "Cries": cries, "Theirs": display.InMarkdown(shown.theirs),
		"Ours":     display.InMarkdown(shown.ours),
		"Verdicts": display.InMarkdown(shown.verdicts), "Counterparts": display.InMarkdown(shown.counterparts),
		"Calibration": display.InMarkdown(shown.calibration), "Boards": table.Each(shown.boards, display.Titled),
		"Metas": s.Metas, "MetaTables": table.Each(shown.metas, display.Titled)}
	for _, b := range s.Boards {
		if b.name == string(score.Evaluations) {
			words["Evaluations"] = table.Thousands(b.Budget)
		}
	}
	return words
}

// findingsTable has a line a claim, of the paper or of ours, and a column a start.
func findingsTable(s summary, paper bool) table.Table {
	t := table.Table{Title: "What is asked here besides", Columns: table.Keys("claim")}
	if paper {
		t.Title = "What the paper says"
	}
	own := slices.DeleteFunc(slices.Clone(s.Findings), func(f samplers.Finding) bool { return f.Paper != paper })
	starts := experiments.Distinct(s.Findings, func(f samplers.Finding) string { return f.Start })
	for _, start := range starts {
		t.Columns = append(t.Columns, table.Columns(start+"=from "+start)...)
	}
	for claim, of := range experiments.GroupBy(own, func(f samplers.Finding) string { return f.Claim }) {
		line := study.Record{"claim": claim}
		for _, f := range of {
			line[f.Start] = run.Finding{Holds: f.Holds}.Verdict() + ": " + f.Numbers
		}
		t.Rows = append(t.Rows, table.RowOf(t.Columns, line))
	}
	return t
}

// missedFigure has for each diagnostic the share of the failures that it misses at equal alarms: of one chain, of all.
func missedFigure(w io.Writer, m figure.Medium, all []samplers.Verdict) error {
	names := experiments.Distinct(all, func(v samplers.Verdict) string { return v.Diagnostic })
	slices.Reverse(names) // the first above
	var ticks plot.ConstantTicks
	for i, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	legend := figure.Legend{Note: fmt.Sprintf("Every diagnostic has the threshold at which it cries at %.0f%% of the "+
		"sound runs: a blind one would miss %.0f%% of the failures.", 100*samplers.Alarms, 100-100*samplers.Alarms)}
	var panels []display.Panel
	for i, setup := range []samplers.Setup{samplers.OneChain, samplers.AllChains} {
		p := figure.NewPlot()
		p.X.Min = 0
		p.X.Max = 100
		p.Y.Min = -0.6
		p.Y.Max = float64(len(names)) - 0.4
		p.Y.Tick.Marker = ticks
		for k, start := range experiments.Distinct(all, func(v samplers.Verdict) string { return v.Start }) {
			own := slices.DeleteFunc(slices.Clone(all), func(v samplers.Verdict) bool {
				return v.Setup != setup || v.Start != start || math.IsNaN(v.Missed)
			})
			style := figure.NthLine(k)
			// those of one start above those of the other
			p.Add(style.Dots(display.XYs(own, func(v samplers.Verdict) (x, y float64) {
				return 100 * v.Missed, float64(slices.Index(names, v.Diagnostic)) + 0.12 - 0.24*float64(k)
			})))
			if i == 0 {
				legend.Entries = append(legend.Entries,
					figure.LegendEntry{Name: "from " + start, Style: style, Dots: true})
			}
		}
		panels = append(panels, display.NewPanel(p, string(setup), "failures missed, %", ""))
	}
	return display.NewSheet(2, 280, 8).Draw(w, m, legend, panels...)
}

// boardTables are Table 1.
func boardTables(s summary, f table.Format) []table.Named {
	return table.Each(s.Boards, func(b board) table.Named {
		return table.Named{Name: "leaderboard-" + b.name, Table: scores.Leaderboard(b.Board, b.unit, f)}
	})
}

// verdictTable says how often each diagnostic is wrong.
func verdictTable(s summary) table.Table {
	return table.Filled(table.Table{Title: "How often diagnostics are wrong", Lead: 3,
		Columns: table.Columns("diagnostic",
			"setup=sees", "start", "failed", "densities=on", "fooled", "sound", "cries", "threshold=threshold at 5%",
			"missed"),
		Notes: []string{"Failed: time averages with a real ESS below 12, of all that the diagnostic sees, on so many " +
			"densities. By its rule it is fooled where it calls one fine. Sound: one chain has a real ESS of 12, and " +
			"half of its limit at least. It cries where it does not call one fine. With the threshold at 5% it cries " +
			"at 5% of the sound, and misses that share of the failed."}}, s.Verdicts,
		func(v samplers.Verdict) study.Record {
			return study.Record{"fooled": percent(v.FooledShare()), "cries": percent(v.CriesShare()),
				"missed":    percent(v.Missed),
				"threshold": display.UnlessNaN("%.4g", v.Threshold)}
		})
}

// counterpartTable says how far an ESS is from what it estimates.
func counterpartTable(s summary) table.Table {
	digits := func(v float64) string { return fmt.Sprintf("%.3g", v) }
	return table.Filled(table.Table{Title: "ESS of one chain over the exact number that it estimates", Lead: 2,
		Columns: table.Columns("diagnostic", "start", "runs", "low=5%", "median", "high=95%", "estimates"),
		Notes: []string{"Quantiles over the runs: 1 would be right. Bulk and tail look at other functions of h than " +
			"the exact numbers, which are of h itself."}}, s.Counterparts, func(c samplers.Counterpart) study.Record {
		return study.Record{"low": digits(c.Low), "median": digits(c.Median), "high": digits(c.High)}
	})
}

func percent(share float64) string { return display.UnlessNaN("%.1f%%", 100*share) }

// authorsMeta are the numbers of the paper's Table 2: the MSE and the log loss.
var authorsMeta = map[string][2]string{"GP": {"2.8588", "0"}, "GP-D": {"2.779(70)", "-0.0096(97)"},
	"GP-ESS": {"3.16(23)", "0.045(31)"}, "GP-G": {"2.858(1)", "-0.0001(1)"}, "GP-GR": {"3.17(20)", "0.045(25)"},
	"iid": {"3.30(28)", "0.067(36)"}, "linear": {"3.03(19)", "0.027(25)"}}

func metaTable(m samplers.Meta) table.Table {
	return table.Filled(table.Table{Title: "Table 2: ESSD on unseen densities, by the runs from start " + m.Start,
		Lead: 1,
		Columns: table.Columns("method", "mse=MSE", "mse_p=p", "nll=nats", "nll_p=p", "authors_mse=authors' MSE",
			"authors_nll=authors' nats"),
		Notes: []string{fmt.Sprintf("Learnt from %d of %s rows of %d densities, tested on %s rows of %d others; %d "+
			"rows, on which a diagnostic says nothing, are left out. Nats are in excess of GP's. Losses are averaged "+
			"over each density first, and p is of a paired t test over densities.",
			m.Used, table.Thousands(m.Train), m.Known,
			table.Thousands(m.Test), m.Unseen, m.LeftOut)},
	}, m.Methods, func(one regression.Method) study.Record {
		theirs := authorsMeta[one.Name]
		return study.Record{"mse": fmt.Sprintf("%.3f", one.MSE.Mean), "mse_p": display.UnlessNaN("%.2g", one.MSE.P),
			"nll": withStdErr(one.NLL.Delta, one.NLL.StdErr), "nll_p": display.UnlessNaN("%.2g", one.NLL.P),
			"authors_mse": theirs[0], "authors_nll": theirs[1]}
	})
}

func withStdErr(v, err float64) string {
	switch {
	case math.IsNaN(err) || err == 0:
		return fmt.Sprintf("%.3f", v)
	case err < 1e-3:
		return fmt.Sprintf("%.4f ± %.4f", v, err)
	}
	return fmt.Sprintf("%.3f ± %.3f", v, err)
}
