package sweeps

import (
	"cmp"
	"image/color"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/reports/figure"
	"breadboard/reports/table"
	"breadboard/toys"
)

// The figure of the front shows mostFronts targets. The mostOnFront settings that are on it most often have names, as
// many as there are colours beside grey and ink.
const frontName, mostFronts, mostOnFront, acrossCost = "front", 6, 6, "evaluations of the density in a run"

// front are the outcomes of each target that no other beats: none takes no more evaluations and has less of a measure.
func front(all []ranking.Outcome, of measure) (front []ranking.Outcome) {
	for _, rivals := range experiments.GroupBy(all,
		func(o ranking.Outcome) string { return ranking.Target.Of(o.Job) }) {
		slices.SortStableFunc(rivals, func(a, b ranking.Outcome) int {
			return cmp.Or(a.Job.Budget-b.Job.Budget, cmp.Compare(of.of(a).Q2, of.of(b).Q2))
		})
		least := math.Inf(1)
		for _, o := range rivals {
			if v := of.of(o).Q2; v < least {
				least, front = v, append(front, o)
			}
		}
	}
	return front
}

// repeats is the number of steps a level at the end of a setting's name.
var repeats = regexp.MustCompile(`(^| )x[0-9]+$`)

// settingOf names an outcome by all in which some differ, but for its target and its length.
func settingOf(all []ranking.Outcome) func(ranking.Outcome) string {
	axes := slices.DeleteFunc(ranking.Varying(all), func(a ranking.Axis) bool {
		return slices.Contains([]string{ranking.Target.Name, ranking.Budget.Name, ranking.Levels.Name,
			ranking.Repeat.Name}, a.Name)
	})
	return func(o ranking.Outcome) string {
		name := strings.Join(table.Each(axes, func(a ranking.Axis) string { return a.Of(o.Job) }), ", ")
		if o.Job.StepsWord() != "1" || name == "" {
			name += " x" + ranking.Repeat.Of(o.Job)
		}
		return strings.TrimSpace(name)
	}
}

// FrontFiles draw J and B against cost, a row for each target: every setting is a thin line, those that are on a front
// have a colour and a name, and the front is the broad line below them.
func FrontFiles(all []ranking.Outcome) []table.File {
	return figure.Files(frontName,
		func(w io.Writer, m figure.Medium) error { return drawFront(w, m, all) })
}

func drawFront(w io.Writer, m figure.Medium, all []ranking.Outcome) error {
	name := settingOf(all)
	styles, legend := frontStyles(all, name)
	panels := figure.Panels{Tiles: draw.Tiles{PadX: 16, PadY: 8},
		Heads: []string{allMeasures[0].title, allMeasures[1].title}}
	for target, of := range experiments.GroupBy(all, func(o ranking.Outcome) string { return o.Job.TargetName() }) {
		panels.Names = append(panels.Names, figure.ShortName(toys.Title(target)))
		panels.Plots = append(panels.Plots, []*plot.Plot{frontPanel(of, allMeasures[0], name, styles),
			frontPanel(of, allMeasures[1], name, styles)})
	}
	shown := min(len(panels.Names), mostFronts)
	panels.Names = panels.Names[:shown]
	panels.Plots = panels.Plots[:shown]
	const left, head, foot = 20, 20, 30
	for i, e := range legend.Entries {
		legend.Entries[i].Name = figure.ShortName(e.Name)
	}
	height := head + foot + vg.Length(len(panels.Plots))*160 + legend.Height()
	return figure.Render(w, m, 310*vg.Length(len(panels.Plots[0])), height, func(c draw.Canvas) {
		below := draw.Crop(c, left+10, -8, 0, 0)
		high := legend.HeightIn(below.Size().X)
		panels.Draw(draw.Crop(c, left, -8, foot+high, -head))
		c.FillText(figure.Label(11), vg.Point{X: c.Center().X, Y: high + 6}, acrossCost)
		legend.Draw(below)
	})
}

// frontStyles are the styles of the settings that most often are on a front, and their names.
func frontStyles(
	all []ranking.Outcome, name func(ranking.Outcome) string,
) (map[string]figure.LineStyle, figure.Legend) {
	times := map[string]int{}
	for _, o := range append(front(all, allMeasures[0]), front(all, allMeasures[1])...) {
		times[name(o)]++
	}
	names := slices.SortedFunc(maps.Keys(times), func(a,
		b string) int {
		return cmp.Or(times[b]-times[a], cmp.Compare(a, b))
	})
	styles := map[string]figure.LineStyle{}
	legend := figure.Legend{Note: "Broad: the front. Grey: what is on it never, or seldom. Of several draws: " +
		"the median."}
	repeated := false
	for i, name := range names[:min(len(names), mostOnFront)] {
		styles[name] = figure.NthLine(i)
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: name, Style: styles[name], Dots: true})
		repeated = repeated || repeats.MatchString(name)
	}
	if repeated {
		legend.Note += " xK: K steps a level."
	}
	return styles, legend
}

func frontPanel(all []ranking.Outcome, m measure, name func(ranking.Outcome) string,
	styles map[string]figure.LineStyle) *plot.Plot {
	p := smallPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
	figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	line := func(of []ranking.Outcome) (xy plotter.XYs) {
		for _, o := range of {
			if figure.OnLogAxis(m.of(o).Q2) {
				xy = append(xy, plotter.XY{X: float64(o.Job.Budget), Y: m.of(o).Q2})
			}
		}
		slices.SortFunc(xy, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
		return xy
	}
	var coloured []plot.Plotter
	for setting, of := range experiments.GroupBy(all, name) {
		if style, ok := styles[setting]; ok {
			coloured = append(coloured, style.Line(line(of)), style.Dots(line(of)))
		} else {
			p.Add(through(line(of), color.Gray{Y: 0xCC}, 0.7, 1.2)...)
		}
	}
	p.Add(through(line(front(all, m)), color.RGBA{0xF0, 0xD8, 0x6E, 0xFF}, 6, 4)...)
	p.Add(coloured...)
	figure.Widen(&p.X, 1.2)
	figure.Widen(&p.Y, 1.02)
	return p
}

// through is a line with dots: at one cost alone a line cannot be seen.
func through(xy plotter.XYs, c color.Color, width, radius vg.Length) []plot.Plotter {
	return []plot.Plotter{&plotter.Line{XYs: xy, LineStyle: draw.LineStyle{Color: c, Width: width}},
		&plotter.Scatter{XYs: xy, GlyphStyle: draw.GlyphStyle{Color: c, Radius: radius, Shape: draw.CircleGlyph{}}}}
}
