package figure

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/must"
)

// drawnIn draws a square in ink, with a datum as its left half, a white corner and one without a colour, in a figure
// of 100 by 50 points, and returns the picture.
func drawnIn(t *testing.T, m Medium) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, Render(&b, m, 100, 50, func(c draw.Canvas) {
		c.SetColor(Ink)
		c.Fill(c.Rectangle.Path())
		c.SetColor(datum{Blue, Vermillion})
		c.Fill(vg.Rectangle{Max: vg.Point{X: 50, Y: 50}}.Path())
		c.SetColor(color.White)
		c.Fill(vg.Rectangle{Min: vg.Point{X: 90, Y: 40}, Max: vg.Point{X: 100, Y: 50}}.Path())
		c.SetColor(nil)
		c.Fill(vg.Rectangle{Min: vg.Point{X: 90, Y: 0}, Max: vg.Point{X: 100, Y: 10}}.Path())
	}))
	return b.Bytes()
}

// A figure lies in the middle of its page, as large as there is room, below its title. A slide turns white, ink and
// what has no colour over, and has colours of its own for data.
func TestLook(t *testing.T) {
	red := color.NRGBAModel.Convert(Vermillion)
	black := color.NRGBA{A: 0xFF}
	dark := color.NRGBA{0x16, 0x16, 0x16, 0xFF}
	light := color.NRGBA{0xD5, 0xD5, 0xD5, 0xFF}
	lightest := color.NRGBA{0xF0, 0xF0, 0xF0, 0xFF}
	ink := color.NRGBAModel.Convert(Ink)
	blue := color.NRGBAModel.Convert(Blue)
	white := color.NRGBAModel.Convert(color.White)
	for name, c := range map[string]struct {
		look          Look
		width, height float64 // of the page, in points
		at            map[[2]float64]color.Color
	}{
		"own": {Look{}, 100, 50, map[[2]float64]color.Color{{0.2, 0.5}: blue, {0.7, 0.5}: ink,
			{0.95, 0.1}: white, {0.95, 0.95}: black}},
		"title": {Look{Title: "."}, 100, 55.6, map[[2]float64]color.Color{{0.2, 0.02}: white, {0.7, 0.5}: ink}},
		"size": {Look{Size: Size{50, 50}}, 50, 50,
			map[[2]float64]color.Color{{0.2, 0.2}: white, {0.2, 0.5}: blue, {0.7, 0.3}: ink, {0.7, 0.8}: white}},
		"slide": {Look{Theme: Slide}, 960, 540,
			map[[2]float64]color.Color{{0.01, 0.5}: dark, {0.2, 0.5}: red, {0.7, 0.5}: light, {0.94, 0.2}: dark,
				{0.94, 0.8}: lightest}},
	} {
		medium := c.look.On([]Medium{PNG})[0]
		picture := must.Have(png.Decode(bytes.NewReader(drawnIn(t, medium))))(t)
		of := picture.Bounds()
		for _, off := range []float64{float64(of.Dx())*72/dpi*float64(Coarse) - c.width,
			float64(of.Dy())*72/dpi*float64(Coarse) - c.height} {
			if off > 0.01*c.width+1 || off < -0.01*c.width-1 {
				t.Errorf("%s: %v pixels, want %v by %v points", name, of, c.width, c.height)
			}
		}
		for at, want := range c.at {
			got := color.NRGBAModel.Convert(picture.At(int(at[0]*float64(of.Dx())), int(at[1]*float64(of.Dy()))))
			if got != want {
				t.Errorf("%s: %v at %v, want %v", name, got, at, want)
			}
		}
		for _, m := range c.look.On([]Medium{SVG, PDF}) {
			if data := string(drawnIn(t, m)); name == "size" && !strings.Contains(data, `width="50pt" height="50pt"`) &&
				!strings.Contains(data, "/MediaBox [0 0 50.00 50.00]") {
				t.Errorf("%s is of another size", m.Suffix)
			}
		}
	}
}

// A size is a width, a height and a unit.
func TestReadSize(t *testing.T) {
	for words, want := range map[string]Size{"2x1in": {144, 72}, "25.4x50.8mm": {72, 144}, "72x36pt": {72, 36},
		"4": {}, "1x1": {}, "0.5x3cm": {}, "51x9cm": {}, "-2x3cm": {}, "1.2.3x4cm": {}, "2x1in ": {}, "NaNxInfcm": {}} {
		var s Size
		if err := s.UnmarshalText([]byte(words)); (err == nil) != (want != Size{}) || err == nil &&
			(s.Width-want.Width > 1e-9 ||
				want.Width-s.Width > 1e-9 || s.Height-want.Height > 1e-9 || want.Height-s.Height > 1e-9) {
			t.Errorf("%q is %v with %v, want %v", words, s, err, want)
		}
	}
}
