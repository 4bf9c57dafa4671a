package pages

import (
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// AIDENames are the names of the files of AIDE.
var AIDENames = slices.Concat(table.Names("md", append([]string{"README"}, aideSections...)...),
	table.Names("csv json", "bias", "hmm", "hmm-alone", "hmm-states", "modes", "modes-laws"),
	table.Names("png svg", "bias", "hmm", "hmm-states", "modes"),
	table.Names("csv", "modes-broad", "modes-offset", "modes-target", "regression"), table.Names("json", "hmm-model"))

// aideSections are the experiments: each has a page, and a section of the README.
var aideSections = []string{"bias", "modes", "hmm"}

// AIDE shows the experiments of the AIDE paper: what is found on one page, and all tables on a page for each.
func AIDE(s aidepaper.Study) study.Study {
	all := study.Study{Quick: s.Quick}
	said := map[string]any{"quick": s.Quick}
	adders := []func(*study.Study, aidepaper.Study) study.Record{addBias, addModes, addHMM}
	for i, add := range adders {
		name := aideSections[i]
		numbers := add(&all, s)
		said[name] = numbers
		all.Text(name+".md", prose.Fill(name, numbers))
	}
	all.Text("README.md", prose.Fill("aide", said))
	return all
}

// numbersFile adds a file of numbers in CSV that commands read: a target, or data.
func numbersFile(s *study.Study, name string, rows ...[]float64) {
	full := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	var lines strings.Builder
	for _, row := range rows {
		lines.WriteString(strings.Join(table.Each(row, full), ",") + "\n")
	}
	s.Text(name, lines.String())
}

// sheet has rows of so many panels, as all figures of AIDE.
func sheet(columns int) display.Sheet { return display.NewSheet(columns, 250, 8) }

// A lined plot has few lines, which are named at their ends.
type lined struct {
	*plot.Plot
	ends figure.EndLabels
}

func (l *lined) curve(name string, style figure.LineStyle, line plotter.XYs) {
	study.Curve(l.Plot, style, line)
	l.ends.Add(name, style, line)
}

// level draws a line from 1 to x at a height.
func (l *lined) level(name string, x, height float64) {
	ink := figure.LineStyle{Colour: figure.Ink}
	line := display.Level(1, x, height)
	l.Add(ink.Line(line))
	l.ends.Add(name, ink, line)
}

// An estimate is drawn at x.
type estimate struct {
	x float64
	aidepaper.Sampled
}

// estimates draws a line through estimates on an axis that begins at low. No estimate is left out: that would raise the
// line. But one that is not above 0 by two standard errors has no mark. Its bar goes down to the end of the axis.
func (l *lined) estimates(name string, style figure.LineStyle, low float64, all []estimate) {
	var line, seen plotter.XYs
	for _, e := range all {
		line = append(line, plotter.XY{X: e.x, Y: max(e.Value, low)})
		if e.Value > 2*e.Err {
			seen = append(seen, line[len(line)-1])
		}
	}
	l.Add(style.Line(line), style.Dots(seen), bars(style, low, all))
	l.ends.Add(name, style, line)
}

// bars are two standard errors of estimates either way, on an axis that begins at low.
func bars(style figure.LineStyle, low float64, all []estimate) *plotter.YErrorBars {
	b := &plotter.YErrorBars{LineStyle: draw.LineStyle{Color: style.Colour, Width: 0.8}, CapWidth: 4}
	for _, e := range all {
		y := max(e.Value, low)
		if e.Err > 0 {
			b.XYs = append(b.XYs, plotter.XY{X: e.x, Y: y})
			b.YErrors = append(b.YErrors, struct{ Low, High float64 }{y - max(e.Value-2*e.Err, low),
				max(e.Value+2*e.Err-y, 0)})
		}
	}
	return b
}

// named is the plot with the names of its lines.
func (l *lined) named() *plot.Plot {
	l.Add(l.ends)
	return l.Plot
}
