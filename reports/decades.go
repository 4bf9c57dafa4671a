package reports

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// decades ticks powers of ten, by a label, and their multiples.
type decades struct{}

// Ticks implements plot.Ticker.
func (decades) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	const slack = 1 + 1e-9 // an end that is off by rounding is still one
	for e := int(math.Floor(math.Log10(low))); math.Pow(10, float64(e)) <= high*slack; e++ {
		for k := 1; k <= 9; k++ {
			v := float64(k) * math.Pow(10, float64(e))
			if v*slack < low || v > high*slack {
				continue
			}
			tick := plot.Tick{Value: v}
			if k == 1 {
				tick.Label = power(e)
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

// power writes 10^e out, thousands apart.
func power(e int) string {
	if e < 0 {
		return "0." + strings.Repeat("0", -e-1) + "1"
	}
	return thousands(int(math.Round(math.Pow(10, float64(e)))))
}

// thousands writes n with a comma before every third digit from the right.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// decadeGrid rules a pale line at every power of ten.
type decadeGrid struct{}

// Plot implements plot.Plotter.
func (decadeGrid) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: pale, Width: vg.Points(0.5)}
	for _, t := range (decades{}).Ticks(p.X.Min, p.X.Max) {
		if t.Label != "" {
			c.StrokeLine2(style, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
	for _, t := range (decades{}).Ticks(p.Y.Min, p.Y.Max) {
		if t.Label != "" {
			c.StrokeLine2(style, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}
