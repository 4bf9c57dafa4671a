package pages

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"breadboard/experiments/score"
	"breadboard/experiments/studies/display"
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
	samplers.Study // of which the calibrations and the regression are shown
	Size           size
	Boards         []board     // Table 1
	Solved         []score.Row // Figure 2: means from an exact draw that succeed within some evaluations
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
	LeftOut   int  `column:"left_out"`
}

func summarize(s samplers.Study) summary {
	sum := summary{Study: s, Points: s.Points(shown),
		Size: size{Quick: s.Quick, Chains: s.Chains, N: s.N, LeftOut: len(s.LeftOut)}}
	// Table 1: at equal steps, as many as the sampled chains have, and at equal evaluations of the density
	for _, b := range score.Boards(s.Scores) {
		sum.Boards = append(sum.Boards, board{b.Start, score.Steps.Unit(), b})
	}
	for _, b := range score.Boards(s.Evaluations) {
		sum.Boards = append(sum.Boards, board{evaluations, score.Evaluations.Unit(), b})
	}
	densities := map[string]bool{}
	kernels := map[string]bool{}
	for _, r := range s.Scores {
		densities[r.Density], kernels[r.Kernel] = true, true
	}
	for _, r := range s.Evaluations { // at equal steps NESS would be the efficiency
		if r.Class() == "mean" && r.Solved() {
			sum.Solved = append(sum.Solved, r)
		}
	}
	sum.Size.Densities = len(densities)
	sum.Size.Kernels = len(kernels)
	return sum
}

// evaluations is the name of the board at equal evaluations.
const evaluations = string(score.Evaluations)

// SamplersNames are the names of the files of Samplers.
var SamplersNames = slices.Concat(table.Names("md", "README"), table.Names("csv json", "calibration",
	"calibration-points", "leaderboard-evaluations", "leaderboard-exact", "leaderboards", "regression",
	"regression-sizes", "size", "solved"), table.Names("png svg", "boxes", "calibration"))

// Samplers shows the study of how well samplers really work (package experiments/studies/samplers).
func Samplers(s samplers.Study) study.Study { return summarize(s).study() }

func (s summary) study() study.Study {
	boards := table.Each(boardTables(s, table.Plain), func(b table.Named) table.Table { return b.Table })
	calibration := calibrationTable(s)
	meta := metaTable(s.Meta)
	all := study.Study{Quick: s.Size.Quick, Data: boardTables(s, table.CSV),
		People: append(slices.Clone(boards), calibration, meta)}
	s.addRows(&all)
	all.Figure("boxes", func(w io.Writer, m figure.Medium) error { return scores.Boxes(w, m, s.Solved) })
	all.Figure("calibration", func(w io.Writer, m figure.Medium) error {
		return scores.Calibration(w, m, s.Points, s.Size.Chains)
	})
	words := map[string]any{"Size": s.Size, "N": table.Thousands(s.Size.N), "Unseen": s.Meta.Unseen,
		"Boards": table.Each(boards, display.Titled), "Calibration": display.InMarkdown(calibration),
		"Meta": display.InMarkdown(meta)}
	for _, b := range s.Boards {
		if b.name == evaluations {
			words["Evaluations"] = table.Thousands(b.Budget)
		}
	}
	all.Text("README.md", strings.TrimSpace(prose.Fill("samplers", words))+"\n")
	return all
}

// calibrationTable has the shares outside the region of Figure 3.
func calibrationTable(s summary) table.Table {
	imperfect := slices.DeleteFunc(slices.Clone(s.Calibrations), func(c samplers.Calibration) bool { return c.Perfect })
	return table.Filled(table.Table{Title: "Real ESS outside the 95% region of the estimated one", Lead: 2,
		Columns: table.Columns("diagnostic", "class=of", "runs", "below", "above"),
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
	study.Rows(all, "size", "quick chains N densities kernels left_out", []size{s.Size}, nil)
	study.Rows(all, "solved", "density kernel function N ress ness", s.Solved, func(r score.Row) study.Record {
		return study.Record{"density": r.Density, "kernel": r.Kernel, "function": r.Function, "N": r.N,
			"ress": r.RESS(),
			"ness": r.NESS}
	})
	study.Rows(all, "calibration-points", "class density kernel ess real", s.Points, func(p score.Point) study.Record {
		return study.Record{"class": p.Class(), "density": p.Density, "kernel": p.Kernel, "ess": float64(p.ESS),
			"real": float64(p.Real)}
	})
	study.Rows(all, "calibration", "diagnostic class perfect runs below above", s.Calibrations, nil)
	study.Rows(all, "regression", "method mse mse_delta mse_stderr mse_p nll nll_delta nll_stderr nll_p",
		s.Meta.Methods, nil)
	study.Rows(all, "regression-sizes", "left_out train used test densities unseen", []regression.Table{s.Meta}, nil)
}

// boardTables are Table 1.
func boardTables(s summary, f table.Format) []table.Named {
	return table.Each(s.Boards, func(b board) table.Named {
		return table.Named{Name: "leaderboard-" + b.name, Table: scores.Leaderboard(b.Board, b.unit, f)}
	})
}

func percent(share float64) string { return display.UnlessNaN("%.1f%%", 100*share) }

// authorsMeta are the numbers of the paper's Table 2: the MSE and the log loss.
var authorsMeta = map[string][2]string{"GP": {"2.8588", "0"}, "GP-D": {"2.779(70)", "-0.0096(97)"},
	"GP-ESS": {"3.16(23)", "0.045(31)"}, "GP-G": {"2.858(1)", "-0.0001(1)"}, "GP-GR": {"3.17(20)", "0.045(25)"},
	"iid": {"3.30(28)", "0.067(36)"}, "linear": {"3.03(19)", "0.027(25)"}}

func metaTable(m regression.Table) table.Table {
	return table.Filled(table.Table{Title: "Table 2: ESSD on unseen densities", Lead: 1,
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
