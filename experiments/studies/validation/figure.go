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
	seen := side{about: fmt.Sprintf("share of %d samplings that find it", bugs[0].Samplings),
		heads: []string{"any of these"}}
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

// Lengths in points: of a cell, of the names at the left, between the sides, and of the heads above.
const (
	cellWide, cellHigh = 13.5, 13.5
	namesWide          = 150
	between            = 20
	headsHigh          = 176
)

// drawn draws both sides, with the bugs in rows, and what the shades mean.
func drawn(bugs []Caught) func(w io.Writer, m figure.Medium) error {
	const legendHigh, titleHigh, margin = 34, 22, 8
	both := sides(bugs)
	columns := vg.Length(len(both[0].heads) + len(both[1].heads))
	width := namesWide + columns*cellWide + between + 2*margin
	height := legendHigh + vg.Length(len(bugs))*cellHigh + headsHigh + titleHigh
	return func(w io.Writer, m figure.Medium) error {
		return figure.Render(w, m, width, height, func(c draw.Canvas) {
			left := vg.Length(namesWide)
			for _, s := range both {
				left += s.draw(c, left, legendHigh) + between
			}
			shades(c)
		})
	}
}

// shades is the legend: a broken law, and shares from none to all.
func shades(c draw.Canvas) {
	const from, high, step = 10., 8., 34.
	scale := figure.Scale{Low: -1, High: 1, Signed: true}
	style := figure.Label(9)
	style.XAlign = draw.XLeft
	at := vg.Point{X: c.Min.X + namesWide, Y: c.Min.Y + from}
	swatch := func(v float64, words string) {
		c.SetColor(scale.Colour(v))
		c.Fill(vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: cellWide, Y: cellHigh - 2})}.Path())
		c.FillText(style, at.Add(vg.Point{X: cellWide + 4, Y: 2}), words)
		at.X += cellWide + step + style.Width(words) - high
	}
	swatch(brokenMark, "the law is broken")
	for _, share := range []float64{0, 0.5, 1} {
		swatch(share, fmt.Sprintf("found in %.0f%%", 100*share))
	}
}

// draw draws a side from left on, above a foot, and returns how wide it is.
func (s side) draw(c draw.Canvas, left, foot vg.Length) vg.Length {
	at := figure.Crop(c, left, foot, cellWide*vg.Length(len(s.heads)), cellHigh*vg.Length(len(s.cells)))
	figure.HeatMap{Cells: s.cells, Framed: true, Scale: figure.Scale{Low: -1, High: 1, Signed: true},
		Rows: s.names, Columns: []string{""}}.Draw(at)
	line := draw.LineStyle{Color: color.Gray{0xE4}, Width: 0.5}
	for k := range s.cells {
		y := at.Min.Y + cellHigh*vg.Length(k)
		at.StrokeLine2(line, at.Min.X, y, at.Max.X, y)
	}
	style := figure.LabelUp(9)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	signs := strings.NewReplacer("<=", "≤", ">=", "≥", "-", "−")
	for k, head := range s.heads {
		x := at.Min.X + cellWide*(vg.Length(k)+0.5)
		at.StrokeLine2(line, x-cellWide/2, at.Min.Y, x-cellWide/2, at.Max.Y)
		at.FillText(style, vg.Point{X: x, Y: at.Max.Y + 5}, signs.Replace(head))
	}
	title := figure.Label(11)
	middle := min(at.Center().X, at.Max.X-title.Width(s.about)/2) // that of the narrow side reaches to its left
	at.FillText(title, vg.Point{X: middle, Y: c.Max.Y - 14}, s.about)
	return at.Size().X
}
