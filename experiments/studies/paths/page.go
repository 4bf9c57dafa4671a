package paths

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/sweep"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

var groups = []string{"EASY RANDOM", "HARD RANDOM", "BARRIER", "posteriors", "spins"}

// group is what a row's target is one of.
func (r Row) group() string {
	switch i := slices.Index([]string{"easy", "hard", "barrier"}, r.Target); {
	case i >= 0:
		return groups[i]
	case strings.Contains(r.Target, ":"):
		return groups[4]
	}
	return groups[3]
}

func ofJ(r Row) float64 { return r.J }
func ofB(r Row) float64 { return r.B }

// like are the rows that have all that is not zero in a pattern.
func like(known []Row, group string, p Row) []Row {
	any := func(want, is string) bool { return want == "" || want == is }
	return slices.DeleteFunc(slices.Clone(known), func(r Row) bool {
		return r.group() != group || p.Part != r.Part || p.T != 0 && p.T != r.T || p.Budget != r.Budget ||
			p.Pilot != r.Pilot || p.Pilot == 0 && p.Off != r.Off || p.Repeat != 0 && p.Repeat != r.Repeat ||
			!any(p.Kernel, r.Kernel) || !any(p.Bridge, r.Bridge) || !any(p.Schedule, r.Schedule)
	})
}

// over are the quotients of a value of two lists of rows, of the same targets in the same order; none if one of them
// was not run.
func over(of func(Row) float64, above, below []Row) (all []float64) {
	if len(above) != len(below) {
		return nil
	}
	for i, r := range above {
		all = append(all, of(r)/of(below[i]))
	}
	return all
}

// quantile is that of a list in any order; NaN of none.
func quantile(xs []float64, p float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	return evidence.Quantile(slices.Sorted(slices.Values(xs)), p)
}

// shown is a median, with the 95% interval of a bootstrap over targets; nothing if there are none.
func shown(xs []float64) string {
	if len(xs) == 0 {
		return ""
	}
	dice := rand.New(rand.NewPCG(1, 0))
	medians := make([]float64, 1000)
	again := make([]float64, len(xs))
	for i := range medians {
		for k := range again {
			again[k] = xs[dice.IntN(len(xs))]
		}
		medians[i] = quantile(again, 0.5)
	}
	if len(xs) == 1 {
		return fmt.Sprintf("%.3g", xs[0])
	}
	return fmt.Sprintf("%.3g [%.3g, %.3g]", quantile(xs, 0.5), quantile(medians, 0.025), quantile(medians, 0.975))
}

func above(xs []float64, high float64) (n int) {
	for _, x := range xs {
		if x > high {
			n++
		}
	}
	return n
}

// prices are the J of the choice by B over the least J, of settings at equal cost. A J that is rounding does not count.
func prices(rows []Row) (all []float64) {
	for _, rivals := range experiments.GroupBy(rows, func(r Row) Row { return Row{Target: r.Target, Seed: r.Seed} }) {
		least := func(of func(Row) float64) Row {
			return slices.MinFunc(rivals, func(a, b Row) int { return cmp.Compare(of(a), of(b)) })
		}
		rivals = slices.DeleteFunc(rivals, func(r Row) bool { return r.J < 1e-12 })
		all = append(all, least(ofB).J/least(ofJ).J)
	}
	return all
}

// Names are the names of the files of Page.
var Names = []string{"bridges.svg", "front.svg", "paths.csv"}

// Page shows the tables of the study, its figures, and all rows for programs.
func Page(rows []Row) (all study.Study) {
	all.People = tables(rows)
	lines := [][]string{strings.Fields(header)}
	for _, r := range rows {
		lines = append(lines, r.cells())
	}
	all.Others = append(all.Others, display.Lines("paths.csv", lines))
	all.Others = append(all.Others, figures(rows)...)
	return all
}

