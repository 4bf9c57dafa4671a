package adaptive

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = []string{"bias.csv", "bias.svg"}

// Page shows the bias of each program in percent, and draws it.
func Page(rows []Row) (all study.Study) {
	bias := table.Table{Title: "Bias of the evidence, in %", Lead: 2, Columns: table.Columns("target", "P",
		"multinomial",
		"systematic", "waste_free=waste-free, chains of 2")}
	for _, g := range targets {
		for _, r := range rows {
			if r.Target == g.name && r.Program == name(multinomial) {
				bias.Add(g.name, r.P, percent(rows, g, multinomial, r.P), percent(rows, g, systematic, r.P),
					percent(rows, g, wasteFree, r.P))
			}
		}
	}
	bias.Note("The mean of R̂/R - 1, with its standard error where it is sampled.")
	all.People = []table.Table{bias}
	lines := [][]string{{"target", "program", "P", "how", "bias", "stderr", "rmse"}}
	for _, r := range rows {
		lines = append(lines, []string{r.Target, r.Program, strconv.Itoa(r.P), r.How, display.Digits(r.Bias, digits),
			display.Digits(r.StdErr, digits), display.Digits(r.RMSE, digits)})
	}
	all.Others = append(all.Others, display.Lines("bias.csv", lines))
	all.FigureIn("bias", []figure.Medium{figure.SVG}, func(w io.Writer, m figure.Medium) error {
		return drawn(w, m,
			rows)
	})
	return all
}

// percent is the bias of a program on a target; nothing if it is not among the rows.
func percent(rows []Row, g target, way string, P int) string {
	i := slices.IndexFunc(rows, func(r Row) bool { return r.Target == g.name && r.Program == name(way) && r.P == P })
	switch {
	case i < 0:
		return ""
	case rows[i].How == exactly:
		return fmt.Sprintf("%.2f", 100*rows[i].Bias)
	}
	return fmt.Sprintf("%.2f ± %.2f", 100*rows[i].Bias, 100*rows[i].StdErr)
}

// A measure is what a row of panels shows.
type measure struct {
	name string
	of   func(Row) float64
	bars bool // with two standard errors
}

var measures = []measure{
	{"E[w]/R - 1", func(r Row) float64 { return r.Bias }, true},
	{"RMSE of log w", func(r Row) float64 { return r.RMSE }, false},
}

// drawn draws the measures against P, a column a target.
func drawn(w io.Writer, m figure.Medium, rows []Row) error {
	var plots [][]*plot.Plot
	var names, heads []string
	for _, shown := range measures {
		var line []*plot.Plot
		for _, g := range targets {
			line = append(line, shown.on(g, rows))
		}
		plots = append(plots, line)
		names = append(names, shown.name)
	}
	for _, g := range targets {
		heads = append(heads, g.name)
	}
	legend := figure.Legend{}
	for k, name := range []string{"multinomial", "systematic", "waste-free, chains of 2"} {
		legend.Entries = append(legend.Entries, study.Entry(name, figure.NthLine(k)))
	}
	return display.DrawPanels(w, m, 800, 420, figure.Panels{Plots: plots, Tiles: draw.Tiles{PadX: 16, PadY: 16},
		Names: names, Heads: heads, Feet: slices.Repeat([]string{"P"}, len(targets))}, legend)
}

// on is the panel of a target: a line a way to resample.
func (shown measure) on(g target, rows []Row) *plot.Plot {
	p := figure.NewPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 6})
	for k, way := range ways {
		style := figure.NthLine(k)
		var line plotter.XYs
		bars := &plotter.YErrorBars{LineStyle: draw.LineStyle{Color: style.Colour, Width: 0.8}, CapWidth: 4}
		for _, r := range rows {
			if r.Target == g.name && r.Program == name(way) {
				line = append(line, plotter.XY{X: float64(r.P), Y: shown.of(r)})
				both := 2 * r.StdErr
				bars.YErrors = append(bars.YErrors, plotter.YErrors{{Low: both, High: both}}...)
			}
		}
		if line == nil {
			continue
		}
		bars.XYs = line
		p.Add(style.Line(line), style.Dots(line))
		if shown.bars {
			p.Add(bars)
		}
	}
	p.Y.Min = min(p.Y.Min, 0)
	p.Y.Max = max(p.Y.Max, 0)
	return p
}
