package leaderboard

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/chains/evidence"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/reports/figure"
)

// aside is the colour of kernels that a figure shows without speaking of them.
var aside = color.RGBA{0xB4, 0xB4, 0xB4, 0xFF}

// spokenOf are the kernels with a colour of their own in the figure of places, in the order of their styles.
var spokenOf = []string{"king", "independence", "delayed-rejection", "cycle", sweep, "metropolis"}

// drawnPlaces draws the place of each kernel by gap, by RESS and by J, in the median over targets: lines from left to
// right, the first at the top. Cluster moves are left out.
func drawnPlaces(w io.Writer, m figure.Medium, rows []Row) error {
	by := []measure{byGap, byRESS, byCharged}
	var plots []*plot.Plot
	var heads []string
	for _, panel := range []struct {
		name     string
		families []string
	}{{"spins and glasses, without cluster moves", []string{spins, glasses}}, {"labels", []string{labels}}} {
		all := contests(rows, false)
		some := ofFamilies(all, run.FoundOn, panel.families...)
		some = append(some, ofFamilies(all, run.TriedOn, panel.families...)...)
		plots = append(plots, placesPlot(some, by))
		heads = append(heads, fmt.Sprintf("%s: %d targets", panel.name, len(some)))
	}
	const width, height = 860, 430
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 30}, Heads: heads,
			Names: []string{"median place, the best at the top"}}.Draw(draw.Crop(c, 40, -20, 24, -30))
	})
}

// placesPlot is a panel of the figure of places: kernels that ran on all of some targets.
func placesPlot(some []contest, by []measure) *plot.Plot {
	p := figure.NewPlot()
	var ends figure.EndLabels
	if len(some) == 0 {
		return p
	}
	most := 1.0
	for _, grey := range []bool{true, false} { // what is spoken of lies above
		for _, r := range some[0].rows {
			k := slices.Index(spokenOf, r.Kernel)
			if (k < 0) != grey || !everywhere(some, r.Kernel) {
				continue
			}
			var line plotter.XYs
			for x, m := range by {
				var places []float64
				for _, c := range some {
					places = append(places, float64(c.place(r.Kernel, m)))
				}
				line = append(line, plotter.XY{X: float64(x), Y: -evidence.Median(places)})
				most = max(most, evidence.Median(places))
			}
			style := figure.NthLine(max(k, 0))
			if grey {
				style = figure.NthLine(7).With(nil)
				style.Colour = aside
			}
			p.Add(style.Line(line), style.Dots(line))
			ends.Add(r.Kernel, style, line)
		}
	}
	p.Add(ends)
	p.X.Min = -0.1
	p.X.Max = float64(len(by)-1) + 0.05
	p.Y.Min = -most - 0.5
	p.Y.Max = -0.5
	p.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "by gap"}, {Value: 1, Label: "by RESS"},
		{Value: 2, Label: "by J"}}
	var ticks plot.ConstantTicks
	for place := 1; place <= int(most); place += 3 {
		ticks = append(ticks, plot.Tick{Value: -float64(place), Label: fmt.Sprint(place)})
	}
	p.Y.Tick.Marker = ticks
	return p
}

// everywhere reports whether a kernel has a row of its own on all of some targets.
func everywhere(some []contest, kernel string) bool {
	return !slices.ContainsFunc(some, func(c contest) bool {
		_, ok := c.row(kernel)
		return !ok
	})
}

// drawnPrices draws against the relaxation time what is worth one exact draw on counted spins, by ways to estimate.
func drawnPrices(w io.Writer, m figure.Medium, found Found) error {
	all := pricesOf(found, counted)
	ways := []struct {
		name string
		of   func(priced) float64
	}{{"a chain", func(p priced) float64 { return p.chain }},
		{"annealing, weights free", func(p priced) float64 { return p.free }},
		{"SMC, weights free", func(p priced) float64 { return p.smc }},
		{"importance sampling", func(p priced) float64 { return p.importance }}}
	legend := figure.Legend{Note: "Metropolis on counted spins, a target a mark. An exact draw is worth 1."}
	var plots []*plot.Plot
	low := math.Inf(1)
	high := 0.0
	for _, function := range []string{"logf", "side"} {
		p := figure.NewPlot()
		figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
		figure.SetLog(&p.Y, figure.LogTicks{Powers: 8, Evenly: 6})
		for k, way := range ways {
			var at plotter.XYs
			for _, one := range all {
				if one.function == function && way.of(one) > 0 && !math.IsInf(way.of(one), 1) {
					at = append(at, plotter.XY{X: one.relaxation, Y: way.of(one)})
					low = min(low, way.of(one))
					high = max(high, way.of(one))
				}
			}
			slices.SortFunc(at, func(a, b plotter.XY) int { return int(math.Copysign(1, a.X-b.X)) })
			style := figure.NthLine(k)
			if at != nil {
				p.Add(style.Line(at), style.Dots(at))
			}
			if function == "logf" {
				legend.Entries = append(legend.Entries, figure.LegendEntry{Name: way.name, Style: style, Dots: true})
			}
		}
		figure.Widen(&p.X, 1.1)
		plots = append(plots, p)
	}
	for _, p := range plots {
		p.Y.Min = low / 1.5
		p.Y.Max = high * 1.5
	}
	return display.DrawPanels(w, m, 860, 400, figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 24},
		Names: []string{"evaluations worth one exact draw"},
		Heads: []string{"of log f, which is the same on both sides", "of the side, which tells them apart"},
		Feet:  []string{"relaxation time of the chain (evaluations)", "relaxation time of the chain (evaluations)"},
	}, legend)
}
