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

	"breadboard/experiments/ranking"
	"breadboard/experiments/studies/bdmc"
	"breadboard/reports/figure"
)

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

// bdmcTimes draws the error of single runs against their time.
func bdmcTimes(w io.Writer, m figure.Medium, s bdmc.Study) error {
	return bdmcPanels(w, m, s, len(s.Cases), each(s.Cases, func(c bdmc.Case) bdmcPanel {
		return bdmcPanel{c: c, title: "error of single runs", rmse: true, times: s.Times}
	})...)
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
		for name, rows := range ranking.GroupBy(s.Overshoots, overshootName) {
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
