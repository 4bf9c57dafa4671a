package figure

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/table"
)

// NewPlot returns a plot in the figures' font and colours, with a pale line at every tick that has a label.
func NewPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the page has one
	rule := draw.LineStyle{Color: pale, Width: vg.Points(0.5)}
	p.Add(&plotter.Grid{Vertical: rule, Horizontal: rule})
	p.TextHandler = hand
	p.Title.TextStyle.Handler = hand
	p.Legend.TextStyle.Font = sans(10)
	p.Legend.TextStyle.Handler = hand
	p.Legend.TextStyle.Color = Ink
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = sans(11)
		axis.Label.TextStyle.Color = Ink
		axis.Label.TextStyle.Handler = hand
		axis.Label.Padding = 4
		axis.Tick.Label.Font = sans(10)
		axis.Tick.Label.Color = Ink
		axis.Tick.Label.Handler = hand
		axis.Color, axis.Tick.Color = Ink, Ink
		axis.Tick.Marker = linearTicks{}
	}
	return p
}

// AcrossT names the axis of T.
const AcrossT = "T, number of distributions annealed through"

// OnLogAxis reports whether a logarithmic axis can show x: it cannot show 0 and infinity.
func OnLogAxis(x float64) bool { return x > 0 && !math.IsInf(x, 1) }

// Widen ends a logarithmic axis a twentieth of its length beyond the plotted values on
// either side, and at least by the factor. An axis without values is around 1.
func Widen(axis *plot.Axis, factor float64) {
	if axis.Min > axis.Max {
		axis.Min, axis.Max = 1, 1
	}
	room := max(math.Pow(axis.Max/axis.Min, 0.05), factor)
	axis.Min, axis.Max = axis.Min/room, axis.Max*room
}

// SetLog makes an axis logarithmic, with these labels.
func SetLog(axis *plot.Axis, ticks LogTicks) {
	axis.Scale, axis.Tick.Marker = plot.LogScale{}, ticks
}

// LogTicks labels a logarithmic axis so that it can be read without crowding:
//
//	powers of ten                       1 10 100 1,000
//	every second or so, of many         1e-12 1e-9 1e-6 1e-3 1
//	1, 2 and 5 times them, of one or two    5 10 20 50 100 200
//	round numbers an equal step apart, within one     1 1.1 1.2 1.3
type LogTicks struct {
	Powers int // the largest number of labelled powers of ten
	Evenly int // the largest number of round numbers: three or more
}

// Ticks implements plot.Ticker.
func (l LogTicks) Ticks(low, high float64) []plot.Tick { return alike(l.ticks(low, high)) }

