package reports

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
)

// shades is how many colours a heat map has.
const shades = 255

// Figure4 draws a row of heat maps for every toy: distributions on its grid, row
// 0 at the top, all of a row on one scale from 0 to the row's largest
// probability, with a bar that says what the colours mean.
func Figure4(w io.Writer, m Medium, rows []experiments.Gallery) error {
	const side, gap, name, bar, head = 105, 9, 21, 63, 31
	columns := 0
	for _, r := range rows {
		columns = max(columns, len(r.Panels))
	}
	width := vg.Points(float64(name + columns*(side+gap) + bar + 8))
	height := vg.Points(float64(len(rows)*(side+head+8) + 8))
	return render(w, m, width, height, func(c draw.Canvas) {
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
		top := c.Max.Y - 4
		for _, r := range rows {
			box := func(left, width vg.Length) draw.Canvas {
				return crop(c, left, top-head-side, width, side)
			}
			sideways(box(0, name), r.Toy)
			limit := highest(r)
			for i, panel := range r.Panels {
				at := box(vg.Length(name+i*(side+gap)), side)
				caption(at, panel)
				heat(at, panel.P, limit)
			}
			scale(box(vg.Length(name+columns*(side+gap)), bar), limit)
			top -= head + side + 8
		}
	})
}

// highest is the largest probability in a row.
func highest(r experiments.Gallery) float64 {
	top := 0.0
	for _, panel := range r.Panels {
		for _, row := range panel.P {
			for _, p := range row {
				top = max(top, p)
			}
		}
	}
	return top
}

func crop(c draw.Canvas, left, bottom, width, height vg.Length) draw.Canvas {
	at := vg.Point{X: c.Min.X + left, Y: bottom}
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: width, Y: height})}}
}

func label(size vg.Length) draw.TextStyle {
	style := newPlot().Legend.TextStyle
	style.Font.Size = size
	style.XAlign = draw.XCenter
	return style
}

// caption names a panel above it, what follows a comma on a second line.
func caption(c draw.Canvas, panel experiments.Panel) {
	text := panel.Name
	if panel.Beta < 1 {
		text = fmt.Sprintf("beta = %g", panel.Beta)
	}
	c.FillText(label(10), vg.Point{X: c.Center().X, Y: c.Max.Y + 5}, strings.ReplaceAll(text, ", ", ",\n"))
}

// sideways names a row at its left.
func sideways(c draw.Canvas, text string) {
	style := label(11)
	style.Rotation = math.Pi / 2
	c.FillText(style, vg.Point{X: c.Max.X - 6, Y: c.Center().Y}, text)
}

// colours go from dark violet at 0 through blue and green to yellow, by way of
// viridis: evenly lighter, so they read the same in print and to the
// colour-blind, and never white, which is the page.
var colours = sync.OnceValue(func() palette.Palette {
	var controls []color.Color
	for _, rgb := range []uint32{0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30, 0xFDE725} {
		controls = append(controls, color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF})
	}
	m, err := moreland.NewLuminance(controls)
	if err != nil {
		panic("reports: a palette that does not rise: " + err.Error())
	}
	m.SetMax(1)
	return m.Palette(shades)
})

// colour is that of p on a scale from 0 to limit.
func colour(p, limit float64) color.Color {
	return colours().Colors()[int(p/limit*(shades-1)+0.5)]
}

// heat draws one distribution over the whole of c, row 0 at the top. Each cell
// reaches a little under the next ones, so that no seam shows between them.
func heat(c draw.Canvas, p [][]float64, limit float64) {
	const under = 1
	size := c.Size()
	for i, row := range p {
		high, low := along(c.Max.Y, -size.Y, i, len(p)), along(c.Max.Y, -size.Y, i+1, len(p))
		for j, v := range row {
			left, right := along(c.Min.X, size.X, j, len(row)), along(c.Min.X, size.X, j+1, len(row))
			cell := vg.Rectangle{
				Min: vg.Point{X: left, Y: max(low-under, c.Min.Y)},
				Max: vg.Point{X: min(right+under, c.Max.X), Y: high},
			}
			c.SetColor(colour(v, limit))
			c.Fill(cell.Path())
		}
	}
}

// along is the i-th of n equal steps from a start.
func along(start, length vg.Length, i, n int) vg.Length {
	return start + length*vg.Length(i)/vg.Length(n)
}

// scale draws the colour bar of a row: probability from 0 to limit.
func scale(c draw.Canvas, limit float64) {
	const steps = shades
	bar := crop(c, 4, c.Min.Y, 12, c.Max.Y-c.Min.Y)
	ramp := make([][]float64, steps)
	for i := range ramp {
		ramp[i] = []float64{limit * float64(steps-1-i) / (steps - 1)}
	}
	heat(bar, ramp, limit)
	style := label(9)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	for _, t := range (plot.DefaultTicks{}).Ticks(0, limit) {
		if t.Label == "" || t.Value > limit {
			continue
		}
		y := bar.Min.Y + (bar.Max.Y-bar.Min.Y)*vg.Length(t.Value/limit)
		bar.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Points(0.5)}, bar.Max.X, y, bar.Max.X+3, y)
		bar.FillText(style, vg.Point{X: bar.Max.X + 5, Y: y}, strconv.FormatFloat(t.Value, 'g', 3, 64))
	}
	bar.FillText(label(9), vg.Point{X: bar.Min.X + 18, Y: c.Max.Y + 7}, "probability")
}
