package figure

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/table"
)

const quarterTurn = math.Pi / 2

// NewPlot returns a plot in the figures' font and colours. Its text is in the Latin
// letters that the PDF writer has: no Greek.
func NewPlot() *plot.Plot {
	p := plot.New()
	p.Title.TextStyle.Font = sans(11)
	p.Title.TextStyle.Color = Ink
	p.Title.Padding = 4
	p.Legend.TextStyle.Font = sans(10)
	p.Legend.TextStyle.Color = Ink
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = sans(11)
		axis.Label.TextStyle.Color = Ink
		axis.Label.Padding = 4
		axis.Tick.Label.Font = sans(10)
		axis.Tick.Label.Color = Ink
		axis.Color, axis.Tick.Color = Ink, Ink
	}
	return p
}

// OnLogAxis reports whether a logarithmic axis has a place for x: 0 and infinity
// have none.
func OnLogAxis(x float64) bool { return x > 0 && !math.IsInf(x, 1) }

// An AxisRange is the least and the largest value that an axis has seen.
type AxisRange struct{ Low, High float64 }

// NewAxisRange has seen nothing.
func NewAxisRange() AxisRange { return AxisRange{math.Inf(1), math.Inf(-1)} }

// See widens the range to hold v.
func (r *AxisRange) See(v float64) { r.Low, r.High = min(r.Low, v), max(r.High, v) }

// Ends returns where a logarithmic axis ends: a twentieth of its length beyond the
// values on either side, and at least the factor. An axis that saw nothing is
// around 1.
func (r AxisRange) Ends(factor float64) (low, high float64) {
	if r.Low > r.High {
		r.Low, r.High = 1, 1
	}
	room := max(math.Pow(r.High/r.Low, 0.05), factor)
	return r.Low / room, r.High * room
}

// SetLog makes an axis logarithmic. It labels at most so many powers of ten.
func SetLog(axis *plot.Axis, ticks LogTicks) {
	axis.Scale, axis.Tick.Marker = plot.LogScale{}, ticks
}

// LogTicks labels a logarithmic axis so that it can be read without crowding:
//
//	powers of ten                       1 10 100 1,000
//	every second or so, of many         1e-12 1e-09 1e-06 0.001 1
//	1, 2 and 5 times them, of one or two    5 10 20 50 100 200
//	round numbers an equal step apart, within one     1 1.1 1.2 1.3
type LogTicks struct {
	Powers int // the most powers of ten that are labelled
	Evenly int // the most round numbers: three or more
}

// Ticks implements plot.Ticker.
func (l LogTicks) Ticks(low, high float64) []plot.Tick {
	all, label := multiples(low, high), labels(low, high)
	labelled := func(which func(mantissa, exponent int) bool) (ticks []plot.Tick, count int) {
		for _, m := range all {
			tick := plot.Tick{Value: m.value()}
			if which(m.mantissa, m.exponent) {
				tick.Label = label(tick.Value)
				count++
			}
			ticks = append(ticks, tick)
		}
		return ticks, count
	}
	for step := 1; ; step++ {
		ticks, count := labelled(func(m, e int) bool { return m == 1 && e%step == 0 })
		if count > l.Powers {
			continue
		}
		if step > 1 { // ticks between powers would run together
			all = powers(all)
			ticks, _ = labelled(func(_, e int) bool { return e%step == 0 })
			return ticks
		}
		if count >= 3 {
			return ticks
		}
		if ticks, count = labelled(func(m, _ int) bool { return m == 1 || m == 2 || m == 5 }); count >= 3 {
			return ticks
		}
		return evenly(low, high, l.Evenly)
	}
}

// A multiple is 1 to 9 times a power of ten.
type multiple struct{ mantissa, exponent int }

func (m multiple) value() float64 { return float64(m.mantissa) * math.Pow(10, float64(m.exponent)) }

// multiples lists those between low and high. An end that rounding has moved by 1e-9
// of itself still counts.
func multiples(low, high float64) (all []multiple) {
	const slack = 1 + 1e-9
	for e := int(math.Floor(math.Log10(low))); math.Pow(10, float64(e)) <= high*slack; e++ {
		for k := 1; k <= 9; k++ {
			if m := (multiple{k, e}); m.value()*slack >= low && m.value() <= high*slack {
				all = append(all, m)
			}
		}
	}
	return all
}

// powers keeps the powers of ten.
func powers(all []multiple) (some []multiple) {
	for _, m := range all {
		if m.mantissa == 1 {
			some = append(some, m)
		}
	}
	return some
}

// evenly ticks round numbers an equal step apart, at most so many: three or more.
func evenly(low, high float64, most int) []plot.Tick {
	ten := math.Pow(10, math.Floor(math.Log10(high-low))-1)
	for _, step := range []float64{1 * ten, 2 * ten, 5 * ten, 10 * ten, 20 * ten, 50 * ten} {
		var ticks []plot.Tick
		for k := math.Ceil(low / step); k*step <= high; k++ {
			ticks = append(ticks, plot.Tick{Value: k * step, Label: strconv.FormatFloat(k*step, 'g', 6, 64)})
		}
		if len(ticks) <= most {
			return ticks
		}
	}
	panic("figure: an axis needs room for three ticks")
}

// labels returns how an axis writes its ticks. From 0.000001 to 1,000,000 it writes
// them out. An axis that goes further writes those below 0.001 as 1e-04 and those
// above 999,999 as 1e+06.
func labels(low, high float64) func(v float64) string {
	if low > 1e-7 && high < 1e7 {
		return writtenOut
	}
	return func(v float64) string {
		if v >= 0.000999 && v < 1e6 {
			return writtenOut(v)
		}
		return strconv.FormatFloat(v, 'e', 0, 64)
	}
}

// writtenOut writes one digit and zeros: 0.0002, 5, 10,000.
func writtenOut(v float64) string {
	if v >= 1 {
		return table.Thousands(int(math.Round(v)))
	}
	e := int(math.Floor(math.Log10(v) + 1e-9))
	return "0." + strings.Repeat("0", -e-1) + strconv.Itoa(int(math.Round(v/math.Pow(10, float64(e)))))
}

// TickGrid rules a pale line at every tick that has a label.
type TickGrid struct{}

// Plot implements plot.Plotter.
func (TickGrid) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: pale, Width: vg.Points(0.5)}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Label != "" {
			c.StrokeLine2(style, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if t.Label != "" {
			c.StrokeLine2(style, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}
