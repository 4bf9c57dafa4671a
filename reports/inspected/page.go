// Package inspected draws a validated kernel: what `breadboard validate --pictures` writes. validation.html is one page
// with the verdict, the laws, how fast the chain is at each beta, and maps of where it is off. The pictures are files
// of their own as well: of a kernel whose matrices are known, or of counted moves, which say how these
// differ from what is expected of them, cell by cell, in standard deviations.
package inspected

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/explore"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// pageName is the name of the page among the files.
const pageName = "validation.html"

// Files renders the page and the pictures. The page leads to the annealing in the explorer, unless q is nil.
func Files(v validation.Validation, q *explore.Question, made page.Made) ([]table.File, error) {
	page := table.File{Name: pageName, Write: pageOf(v, picturesOf(v), q, made).Write}
	return table.Render(append([]table.File{page}, picturesOf(v)...))
}

// pageOf is the page of a validation, with its pictures on it.
func pageOf(v validation.Validation, pictures []table.File, q *explore.Question, made page.Made) page.Page {
	tables := reports.Validation(v)
	verdict := tables[0]
	laws := tables[1]
	speed := page.Section{ID: "speed", Title: "How fast it is", Tables: tables[2:]}
	p := page.Page{Title: "Validation of " + v.Candidate.Name, Made: made, Intro: verdict.Notes}
	if v.OK() {
		p.Fine = verdict.Title
	} else {
		p.Warning = verdict.Title
	}
	laws.Title = ""
	p.Sections = []page.Section{{ID: "laws", Title: "The laws", Tables: []table.Table{laws}}}
	maps := cells(v, pictures)
	if !v.OK() && v.Off() { // where it is wrong is the news
		p.Sections = append([]page.Section{maps}, p.Sections...)
	}
	i := slices.IndexFunc(pictures, func(f table.File) bool { return f.Name == spectrum+".svg" })
	if i >= 0 {
		speed.Files = table.Names("png svg", spectrum)
	}
	if i >= 0 && len(v.Levels) > 1 { // against one beta it would be a point; the table says it
		about := "The real parts of all eigenvalues and the spectral gap against beta."
		speed.Figures = []page.Figure{still(about, pictures[i])}
	}
	if q != nil {
		speed.Explore = []page.Explored{{Name: spectrum,
			Link: explorer.Link(*q, url.Values{"view": {"cells"}})}}
	}
	if len(speed.Figures)+len(speed.Tables) > 0 {
		p.Sections = append(p.Sections, speed)
	}
	if p.Sections[0].ID != maps.ID {
		p.Sections = append(p.Sections, maps)
	}
	return p
}

// still is a picture on the page.
func still(alt string, f table.File) page.Figure {
	return page.Figure{Alt: alt, Draw: func(w io.Writer, _ figure.Medium) error { return f.Write(w) }}
}

// about says what the other pictures show.
var about = map[string]string{
	"density":    "The density p.",
	"invariance": "What a step from p changes, which is nothing if the kernel keeps p.",
	"second": "The mode that decays slowest, whose two signs are the parts of the grid between which mass " +
		"moves last.",
	"bottleneck": "The bottleneck: p, and the side of it that is hard to leave.",
	"moves":      "Where moves go more often (red) or more seldom (blue) than the declared kernel's.",
}

// cells are the maps: the pictures, and the slowest mode of all levels if it is not the last one's.
func cells(v validation.Validation, pictures []table.File) page.Section {
	at := v.Last().Beta
	if v.Seen != nil {
		at = v.Seen.Beta // where the moves are farthest off
	}
	s := page.Section{ID: "cells", Title: "By cell", Text: []string{fmt.Sprintf("All at beta = %.6g.", at)}}
	for _, f := range pictures {
		name, isSVG := strings.CutSuffix(f.Name, ".svg")
		if strings.HasPrefix(f.Name, spectrum+".") {
			continue
		}
		s.Files = append(s.Files, f.Name)
		switch {
		case !isSVG:
		case name != "invariance":
			s.Figures = append(s.Figures, still(about[name], f))
		case v.Off():
			s.Figures = slices.Insert(s.Figures, 0, still(about[name], f))
		default:
			s.Text = append(s.Text, "A step from p changes p nowhere, but for rounding, so there is no map of it.")
		}
	}
	var slow validation.Level // has the longest relaxation time, of the levels whose mode is known
	for _, l := range v.Levels {
		if l.Speed != nil && l.Speed.Second != nil &&
			(slow.Speed == nil || l.Speed.RelaxationTime >= slow.Speed.RelaxationTime) {
			slow = l
		}
	}
	if slow.Speed != nil && slow.T != v.Last().T {
		p := picture{title: []string{fmt.Sprintf("slowest mode at beta = %.6g", slow.Beta)},
			maps: []figure.HeatMap{reports.HeatMap(v.Candidate.Grid, slow.Speed.Second, true)}}
		s.Figures = append(s.Figures, page.Figure{Alt: "The slowest mode of the level at which the chain is slowest.",
			Draw: p.render})
	}
	return s
}

