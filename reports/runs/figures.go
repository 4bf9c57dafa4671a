package runs

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/exact"
	"breadboard/experiments/portrait"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/scores"
	"breadboard/reports/table"
)

// mapsOf returns the two rows of maps. p and q have one scale.
func mapsOf(p portrait.Portrait) [2][3]figure.HeatMap {
	of := func(values []float64, signed bool, name, unit string) figure.HeatMap {
		h := reports.HeatMap(p.Chain.Target.Grid, values, signed)
		h.Name, h.Unit = name, unit
		return h
	}
	target := of(p.P, false, "p, the target", "p")
	samples := of(p.Q, false, "q, of the samples", "q")
	high := max(target.Scale.High, samples.Scale.High)
	target.Scale.High, samples.Scale.High = high, high
	j, jUnit := shares(p.JParts(), p.J(), "J")
	b, bUnit := shares(p.Parts, p.B(), "B")
	return [2][3]figure.HeatMap{
		{target, samples, of(p.Off(), true, "q − p", "q − p")},
		{of(p.LogRatio(), true, "log q/p", "nats"), of(j, false, "J by cell", jUnit), of(b, true, "B by cell", bUnit)},
	}
}

// shares divides parts by their whole, and returns the unit to print. If the whole is infinite or 0 the parts stay as
// they are, in nats.
func shares(parts []float64, whole float64, name string) (all []float64, unit string) {
	if share(0, whole) == nil {
		return parts, "nats"
	}
	return table.Each(parts, func(v float64) float64 { return v / whole }), "share of " + name
}

// share is a part over its whole, or a cell without a value if the whole is infinite or 0.
func share(part, whole float64) any {
	if !(whole > 0 && whole < math.Inf(1)) {
		return nil
	}
	return part / whole
}

// The lengths of a map: of its longer side, of its shorter one at least, and around it.
const mapSide, mapLeast, mapLeft, mapHead, mapFoot, mapBar, mapGap = 150, 30, 24, 38, 20, 66, 8

// titleHeight is the height of the line above each figure that says what was run.
const titleHeight = 26

// drawMaps draws the maps of a portrait in two rows, each map with its colour bar.
func drawMaps(w io.Writer, m figure.Medium, p portrait.Portrait) error {
	maps := mapsOf(p)
	all := slices.Concat(maps[0][:], maps[1][:])
	_, high := mapIn(all[0], vg.Point{X: mapSide, Y: mapSide})
	columns := len(maps[0])
	rows := vg.Length((len(all) + columns - 1) / columns)
	column := vg.Length(mapLeft + mapSide + mapBar + mapGap)
	row := mapHead + max(high, mapSide/2) + mapFoot
	return figure.Render(w, m, vg.Length(columns)*column, titleHeight+rows*row, func(c draw.Canvas) {
		c = titled(c, p)
		for i, f := range all {
			cell := scores.Cell(c, i, len(all), columns)
			room := draw.Crop(cell, mapLeft, -mapBar-mapGap, mapFoot, -mapHead)
			wide, high := mapIn(f, room.Size())
			at := figure.Crop(room, 0, room.Max.Y-high, wide, high)
			c.FillText(leftLabel(11), vg.Point{X: at.Min.X, Y: room.Max.Y + 20}, f.Name)
			f.Draw(at)
			bar := max(high, min(mapSide/2, room.Size().Y))
			f.Scale.ColourBar(figure.Crop(c, at.Max.X-c.Min.X+8, room.Max.Y-bar, mapBar, bar), f.Unit)
		}
	})
}

// mapIn is the size of a map in a room: its cells are squares of whole pixels, but it has a shorter side at least.
func mapIn(h figure.HeatMap, room vg.Point) (wide, high vg.Length) {
	cell := h.CellIn(room)
	return max(cell*vg.Length(len(h.Cells[0])), mapLeast), max(cell*vg.Length(len(h.Cells)), mapLeast)
}