func (l LogTicks) ticks(low, high float64) []plot.Tick {
	if !OnLogAxis(low) || !OnLogAxis(high) { // of an axis along which nothing lies; it would have powers without end
		return nil
	}
	// the multiples between low and high; an end that rounding has moved by 1e-9 of itself still counts
	const slack = 1 + 1e-9
	type multiple struct {
		mantissa, exponent int // 1 to 9, and the power of ten
		value              float64
	}
	var all []multiple
	for e := int(math.Floor(math.Log10(low))); math.Pow(10, float64(e)) <= high*slack; e++ {
		for k := 1; k <= 9; k++ {
			if v := float64(k) * math.Pow(10, float64(e)); v*slack >= low && v <= high*slack {
				all = append(all, multiple{k, e, v})
			}
		}
	}
	labelled := func(which func(mantissa, exponent int) bool) (ticks []plot.Tick, count int) {
		for _, m := range all {
			tick := plot.Tick{Value: m.value}
			if which(m.mantissa, m.exponent) {
				tick.Label = Number(tick.Value)
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
			all = slices.DeleteFunc(all, func(m multiple) bool { return m.mantissa != 1 })
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

// evenly returns ticks at round numbers an equal step apart, at most this many: three or more.
func evenly(low, high float64, most int) []plot.Tick {
	ten := math.Pow(10, math.Floor(math.Log10(high-low))-1)
	for _, step := range []float64{1 * ten, 2 * ten, 5 * ten, 10 * ten, 20 * ten, 50 * ten} {
		var ticks []plot.Tick
		for k := math.Ceil(low / step); k*step <= high && len(ticks) <= most; k++ { // one too many is enough to know
			ticks = append(ticks, plot.Tick{Value: k * step, Label: Number(k * step)})
		}
		if len(ticks) <= most {
			return ticks
		}
	}
	panic("figure: an axis needs room for three ticks")
}

// Number writes the label of a tick, the same on every axis and colour bar: plain from 0.001 up to
// 999,999, and otherwise as 1e−4 and 2.5e6, with the sign that is as wide as a plus.
func Number(v float64) string { return minus(ascii(v)) }

func minus(number string) string { return strings.ReplaceAll(number, "-", "−") }

// powered is a number of at most six digits with its power of ten: 2.5e6.
func powered(v float64) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', 5, 64), "e")
	power, _ := strconv.Atoi(exponent)
	return strings.TrimRight(strings.TrimRight(mantissa, "0"), ".") + "e" + strconv.Itoa(power)
}

func ascii(v float64) string {
	digits := strconv.FormatFloat(v, 'e', 5, 64) // one before the point, and five after it
	v, _ = strconv.ParseFloat(digits, 64)
	if size := math.Abs(v); size != 0 && (size < 0.001 || size >= 1e6) {
		return powered(v)
	}
	if v == math.Trunc(v) {
		return table.Thousands(int(v))
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// alike writes all labels of an axis by powers of ten if one of them has to be, so that 0.001 stands beside 1e−4 as
// 1e−3; but 0 and 1 as they are.
func alike(ticks []plot.Tick) []plot.Tick {
	if slices.ContainsFunc(ticks, func(t plot.Tick) bool { return strings.Contains(t.Label, "e") }) {
		for i, t := range ticks {
			if t.Label != "" && t.Label != "0" && t.Label != "1" {
				ticks[i].Label = minus(powered(t.Value))
			}
		}
	}
	return ticks
}

// linearTicks are plot's usual ticks, with the labels of all axes.
type linearTicks struct{}

// Ticks implements plot.Ticker.
func (linearTicks) Ticks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i, t := range ticks {
		switch {
		case t.Label == "":
		case math.Abs(t.Value) < 1e-9*(high-low): // 0, but for rounding
			ticks[i].Label = "0"
		default:
			ticks[i].Label = Number(t.Value)
		}
	}
	return alike(ticks)
}

// Framed draws a plot over c with names at the ends of its lines, and what its axes say in the middle of each: plot
// would put that to the middle of a linear axis.
func Framed(c draw.Canvas, p *plot.Plot, ends EndLabels, across, up string) {
	const left, right, foot, head = 24, 8, 24, 8
	size := c.Size()
	style := Label(wordsLetters)
	across = Broken(style, across, size.X)
	up = Broken(style, up, size.Y-foot)
	beside := left + Lower(style, up)
	below := foot + Lower(style, across)
	plane := draw.Crop(c, beside, -right-ends.Width(), below, -head)
	Plot(plane, p)
	ends.Draw(plane, p)
	data := p.DataCanvas(plane)
	c.FillText(style, vg.Point{X: inside(data.Center().X, across, c), Y: c.Min.Y + 8}, across)
	c.FillText(LabelUp(wordsLetters), vg.Point{X: c.Min.X + 16 + Lower(style, up), Y: data.Center().Y}, up)
}

// Sideways names a row at its left.
func Sideways(c draw.Canvas, text string) {
	c.FillText(LabelUp(wordsLetters), vg.Point{X: c.Max.X - 6, Y: c.Center().Y}, text)
}

// Unlabelled are the ticks of an axis whose numbers stand at another panel.
type Unlabelled struct{ plot.Ticker }

// Ticks implements plot.Ticker. A blank keeps the pale line of a tick that had a label.
func (u Unlabelled) Ticks(low, high float64) []plot.Tick {
	ticks := u.Ticker.Ticks(low, high)
	for i, t := range ticks {
		if t.Label != "" {
			ticks[i].Label = " "
		}
	}
	return ticks
}
