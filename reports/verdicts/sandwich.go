package verdicts

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/chains/sample"
	"breadboard/experiments/sandwich"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// mostSets is how many sets of runs the figure of bounds shows.
const mostSets = 40

// Sandwich is the page of judged log weights.
func Sandwich(judged sandwich.Whole, made page.Made) page.Page {
	t := reports.Sandwich(judged, table.Plain)
	p := page.Page{Title: "Log weights beside Crooks' law", Made: made}
	switch judged.Verdict {
	case sandwich.Fails:
		p.Warning = t.Title
	case sandwich.Holds:
		p.Fine = t.Title
	default:
		p.Intro = []string{t.Title}
	}
	t.Title = ""
	bounds := page.Section{ID: "bounds", Title: "What they bound", Tables: []table.Table{t}}
	if lines := boundLines(judged); lines != nil {
		bounds.Figures = []page.Figure{{Alt: "For each set of runs the mean of log w forward and in reverse, between " +
			"which log R lies, with two standard errors, and Bennett's estimate of log R.",
			Draw: func(w io.Writer, m figure.Medium) error { return drawnBounds(w, m, lines) }}}
	}
	p.Sections = []page.Section{bounds}
	return p
}

// A boundLine is a set of runs: its name, and what is known of log R.
type boundLine struct {
	name                  string
	forward, reverse, bar sample.Estimate
}

// boundLines are the sets that have a mean of either side.
func boundLines(judged sandwich.Whole) (lines []boundLine) {
	for i, r := range judged.Results {
		var words []string
		if r.Program != "" {
			words = append(words, r.Program)
		}
		if r.T > 0 {
			words = append(words, fmt.Sprintf("T = %d", r.T))
		}
		if words == nil {
			words = []string{fmt.Sprintf("set %d", i+1)}
		}
		if one := (boundLine{strings.Join(words, ", "), r.Means[0], r.Means[1], r.Bar}); one.known() {
			lines = append(lines, one)
		}
	}
	return lines[:min(len(lines), mostSets)]
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func (b boundLine) known() bool { return finite(b.forward.Value) || finite(b.reverse.Value) }

// The lines of the two directions, and that of B between them.
var (
	forward = figure.NthLine(0).With(nil)
	reverse = figure.NthLine(1).With(nil)
	pale    = figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}
)

// boundsPlot has a row a set, the first at the top: both means with two standard errors, a line between them, and a
// ring at the estimate.
func boundsPlot(m figure.Medium, lines []boundLine) *plot.Plot {
	p := figure.NewPlot()
	var ticks plot.ConstantTicks
	for i, b := range lines {
		y := float64(-i)
		ticks = append(ticks, plot.Tick{Value: y, Label: m.Name(b.name)})
		if finite(b.forward.Value) && finite(b.reverse.Value) {
			p.Add(pale.Line(plotter.XYs{{X: b.forward.Value, Y: y}, {X: b.reverse.Value, Y: y}}))
		}
		for _, of := range []struct {
			sample.Estimate
			figure.LineStyle
		}{{b.forward, forward}, {b.reverse, reverse}} {
			if !finite(of.Value) {
				continue
			}
			if both := 2 * of.StdErr; finite(both) {
				p.Add(of.Line(plotter.XYs{{X: of.Value - both, Y: y}, {X: of.Value + both, Y: y}}))
			}
			p.Add(of.Dots(plotter.XYs{{X: of.Value, Y: y}}))
		}
		if finite(b.bar.Value) {
			p.Add(&plotter.Scatter{XYs: plotter.XYs{{X: b.bar.Value, Y: y}},
				GlyphStyle: draw.GlyphStyle{Color: figure.Ink, Radius: 4.5, Shape: figure.Glyph(figure.Ring)}})
		}
	}
	p.Y.Tick.Marker = ticks
	p.Y.Tick.Length = 0
	p.Y.Min = 0.5 - float64(len(lines))
	p.Y.Max = 0.5
	p.X.Label.Text = "log w (nats)"
	return p
}

// drawnBounds draws the rows, and the legend below them.
func drawnBounds(w io.Writer, m figure.Medium, lines []boundLine) error {
	p := boundsPlot(m, lines)
	legend := figure.Legend{Entries: []figure.LegendEntry{{Name: "forward mean", Style: forward, Dots: true},
		{Name: "reverse mean", Style: reverse, Dots: true}},
		Note: "Ring: Bennett's estimate of log R. Bars: two standard errors. The dotted line is B."}
	return figure.Render(w, m, 520, vg.Length(70+20*len(lines))+legend.Height(), func(c draw.Canvas) {
		below := draw.Crop(c, 10, -10, 0, 0)
		figure.Plot(draw.Crop(c, 6, -12, legend.HeightIn(below.Size().X)+4, -6), p)
		legend.Draw(below)
	})
}