// figures are drawn as SVG alone: a PNG of so many dots is large.
func figures(rows []Row) []table.File {
	front := sweeps.FrontFiles(outcomes(rows), figure.Look{})
	bridges := figure.Files("bridges", []figure.Medium{figure.SVG}, func(w io.Writer, m figure.Medium) error {
		return panels(w, m, rows)
	})
	return slices.DeleteFunc(append(front, bridges...), func(f table.File) bool {
		return !strings.HasSuffix(f.Name, ".svg")
	})
}

// tables are those of the page. A quick run has some of their rows.
func tables(known []Row) []table.Table {
	choice := table.Table{Title: "What the choice by B costs, and four steps a level", Columns: table.Columns("target",
		"evaluations", "dear", "of", "price", "twice", "steps=J of one step over four", "least")}
	bridges := table.Table{Title: "J over that of the geometric path", Columns: table.Columns("target", "T",
		"power:0.9", "power:0.75", "power:0.5", "power:0")}
	lengths := table.Table{Title: "B over what it is near equilibrium", Columns: table.Columns("target", "T = 10",
		"T = 100", "T = 1000", "T = 10000", "T = 100000", "kl=largest path KL over the action")}
	pilots := table.Table{Title: "The mixture with log R from a pilot, over the geometric path", Columns: table.Columns(
		"target", "chains", "J", "worse_J=J above 1", "B", "worse_B=B above 1", "of")}
	best := table.Table{Title: "The best schedules, at T = 40", Columns: table.Columns("target", "bridge",
		"J_linear=J, linear over best-j", "J_best_b=J, best-b over best-j", "J_b=J, best-b over linear",
		"B_linear=B, linear over best-b")}
	for _, g := range groups {
		for _, budget := range []int{100, 1000, 10000} {
			all := prices(like(known, g, Row{Part: "equal", Budget: budget}))
			if all == nil {
				continue
			}
			few := Row{Part: "equal", Budget: budget, Kernel: "metropolis", Repeat: 1, Bridge: "geometric",
				Schedule: "linear"}
			more := few
			more.Repeat = 4
			steps := over(ofJ, like(known, g, few), like(known, g, more))
			choice.Add(g, budget, above(all, 1+1e-9), len(all), shown(all), above(all, 2), shown(steps),
				fmt.Sprintf("%.3g", quantile(steps, 0)))
		}
		for _, T := range []int{10, 100, 1000} {
			cells := []any{g, T}
			for _, bridge := range []string{"power:0.9", "power:0.75", "power:0.5", "power:0"} {
				cells = append(cells, shown(quotients(known, g, "bridges", bridge, T, 0)))
			}
			if cells[2] != "" {
				bridges.Add(cells...)
			}
		}
		cells := []any{g}
		most := 0.
		for _, T := range []int{10, 100, 1000, 10000, 100000} {
			var all []float64
			for _, r := range like(known, g, Row{Part: "lengths", T: T}) {
				all = append(all, r.B/r.Near)
				most = max(most, r.KL/r.Action)
			}
			cells = append(cells, fmt.Sprintf("%.3g", quantile(all, 0.5)))
		}
		if most > 0 {
			lengths.Add(append(cells, fmt.Sprintf("%.3g", most))...)
		}
	}
	for _, g := range groups[:3] {
		for _, n := range []int{2, 10, 100, 1000} {
			with := like(known, g, Row{Part: "pilots", Pilot: n})
			plain := like(known, g, Row{Part: "pilots", Bridge: "geometric", T: 1000})
			J, B := over(ofJ, with, plain), over(ofB, with, plain)
			if J != nil {
				pilots.Add(g, n, shown(J), above(J, 1), shown(B), above(B, 1), len(J))
			}
		}
		for _, bridge := range []string{"geometric", "power:0.5", "mixture"} {
			by := func(schedule string) []Row {
				return like(known, g, Row{Part: "best", Bridge: bridge, T: 40, Schedule: schedule})
			}
			if by("best-b") != nil {
				best.Add(g, bridge, shown(over(ofJ, by("linear"), by("best-j"))),
					shown(over(ofJ, by("best-b"), by("best-j"))), shown(over(ofJ, by("best-b"), by("linear"))),
					shown(over(ofB, by("linear"), by("best-b"))))
			}
		}
	}
	return slices.DeleteFunc([]table.Table{choice, bridges, lengths, pilots, best},
		func(t table.Table) bool { return t.Rows == nil })
}

