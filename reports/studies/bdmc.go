package studies

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/experiments/studies/bdmc"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// BDMCNames are the names of BDMCFiles.
var BDMCNames = slices.Concat(table.Names("md", "README", "rows"), table.Names("csv json", "rows", "table1", "overshoot",
	"findings"), table.Names("png svg", "figure2", "figure3", "figure4", "figure5", "overshoot"),
	table.Names("csv png", "times"))

// BDMC shows the study of marginal likelihood estimators: a README, every row, Table 1, the test of nested sampling
// and the verdicts, and the figures.
func BDMC(s bdmc.Study) Study {
	estimators := each(s.Cases, func(c bdmc.Case) table.Table {
		of := slices.DeleteFunc(slices.Clone(s.Rows), func(r bdmc.Row) bool { return r.Case != c.Name })
		return table.Filled(table.Table{Title: fmt.Sprintf("%s: log p(y) = %.3f", c.Name, c.LogP), Lead: 2,
			Columns: table.Columns("estimator", "budget", "cost=densities", "bias", "rmse=RMSE", "how", "bias_25=bias of 25",
				"rmse_25=RMSE of 25", "combine=combined by", "how_25=how"),
			Notes: []string{"Bias is E[log of the estimate] - log p(y), in nats. Sampled numbers have standard errors in " +
				"rows.csv."}}, of, func(r bdmc.Row) record {
			return record{"budget": text.Count(r.Budget, r.Knob), "cost": table.Thousands(int(r.Cost + 0.5))}
		})
	})
	findings := findingTable("The paper's findings", s.Findings)
	all := Study{Quick: s.Quick, People: append(slices.Clone(estimators), evidenceTable(s), overshootTable(s), findings)}
	data(&all, "rows", "model estimator knob budget cost log_p_y how e_log bias bias_stderr rmse rmse_stderr combine how_25 "+
		"e_log_25 bias_25 bias_25_stderr rmse_25 rmse_25_stderr", s.Rows, func(r bdmc.Row) record {
		c := s.Cases[slices.IndexFunc(s.Cases, func(c bdmc.Case) bool { return c.Name == r.Case })]
		rec := record{"log_p_y": c.LogP, "e_log": c.LogP + r.Single.Bias, "e_log_25": c.LogP + r.Combined.Bias}
		for of, score := range map[string]bdmc.Score{"": r.Single, "_25": r.Combined} {
			if score.How != bdmc.Sampled { // what is exact has no error
				rec["bias"+of+"_stderr"], rec["rmse"+of+"_stderr"] = nil, nil
			}
		}
		return rec
	})
	data(&all, "table1", "data_from model log_p_y less_than_own", s.Fits, nil)
	data(&all, "overshoot", "model estimator budget b allowed share share_stderr runs breaks", s.Overshoots,
		func(o bdmc.Overshoot) record { return record{"allowed": o.Allowed(), "breaks": o.Breaks()} })
	all.data("findings", findings)
	exactOne, exactAll := 0, 0
	for _, r := range s.Rows {
		if r.Single.How != bdmc.Sampled {
			exactOne++
		}
		if r.Combined.How != bdmc.Sampled {
			exactAll++
		}
	}
	cases := table.Table{Columns: table.Columns("model", "about=parameters", "cells", "seed",
		"log p(y)", "explanations", "KL(posterior from prior)")}
	for _, c := range s.Cases {
		cases.Add(c.Name, c.About, table.Thousands(c.Cells()), int(c.Seed), fmt.Sprintf("%.3f", c.LogP),
			fmt.Sprintf("%.1f", c.Explanations()), fmt.Sprintf("%.2f", c.Gain))
	}
	all.text("README.md", fill("bdmc", map[string]any{
		"Quick": s.Quick, "N": s.N, "Rows": len(s.Rows), "ExactOne": exactOne, "ExactAll": exactAll, "Trials": bdmc.Trials,
		"Cases": inMarkdown(cases), "Table1": inMarkdown(evidenceTable(s)), "Overshoots": inMarkdown(overshootTable(s)),
		"Findings": s.Findings, "Timed": len(s.Times) > 0,
	}))
	all.Others = append(all.Others, table.Page("rows.md", estimators...))
	for name, draw := range bdmcFigures(s) {
		all.figure(name, draw)
	}
	if len(s.Times) > 0 {
		times := table.Filled(table.Table{Columns: table.Keys("model estimator budget seconds")}, s.Times,
			func(v bdmc.Time) record { return record{"seconds": v.Taken.Seconds()} })
		all.Others = append(all.Others, table.Data("times", times)[0], table.File{Name: "times.png",
			Write: func(w io.Writer) error { // the error of single runs against their time
				return bdmcPanels(w, figure.PNG, s, len(s.Cases), each(s.Cases, func(c bdmc.Case) bdmcPanel {
					return bdmcPanel{c: c, title: "error of single runs", rmse: true, times: s.Times}
				})...)
			}})
	}
	return all
}

