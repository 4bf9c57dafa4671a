package charts_test

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/reports/explorer/nodetest"
	"breadboard/reports/figure"
)

// Numbers on axes are written as those of the figures for print.
func TestNumbersAreThoseOfFigures(t *testing.T) {
	all := []float64{0, 1, -1, 0.1, 0.001, 0.00099, 1e-4, 2.5e-6, 999_999, 999_999.7, 1e6, 2.5e6, 1200, 0.012345678,
		1. / 3, -0.05, 1e-12, 123456.789, 99999.95}
	dice := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		all = append(all, (dice.Float64()-0.5)*math.Pow(10, float64(dice.IntN(20)-9)))
	}
	for i, got := range nodetest.Value[[]string](t, `const {number} = await load("charts/numbers.js");
		return input.map((v) => number(v));`, all) {
		if want := figure.Number(all[i]); got != want {
			t.Errorf("%v is %s, want %s", all[i], got, want)
		}
	}
}

// Colours are those of the figures for print: the signed ones to rounding, and the others as near as two ways of
// going from one of the nine colours of viridis to the next are.
func TestColoursAreThoseOfFigures(t *testing.T) {
	for _, c := range []struct {
		scale string
		of    figure.Scale
		off   float64
	}{
		{"{low: -2, high: 2, signed: true}", figure.Scale{Low: -2, High: 2, Signed: true}, 3},
		{"{low: -2, high: 2}", figure.Scale{Low: -2, High: 2}, 20},
	} {
		got := nodetest.Value[[][]float64](t, `const {colour} = await load("charts/charts.js");
			return Array.from({length: 81}, (_, i) => d3.rgb(colour(-2.5 + i / 16, `+c.scale+`))).map(({r, g, b}) => [r, g,
				b]);`, nil)
		for i, rgb := range got {
			want := color.RGBAModel.Convert(c.of.Colour(-2.5 + float64(i)/16)).(color.RGBA)
			for k, w := range []uint8{want.R, want.G, want.B} {
				if math.Abs(rgb[k]-float64(w)) > c.off {
					t.Errorf("%s: the colour of %v is %v, want %v", c.scale, -2.5+float64(i)/16, rgb, want)
					break
				}
			}
		}
	}
}

// What is saved as CSV is read back by others: quotes, commas and missing values are as RFC 4180 has them.
func TestCSV(t *testing.T) {
	got := nodetest.Value[string](t, `const {csv} = await load("charts/charts.js");
		return csv([["a,b", 'say "x"', "plain"], [1e-7, NaN, Infinity], [0.1, null, "two\nlines"]]);`, nil)
	if want := "\"a,b\",\"say \"\"x\"\"\",plain\r\n1e-7,,Infinity\r\n0.1,,\"two\nlines\"\r\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
