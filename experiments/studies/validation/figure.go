package validation

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/chains/laws"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A side is half of the figure: its heads, and a row of cells for each bug.
type side struct {
	about string
	heads []string
	names []string // of rows; nil at the right, where the left has them
	cells [][]float64
}

// broken marks an exact law that is broken, which is drawn in blue; shares are red.
const brokenMark = -1

// sides are the exact laws that each bug breaks, and the share of samplings in which each sampled test finds it.
func sides(bugs []Caught) [2]side {
	exact := side{about: "exact laws that the bug breaks", heads: table.Each(exactLaws, func(l laws.Law) string {
		return string(l)
	})}
	seen := side{about: fmt.Sprintf("share of %d samplings that find it", bugs[0].Samplings), heads: []string{"any of these"}}
	for _, law := range seenLaws {
		seen.heads = append(seen.heads, string(law))
	}
	for _, c := range bugs {
		exact.names = append(exact.names, c.Bug)
		exact.cells = append(exact.cells, table.Each(exact.heads, func(law string) float64 {
			if slices.Contains(c.Broken, law) {
				return brokenMark
			}
			return math.NaN()
		}))
		shares := []float64{c.share(c.Any)}
		for _, n := range c.Found {
			shares = append(shares, c.share(n))
		}
		seen.cells = append(seen.cells, shares)
	}
	return [2]side{exact, seen}
}

// drawn draws both sides, with the bugs in rows.
func drawn(bugs []Caught) func(w io.Writer, m figure.Medium) error {
	return func(w io.Writer, m figure.Medium) error {
		return figure.Render(w, m, 800, 640, func(c draw.Canvas) {
			left := vg.Length(170)
			for _, s := range sides(bugs) {
				left += s.draw(c, left) + 30
			}
		})
	}
}

// draw draws a side from left on, and returns how wide it is.
func (s side) draw(c draw.Canvas, left vg.Length) vg.Length {
	const high, wide = vg.Length(13.5), vg.Length(19)
	at := figure.Crop(c, left, 8, wide*vg.Length(len(s.heads)), high*vg.Length(len(s.cells)))
	figure.HeatMap{Cells: s.cells, Framed: true, Scale: figure.Scale{Low: -1, High: 1, Signed: true},
		Rows: s.names, Columns: []string{""}}.Draw(at)
	for k := range s.cells {
		y := at.Min.Y + high*vg.Length(k)
		at.StrokeLine2(draw.LineStyle{Color: color.Gray{0xE4}, Width: 0.5}, at.Min.X, y, at.Max.X, y)
	}
	style := figure.LabelUp(9)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	signs := strings.NewReplacer("<=", "≤", ">=", "≥", "-", "−")
	for k, head := range s.heads {
		at.FillText(style, vg.Point{X: at.Min.X + wide*(vg.Length(k)+0.5), Y: at.Max.Y + 5}, signs.Replace(head))
	}
	at.FillText(figure.Label(11), vg.Point{X: at.Center().X, Y: 624}, s.about)
	return at.Size().X
}
