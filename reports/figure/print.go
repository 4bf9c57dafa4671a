package figure

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// This file fits figures to a printed page. Letters have a size in points there, as the words of a paper have around
// them, so a small figure is not a large one that was shrunk: its panels are small, and have fewer ticks.

// usualLetters is the height of the smallest letters on a page of a given size: what journals ask for.
const usualLetters = 8

// leastPanel is the smallest panel that shows anything, in the figure's units, in which letters are ten or so high.
var leastPanel = vg.Point{X: 34, Y: 24}

// Prints reports whether letters have a size in points.
func (l Look) Prints() bool { return l.Letters > 0 || l.Size.Width > 0 && l.Theme != Slide }

// Column is the width of a column of text on a page of A4 or letter. Letters of columnLetters points can be read there.
const (
	Column        = 17 * vg.Centimeter
	columnLetters = 6.5
)

// smallInColumn reports whether a figure of this sheet has letters that are too small once it is as wide as a column.
func (m Medium) smallInColumn(own sheet, paint func(draw.Canvas)) bool {
	letters := m.probe(own, paint).letters
	return !math.IsInf(float64(letters), 1) && letters*min(1, Column/own.wide) < columnLetters
}

// A fit is the page that a figure has, and the look that it has there; err is NoRoom.
type fit struct {
	sheet sheet
	look  Look
	err   error
}

// fits are the pages of one figure, which is drawn in several media: what was found for one of them holds for all, but
// for LaTeX, whose words are others.
type fits struct {
	mu    sync.Mutex
	known map[question]fit
}

// A question is what a page depends on beside the figure and the look that its media share: a PNG and a PDF ask the
// same.
type question struct {
	width, height        vg.Length
	columns              int
	tried, column, latex bool
}

// fit finds a page for the figure, or remembers it.
func (m Medium) fit(width, height vg.Length, paint func(draw.Canvas)) fit {
	if m.fits == nil {
		return m.tryOn(width, height, paint)
	}
	m.fits.mu.Lock()
	defer m.fits.mu.Unlock()
	asked := question{width, height, m.Columns, m.tried, m.column, m.Suffix == PGF.Suffix}
	found, known := m.fits.known[asked]
	if known {
		return found
	}
	found = m.tryOn(width, height, paint)
	if m.fits.known == nil {
		m.fits.known = map[question]fit{}
	}
	m.fits.known[asked] = found
	return found
}

// tryOn draws the figure to nowhere, on one page after the other, until one has room.
func (m Medium) tryOn(width, height vg.Length, paint func(draw.Canvas)) fit {
	s := m.enlarged(width, height)
	var err error
	if m.column && m.smallInColumn(s, paint) {
		m.Letters = columnLetters
		m.Size = Size{Column, s.high * columnLetters / paperLetters}
		most := 2 * m.Size.Height
		s, err = m.printed(width, height, paint)
		for err != nil && m.Size.Height < most {
			m.Size.Height *= larger
			s, err = m.printed(width, height, paint)
		}
	} else if m.Prints() {
		s, err = m.printed(width, height, paint)
	}
	return fit{s, m.Look, err}
}

// printed is the sheet of a figure whose letters have a size in points: a page so large, in the figure's units, that
// the smallest letters have it there. Where only the letters have a size, the page grows from the figure's own until
// panels have room beside them. A page whose size is given has room, or there is an error (NoRoom) that says which
// page would have.
func (m Medium) printed(width, height vg.Length, paint func(draw.Canvas)) (sheet, error) {
	own := m.enlarged(width, height)
	usual := m.probe(own, paint)
	if len(usual.words) == 0 {
		return own, nil
	}
	letters := cmp.Or(m.Letters, usualLetters)
	scale := vg.Length(letters) / usual.letters
	has := func(paper Size) bool { return m.probe(m.filled(paper, scale), paint).goodAs(usual) }
	paper := m.Size
	if m.Theme == Slide {
		paper = cmp.Or(paper, slidePage)
	}
	if paper.Width == 0 {
		paper = Size{own.wide, own.high}.grown(has)
	}
	if !has(paper) {
		none := NoRoom{Page: paper, Letters: letters}
		if !m.tried {
			none.Least = paper.least(has)
		}
		return sheet{}, none
	}
	return m.filled(paper, scale), nil
}

// filled is a page that the figure fills, below its title.
func (m Medium) filled(paper Size, scale vg.Length) sheet {
	s := sheet{wide: paper.Width / scale, high: paper.Height / scale, scale: scale, lines: true}
	if m.Title != "" {
		title := Broken(Label(titleLetters), m.written(m.Title), s.wide)
		s.head = 2*titleLetters + Lower(Label(titleLetters), title)
	}
	s.width = s.wide
	s.height = max(s.high-s.head, 1)
	return s
}

// titleLetters is the height of a title's letters, in the figure's units.
const titleLetters = 13

// probe draws a figure to nowhere.
func (m Medium) probe(s sheet, paint func(draw.Canvas)) *probe {
	p := newProbe(s)
	paint(m.dress(p, s))
	return p
}

// tooSmall notes that a panel, or a map, has too little room.
func tooSmall(c draw.Canvas) {
	if p, ok := dressOf(c).CanvasSizer.(*probe); ok {
		p.fits = false
	}
}

// Plot draws a plot over c, with as many labels of ticks as have room.
func Plot(c draw.Canvas, p *plot.Plot) {
	data := p.DataCanvas(c).Size()
	before := [2]int{labelled(&p.X), labelled(&p.Y)}
	defer thinned(p, data)()
	after := [2]int{labelled(&p.X), labelled(&p.Y)}
	few := after[0] < min(before[0], fewLabels) || after[1] < min(before[1], fewLabels)
	if data.X < leastPanel.X || data.Y < leastPanel.Y || few || crowded(p, data) {
		tooSmall(c)
	}
	p.Draw(c)
}

// crowded reports whether names along an axis, all of which must be there, touch.
func crowded(p *plot.Plot, size vg.Point) bool {
	_, named := p.Y.Tick.Marker.(plot.ConstantTicks)
	return named && !apart(&p.Y, p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max), size.Y, tickHeight(p))
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