// quotients are the J of a bridge over that of the geometric path.
func quotients(known []Row, group, part, bridge string, T int, off float64) []float64 {
	base := "power:1"
	if part == "pilots" {
		base = "geometric"
	}
	return over(ofJ, like(known, group, Row{Part: part, Bridge: bridge, T: T, Off: off}),
		like(known, group, Row{Part: part, Bridge: base, T: T}))
}

// outcomes are the medians at equal cost, as a sweep has them.
func outcomes(rows []Row) (all []ranking.Outcome) {
	for k, of := range experiments.GroupBy(rows, func(r Row) Row {
		return Row{Part: r.Part, Target: r.Target, Kernel: r.Kernel, Repeat: r.Repeat,
			Bridge: r.Bridge, Schedule: r.Schedule,
			Budget: r.Budget}
	}) {
		if k.Part == "equal" && slices.Contains([]string{"easy", "hard", "barrier", "curie-weiss:30:2"}, k.Target) {
			s := experiments.Setting{Toy: k.Target, Kernel: k.Kernel, Repeat: k.Repeat,
				Bridge: k.Bridge, Schedule: k.Schedule}
			j, b := quantile(table.Each(of, ofJ), 0.5), quantile(table.Each(of, ofB), 0.5)
			all = append(all, ranking.Outcome{Job: sweep.Job{Budget: k.Budget, Setting: s},
				Draws: make([]*ranking.Draw, len(of)), J: ranking.Spread{Q2: j}, B: ranking.Spread{Q2: b}})
		}
	}
	return all
}

// decades are the T of the panels.
var decades = [...]int{10, 100, 1000}

// panels draws J over that of the geometric path, against q at three T and against the error of log R: the median, in a
// band between the quartiles.
func panels(w io.Writer, m figure.Medium, known []Row) error {
	heads := []string{"T = 10", "T = 100", "T = 1000", "mixture, T = 1000"}
	feet := []string{"q", "q", "q", "error of log R (nats)"}
	legend := figure.Legend{Note: "Of several targets: the median, in a band between the quartiles."}
	plots := make([]*plot.Plot, len(heads))
	for i := range plots {
		p := figure.NewPlot()
		figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 6})
		xs := []float64{0, 0.25, 0.5, 0.75, 0.9, 0.95, 1, 1.1}
		if i >= 3 {
			xs = []float64{-10, -3, -1, -0.3, 0, 0.3, 1, 3, 10}
		}
		p.Add(figure.NthLine(7).With(figure.Dotted).Line(plotter.XYs{{X: xs[0], Y: 1}, {X: slices.Max(xs), Y: 1}}))
		for k, g := range groups[:5-i/3*2] {
			var middle, band, low plotter.XYs
			for _, x := range xs {
				all := quotients(known, g, "pilots", "mixture", 1000, x)
				if i < 3 {
					all = quotients(known, g, "bridges", fmt.Sprintf("power:%g", x), decades[i], 0)
				}
				if all == nil {
					continue
				}
				middle = append(middle, plotter.XY{X: x, Y: quantile(all, 0.5)})
				band = append(band, plotter.XY{X: x, Y: quantile(all, 0.75)})
				low = append(plotter.XYs{{X: x, Y: quantile(all, 0.25)}}, low...)
			}
			if middle == nil {
				continue
			}
			style := figure.NthLine(k)
			p.Add(style.Band(append(band, low...)), style.Line(middle), style.Dots(middle))
			if i == 0 {
				legend.Entries = append(legend.Entries, figure.LegendEntry{Name: g, Style: style, Dots: true})
			}
		}
		p.Y.Min = 0.005
		p.Y.Max = 2000
		plots[i] = p
	}
	return display.DrawPanels(w, m, 900, 370, figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 16},
		Heads: heads, Feet: feet, Names: []string{"J over that of the geometric path"}}, legend)
}