// picturesOf are pictures of what is known of a kernel, each as a PNG and an SVG.
func picturesOf(v validation.Validation) (files []table.File) {
	maps := mapsOf
	if v.Seen != nil {
		maps = movesOf
	}
	for _, p := range maps(v) {
		files = append(files, figure.Files(p.file, p.render)...)
	}
	if v.Last().Speed != nil && v.Seen == nil {
		files = append(files, figure.Files(spectrum,
			func(w io.Writer, m figure.Medium) error { return spectrumAgainstBeta(w, m, v.Levels) })...)
	}
	return files
}

// mapsOf are maps of the last level: the density, the cells where it is not invariant, the slowest mode and the
// bottleneck. It leaves out the unknown.
func mapsOf(v validation.Validation) []picture {
	l, g := v.Last(), v.Candidate.Grid
	at := fmt.Sprintf(" at beta = %.6g", l.Beta)
	var all []picture
	add := func(file, title, unit string, h figure.HeatMap) {
		all = append(all, picture{file, []string{title}, unit, []figure.HeatMap{h}})
	}
	add("density", "p"+at, "p", reports.HeatMap(g, l.P, false))
	add("invariance", "pT − p"+at, "pT − p", reports.HeatMap(g, l.Changed(), true))
	if s := l.Speed; s != nil {
		add("second", fmt.Sprintf("slowest mode, 1 − lambda = %.5g", s.AdditiveGap), "",
			reports.HeatMap(g, s.Second, true))
		if s.Cut.In != nil {
			h := reports.HeatMap(g, l.P, false)
			h.Inside = reports.Folded(g, s.Cut.In)
			add("bottleneck", fmt.Sprintf("bottleneck of p, conductance %.5g", s.Cut.Phi), "p", h)
		}
	}
	return all
}

// movesOf are maps of the level at which moves are farthest off: the density, the cells after a step less what p
// expects, and, if a kernel is declared, the moves from each cell less what that one expects.
func movesOf(v validation.Validation) []picture {
	g, s := v.Candidate.Grid, v.Seen
	at := fmt.Sprintf("at beta = %.6g", s.Beta)
	from := "moves, weighted as from p,"
	if s.Drawn {
		from = "steps from draws of p"
	}
	all := []picture{{"density", []string{"p " + at}, "p", []figure.HeatMap{reports.HeatMap(g, s.P, false)}},
		{"invariance", []string{fmt.Sprintf("Cells after %s %s %s,", table.Thousands(s.Moves),
			from, at), less("p")}, "sd",
			deviations(g, []validation.Way{{Off: s.Into}})}}
	if s.Ways != nil {
		all = append(all, picture{"moves", []string{"Moves from each cell " + at + ",",
			less("the declared kernel")}, "sd",
			deviations(g, s.Ways)})
	}
	return all
}

// less is the second line of a title of deviations.
func less(of string) string { return "less what " + of + " expects, in standard deviations" }

// deviations are maps of deviations on one scale, on both sides of 0. It reaches four deviations at least: a sound
// kernel has one cell in 16,000 beyond them.
func deviations(g grid.Grid, ways []validation.Way) []figure.HeatMap {
	most, maps := 4., make([]figure.HeatMap, len(ways))
	for i, w := range ways {
		maps[i] = reports.HeatMap(g, w.Off, true)
		maps[i].Name = w.Name
		most = max(most, maps[i].Scale.High)
	}
	for i := range maps {
		maps[i].Scale.Low, maps[i].Scale.High = -most, most
	}
	return maps
}

// A picture is some maps on one scale, under a title.
type picture struct {
	file  string
	title []string // by line
	unit  string
	maps  []figure.HeatMap
}

// Lengths in points. The maps stand three in a row at most, with room at their left and below for the numbers of cells.
const (
	side                 = 150 // of a map's longer side; twice as much if it stands alone
	left                 = 24
	right                = 74 // for the colour bar
	line                 = 15 // of the title
	above                = 34 // a row of maps
	foot                 = 20
	abreast              = 3
	barLeast, titleLeast = 110, 300
)

