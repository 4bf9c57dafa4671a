package kernels

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Slice is slice sampling (Neal, 2003) along a random axis, without a search for the
// slice. It draws a level u uniformly between 0 and f(x), and picks an axis uniformly. On the line along that axis
// through x it moves to one of the cells y with f(y) > u, each equally probable. x is one of them.
//
// Let N(u) be the number of these cells. On one line the flow is
//
//	f(x) T(x,y) = S(min(f(x), f(y))),   S(v) = the integral of 1/N(u) from 0 to v,
//
// and x and y can change places in it: the kernel is reversible. N is constant between
// the sorted values v_1 <= ... <= v_n of a line, so that S is a sum,
//
//	S(v_j) = (v_1 - v_0)/n + (v_2 - v_1)/(n-1) + ... + (v_j - v_(j-1))/(n-j+1),   v_0 = 0.
//
// A walker in a cell without mass has the level 0, and no cell without mass is above a level: it moves to one of the
// cells with mass, and stays on a line without mass. The kernel takes all cells above u, and needs no order to step out
// along: the kinds of axes make no difference.
type Slice struct{}

// On refuses lines that are too long: any two cells of a line are joined.
func (Slice) On(g grid.Grid) (chains.Operator, error) {
	if err := tooMany(g, onLines(g)); err != nil {
		return nil, err
	}
	return flows.New(g, func() flows.Form {
		e := &flows.Graph{}
		eachLine(g, func(line []int) { join(e, line) })
		return flows.Form{
			Graph:    e,
			Float:    slicing[numbers.Float](g),
			Interval: slicing[*numbers.Interval](g),
		}
	}), nil
}

// Cost counts the other cells of a line, on average over the axes.
func (Slice) Cost(g grid.Grid) float64 { return onLines(g) / float64(g.Axes()) }

// eachLine calls do with the cells of each line, axis by axis.
func eachLine(g grid.Grid, do func(line []int)) {
	for axis := range g.Axes() {
		lines := g.Lines(axis)
		line := make([]int, lines.Length)
		for i := range lines.Count {
			for c := range line {
				line[c] = lines.First(i) + c*lines.Stride
			}
			do(line)
		}
	}
}

// join adds an edge between any two of some cells.
func join(e *flows.Graph, cells []int) {
	for i, x := range cells {
		for _, y := range cells[i+1:] {
			e.Add(x, y, 0)
		}
	}
}

// slicing returns flows by S of the cells of each line. S rises, so that a flow is the smaller S of two cells. Only
// cells with mass count in N. A walker stays with probability S(f(x))/f(x) on each line.
func slicing[N numbers.Number[N]](g grid.Grid) flows.Flows[N] {
	stay := make([]N, g.Size())
	set := func(c []N, m flows.Masses[N]) {
		share := m.P[0].Of(1).Over(m.P[0].Of(float64(g.Axes())))
		zero := m.P[0].Of(0)
		for x := range stay {
			stay[x] = zero
		}
		var s, mass, rising []N
		at := 0
		eachLine(g, func(line []int) {
			mass = mass[:0]
			for _, x := range line {
				if m.Has(int32(x)) {
					mass = append(mass, m.P[x])
				}
			}
			rising = heights(rising, mass, share)
			s = s[:0]
			next := 0
			for _, x := range line {
				here := zero
				switch {
				case m.Has(int32(x)):
					here = rising[next]
					stay[x] = stay[x].Plus(here.Over(m.P[x]))
					next++
				case len(mass) == 0:
					stay[x] = stay[x].Plus(share)
				default: // all cells with mass are equally probable
					here = m.P[x].Times(share).Over(zero.Of(float64(len(mass))))
				}
				s = append(s, here)
			}
			for i, here := range s {
				for _, other := range s[i+1:] {
					c[at] = here.Min(other)
					at++
				}
			}
		})
	}
	return flows.Flows[N]{Set: set, Stay: func(x int) N { return stay[x] }}
}

// heights returns share times S by place, in s if that has room. Masses v whose order is not known share one S: N lies
// between the number of masses from the first of them on, and the number from the last on.
func heights[N numbers.Number[N]](s, mass []N, share N) []N {
	n := len(mass)
	order := make([]int, n)
	for place := range order {
		order[place] = place
	}
	slices.SortFunc(order, func(a, b int) int { return mass[a].Compare(mass[b]) })
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
		sum = sum.Plus(over(v.Excess(last), n-first))
		if next > first+1 {
			sum = sum.Plus(over(v.Excess(mass[order[first]]), n-next+1))
		}
		for _, place := range order[first:next] {
			s[place] = sum
		}
		last = v
		first = next
	}
	return s
}
