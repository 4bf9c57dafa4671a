package papers

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/papers/samplers"
	"breadboard/experiments/score"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/scores"
	"breadboard/reports/table"
)

// shownSamplers holds the shown numbers of Turner and Neal's paper. All of them are in the files of rows.
type shownSamplers struct {
	samplers.Results
	board  []score.Line // Table 1
	solved []score.Row  // Figure 2: means with enough RESS
}

// Samplers returns the report of the paper "How well does your sampler really work?".
func Samplers(f samplers.Results) page.Page {
	s := shownSamplers{Results: f, board: score.Boards(f.Scores)[0].Lines}
	for _, r := range f.Scores {
		if r.Class() == "mean" && r.Solved() {
			s.solved = append(s.solved, r)
		}
	}
	return s.report()
}

// report returns the published numbers first (samplerspublished.go), then each table and figure of the paper.
func (s shownSamplers) report() page.Page {
	within := fmt.Sprintf("within %s evaluations of the density", table.Thousands(s.Budget))
	return quickly(s.Quick, page.Page{Title: "How well samplers really work",
		Intro: []string{fmt.Sprintf("Turner and Neal (2017), with %d kernels on the %d posteriors of the zoo. RESS, "+
			"the real effective sample size, counts the independent draws that estimate as well as the chain.",
			s.Kernels, s.Densities)},
		Sections: []page.Section{
			{ID: "published", Title: "Published beside ours",
				Text: []string{"The paper's densities have many dimensions, and ours some hundred cells. Its " +
					"samplers have 15 minutes, and ours some evaluations. So a verdict is of a sign."},
				Tables: []table.Table{s.calibrationClaims(),
					s.compared("NESS", func(p publishedSampler) [3]float64 { return p.ness }, ness),
					s.compared("success", func(p publishedSampler) [3]float64 { return p.success }, success),
					s.methodClaims()},
				Data: []table.Named{rows("size", "chains steps evaluations densities kernels left_out rows learnt",
					[]samplers.Results{s.Results}, nil)}},
			{ID: "table1", Title: "Table 1", Tables: []table.Table{s.leaderboard()},
				Text: []string{"NESS is RESS over the median number of steps of all kernels (Eq. 7), " + within + "."},
				Data: []table.Named{rows("table1", "kernel densities ness_ks ness_mean ness_var success_ks "+
					"success_mean success_var success_ks_stderr", s.board, lineCells)}},
			{ID: "figure2", Title: "Figure 2", Text: []string{"Means that succeed " + within + ". NESS says what an " +
				"evaluation is worth, and efficiency what a step is worth."},
				Data: []table.Named{rows("figure2", "density kernel function N ress ness", s.solved, solvedCells)},
				Figures: []page.Figure{{Name: "boxes", Figure: scores.Boxes(s.solved),
					Alt: "A box a kernel, of NESS at the left and of efficiency at the right. The orders differ."}}},
			{ID: "figure3", Title: "Figure 3", Text: []string{fmt.Sprintf("%d chains of %d steps of each kernel along "+
				"each axis. Dots below the region are worth less than they say.", s.Chains, s.Steps)},
				Data: []table.Named{rows("figure3", "density kernel axis ess mean var ks exact_mean exact_var",
					s.Runs, nil)},
				Figures: []page.Figure{{Name: "calibration", Figure: s.calibration(), Alt: "Dots of the mean, the " +
					"variance and the KS distance. Most are about the diagonal. A tail hangs below it."}}},
			{ID: "table2", Title: "Table 2", Text: []string{"ESSD is how far the real ESS is from the estimated one " +
				"(Eq. 8): standard normal if the estimate is right, above 0 if chains are worse. It is predicted on " +
				"densities that were not seen."},
				Data: []table.Named{rows("table2", "method mse mse_delta mse_stderr mse_p nll nll_delta nll_stderr "+
					"nll_p", s.Methods, nil)}},
		},
	})
}