// render draws the maps row by row, and one colour bar at the right of the first row.
func (p picture) render(w io.Writer, m figure.Medium) error {
	longest, cells := vg.Length(side), p.maps[0].Cells
	if len(p.maps) == 1 {
		longest *= 2
	}
	cell := figure.WholePixels(min(longest/vg.Length(max(len(cells), len(cells[0]))), 70))
	wide := cell * vg.Length(len(cells[0]))
	high := cell * vg.Length(len(cells))
	across := min(len(p.maps), abreast)
	down := (len(p.maps) + across - 1) / across
	head := line * vg.Length(len(p.title)+1)
	width := max((left+wide)*vg.Length(across)+right, titleLeast)
	height := head + max((above+high)*vg.Length(down), above+barLeast) + foot
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		style := figure.Label(11)
		style.XAlign = draw.XLeft
		var title []string
		for _, words := range p.title {
			title = append(title, figure.Wrapped(style, words, c.Size().X-left)...)
		}
		for i, text := range title {
			c.FillText(style, vg.Point{X: c.Min.X + left, Y: c.Max.Y - line*vg.Length(i+1) - 3}, text)
		}
		head := line * vg.Length(len(title)+1)
		size := c.Size()
		room := vg.Point{X: (size.X-right)/vg.Length(across) - left, Y: (size.Y-head-foot)/vg.Length(down) - above}
		cell := min(cell, p.maps[0].CellIn(room))
		wide := cell * vg.Length(len(cells[0]))
		high := cell * vg.Length(len(cells))
		for i, hm := range p.maps {
			x := left + (left+wide)*vg.Length(i%across)
			y := c.Max.Y - head - (above+high)*vg.Length(i/across+1)
			c.FillText(style, vg.Point{X: c.Min.X + x, Y: y + high + 5}, hm.Name)
			hm.Draw(figure.Crop(c, x, y, wide, high))
		}
		bar := max(high, min(barLeast, room.Y))
		at := figure.Crop(c, (left+wide)*vg.Length(across)+12, c.Max.Y-head-above-bar, 60, bar)
		p.maps[0].Scale.ColourBar(at, p.unit)
	})
}

// spectrum is the name of a picture.
const spectrum = "spectrum"

// spectra are the real parts of all eigenvalues and the gaps of the levels whose speed is known.
func spectra(levels []validation.Level) (values, gaps plotter.XYs) {
	for _, l := range levels {
		if s := l.Speed; s != nil {
			for _, z := range s.Values {
				values = append(values, plotter.XY{X: l.Beta, Y: real(z)})
			}
			if figure.OnLogAxis(s.Gap) {
				gaps = append(gaps, plotter.XY{X: l.Beta, Y: s.Gap})
			}
		}
	}
	return values, gaps
}

// spectrumAgainstBeta draws them. The gap has a logarithmic axis, on which two
// eigenvalues within 1e-12 of 1 can be told apart.
func spectrumAgainstBeta(w io.Writer, m figure.Medium, levels []validation.Level) error {
	var heads []string
	var plots []*plot.Plot
	for _, panel := range spectrumPanels(levels) {
		p := figure.NewPlot()
		p.X.Label.Text = "beta"
		p.X.Min, p.X.Max = -0.02, 1.02
		panel.draw(p, panel.points)
		heads = append(heads, panel.head)
		plots = append(plots, p)
	}
	panels := figure.Panels{Plots: [][]*plot.Plot{plots}, Heads: heads, Tiles: draw.Tiles{PadX: 18, PadTop: 2,
		PadBottom: 6, PadLeft: 6, PadRight: 10}}
	width := 260 * vg.Length(len(panels.Plots[0]))
	return figure.Render(w, m, width, 250*vg.Length(len(panels.Plots)), func(c draw.Canvas) {
		panels.Draw(draw.Crop(c, 0, 0, 0, -22))
	})
}

// A spectrumPanel is what one panel shows against beta, under its head.
type spectrumPanel struct {
	head   string
	points plotter.XYs
	draw   func(p *plot.Plot, points plotter.XYs)
}

func spectrumPanels(levels []validation.Level) []spectrumPanel {
	values, gaps := spectra(levels)
	return []spectrumPanel{
		{"eigenvalues, real parts", values, func(p *plot.Plot, points plotter.XYs) {
			p.Y.Min, p.Y.Max = -1.03, 1.03
			p.Add(&plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: figure.Blue, Radius: 1.4,
				Shape: draw.CircleGlyph{}}})
		}},
		{"spectral gap", gaps, func(p *plot.Plot, points plotter.XYs) {
			figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 6})
			red := figure.LineStyle{Colour: figure.Vermillion}
			p.Add(red.Line(points), red.Dots(points))
			figure.Widen(&p.Y, 1.02)
		}},
	}
}
