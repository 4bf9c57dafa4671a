package studies

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/ranking"
	"breadboard/experiments/studies/bdmc"
	"breadboard/reports/figure"
)

// bdmcFigures are the analogues of BDMC's Figures 2 to 5, and the test of nested sampling.
var bdmcFigures = map[string]func(w io.Writer, m figure.Medium, s bdmc.Study) error{
	"figure2":   bdmcFigure2,
	"figure3":   bdmcFigure3,
	"figure4":   func(w io.Writer, m figure.Medium, s bdmc.Study) error { return bdmcThree(w, m, s, s.Cases[1]) },
	"figure5":   func(w io.Writer, m figure.Medium, s bdmc.Study) error { return bdmcThree(w, m, s, s.Cases[2]) },
	"overshoot": bdmcOvershoot,
}

// A bdmcPanel is one plot of all estimators on a case against densities evaluated.
type bdmcPanel struct {
	c     bdmc.Case
	title string
	score func(r bdmc.Row) bdmc.Score
	rmse  bool    // the RMSE on a logarithmic axis, not the expectation
	zoom  float64 // nats around log p(y); 0 shows everything
	timed bool    // against seconds, not densities
}

// across is the place of a row on the horizontal axis.
func (p bdmcPanel) across(s bdmc.Study, r bdmc.Row) float64 {
	if !p.timed {
		return r.Cost
	}
	for _, t := range s.Times {
		if t.Case == r.Case && t.Budget == r.Budget && (t.Estimator == r.Estimator ||
			t.Estimator == "VB" && r.Estimator == "VB+sym") {
			return t.Taken.Seconds()
		}
	}
	return 0 // no time was taken
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

// plot draws the panel.
func (p bdmcPanel) plot(s bdmc.Study) panel {
	plane := againstLog(false)
	for _, name := range bdmc.Legend {
		points := xys(s.Of(p.c, name), func(r bdmc.Row) (x, y float64) {
			x, y = p.across(s, r), p.c.LogP+p.score(r).Bias
			if p.rmse {
				y = p.score(r).RMSE
			}
			if !(x > 0) || p.rmse && !figure.OnLogAxis(y) {
				y = math.NaN()
			}
			return x, y
		})
		if len(points) > 0 {
			curve(plane, bdmcStyle(name), points)
		}
	}
	up, across := "E[log estimate] (nats)", "densities evaluated"
	if p.timed {
		across = "seconds"
	}
	if p.rmse {
		up = "RMSE (nats)"
		figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
		figure.Widen(&plane.Y, 1.1)
	} else {
		p.truth(plane)
	}
	figure.Widen(&plane.X, 1.2)
	return panel{plane, p.title, across, up}
}

// truth adds the line of log p(y), and ends the axis.
func (p bdmcPanel) truth(plane *plot.Plot) {
	line := plotter.NewFunction(func(float64) float64 { return p.c.LogP })
	line.LineStyle = draw.LineStyle{Color: figure.Ink, Width: vg.Points(0.9), Dashes: figure.Dotted}
	plane.Add(line)
	if p.zoom > 0 {
		plane.Y.Min, plane.Y.Max = p.c.LogP-p.zoom, p.c.LogP+p.zoom
		return
	}
	room := (plane.Y.Max - plane.Y.Min) / 20
	plane.Y.Min, plane.Y.Max = plane.Y.Min-room, max(plane.Y.Max, p.c.LogP)+room
}

// bdmcLegend names all estimators, and log p(y) if a panel has its line.
func bdmcLegend(panels []bdmcPanel) (l figure.Legend) {
	for _, name := range bdmc.Legend {
		l.Entries = append(l.Entries, entry(name, bdmcStyle(name)))
	}
	if slices.ContainsFunc(panels, func(p bdmcPanel) bool { return !p.rmse }) {
		l.Entries = append(l.Entries, figure.LegendEntry{Name: "log p(y), exact", Style: figure.LineStyle{
			Colour: figure.Ink, Dashes: figure.Dotted}})
	}
	return l
}

func oneRun(r bdmc.Row) bdmc.Score { return r.Single }
func ofMany(r bdmc.Row) bdmc.Score { return r.Combined }

// bdmcPanels draws panels in rows of so many, above the legend.
func bdmcPanels(w io.Writer, m figure.Medium, s bdmc.Study, columns int, panels ...bdmcPanel) error {
	return ofBDMC(columns).draw(w, m, bdmcLegend(panels), each(panels, func(p bdmcPanel) panel { return p.plot(s) })...)
}

// zoomed is the half width, in nats, of panels that show the surroundings of log p(y).
const zoomed = 4

// bdmcFigure2 draws the expectation on the clustering model, of single runs and of 25 combined.
func bdmcFigure2(w io.Writer, m figure.Medium, s bdmc.Study) error {
	c, of := s.Cases[0], fmt.Sprintf("%d combined", bdmc.Trials)
	return bdmcPanels(w, m, s, 2,
		bdmcPanel{c: c, title: c.Name + ", single runs", score: oneRun},
		bdmcPanel{c: c, title: c.Name + ", single runs, near log p(y)", score: oneRun, zoom: zoomed},
		bdmcPanel{c: c, title: c.Name + ", " + of, score: ofMany},
		bdmcPanel{c: c, title: c.Name + ", " + of + ", near log p(y)", score: ofMany, zoom: zoomed})
}

// bdmcFigure3 draws the error on the clustering model.
func bdmcFigure3(w io.Writer, m figure.Medium, s bdmc.Study) error {
	c := s.Cases[0]
	return bdmcPanels(w, m, s, 2,
		bdmcPanel{c: c, title: c.Name + ", single runs", score: oneRun, rmse: true},
		bdmcPanel{c: c, title: fmt.Sprintf("%s, %d combined", c.Name, bdmc.Trials), score: ofMany, rmse: true})
}

// bdmcThree draws Figure 4 or 5: the expectation, the expectation near log p(y), and the error.
func bdmcThree(w io.Writer, m figure.Medium, s bdmc.Study, c bdmc.Case) error {
	return bdmcPanels(w, m, s, 3,
		bdmcPanel{c: c, title: c.Name + ", single runs", score: oneRun},
		bdmcPanel{c: c, title: c.Name + ", near log p(y)", score: oneRun, zoom: zoomed},
		bdmcPanel{c: c, title: c.Name + ", error of single runs", score: oneRun, rmse: true})
}

// bdmcTimes draws the error of single runs against their time.
func bdmcTimes(w io.Writer, m figure.Medium, s bdmc.Study) error {
	var panels []bdmcPanel
	for _, c := range s.Cases {
		panels = append(panels, bdmcPanel{c: c, title: c.Name + ", error of single runs", score: oneRun, rmse: true,
			timed: true})
	}
	return bdmcPanels(w, m, s, len(panels), panels...)
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
