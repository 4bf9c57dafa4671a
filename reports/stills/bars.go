package stills

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/explore"
	"breadboard/reports/figure"
)

// A bar is J or B of a setting, of the two parts of which it is the sum.
type bar struct {
	name  string
	parts [2]explore.Number
	sum   explore.Number
	looks [2]color.RGBA
}

// bars are J and B of every setting.
type bars []bar

// The colours of the parts, as the page has them: of J both divergences, and of B what is J and what is above it.
var (
	ofJ = [2]color.RGBA{figure.Blue, {0x56, 0xB4, 0xE9, 0xFF}}
	ofB = [2]color.RGBA{{0xC9, 0xCC, 0xD6, 0xFF}, figure.Vermillion}
)

// barsOf has two bars of each setting.
func barsOf(sides []Side) bars {
	var all bars
	for i, s := range sides {
		m := s.Measured
		which := ""
		if len(sides) > 1 {
			which = ", " + sideNames[i]
		}
		all = append(all,
			bar{"J" + which, [2]explore.Number{m.J.QP, m.J.PQ}, m.J.Sum, ofJ},
			bar{"B" + which, [2]explore.Number{m.J.Sum, m.Slack}, m.B.Sum, ofB})
	}
	return all
}

// The heights of a bar with the space around it, and of the axis below all of them; and the width of their names.
const (
	barRow   vg.Length = 17
	barAxis  vg.Length = 44
	barNames vg.Length = 42
)

func (b bars) height() vg.Length { return vg.Length(len(b))*barRow + barAxis }

// draw draws the bars over c, on one axis that begins at 0.
func (b bars) draw(c draw.Canvas) {
	f := figure.NewPlot()
	f.HideY() // its names stand at the left of the bars, without lines through their numbers
	f.X.Label.Text = "nats: J is blue for KL(q‖p) and light blue for KL(p‖q); of B the grey part is J"
	f.X.Label.TextStyle.Font.Size = 9.5
	f.Add(b)
	f.Y.Min, f.Y.Max = 0, float64(len(b))
	f.X.Min, f.X.Max = 0, b.most()
	figure.Plot(draw.Crop(c, barNames, 0, 0, 0), f)
}

// place is the height of the middle of a bar, counted in bars from below.
func (b bars) place(i int) float64 { return float64(len(b)-i) - 0.5 }

// most is the end of the axis: beyond the longest bar there is room for its number. Where no bar has a length it is 1.
func (b bars) most() float64 {
	longest := 0.0
	for _, one := range b {
		if sum := float64(one.sum); !math.IsInf(sum, 0) && !math.IsNaN(sum) {
			longest = max(longest, sum)
		}
	}
	if longest == 0 {
		return 1
	}
	const room = 1.12
	return room * longest
}

// Plot implements plot.Plotter. An infinite bar goes to the end of the axis, in a pale colour; its number says so.
func (b bars) Plot(c draw.Canvas, f *plot.Plot) {
	const half = 0.36 // of the height of a bar, in bars
	x, y := f.Transforms(&c)
	for i, one := range b {
		middle := b.place(i)
		from := 0.0
		for k, part := range one.parts {
			to := from + float64(part)
			if !(to > from) || math.IsInf(to, 1) {
				continue
			}
			c.SetColor(one.looks[k])
			c.Fill(vg.Rectangle{Min: vg.Point{X: x(from), Y: y(middle - half)},
				Max: vg.Point{X: x(to), Y: y(middle + half)}}.Path())
			from = to
		}
		style := leftLabel(10)
		style.YAlign = draw.YCenter
		c.FillText(style, vg.Point{X: c.Min.X - barNames, Y: y(middle)}, one.name)
		c.FillText(style, vg.Point{X: x(from) + 4, Y: y(middle)}, written(one.sum))
	}
}

// written is a number of a figure to four digits, as the page has it: 1.648, 0.7480, 2.603e-4.
func written(v explore.Number) string {
	const least = 1e-3 // of those without an exponent
	of := float64(v)
	words := fmt.Sprintf("%#.4g", of)
	switch {
	case math.IsInf(of, 1):
		return "infinite"
	case math.IsNaN(of):
		return "not known"
	case of == 0:
		return "0"
	case math.Abs(of) < least:
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(of, 'e', 3, 64), "e")
		power, _ := strconv.Atoi(exponent)
		words = fmt.Sprintf("%se%d", mantissa, power)
	}
	return strings.ReplaceAll(strings.TrimSuffix(words, "."), "-", "−")
}