// titled writes at the top of c what was run, and returns the rest of c.
func titled(c draw.Canvas, p portrait.Portrait) draw.Canvas {
	style := leftLabel(12)
	title := figure.ShortName(p.Chain.TargetName()) + reports.OfSeed(p.Chain.Seed)
	words := fmt.Sprintf("%s, %s, T = %d", title, figure.ShortName(fmt.Sprint(p.Chain.Kernel)), p.T)
	words = figure.Broken(style, words, c.Size().X-mapLeft)
	head := titleHeight + figure.Lower(style, words)
	c.FillText(style, vg.Point{X: c.Min.X + mapLeft, Y: c.Max.Y - head + 8}, words)
	return draw.Crop(c, 0, 0, 0, -head)
}

// leftLabel is the style of words that begin at a point.
func leftLabel(size vg.Length) draw.TextStyle {
	style := figure.Label(size)
	style.XAlign = draw.XLeft
	return style
}

// A curve is what one panel shows: a line, or several with names.
type curve struct {
	x, y  string // the names of the axes; y is logarithmic if they are steps
	names []string
	lines []plotter.XYs
	looks []figure.LineStyle // nil for the first styles, in their order
}

// look is the style of the i-th line.
func (one curve) look(i int) figure.LineStyle {
	if one.looks != nil {
		return one.looks[i]
	}
	return figure.NthLine(i)
}

const steps = "steps"

func (one curve) plot() *plot.Plot {
	const mostDots = 60 // points up to which each has a dot
	f, names := figure.NewPlot(), figure.EndLabels{}
	f.X.Label.Text, f.Y.Label.Text = one.x, one.y
	for i, points := range one.lines {
		f.Add(one.look(i).Line(points))
		if one.names != nil {
			names.Add(one.names[i], one.look(i), points)
		} else if len(points) <= mostDots {
			f.Add(one.look(i).Dots(points))
		}
	}
	if f.Add(names); one.y != steps {
		f.Y.Min = min(f.Y.Min, 0)
		return f
	}
	figure.Widen(&f.Y, 2)
	figure.SetLog(&f.Y, figure.LogTicks{Powers: 4, Evenly: 4})
	return f
}

// stepCurve is the share of B of each step against t.
func stepCurve(p portrait.Portrait) curve {
	parts := table.Each(p.Steps, func(s exact.Step) float64 { return s.Part.Jeffreys() })
	of, unit := shares(parts, p.B(), "B")
	each := make(plotter.XYs, len(of))
	for i, s := range p.Steps {
		each[i] = plotter.XY{X: float64(s.T), Y: of[i]}
	}
	return curve{x: "step to level t", y: unit + ", each step", lines: []plotter.XYs{each}}
}

// A strip is a run of steps, those beyond level from up to level to, with what they add to B.
type strip struct {
	from, to int
	B        float64
}

// stripsOf sums the steps up in at most 40 strips of equally many.
func stripsOf(steps []exact.Step) []strip {
	all := make([]strip, min(40, len(steps)))
	for i := range all {
		first := i * len(steps) / len(all)
		end := (i + 1) * len(steps) / len(all)
		all[i] = strip{from: steps[first].T - 1, to: steps[end-1].T}
		for _, s := range steps[first:end] {
			all[i].B += s.Part.Jeffreys()
		}
	}
	return all
}

