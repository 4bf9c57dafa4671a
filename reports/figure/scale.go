package figure

import (
	"image/color"
	"math"
	"sync"

	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Shades is the number of colours in a Scale.
const Shades = 255

// A Scale gives numbers between Low and High their colours.
//
// The usual colours go from dark violet through blue and green to yellow, by way of
// viridis. They grow lighter all the way, so they read the same in print and to the
// colour-blind, and they never reach white, which is the page. A signed scale is
// blue below 0, white at 0 and red above; it is meant for Low = -High.
type Scale struct {
	Low, High float64
	Signed    bool
}

// nothing reports whether a signed scale is of zeros alone. They are white, and have no colour bar.
func (s Scale) nothing() bool { return s.Signed && s.High == s.Low }

// LargestOf returns the scale from 0 to the largest of some rows of cells.
func LargestOf(cells ...[]float64) Scale {
	var s Scale
	for _, row := range cells {
		for _, v := range row {
			s.High = max(s.High, v)
		}
	}
	return s
}

// span is the length of the scale. If all numbers are the same it is 1.
func (s Scale) span() float64 {
	if s.High > s.Low {
		return s.High - s.Low
	}
	return 1
}

// Colour returns the colour of v, white for NaN. Beyond an end it is the colour at the end.
func (s Scale) Colour(v float64) color.Color {
	if math.IsNaN(v) {
		return color.White
	}
	if s.nothing() {
		return signed(0)
	}
	share := min(max((v-s.Low)/s.span(), 0), 1)
	if s.Signed {
		return signed(2*share - 1)
	}
	return shades().Colors()[int(share*(Shades-1)+0.5)]
}

// signed mixes near-white with blue for v = -1 and with red for v = 1.
func signed(v float64) color.Color {
	end := Vermillion
	if v < 0 {
		end = Blue
	}
	mix := func(c uint8) uint8 { return uint8(math.Round(0xF7 + math.Abs(v)*(float64(c)-0xF7))) }
	return color.RGBA{mix(end.R), mix(end.G), mix(end.B), 0xFF}
}

var shades = sync.OnceValue(func() palette.Palette {
	var controls []color.Color
	for _, rgb := range []uint32{0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30,
		0xFDE725} {
		controls = append(controls, color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF})
	}
	m, err := moreland.NewLuminance(controls)
	if err != nil {
		panic("figure: a palette that does not grow lighter: " + err.Error())
	}
	m.SetMax(1)
	return m.Palette(Shades)
})

// ColourBar draws the scale at the left of c, from Low at the bottom to High at the
// top, with ticks at its right and the unit above. A map of nothing has none.
func (s Scale) ColourBar(c draw.Canvas, unit string) {
	if s.nothing() {
		return
	}
	bar := draw.Canvas{Canvas: c.Canvas,
		Rectangle: vg.Rectangle{Min: c.Min, Max: vg.Point{X: c.Min.X + 12, Y: c.Max.Y}}}
	ramp := make([][]float64, Shades)
	for i := range ramp {
		ramp[i] = []float64{s.Low + s.span()*float64(Shades-1-i)/(Shades-1)}
	}
	HeatMap{Cells: ramp, Scale: s}.Draw(bar)
	high := s.Low + s.span()
	for _, t := range (linearTicks{}).Ticks(s.Low, high) {
		if t.Label == "" || t.Value < s.Low || t.Value > high {
			continue
		}
		y := bar.Min.Y + (bar.Max.Y-bar.Min.Y)*vg.Length((t.Value-s.Low)/s.span())
		bar.StrokeLine2(draw.LineStyle{Color: Ink, Width: vg.Points(0.5)}, bar.Max.X, y, bar.Max.X+3, y)
		bar.FillText(labelRight(9), vg.Point{X: bar.Max.X + 5, Y: y}, t.Label)
	}
	words := Label(9) // a short unit over the bar, a long one over bar and numbers
	middle := min(max(words.Width(unit)/2, 6), 18)
	bar.FillText(words, vg.Point{X: bar.Min.X + middle, Y: c.Max.Y + 7}, unit)
}
