package figure

import (
	"cmp"
	"slices"

	"breadboard/grid/text"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An EndLabel names a line beside its last point.
type EndLabel struct {
	Name  string
	Style LineStyle
	End   plotter.XY
}

// EndLabels name the lines of one plot at its right. They do not overlap: a label whose line ends
// close to another's moves up or down, and a thin line leads to it. Of lines beyond eight or so a
// Legend says more.
type EndLabels []EndLabel

const (
	endSize = 10            // of the letters
	endLine = 12            // from one label to the next
	endGap  = vg.Length(12) // from the plot to its labels, for the thin lines
)

// Add names a line that has points.
func (l *EndLabels) Add(name string, style LineStyle, line plotter.XYs) {
	if len(line) > 0 {
		*l = append(*l, EndLabel{text.Printable(name), style, line[len(line)-1]})
	}
}

// Width returns the room that the labels need at the right of a plot.
func (l EndLabels) Width() vg.Length {
	var widest vg.Length
	for _, one := range l {
		widest = max(widest, labelRight(endSize).Width(one.Name))
	}
	return endGap + widest
}

// Draw draws the labels at the right of a plot that was drawn on c.
func (l EndLabels) Draw(c draw.Canvas, p *plot.Plot) {
	data := p.DataCanvas(c)
	toX, toY := p.Transforms(&data)
	ends := make([]float64, len(l))
	for i, one := range l {
		ends[i] = float64(toY(one.End.Y))
	}
	for i, y := range spread(ends, endLine, float64(data.Min.Y), float64(data.Max.Y)) {
		from := vg.Point{X: toX(l[i].End.X) + 3, Y: toY(l[i].End.Y)}
		to := vg.Point{X: data.Max.X + endGap - 2, Y: vg.Length(y)}
		c.StrokeLine2(draw.LineStyle{Color: l[i].Style.Colour, Width: 0.6}, from.X, from.Y, to.X, to.Y)
		c.FillText(labelRight(endSize), vg.Point{X: data.Max.X + endGap, Y: to.Y}, l[i].Name)
	}
}

// spread moves numbers as little as possible, in the sum of squares, so that they are a gap apart and
// stay between low and high. Their order stays; of equal ones the first becomes the largest. If there
// is no room for them they are around the middle, and go beyond low and high.
//
// With x[0] >= x[1] >= ... the numbers x[i] + i gap must not rise. So the best ones are means of
// neighbours that have to be pooled (isotonic regression), cut to the bounds.
func spread(at []float64, gap, low, high float64) []float64 {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(at[k], at[i]) })
	type pool struct{ sum, n float64 }
	var pools []pool
	for i, k := range order {
		pools = append(pools, pool{at[k] + float64(i)*gap, 1})
		for last := len(pools) - 1; last > 0; last-- {
			a, b := pools[last-1], pools[last]
			if a.sum*b.n >= b.sum*a.n {
				break
			}
			pools = append(pools[:last-1], pool{a.sum + b.sum, a.n + b.n})
		}
	}
	if over := float64(len(at)-1)*gap - (high - low); over > 0 {
		low, high = low-over/2, high+over/2
	}
	moved, i := make([]float64, len(at)), 0
	for _, p := range pools {
		mean := min(max(p.sum/p.n, low+float64(len(at)-1)*gap), high)
		for range int(p.n) {
			moved[order[i]] = mean - float64(i)*gap
			i++
		}
	}
	return moved
}