// whyCurves are the betas, the relaxation time beside the steps until the end, and what the steps of a strip add to B,
// each against beta.
func whyCurves(p portrait.Portrait) []curve {
	const piece = 0.1 // of beta
	lines := make([]plotter.XYs, 4)
	add := func(i int, y float64, betas ...float64) {
		for _, beta := range betas {
			lines[i] = append(lines[i], plotter.XY{X: beta, Y: y})
		}
	}
	for t := 1; t < p.T; t++ {
		add(0, float64(t), p.Schedule.Beta(t))
		add(2, float64(p.T-t), p.Schedule.Beta(t))
	}
	add(0, float64(p.T), 1)
	for i, v := range p.Relaxations {
		if figure.OnLogAxis(v) {
			add(1, v, float64(i)/float64(len(p.Relaxations)-1))
		}
	}
	for _, s := range stripsOf(p.Steps) {
		if low, high := p.Schedule.Beta(s.from), p.Schedule.Beta(s.to); low < high && !math.IsInf(s.B, 0) {
			add(3, s.B*piece/(high-low), low, high)
		}
	}
	return []curve{{"beta", "level t", []string{"schedule"}, lines[:1], whyLooks[:1]},
		{"beta", steps, []string{"the chain needs", "the schedule leaves"}, lines[1:3], whyLooks[1:3]},
		{"beta", "B in 0.1 of beta (nats)", []string{"B"}, lines[3:], whyLooks[3:]}}
}

// whyLooks are the lines as the view of this name has them on the explorer's page (views/why.js): the schedule, how
// long the chain takes and how long it has, and B.
var whyLooks = []figure.LineStyle{figure.NthLine(0).With(nil), figure.NthLine(2).With(nil),
	figure.NthLine(1).With(figure.Dashes), figure.NthLine(1).With(nil)}

func drawSteps(w io.Writer, m figure.Medium, p portrait.Portrait) error {
	return drawCurves(w, m, p, []curve{stepCurve(p)}, 260)
}

func drawWhy(w io.Writer, m figure.Medium, p portrait.Portrait) error {
	return drawCurves(w, m, p, whyCurves(p), 450)
}

// drawCurves draws panels above each other, of this height together, whose axis across is named below the last.
func drawCurves(w io.Writer, m figure.Medium, p portrait.Portrait, all []curve, height vg.Length) error {
	plots := table.Each(all, func(of curve) []*plot.Plot { return []*plot.Plot{of.plot()} })
	for _, row := range plots[:len(plots)-1] {
		row[0].X.Label.Text = ""
	}
	return figure.Render(w, m, 560, titleHeight+height, func(c draw.Canvas) {
		figure.Panels{Plots: plots, Tiles: draw.Tiles{PadX: 10, PadY: 10, PadTop: 8, PadBottom: 6, PadLeft: 6,
			PadRight: 10}}.Draw(titled(c, p))
	})
}

// drawWeights draws the laws of log w - log R: the exact ones as lines, and those of the chains as
// dots with intervals. Upright lines are the exact means, which are B apart, and 0 lies between.
func drawWeights(w io.Writer, m figure.Medium, p portrait.Portrait) error {
	f := figure.NewPlot()
	f.X.Label.Text, f.Y.Label.Text = "log w − log R (nats)", "density (1/nat)"
	legend := figure.Legend{}
	for i, d := range directions(p.Laws) {
		style := figure.NthLine(i)
		if d.Exact != nil {
			f.Add(style.Line(staircase(p.Laws.Edges, d.Exact)))
			legend.Entries = append(legend.Entries, figure.LegendEntry{Name: d.name + ", exact", Style: style})
		}
		if d.Sampled != nil { // a dot and a 95% interval for each bin with a chain
			var dots plotter.XYs
			for i, from := range p.Laws.Edges[:len(p.Laws.Edges)-1] {
				s, to := d.Sampled[i+1], p.Laws.Edges[i+1]
				if s.Value == 0 {
					continue
				}
				x, wide := (from+to)/2, to-from
				low, high := interval(s)
				dots = append(dots, plotter.XY{X: x, Y: s.Value / wide})
				f.Add(figure.LineStyle{Colour: style.Colour}.Line(plotter.XYs{{X: x, Y: low / wide},
					{X: x, Y: high / wide}}))
			}
			f.Add(style.Dots(dots))
			legend.Entries = append(legend.Entries,
				figure.LegendEntry{Name: d.name + ", chains", Style: style, Dots: true})
		}
	}
	f.Y.Min = 0
	f.Y.Max *= 1.04
	for i, d := range directions(p.Laws) {
		upright(f, figure.LineStyle{Colour: figure.NthLine(i).Colour, Dashes: figure.Dotted}, d.Mean)
	}
	upright(f, figure.LineStyle{Colour: figure.Ink}, 0)
	legend.Note = "Dotted: the exact means, B apart. Upright: log R."
	return figure.Render(w, m, 560, titleHeight+330, func(c draw.Canvas) {
		c = titled(c, p)
		below := draw.Crop(c, 40, 0, 2, 0)
		figure.Plot(draw.Crop(c, 6, -10, legend.HeightIn(below.Size().X)+6, -8), f)
		legend.Draw(below)
	})
}

