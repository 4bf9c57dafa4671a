package papers

import (
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// pageWidth is the width of a figure that is printed across a page of A4 or letter: its letters of 10 points have 8
// there.
const pageWidth = 600

// aligned is a figure of panels that are compared: all have one axis across, and those of a row one axis upwards, which
// has its numbers at the left alone.
type aligned struct {
	plots  [][]*plot.Plot
	heads  []string // above the columns; nil for none
	up     []string // what the axis upwards is, by row
	across string   // what the axis across is; it is said once
	own    bool     // whether each panel has an axis upwards of its own
	apart  bool     // whether each column has an axis across of its own
	legend figure.Legend
}

// draw draws the panels across a page, each of this height with what is around it.
func (g aligned) draw(w io.Writer, m figure.Medium, row vg.Length) error {
	const left, right, head, foot, gap = 18, 10, 24, 22, 2
	for _, row := range g.plots {
		g.share(row)
	}
	g.shareAcross()
	panels := figure.Panels{Plots: g.plots, Tiles: draw.Tiles{PadX: 14, PadY: 12}, Names: g.up, Heads: g.heads}
	height := head + vg.Length(len(g.plots))*row + foot + g.legend.HeightIn(pageWidth-left-right) + gap
	return figure.Render(w, m, pageWidth, height, func(c draw.Canvas) {
		below := draw.Crop(c, left, -right, 0, 0)
		legend := g.legend.HeightIn(below.Size().X)
		panels.Draw(draw.Crop(c, left, -right, legend+gap+foot, -head))
		c.FillText(figure.Label(11), vg.Point{X: c.Center().X, Y: legend + gap + 6}, g.across)
		g.legend.Draw(below)
	})
}

// share gives plots beside each other one axis upwards, with its numbers at the first.
func (g aligned) share(row []*plot.Plot) {
	if g.own {
		for _, p := range row {
			if p != nil {
				widen(&p.Y)
			}
		}
		return
	}
	shareAxis(row, func(p *plot.Plot) *plot.Axis { return &p.Y })
	for k, p := range row {
		if k > 0 && p != nil {
			p.Y.Tick.Marker = figure.Unlabelled{Ticker: p.Y.Tick.Marker}
		}
	}
}

// shareAcross gives plots one axis across, with its numbers at the last of each column.
func (g aligned) shareAcross() {
	across := func(p *plot.Plot) *plot.Axis { return &p.X }
	if g.apart {
		for k := range g.plots[0] {
			shareAxis(table.Each(g.plots, func(row []*plot.Plot) *plot.Plot { return row[k] }), across)
		}
	} else {
		shareAxis(slices.Concat(g.plots...), across)
	}
	for i, row := range g.plots[:len(g.plots)-1] {
		for k, p := range row {
			if p != nil && g.plots[i+1][k] != nil {
				p.X.Tick.Marker = figure.Unlabelled{Ticker: p.X.Tick.Marker}
			}
		}
	}
}

// shareAxis gives an axis of all plots the range of all.
func shareAxis(plots []*plot.Plot, of func(*plot.Plot) *plot.Axis) {
	low := math.Inf(1)
	high := math.Inf(-1)
	for _, p := range plots {
		if p != nil {
			low = min(low, of(p).Min)
			high = max(high, of(p).Max)
		}
	}
	for _, p := range plots {
		if p != nil {
			axis := of(p)
			axis.Min = low
			axis.Max = high
			widen(axis)
		}
	}
}

// widen leaves room beyond the ends of a logarithmic axis. A linear one has what its figure gave it.
func widen(axis *plot.Axis) {
	if _, ok := axis.Scale.(plot.LogScale); ok {
		figure.Widen(axis, 1.05)
	}
}
