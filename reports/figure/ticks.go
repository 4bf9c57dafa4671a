package figure

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Plot draws a plot over c, with as many labels of ticks as have room.
func Plot(c draw.Canvas, p *plot.Plot) {
	defer thinned(p, p.DataCanvas(c).Size())()
	p.Draw(c)
}

// thinned takes labels from the axes of a plot whose data have this size, until those that are left do not touch, and
// returns what puts them back.
func thinned(p *plot.Plot, size vg.Point) (back func()) {
	x := p.X.Tick.Marker
	y := p.Y.Tick.Marker
	const between = 4 // from one label to the next
	p.X.Tick.Marker = thin(&p.X, size.X, func(label string) vg.Length {
		return p.X.Tick.Label.Width(label) + between
	})
	p.Y.Tick.Marker = thin(&p.Y, size.Y, tickHeight(p))
	return func() {
		p.X.Tick.Marker = x
		p.Y.Tick.Marker = y
	}
}

// tickHeight is the room that a label takes upwards.
func tickHeight(p *plot.Plot) func(string) vg.Length {
	return func(string) vg.Length { return p.Y.Tick.Label.Font.Size * 1.05 }
}

// apart reports whether no two labels along an axis touch.
func apart(axis *plot.Axis, ticks []plot.Tick, length vg.Length, takes func(label string) vg.Length) bool {
	ends := vg.Length(math.Inf(-1)) // of the label before
	for _, t := range sorted(ticks) {
		if t.Label == "" || t.Value < axis.Min || t.Value > axis.Max {
			continue
		}
		at := vg.Length(axis.Norm(t.Value)) * length
		half := takes(t.Label) / 2
		if at-half < ends {
			return false
		}
		ends = at + half
	}
	return true
}

// thin is the marker of an axis of this length, or one with fewer labels, each of which takes so much room along it.
// Names are not thinned.
func thin(axis *plot.Axis, length vg.Length, takes func(label string) vg.Length) plot.Ticker {
	marker := axis.Tick.Marker
	if of, ok := marker.(Unlabelled); ok { // it has pale lines where the numbers are
		shown := *axis
		shown.Tick.Marker = of.Ticker
		return Unlabelled{thin(&shown, length, takes)}
	}
	ticks := marker.Ticks(axis.Min, axis.Max)
	_, named := marker.(plot.ConstantTicks)
	if named || apart(axis, ticks, length, takes) {
		return marker
	}
	enough := min(labels(ticks, axis), fewLabels)
	if l, ok := marker.(LogTicks); ok {
		for ; l.Powers > 1; l.Powers-- {
			fewer := l.Ticks(axis.Min, axis.Max)
			if labels(fewer, axis) >= enough && apart(axis, fewer, length, takes) {
				return plot.ConstantTicks(fewer)
			}
		}
	}
	powers := powersOfTen(ticks)
	_, log := axis.Scale.(plot.LogScale)
	if log && labels(powers, axis) >= enough && apart(axis, powers, length, takes) {
		return plot.ConstantTicks(powers)
	}
	for step := 2; step < len(ticks); step++ {
		for first := range step {
			fewer := everyNth(ticks, step, first)
			if labels(fewer, axis) >= enough && apart(axis, fewer, length, takes) {
				return plot.ConstantTicks(fewer)
			}
		}
	}
	return plot.ConstantTicks(everyNth(ticks, len(ticks)+1, 0))
}

// fewLabels is how many labels make an axis one that can be read.
const fewLabels = 2

// labelled is how many labels the ticks of an axis have.
func labelled(axis *plot.Axis) int { return labels(axis.Tick.Marker.Ticks(axis.Min, axis.Max), axis) }

// labels is how many labels are on an axis.
func labels(ticks []plot.Tick, axis *plot.Axis) (n int) {
	for _, t := range ticks {
		if t.Label != "" && t.Value >= axis.Min && t.Value <= axis.Max {
			n++
		}
	}
	return n
}

func sorted(ticks []plot.Tick) []plot.Tick {
	return slices.SortedFunc(slices.Values(ticks), func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
}

// powersOfTen leaves the label to powers of ten: 100 and 1,000, where 20 and 500 would be as many.
func powersOfTen(ticks []plot.Tick) []plot.Tick {
	left := slices.Clone(ticks)
	for i, t := range left {
		if !isPower(t.Value) {
			left[i].Label = ""
		}
	}
	return left
}

func isPower(v float64) bool {
	const rounding = 1e-9
	power := math.Log10(math.Abs(v))
	return math.Abs(power-math.Round(power)) < rounding
}

// everyNth leaves the label to every n-th of the ticks that have one: for first = 0 to 0, 1 or a power of ten among
// them if there is any, for others to those so many after it.
func everyNth(ticks []plot.Tick, n, first int) []plot.Tick {
	ticks = sorted(ticks)
	var labelled []int
	anchor := 0
	for i, t := range ticks {
		if t.Label == "" {
			continue
		}
		if t.Value == 0 || isPower(t.Value) {
			anchor = len(labelled)
		}
		labelled = append(labelled, i)
	}
	for k, i := range labelled {
		if (k-anchor-first)%n != 0 {
			ticks[i].Label = ""
		}
	}
	return ticks
}
