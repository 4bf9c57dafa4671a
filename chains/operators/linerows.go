package operators

import (
	"breadboard/chains/lanes"
	"breadboard/grid"
)

// LineRows lists the rows of a kernel that moves along lines, along each axis with the same probability, and on a line
// by flows between any two of its cells. The flow S between two cells depends on the smaller of their masses, and rises
// with it:
//
//	p(x) T(x,y) = S(min(p(x), p(y))) = min(S(p(x)), S(p(y))).
//
// So a row needs no order, once S is known of each cell. The moves are the same at all levels.
type LineRows struct {
	flows LineFlows
	cells int
	lines []grid.Lines // by axis
	order [][]int32    // by axis, the cells line by line, of rising mass
	first []int        // by axis, its first move in a row
	wide  int          // the moves of a row
	rows  lanes.Rows
	flow  []float64 // of one line, in the order
	along []float64 // of one line, by coordinate
}

// LineFlows sets flow to S of the cells of a line, which are of rising mass.
type LineFlows func(flow, p []float64, cells []int32)

// NewLineRows returns the rows on g.
func NewLineRows(g grid.Grid, flows LineFlows) *LineRows {
	o := &LineRows{flows: flows, cells: g.Size(), order: make([][]int32, g.Axes())}
	most := 0
	for a := range g.Axes() {
		o.lines = append(o.lines, g.Lines(a))
		o.first = append(o.first, o.wide)
		o.wide += g.Len(a) - 1
		most = max(most, g.Len(a))
	}
	o.flow = make([]float64, most)
	o.along = make([]float64, most)
	o.layOut()
	return o
}

// At returns the rows by the masses p. They are valid until the next call.
func (o *LineRows) At(p []float64) *lanes.Rows {
	share := 1 / float64(len(o.lines))
	for axis, line := range o.lines {
		for i := range line.Count {
			o.fill(p, axis, i, share)
		}
	}
	return &o.rows
}

// layOut finds where moves lead.
func (o *LineRows) layOut() {
	moves := o.cells * o.wide
	o.rows.To = make([]int32, moves)
	o.rows.P = make([]float64, moves)
	for x := range o.cells + 1 {
		o.rows.From = append(o.rows.From, x*o.wide)
	}
	for axis, line := range o.lines {
		for i := range line.Count {
			for c := range line.Length {
				x := line.First(i) + c*line.Stride
				o.order[axis] = append(o.order[axis], int32(x))
				to := o.rows.To[x*o.wide+o.first[axis]:]
				for d := range line.Length {
					switch y := int32(line.First(i) + d*line.Stride); {
					case d < c:
						to[d] = y
					case d > c:
						to[d-1] = y
					}
				}
			}
		}
	}
}

// fill sets the probabilities of the moves along one line.
func (o *LineRows) fill(p []float64, axis, i int, share float64) {
	line := o.lines[axis]
	n := line.Length
	cells := o.order[axis][i*n:][:n]
	rank(cells, p)
	flow := o.flow[:n]
	o.flows(flow, p, cells)
	first := line.First(i)
	along := o.along[:n]
	for j, x := range cells {
		along[(int(x)-first)/line.Stride] = flow[j]
	}
	x := first
	for c, own := range along {
		rate := share / (p[x] + Least)
		row := o.rows.P[x*o.wide+o.first[axis]:][:n-1]
		before, after := along[:c], along[c+1:]
		for d, v := range before {
			row[d] = rate * lower(v, own)
		}
		row = row[c:]
		for d, v := range after {
			row[d] = rate * lower(v, own)
		}
		x += line.Stride
	}
}

// lower is the smaller of two numbers.
func lower(v, w float64) float64 {
	if v > w {
		return w
	}
	return v
}

// rank sorts cells by mass. From one level to the next few change places.
func rank(cells []int32, p []float64) {
	for j := 1; j < len(cells); j++ {
		x := cells[j]
		v := p[x]
		i := j
		for i > 0 && p[cells[i-1]] > v {
			cells[i] = cells[i-1]
			i--
		}
		cells[i] = x
	}
}