// A direction is a law with the name of its direction.
type direction struct {
	name string
	portrait.Law
}

func directions(l portrait.Laws) []direction {
	return []direction{{"forward", l.Forward}, {"reverse", l.Reverse}}
}

// staircase is the outline of a histogram: each bin's mass over its width. It leaves out the two bins without an end.
func staircase(edges, masses []float64) (points plotter.XYs) {
	for i := range len(edges) - 1 {
		y := masses[i+1] / (edges[i+1] - edges[i])
		points = append(points, plotter.XY{X: edges[i], Y: y}, plotter.XY{X: edges[i+1], Y: y})
	}
	return points
}

// upright draws a line at x over the whole height.
func upright(f *plot.Plot, style figure.LineStyle, x float64) {
	if x >= f.X.Min && x <= f.X.Max {
		f.Add(style.Line(plotter.XYs{{X: x, Y: f.Y.Min}, {X: x, Y: f.Y.Max}}))
	}
}

// mapsData has a row for each cell: its coordinates along every axis, and what the maps show.
func mapsData(p portrait.Portrait) table.Table {
	g := p.Chain.Target.Grid
	t := table.Table{Columns: table.Keys("cell")}
	for axis := range g.Axes() {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("axis_%d", axis+1)})
	}
	t.Columns = append(t.Columns, table.Keys("wall p q q_minus_p log_q_over_p j_part j_share b_part b_share")...)
	off := p.Off()
	ratio := p.LogRatio()
	j := p.JParts()
	for x := range p.P {
		row := []any{x}
		for _, at := range g.Coords(x) {
			row = append(row, at)
		}
		t.Add(append(row, g.Wall(x), p.P[x], p.Q[x], off[x], table.Known(ratio[x]), j[x],
			share(j[x], p.J()), p.Parts[x], share(p.Parts[x], p.B()))...)
	}
	return t
}

// whyData has a row for each strip.
func whyData(p portrait.Portrait) table.Table {
	t := table.Table{Columns: table.Keys("from_t to_t from_beta to_beta b_part")}
	for _, s := range stripsOf(p.Steps) {
		t.Add(s.from, s.to, p.Schedule.Beta(s.from), p.Schedule.Beta(s.to), s.B)
	}
	return t
}

// weightsData has a row for each bin and direction. The first bin of a direction begins at -inf, and
// the last one ends at inf.
func weightsData(p portrait.Portrait) table.Table {
	t := table.Table{Columns: table.Keys("direction from to sigma exact sampled stderr low high")}
	edges := slices.Concat([]float64{math.Inf(-1)}, p.Laws.Edges, []float64{math.Inf(1)})
	for _, d := range directions(p.Laws) {
		for i := range len(edges) - 1 {
			row := []any{d.name, edges[i], edges[i+1], p.Laws.Sigma, nil, nil, nil, nil, nil}
			if d.Exact != nil {
				row[4] = d.Exact[i]
			}
			if d.Sampled != nil {
				s := d.Sampled[i]
				low, high := interval(s)
				row = append(row[:5], s.Value, s.StdErr, low, high)
			}
			t.Add(row...)
		}
	}
	return t
}

// interval is a normal 95% interval for the mass of a bin.
func interval(s portrait.Share) (low, high float64) {
	return max(s.Value-1.96*s.StdErr, 0), s.Value + 1.96*s.StdErr
}
