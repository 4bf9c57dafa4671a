package operators

import (
	"cmp"
	"slices"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/grid"
)

// SortedLines pulls pairs line by line, along each axis with the same probability. The order of the cells of a
// line by their masses lets one pass sum up all ways from cell to cell.
type SortedLines struct {
	grid    grid.Grid
	propose float64
	gain    Gain

	twos  *Flows    // along axes of two cells; nil until a pair is pulled
	cells [][]int32 // by other axis, the cells line by line, of rising mass
	buf   []float64 // for one line
}

// A Gain adds share (T f - f) to dst for a step along one line, whose cells are of rising mass. buf is a buffer
// for one number a cell.
type Gain func(dst, f *chains.Pair, p []float64, cells []int32, buf []float64, share float64)

// NewSortedLines returns what pulls on g. On a line of two cells the step proposes the other cell with a
// probability, and accepts like Metropolis; on longer lines gain says what it does.
func NewSortedLines(g grid.Grid, propose float64, gain Gain) *SortedLines {
	return &SortedLines{grid: g, propose: propose, gain: gain}
}

// SortedLinesBytes is what it keeps for a cell: its place in the order along each axis of more than two cells.
func SortedLinesBytes(g grid.Grid) (bytes float64) {
	for axis := range g.Axes() {
		if g.Len(axis) > 2 {
			bytes += 4
		}
	}
	return bytes
}

// PullPair adds, axis by axis, what each cell gains on its line.
func (o *SortedLines) PullPair(dst, base, f *chains.Pair, p []float64, share float64) {
	if o.twos == nil { // axes of two cells are told from longer ones
		var ways [][]int
		o.cells = make([][]int32, o.grid.Axes())
		for a := range o.cells {
			switch line := o.grid.Lines(a); line.Length {
			case 1:
			case 2:
				ways = append(ways, StepsAlong(o.grid, a)...)
			default:
				o.cells[a] = make([]int32, 0, o.grid.Size())
				for i := range line.Count {
					for c := range line.Length {
						o.cells[a] = append(o.cells[a], int32(line.First(i)+c*line.Stride))
					}
				}
				o.buf = make([]float64, max(len(o.buf), line.Length))
			}
		}
		o.twos = NewFlows(o.grid, ways, Metropolis.Conduct, o.propose)
	}
	share /= float64(o.grid.Axes())
	o.twos.PullPair(dst, base, f, p, p, share)
	for axis, all := range o.cells {
		line := o.grid.Lines(axis)
		crew.ParallelGroups(len(all)/line.Length, line.Length, func(first, last int) {
			buf := o.buf
			if o.grid.Size() >= crew.ParallelFrom { // others work on the same axis
				buf = make([]float64, line.Length)
			}
			for i := first; i < last; i++ {
				cells := all[i*line.Length:][:line.Length]
				slices.SortFunc(cells, func(x, y int32) int { return cmp.Compare(p[x], p[y]) })
				o.gain(dst, f, p, cells, buf, share)
			}
		})
	}
}
