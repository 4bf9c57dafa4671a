package kernels

import (
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Slice is slice sampling (Neal, 2003) along a random axis, without a search for the
// slice. It draws a level u uniformly between 0 and f(x), picks an axis, each as probable,
// and moves to one of the cells y with f(y) > u on the line along that axis through x,
// each as probable, x being one of them.
//
// Let N(u) be the number of those cells. On one line the flow is
//
//	f(x) T(x,y) = S(min(f(x), f(y))),   S(v) = the integral of 1/N(u) from 0 to v,
//
// and x and y can change places in it: the kernel is reversible. N is constant between
// the sorted values v_1 <= ... <= v_n of a line, so that S is a sum,
//
//	S(v_j) = (v_1 - v_0)/n + (v_2 - v_1)/(n-1) + ... + (v_j - v_(j-1))/(n-j+1),   v_0 = 0.
//
// A walker in a cell without mass has the level 0: it moves to a cell that has mass, and
// stays on a line that has none. It takes all cells above u, and needs no order to step out
// along: all kinds of axes are alike.
type Slice struct{}

// On refuses lines that are too long: any two cells of a line are joined.
func (Slice) On(g grid.Grid) (chains.Operator, error) {
	if float64(g.Size())*alongLines(g) > mostJoined*mostJoined {
		return nil, fmt.Errorf("it moves from each cell to all on its lines, which on %d cells are too many edges",
			g.Size())
	}
	return flows.New(g, func() flows.Form {
		lines := linesOf(g)
		return flows.Form{
			Graph:    lines.graph(),
			Float:    slicing[numbers.Float](lines),
			Wide:     slicing[numbers.Wide](lines),
			Interval: slicing[*numbers.Interval](lines),
		}
	}), nil
}

// Cost counts the other cells of a line, on average over the axes.
func (Slice) Cost(g grid.Grid) float64 { return alongLines(g) / float64(g.Axes()) }

// lines are the lines of a grid along all axes, each a list of cells.
type lines struct {
	cells [][]int32
	axes  int
}

func linesOf(g grid.Grid) lines {
	all := lines{axes: g.Axes()}
	for axis := range g.Axes() {
		along := g.Lines(axis)
		for i := range along.Count {
			line := make([]int32, along.Length)
			for c := range line {
				line[c] = int32(along.First(i) + c*along.Stride)
			}
			all.cells = append(all.cells, line)
		}
	}
	return all
}

// graph joins any two cells of a line, line by line.
func (l lines) graph() *flows.Graph {
	e := &flows.Graph{}
	for _, line := range l.cells {
		for i, x := range line {
			for _, y := range line[i+1:] {
				e.Add(int(x), int(y), 0)
			}
		}
	}
	return e
}

// slicing finds S of the cells of each line. S rises, so that the flow is the lesser S of two cells. From one level to
// the next few cells change places, so that the order of a line is kept.
func slicing[N numbers.Number[N]](l lines) flows.Flows[N] {
	var order [][]int // by line, the places of its cells in the order of their masses
	for _, line := range l.cells {
		places := make([]int, len(line))
		for i := range places {
			places[i] = i
		}
		order = append(order, places)
	}
	var s, mass []N
	return flows.Flows[N]{Set: func(c []N, m flows.Masses[N]) {
		one := m.P[0].Of(1)
		share := one.Over(one.Of(float64(l.axes)))
		at := 0
		for k, line := range l.cells {
			mass = mass[:0]
			for _, x := range line {
				mass = append(mass, m.P[x])
			}
			s = heights(s, mass, order[k], share)
			for i, here := range s {
				for _, other := range s[i+1:] {
					c[at] = here.Min(other)
					at++
				}
			}
		}
	}}
}

// heights returns share times S by place, in s if that has room. order has the places of the masses, about in their
// order, and is put right. Masses v whose order is not known have one S between them: N lies between the number of
// those from the first of them on, and of those from the last on.
func heights[N numbers.Number[N]](s, mass []N, order []int, share N) []N {
	n := len(mass)
	for j := range order {
		for i := j; i > 0 && mass[order[i]].Compare(mass[order[i-1]]) < 0; i-- {
			order[i], order[i-1] = order[i-1], order[i]
		}
	}
	s = slices.Grow(s[:0], n)[:n]
	sum := share.Of(0)
	last := share.Of(0)
	over := func(mass N, number int) N { return mass.Times(share).Over(share.Of(float64(number))) }
	for first := 0; first < n; {
		next := first + 1
		v := mass[order[first]]
		for next < n && !v.AtMost(mass[order[next]]) {
			v = v.Or(mass[order[next]])
			next++
		}
		sum = sum.Plus(over(v.Rest(last), n-first))
		if next > first+1 {
			sum = sum.Plus(over(v.Rest(mass[order[first]]), n-next+1))
		}
		for _, place := range order[first:next] {
			s[place] = sum
		}
		last = v
		first = next
	}
	return s
}
