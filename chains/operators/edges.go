package operators

import (
	"cmp"
	"slices"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/grid"
	"breadboard/grid/orbits"
)

// Edges are the pairs of orbits that a move leads between. From a cell of orbit x to the cells of orbit y there are
// so many ways, and from y to x others; the sizes of the orbits make up for that. So p(x) times the ways there and
// p(y) times the ways back, with p the masses of orbits, are to each other as the densities of two cells. The flow
// between the orbits follows from these two as that along an edge of a box follows from the masses of its ends.
type Edges struct {
	each  float64 // the probability of a way
	first []int   // by orbit, the first of its edges; and one more
	all   []edge
	ends  []end // nil until a pair is pulled
}

type edge struct{ to, there, back int32 }

// An end has what an edge needs of an orbit, in one place of the memory.
type end struct{ p, f0, f1 float64 }

// EdgeBytes is the size of an edge, which both its ends have.
const EdgeBytes = 12

// NewEdges returns the edges of moves along a random axis, each axis as probable. moves lists the places that equally
// probable moves lead to on an axis, those off its end apart, and how many moves there are.
func NewEdges(s *orbits.Space, axes int, moves func(axis grid.Grid, at int) (to []int, of int)) *Edges {
	e, all := &Edges{}, 1 // moves along an axis, the same number along each
	for _, axis := range s.Axis {
		_, of := moves(axis, 0)
		all *= of
	}
	e.each = 1 / float64(axes*all)
	for x := range s.Size() {
		e.first = append(e.first, len(e.all))
		s.Lines(x, func(l orbits.Line) {
			to, of := moves(s.Axis[l.Axis], l.At)
			for _, v := range to {
				y := l.On[v]
				if y == int32(x) {
					continue
				}
				mine := e.all[e.first[x]:]
				i := slices.IndexFunc(mine, func(e edge) bool { return e.to == y })
				if i < 0 {
					i, e.all = len(mine), append(e.all, edge{to: y})
					mine = e.all[e.first[x]:]
				}
				mine[i].there += int32(l.Count * all / of)
			}
		})
		slices.SortFunc(e.all[e.first[x]:], func(a, b edge) int { return cmp.Compare(a.to, b.to) })
	}
	e.first = append(e.first, len(e.all))
	for x := range s.Size() {
		mine := e.of(x)
		for i, there := range mine {
			theirs := e.of(int(there.to))
			j, _ := slices.BinarySearchFunc(theirs, int32(x), func(e edge, x int32) int { return cmp.Compare(e.to, x) })
			mine[i].back = theirs[j].there
		}
	}
	return e
}

// of lists the edges of an orbit.
func (e *Edges) of(x int) []edge { return e.all[e.first[x]:e.first[x+1]] }

// Lesser pulls pairs by the conductance of Metropolis.
func (e *Edges) Lesser(dst, base, f *chains.Pair, p []float64, share float64) {
	e.pull(dst, base, f, p, share, false)
}

// Harmonic pulls pairs by the conductance of Barker.
func (e *Edges) Harmonic(dst, base, f *chains.Pair, p []float64, share float64) {
	e.pull(dst, base, f, p, share, true)
}

func (e *Edges) pull(dst, base, f *chains.Pair, p []float64, share float64, harmonic bool) {
	if e.ends == nil {
		e.ends = make([]end, len(p))
	}
	for x := range e.ends {
		e.ends[x] = end{p[x], f[0][x], f[1][x]}
	}
	crew.Parallel(len(p), func(from, to int) {
		for x := from; x < to; x++ {
			here := e.ends[x]
			gain0 := 0.0
			gain1 := 0.0
			for _, y := range e.of(x) {
				there := &e.ends[y.to]
				a := here.p * float64(y.there)
				b := there.p * float64(y.back)
				c := min(a, b)
				if harmonic {
					c = a * b / (a + b + Least)
				}
				gain0 += c * (there.f0 - here.f0)
				gain1 += c * (there.f1 - here.f1)
			}
			rate := share * e.each / (here.p + Least)
			dst[0][x] = base[0][x] + rate*gain0
			dst[1][x] = base[1][x] + rate*gain1
		}
	})
}
