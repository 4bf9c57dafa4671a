package rates

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
)

// drawnOrder draws J against B: of all plans of three steps on some targets, and of ways at eight calls on all.
func drawnOrder(w io.Writer, m figure.Medium, rows []Row) error {
	left := figure.NewPlot()
	right := figure.NewPlot()
	for _, p := range []*plot.Plot{left, right} {
		figure.SetLog(&p.X, figure.LogTicks{Powers: 5, Evenly: 4})
		figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 5})
	}
	var legend figure.Legend
	for k, target := range []string{"curie-weiss:8:1", "ising:2x4:0.5", "clustering:8:2 seed 5"} {
		var at plotter.XYs
		for _, r := range rows {
			if r.Question == plans && r.Target == target && r.Calls == 3 && figure.OnLogAxis(r.J) {
				at = append(at, plotter.XY{X: r.B, Y: r.J})
			}
		}
		style := figure.NthLine(k)
		if at != nil {
			left.Add(style.Dots(at))
		}
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: "left: " + target, Style: style, Dots: true})
	}
	for k, way := range []struct{ spec, name string }{{"masked:K=8:by=euler", "right: masked, Euler"},
		{"masked:K=8:by=tau", "right: masked, tau-leaping"}, {"uniform:K=8", "right: uniform, tau-leaping"},
		{"uniform:K=8:clock=linear", "right: the same, linear clock"},
		{"uniform:K=8:by=tweedie:clock=linear", "right: by Tweedie, linear clock"}} {
		var at plotter.XYs
		for _, r := range rows {
			if r.Question == samplers && r.Program == way.spec && figure.OnLogAxis(r.J) && figure.OnLogAxis(r.B) {
				at = append(at, plotter.XY{X: r.B, Y: r.J})
			}
		}
		style := figure.NthLine(k + 3)
		if at != nil {
			right.Add(style.Dots(at))
		}
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: way.name, Style: style, Dots: true})
	}
	for _, p := range []*plot.Plot{left, right} {
		if p.X.Min > p.X.Max { // there is no mark, as in the short form
			p.X.Min = 0.1
			p.X.Max = 1
			p.Y.Min = 0.1
			p.Y.Max = 1
		}
		low := max(p.X.Min, p.Y.Min)
		high := min(p.X.Max, p.Y.Max)
		equal := plotter.XYs{{X: low, Y: low}, {X: high, Y: high}}
		p.Add(figure.NthLine(7).With(nil).Line(equal))
		figure.Widen(&p.X, 1.15)
		figure.Widen(&p.Y, 1.15)
	}
	legend.Note = "On the line J is B, and no mark is above it."
	return display.DrawPanels(w, m, 860, 450, figure.Panels{Plots: [][]*plot.Plot{{left, right}},
		Tiles: draw.Tiles{PadX: 24}, Names: []string{"J of what comes out (nats)"},
		Heads: []string{"the 21 plans of three steps", "ways at 8 calls, a target a mark"},
		Feet:  []string{"B, the bound (nats)", "B, the bound (nats)"}}, legend)
}

// directionNames are what the directions are called, in their order.
var directionNames = []string{"random errors", "a share of the uniform law", "too sharp"}

// drawnTime draws which share of an error reaches the output, against the step in which it is.
func drawnTime(w io.Writer, m figure.Medium, rows []Row) error {
	var plots []*plot.Plot
	var legend figure.Legend
	for _, program := range faulted {
		p := figure.NewPlot()
		figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 5})
		for k, direction := range directions {
			if program == "uniform" && direction == "sharp" {
				continue
			}
			all := sharesOf(rows, program, direction)
			var at plotter.XYs
			for step := 1; len(all) > 0 && step <= all[0].steps; step++ {
				if v := medianShare(all, "", step); v >= leastShare {
					at = append(at, plotter.XY{X: float64(step), Y: v})
				}
			}
			style := figure.NthLine(k)
			if at != nil {
				p.Add(style.Line(at), style.Dots(at))
			}
			if program == faulted[0] {
				legend.Entries = append(legend.Entries, figure.LegendEntry{Name: directionNames[k], Style: style,
					Dots: true})
			}
		}
		plots = append(plots, p)
	}
	plots[0].X.Tick.Marker = display.TicksAt(1, 2, 3, 4, 5, 6, 7, 8)
	plots[1].X.Tick.Marker = display.TicksAt(1, 4, 8, 12, 16)
	plots[0].X.Max = eight
	plots[1].X.Max = faultUniform
	for _, p := range plots {
		p.X.Min = 1
		p.Y.Min = leastShare / 1.2
		p.Y.Max = 1
	}
	legend.Note = "Medians over targets. Shares below 0.0001 are left out. So are too sharp scores of uniform " +
		"diffusion, which lower J."
	return display.DrawPanels(w, m, 860, 400, figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 24},
		Names: []string{"of what it adds to B, added to J"},
		Heads: []string{"masked, one of 8 tokens a step", "uniform, 16 steps by Tweedie"},
		Feet:  []string{"the step that has the error", "the step that has the error"}}, legend)
}

// leastShare is the least share that is drawn.
const leastShare = 1e-4
