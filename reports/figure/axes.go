package figure

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/table"
)

// Blue, Vermillion and the others: colours of Okabe and Ito, which colour-blind readers distinguish.
var (
	Blue       = color.RGBA{0x00, 0x72, 0xB2, 0xFF}
	Vermillion = color.RGBA{0xD5, 0x5E, 0x00, 0xFF}
	Ink        = color.RGBA{0x20, 0x20, 0x20, 0xFF}
	grey       = color.RGBA{0xA8, 0xA8, 0xA8, 0xFF}
	pale       = color.RGBA{0xE4, 0xE4, 0xE4, 0xFF}
)

// AcrossT names the axis of T.
const AcrossT = "T, number of distributions annealed through"

// NewPlot returns a plot in the figures' font and colours, with a pale line at every tick that has a label.
func NewPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the page has one
	rule := draw.LineStyle{Color: pale, Width: vg.Points(0.5)}
	p.Add(&plotter.Grid{Vertical: rule, Horizontal: rule})
	p.TextHandler = label(0).Handler
	p.Title.TextStyle = label(11)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = label(11).Font
		axis.Label.TextStyle.Color = Ink
		axis.Label.TextStyle.Handler = label(0).Handler
		axis.Label.Padding = 4
		axis.Tick.Label.Font = label(10).Font
		axis.Tick.Label.Color = Ink
		axis.Tick.Label.Handler = label(0).Handler
		axis.Color, axis.Tick.Color = Ink, Ink
		axis.Tick.Marker = linearTicks{}
	}
	return p
}

// LogPlot returns a plot with a logarithmic axis across. If up is true the other axis is logarithmic too.
func LogPlot(up bool) *plot.Plot {
	p := NewPlot()
	SetLog(&p.X)
	if up {
		SetLog(&p.Y)
	}
	return p
}

// SetLog makes an axis logarithmic.
func SetLog(axis *plot.Axis) {
	axis.Scale = plot.LogScale{}
	axis.Tick.Marker = logTicks{6}
}

// OnLogAxis reports whether a logarithmic axis can show x: it cannot show 0 and infinity.
func OnLogAxis(x float64) bool { return x > 0 && !math.IsInf(x, 1) }

// ShownOnLog returns v if a logarithmic axis can show it, and NaN if not.
func ShownOnLog(v float64) float64 {
	if !OnLogAxis(v) {
		return math.NaN()
	}
	return v
}

// Widen moves the ends of a logarithmic axis outwards by a twentieth of its length, and at least by the factor. An axis
// without values is around 1.
func Widen(axis *plot.Axis, factor float64) {
	if axis.Min > axis.Max {
		axis.Min, axis.Max = 1, 1
	}
	room := max(math.Pow(axis.Max/axis.Min, 0.05), factor)
	axis.Min, axis.Max = axis.Min/room, axis.Max*room
}

// ShareAxes gives plots the same range, across and upwards.
func ShareAxes(plots ...*plot.Plot) {
	for _, axis := range []func(*plot.Plot) *plot.Axis{
		func(p *plot.Plot) *plot.Axis { return &p.X },
		func(p *plot.Plot) *plot.Axis { return &p.Y },
	} {
		low := math.Inf(1)
		high := math.Inf(-1)
		for _, p := range plots {
			low = min(low, axis(p).Min)
			high = max(high, axis(p).Max)
		}
		for _, p := range plots {
			axis(p).Min = low
			axis(p).Max = high
		}
	}
}

// logTicks labels a logarithmic axis so that it can be read without crowding:
//
//	powers of ten                           1 10 100 1,000
//	every second or so, of many             1e-12 1e-9 1e-6 1e-3 1
//	1, 2 and 5 times them, of one or two    5 10 20 50 100 200
//	round numbers, within one               1 1.1 1.2 1.3
type logTicks struct{ most int } // powers with labels

// Ticks implements plot.Ticker.
func (l logTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	if !OnLogAxis(low) || !OnLogAxis(high) {
		return nil // the axis has no values, and would have endless powers
	}
	const slack = 1e-9 // for what rounding takes from the ends
	first := int(math.Ceil(math.Log10(low) - slack))
	last := int(math.Floor(math.Log10(high) + slack))
	powers := last - first + 1
	if powers <= 0 || powers < 2 && high < 4*low {
		return linearTicks{}.Ticks(low, high)
	}
	step := (powers + l.most - 1) / l.most
	for e := first - 1; e <= last; e++ {
		for k := 1; k <= 9; k++ {
			tick := plot.Tick{Value: float64(k) * math.Pow(10, float64(e))}
			if k == 1 && e%step == 0 || powers < 3 && l.most > 3 && (k == 2 || k == 5) {
				tick.Label = Number(tick.Value)
			}
			inside := tick.Value >= low*(1-slack) && tick.Value <= high*(1+slack)
			if inside && (step == 1 || k == 1) { // ticks between powers would run together
				ticks = append(ticks, tick)
			}
		}
	}
	return ticks
}

// linearTicks implements plot's usual ticks, labelled by Number.
type linearTicks struct{}

// Ticks implements plot.Ticker.
func (linearTicks) Ticks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i, t := range ticks {
		if t.Label != "" {
			ticks[i].Label = Number(t.Value)
		}
		if t.Label != "" && math.Abs(t.Value) < 1e-9*(high-low) { // 0, but for rounding
			ticks[i].Label = "0"
		}
	}
	return ticks
}

// spaced returns the ticks of an axis across of this length, whose labels stand apart. A logarithmic axis labels fewer
// powers of ten, and any other leaves out a label that would run into one at its left.
func spaced(axis plot.Axis, length vg.Length) plot.Ticker {
	ticks, areAll := apart(axis, length)
	for log, is := axis.Tick.Marker.(logTicks); is && !areAll && log.most > 1; {
		log.most--
		axis.Tick.Marker = log
		ticks, areAll = apart(axis, length)
	}
	return ticks
}

// apart returns the ticks of an axis without labels that run into others, and whether there are none of these.
func apart(axis plot.Axis, length vg.Length) (ticks plot.ConstantTicks, areAll bool) {
	const gap = 6 // between two labels
	areAll = true
	end := vg.Length(math.Inf(-1)) // of the last label
	for _, t := range axis.Tick.Marker.Ticks(axis.Min, axis.Max) {
		middle := length * vg.Length(axis.Norm(t.Value))
		half := axis.Tick.Label.Width(t.Label) / 2
		switch {
		case t.Label == "":
		case middle-half < end+gap:
			t.Label = ""
			areAll = false
		default:
			end = middle + half
		}
		ticks = append(ticks, t)
	}
	return ticks, areAll
}

// TicksAt returns ticks at these numbers.
func TicksAt(values ...float64) plot.ConstantTicks {
	return table.Each(values, func(v float64) plot.Tick { return plot.Tick{Value: v, Label: Number(v)} })
}

// NameTicks returns a tick for each name, at 0, 1 and so on.
func NameTicks(names []string) (ticks plot.ConstantTicks) {
	for i, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	return ticks
}

// Number writes the label of a tick, the same on every axis and colour bar: plain from 0.0001 up to 999,999, and
// otherwise as 1e−5 and 2.5e6. The minus sign is as wide as a plus.
func Number(v float64) string {
	digits := strconv.FormatFloat(v, 'g', 6, 64)
	if v == math.Trunc(v) && math.Abs(v) < 1e6 {
		digits = table.Thousands(int(v))
	}
	return strings.NewReplacer("e+0", "e", "e+", "e", "e-0", "e−", "-", "−").Replace(digits)
}