// calibration returns Figure 3: the real ESS against the estimated one. The diagonal is dashed, and between the dotted
// lines are 95% of the real ESS if chains are worth what they say.
func (s shownSamplers) calibration() figure.Figure {
	walks := figure.NthLine(0)
	draws := figure.NthLine(1)
	dotted := ink.WithDashes(figure.Dotted)
	titles := []string{"mean", "variance", "Kolmogorov-Smirnov"}
	low, high := samplers.Region(1, s.Chains)
	const most = 1e6 // beyond every ESS
	var planes []*plot.Plot
	for i, e := range samplers.Panels {
		estimated := func(runs []samplers.Run) plotter.XYs {
			return figure.Points(runs, func(r samplers.Run) (x, y float64) {
				return figure.ShownOnLog(r.ESS), figure.ShownOnLog(e.Real(r))
			})
		}
		plane := figure.LogPlot(true)
		plane.Title.Text = titles[i]
		plane.X.Label.Text = "estimated ESS"
		plane.Add(walks.FaintDots(estimated(s.SamplerRuns())), draws.FaintDots(estimated(s.Independent())))
		planes = append(planes, plane)
	}
	planes[0].Y.Label.Text = "real ESS"
	figure.ShareAxes(planes...)
	for _, plane := range planes {
		figure.Widen(&plane.X, 1.05)
		figure.Widen(&plane.Y, 1.05)
		inside := *plane
		line := func(times float64, style figure.LineStyle) {
			plane.Add(style.Line(plotter.XYs{{X: 1 / most, Y: times / most}, {X: most, Y: times * most}}))
		}
		line(1, ink.WithDashes(figure.Dashes))
		line(low, dotted)
		line(high, dotted)
		plane.X = inside.X
		plane.Y = inside.Y
	}
	f := figure.Panels{Height: 215, Plots: [][]*plot.Plot{planes}}
	f.Legend.Add("as estimated", ink.WithDashes(figure.Dashes).Line(nil))
	f.Legend.Add("95% region", dotted.Line(nil))
	f.Legend.Add("a sampler on a density", walks.FaintDots(nil))
	f.Legend.Add("independent draws", draws.FaintDots(nil))
	return f
}

// classes holds the estimates of Table 1, in the order of the paper.
var classes = []string{"ks", "mean", "var"}

// ness and success return the scores of a line in the order of classes; the line itself has ks last.
func ness(l score.Line) [3]float64 {
	return [3]float64{l.Scores[2].NESS, l.Scores[0].NESS, l.Scores[1].NESS}
}

func success(l score.Line) [3]float64 {
	return [3]float64{l.Scores[2].Success, l.Scores[0].Success, l.Scores[1].Success}
}

// lineCells returns the scores of a line of Table 1, by class.
func lineCells(l score.Line) record {
	cells := record{"kernel": l.Kernel, "densities": l.Densities}
	for c, class := range classes {
		cells["ness_"+class] = ness(l)[c]
		cells["success_"+class] = success(l)[c]
	}
	cells["success_ks_stderr"] = l.Scores[2].StdErr
	return cells
}

// solvedCells returns the cells of a row of Figure 2.
func solvedCells(r score.Row) record {
	return record{"density": r.Density, "kernel": r.Kernel, "function": r.Function, "N": r.N, "ress": r.RESS(),
		"ness": r.NESS}
}

// leaderboard returns Table 1 with all kernels.
func (s shownSamplers) leaderboard() table.Table {
	dice := 0.0
	for _, l := range s.board {
		dice = max(dice, l.Scores[2].StdErr)
	}
	t := table.Table{
		Title: fmt.Sprintf("Table 1: %s evaluations, %d densities", table.Thousands(s.Budget), s.Densities),
		Columns: table.Columns("kernel", "ness_ks=NESS KS", "ness_mean=NESS mean", "ness_var=NESS var",
			"success_ks=solved KS", "success_mean=solved mean", "success_var=solved var"),
		Notes: []string{fmt.Sprintf("Solved is the share of densities with RESS of at least %d. KS is of sampled "+
			"chains, whose dice give its shares standard errors of up to %.2f, and the rest is exact. %d pairs of a "+
			"kernel and a density are left out. Identity evaluates nothing, and has no budget.", score.LeastRESS,
			dice, s.LeftOut)}}
	return table.Filled(t, s.board, func(l score.Line) record {
		cells := lineCells(l)
		for key, v := range cells {
			if number, ok := v.(float64); ok {
				cells[key] = table.ThreeDigits(math.Round(1000*number) / 1000) // so that a line fits a terminal
			}
		}
		return cells
	})
}
