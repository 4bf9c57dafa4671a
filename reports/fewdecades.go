package reports

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// fewDecades ticks a logarithmic axis with two to six labels: at powers of ten,
// at every second or so where they are many, at 1, 2 and 5 times them where they
// are few, and evenly, with at most so many labels, where even those are.
type fewDecades struct{ evenly int }

// Ticks implements plot.Ticker.
func (f fewDecades) Ticks(low, high float64) []plot.Tick {
	all := (decades{}).Ticks(low, high)
	few := func(labelled func(mantissa, exponent int) bool) (ticks []plot.Tick, labels int) {
		for _, t := range all {
			e := int(math.Floor(math.Log10(t.Value) + 1e-9))
			if t.Label = ""; labelled(int(math.Round(t.Value/math.Pow(10, float64(e)))), e) {
				t.Label = plain(t.Value)
				labels++
			}
			ticks = append(ticks, t)
		}
		return ticks, labels
	}
	for step := 1; ; step++ {
		ticks, labels := few(func(m, e int) bool { return m == 1 && e%step == 0 })
		if labels > 6 {
			continue
		}
		if labels >= 3 || step > 1 {
			return withoutMultiples(ticks, step)
		}
		if ticks, labels = few(func(m, _ int) bool { return m == 1 || m == 2 || m == 5 }); labels >= 3 {
			return ticks
		}
		return evenly(low, high, f.evenly)
	}
}

// withoutMultiples leaves powers of ten alone where some of them have no label:
// the others would run together.
func withoutMultiples(ticks []plot.Tick, step int) []plot.Tick {
	if step == 1 {
		return ticks
	}
	var powers []plot.Tick
	for _, t := range ticks {
		if e := math.Log10(t.Value); math.Abs(e-math.Round(e)) < 1e-9 {
			powers = append(powers, t)
		}
	}
	return powers
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
	panic("reports: too few ticks are asked for")
}

// plain writes a tick: 0.001, 200, 10,000, and 1e-08 beyond.
func plain(v float64) string {
	if v >= 1 && v < 1e6 {
		return thousands(int(math.Round(v)))
	}
	if v >= 0.000999 && v < 1 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return strconv.FormatFloat(v, 'e', 0, 64)
}
