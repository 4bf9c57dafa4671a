package inspected

import (
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A scale of deviations reaches at least fourDeviations. A sound kernel has one cell in
// 16,000 beyond it.
const fourDeviations = 4

// movesNames are the names that movesPictures may have.
var movesNames = table.Names("png svg", "density", "invariance", "moves")

// movesPictures draws the level at which moves are farthest off: the density, the cells after a step
// less what p expects, and, if a kernel is declared, the moves from each cell less what that one
// expects. Each picture is a PNG and an SVG.
func movesPictures(g grid.Grid, s validation.Seen) ([]table.File, error) {
	at := fmt.Sprintf("at beta = %.6g", s.Beta)
	from := "moves, weighted as from p,"
	if s.Drawn {
		from = "steps from draws of p"
	}
	drawn := map[string]picture{
		"density": {title: []string{"p " + at}, unit: "p", maps: []named{{HeatMap: reports.HeatMap(g, s.P, false)}}},
		"invariance": {title: []string{fmt.Sprintf("Cells after %s %s %s,", table.Thousands(s.Moves), from, at), less("p")},
			unit: "sd", maps: deviations(g, []validation.Way{{Off: s.Into}})},
	}
	if s.Ways != nil {
		drawn["moves"] = picture{title: []string{"Moves from each cell " + at + ",", less("the declared kernel")},
			unit: "sd", maps: deviations(g, s.Ways)}
	}
	var files []table.File
	for _, name := range []string{"density", "invariance", "moves"} {
		if p, ok := drawn[name]; ok {
			files = append(files, figure.Files(name, figure.ForScreen, p.render)...)
		}
	}
	return table.Render(files)
}

// less is the second line of a title of deviations.
func less(of string) string { return "less what " + of + " expects, in standard deviations" }

// deviations are maps of deviations on one scale, on both sides of 0.
func deviations(g grid.Grid, ways []validation.Way) []named {
	most, maps := float64(fourDeviations), make([]named, len(ways))
	for i, w := range ways {
		maps[i] = named{w.Name, reports.HeatMap(g, w.Off, true)}
		most = max(most, maps[i].Scale.High)
	}
	for i := range maps {
		maps[i].Scale.Low, maps[i].Scale.High = -most, most
	}
	return maps
}

// A picture is some maps on one scale, under a title.
type picture struct {
	title []string // by line
	unit  string
	maps  []named
}

// A named is a map with a name above it.
type named struct {
	name string // may be empty
	figure.HeatMap
}

// Lengths in points. The maps stand three in a row at most, with room at their left and below for
// the numbers of cells.
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
	wide, high := p.mapSize()
	across := min(abreast, len(p.maps))
	down := (len(p.maps) + across - 1) / across
	head := line * vg.Length(len(p.title)+1)
	width := max((left+wide)*vg.Length(across)+right, titleLeast)
	height := head + max((above+high)*vg.Length(down), above+barLeast) + foot
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		style := figure.Label(11)
		style.XAlign = draw.XLeft
		for i, text := range p.title {
			c.FillText(style, vg.Point{X: c.Min.X + left, Y: c.Max.Y - line*vg.Length(i+1) - 3}, text)
		}
		for i, hm := range p.maps {
			x := left + (left+wide)*vg.Length(i%across)
			y := c.Max.Y - head - (above+high)*vg.Length(i/across+1)
			c.FillText(style, vg.Point{X: c.Min.X + x, Y: y + high + 5}, hm.name)
			hm.Draw(figure.Crop(c, x, y, wide, high))
		}
		bar := max(high, barLeast)
		at := figure.Crop(c, (left+wide)*vg.Length(across)+12, c.Max.Y-head-above-bar, 60, bar)
		p.maps[0].Scale.ColourBar(at, p.unit)
	})
}

// mapSize returns the width and the height of each map.
func (p picture) mapSize() (wide, high vg.Length) {
	longest, cells := vg.Length(side), p.maps[0].Cells
	if len(p.maps) == 1 {
		longest *= 2
	}
	cell := figure.WholePixels(min(longest/vg.Length(max(len(cells), len(cells[0]))), 70))
	return cell * vg.Length(len(cells[0])), cell * vg.Length(len(cells))
}