// evidenceTable is laid out as the paper's Table 1.
func evidenceTable(s bdmc.Study) table.Table {
	t := table.Table{Title: "Table 1: log p(y) of every model on data from every model",
		Columns: []table.Column{{Key: "data from"}}}
	for _, c := range s.Cases {
		t.Columns = append(t.Columns, table.Column{Key: c.Name})
	}
	for i := 0; i < len(s.Fits); i += len(s.Cases) {
		row := []any{s.Fits[i].From}
		for _, f := range s.Fits[i : i+len(s.Cases)] {
			cell := fmt.Sprintf("%.2f", f.LogP)
			if f.Model != f.From {
				cell += fmt.Sprintf(" (%.2f)", f.Less)
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	t.Note("In parentheses: how much less than the model that the data came from.")
	return t
}

// overshootTable has a line for each estimator, with the B where most is above what is allowed.
func overshootTable(s bdmc.Study) table.Table {
	return table.Filled(table.Table{Title: "How often an estimate is more than B nats too large, where that is worst",
		Columns: table.Columns("model", "estimator", "b=B", "share", "share_stderr=its error", "allowed=allowed, e^-B", "z",
			"verdict"),
		Notes: []string{"z is the share less what is allowed, in the standard errors of runs at the bound."},
	}, s.Worst(), func(w bdmc.Overshoot) record {
		rec := record{"estimator": overshootName(w), "b": fmt.Sprintf("%.1f", w.B), "share": fmt.Sprintf("%.3f", w.Share),
			"share_stderr": fmt.Sprintf("%.3f", w.ShareErr), "allowed": fmt.Sprintf("%.3f", w.Allowed()),
			"z": fmt.Sprintf("%+.1f", w.Z()), "verdict": "within the bound"}
		if w.Breaks() {
			rec["verdict"] = "no lower bound"
		}
		return rec
	})
}

func overshootName(o bdmc.Overshoot) string {
	switch {
	case o.Estimator != "NS":
		return o.Estimator + ", " + text.Count(o.Budget, "level")
	case o.Budget == 0:
		return "NS, exact draws"
	}
	return "NS, " + text.Count(o.Budget, "step")
}

// A bdmcPanel is one plot of all estimators on a case against densities evaluated.
type bdmcPanel struct {
	c     bdmc.Case
	title string      // after the name of the case
	many  bool        // of 25 runs combined, not of single ones
	rmse  bool        // the RMSE on a logarithmic axis, not the expectation
	zoom  float64     // nats around log p(y); 0 shows everything
	times []bdmc.Time // against seconds, not densities
}

// zoomed is the half width, in nats, of panels that show the surroundings of log p(y).
const zoomed = 4

// bdmcFigures are the analogues of BDMC's Figures 2 to 5, and the test of nested sampling, by their names.
func bdmcFigures(s bdmc.Study) map[string]func(w io.Writer, m figure.Medium) error {
	combined := fmt.Sprintf("%d combined", bdmc.Trials)
	lines := func(columns int, c bdmc.Case, panels ...bdmcPanel) func(w io.Writer, m figure.Medium) error {
		for i := range panels {
			panels[i].c = c
		}
		return func(w io.Writer, m figure.Medium) error { return bdmcPanels(w, m, s, columns, panels...) }
	}
	three := []bdmcPanel{{title: "single runs"}, {title: "near log p(y)", zoom: zoomed},
		{title: "error of single runs", rmse: true}}
	return map[string]func(w io.Writer, m figure.Medium) error{
		"figure2": lines(2, s.Cases[0], bdmcPanel{title: "single runs"},
			bdmcPanel{title: "single runs, near log p(y)", zoom: zoomed}, bdmcPanel{title: combined, many: true},
			bdmcPanel{title: combined + ", near log p(y)", many: true, zoom: zoomed}),
		"figure3": lines(2, s.Cases[0], bdmcPanel{title: "single runs", rmse: true},
			bdmcPanel{title: combined, many: true, rmse: true}),
		"figure4":   lines(3, s.Cases[1], slices.Clone(three)...),
		"figure5":   lines(3, s.Cases[2], three...),
		"overshoot": func(w io.Writer, m figure.Medium) error { return bdmcOvershoot(w, m, s) },
	}
}

// bdmcPanels draws panels in rows of so many, above a legend of all estimators, and of log p(y) if a panel has its line.
func bdmcPanels(w io.Writer, m figure.Medium, s bdmc.Study, columns int, panels ...bdmcPanel) error {
	legend := figure.Legend{Entries: each(bdmc.Legend, func(name string) figure.LegendEntry {
		return entry(name, bdmcStyle(name))
	})}
	if slices.ContainsFunc(panels, func(p bdmcPanel) bool { return !p.rmse }) {
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: "log p(y), exact", Style: figure.LineStyle{
			Colour: figure.Ink, Dashes: figure.Dotted}})
	}
	return ofBDMC(columns).draw(w, m, legend, each(panels, func(p bdmcPanel) panel { return p.plot(s) })...)
}

// bdmcStyle gives the two directions of a program one colour and one shape.
func bdmcStyle(estimator string) figure.LineStyle {
	colours := map[string]int{"LW": 1, "HME": 1, "AIS": 0, "rev AIS": 0, "SMC": 2, "SHME": 2, "VB": 3, "VB+sym": 3,
		"CMS": 4, "NS": 5, "BIC": 6}
	style := figure.NthLine(colours[estimator])
	switch estimator {
	case "HME", "rev AIS", "SHME", "VB+sym":
		return style.With(figure.Dashes)
	}
	return style.With(nil)
}

// at is the place of a row. One without a time has none.
func (p bdmcPanel) at(r bdmc.Row) (x, y float64) {
	score := r.Single
	if p.many {
		score = r.Combined
	}
	if x, y = r.Cost, p.c.LogP+score.Bias; p.rmse {
		y = shownOnLog(score.RMSE)
	}
	if p.times != nil {
		x = 0
		for _, t := range p.times {
			if t.Case == r.Case && t.Budget == r.Budget && t.Estimator == strings.TrimSuffix(r.Estimator, "+sym") {
				x = t.Taken.Seconds()
			}
		}
	}
	if !(x > 0) {
		y = math.NaN()
	}
	return x, y
}

func (p bdmcPanel) plot(s bdmc.Study) panel {
	plane := againstLog(p.rmse)
	for _, name := range bdmc.Legend {
		if points := xys(s.Of(p.c, name), p.at); len(points) > 0 {
			curve(plane, bdmcStyle(name), points)
		}
	}
	up, across := "E[log estimate] (nats)", "densities evaluated"
	if p.times != nil {
		across = "seconds"
	}
	if p.rmse {
		up = "RMSE (nats)"
		figure.Widen(&plane.Y, 1.1)
	} else {
		line := plotter.NewFunction(func(float64) float64 { return p.c.LogP })
		line.LineStyle = draw.LineStyle{Color: figure.Ink, Width: vg.Points(0.9), Dashes: figure.Dotted}
		plane.Add(line)
		room := (plane.Y.Max - plane.Y.Min) / 20
		plane.Y.Min, plane.Y.Max = plane.Y.Min-room, max(plane.Y.Max, p.c.LogP)+room
		if p.zoom > 0 {
			plane.Y.Min, plane.Y.Max = p.c.LogP-p.zoom, p.c.LogP+p.zoom
		}
	}
	figure.Widen(&plane.X, 1.2)
	return panel{plane, p.c.Name + ", " + p.title, across, up}
}

// bdmcOvershoot draws how often nested sampling is more than b too large, beside the e^-b of a
// lower bound.
func bdmcOvershoot(w io.Writer, m figure.Medium, s bdmc.Study) error {
	allowed := figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}
	legend := figure.Legend{Entries: []figure.LegendEntry{{Name: "allowed: exp(-b)", Style: allowed}}}
	styles := map[string]figure.LineStyle{}
	for _, o := range s.Worst() {
		name := overshootName(o)
		if _, known := styles[name]; !known {
			styles[name] = figure.NthLine(len(styles))
			legend.Entries = append(legend.Entries, entry(name, styles[name]))
		}
	}
	var bound plotter.XYs
	for b := 0.5; b <= 3; b += 0.05 {
		bound = append(bound, plotter.XY{X: b, Y: math.Exp(-b)})
	}
	return ofBDMC(len(s.Cases)).draw(w, m, legend, each(s.Cases, func(of bdmc.Case) panel {
		p := figure.NewPlot()
		for name, rows := range experiments.GroupBy(s.Overshoots, overshootName) {
			curve(p, styles[name], xys(rows, func(o bdmc.Overshoot) (x, y float64) {
				if o.Case != of.Name {
					return o.B, math.NaN()
				}
				return o.B, o.Share
			}))
		}
		p.Add(allowed.Line(bound))
		p.Y.Min = 0
		return panel{p, of.Name, "b (nats)", "P(log estimate > log p(y) + b)"}
	})...)
}
