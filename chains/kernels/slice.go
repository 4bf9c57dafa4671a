package kernels

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
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

func (k Slice) On(g grid.Grid) chains.Operator {
	o := operators.NewReversible(g, nil, k.Definition(g))
	o.Pulls = operators.NewSortedLines(g, 1./2, pullLine).PullPair // S(v) is v/2 for the smaller of two
	var rows *operators.LineRows                                   // made when they are first asked for
	o.Lists = func(p []float64) *lanes.Rows {
		if rows == nil {
			rows = operators.NewLineRows(g, sliceFlows)
		}
		return rows.At(p)
	}
	return o
}

func (Slice) Definition(g grid.Grid) chains.Definition {
	return chains.Outcomes{
		Out:      g.Axes(),
		Float:    slicing[numbers.Float](g),
		Interval: slicing[*numbers.Interval](g),
		Wide:     slicing[numbers.Wide](g),
		Choice:   slicingAlong[numbers.Float](g),
		Widest:   slices.Max(g.Lens()),
	}
}

// Facts counts the other cells of a line, on average over the axes, and the bytes of the
// order of cells on lines longer than two.
func (Slice) Facts(g grid.Grid) chains.Facts {
	rest := reach(g, g.Size())
	return written(rest/float64(g.Axes()), rest, operators.SortedLinesBytes(g))
}

// shortLine is the length of a line that is sorted sooner than looked up.
const shortLine = 4

// slicing gives each cell y the probability S(f(y))/f(x) if it has less mass than x, and S(f(x))/f(x) if it
// has as much or more. Lines up to a length are sorted whenever they are asked for, and longer ones once a level.
func slicing[N numbers.Number[N]](g grid.Grid) chains.Rule[N] {
	lines := linesOf(g)
	return func(v chains.View[N]) chains.Row[N] {
		one := v.Num(1)
		known := make([][]line[N], g.Axes()) // the long lines, by axis, as they are needed
		return func(x int, visit func(y int, weight N)) {
			for axis, along := range lines {
				i, _ := along.Of(x)
				if along.Length <= shortLine {
					sorted := newLine(v, along, i)
					sorted.from(v, one, x, visit)
					continue
				}
				if known[axis] == nil {
					known[axis] = make([]line[N], along.Count)
				}
				l := &known[axis][i]
				if l.cells == nil {
					*l = newLine(v, along, i)
				}
				l.from(v, one, x, visit)
			}
		}
	}
}

// linesOf are the lines along each axis.
func linesOf(g grid.Grid) []grid.Lines {
	lines := make([]grid.Lines, g.Axes())
	for axis := range lines {
		lines[axis] = g.Lines(axis)
	}
	return lines
}

// slicingAlong makes a step along one axis, and sorts its line whenever it is asked for.
func slicingAlong[N numbers.Number[N]](g grid.Grid) chains.Chooses[N] {
	lines := linesOf(g)
	sorted := &line[N]{}
	return func(v chains.View[N]) chains.Choice[N] {
		one := v.Num(1)
		sorted.compare = v.Compare
		return func(x, axis int, visit func(y int, weight N)) {
			i, _ := lines[axis].Of(x)
			sorted.sort(v, lines[axis], i)
			sorted.from(v, one, x, visit)
		}
	}
}

// A line has the cells with mass on a line, of rising mass, and for each of them S(v)/v, v being its mass:
// the probability of staying there.
type line[N numbers.Number[N]] struct {
	cells   []int
	stay    []N
	compare func(x, y int) int // of the view
}

func newLine[N numbers.Number[N]](v chains.View[N], along grid.Lines, i int) (l line[N]) {
	l = line[N]{cells: make([]int, 0, along.Length), stay: make([]N, 0, along.Length), compare: v.Compare}
	l.sort(v, along, i)
	return l
}

// sort takes each S(v)/v for a mean of the one before it and of 1/N, so that it keeps its digits at any
// depth. Cells whose order is not known have the same probability, which is one of theirs.
func (l *line[N]) sort(v chains.View[N], along grid.Lines, i int) {
	l.cells = l.cells[:0]
	for c := range along.Length {
		if y := along.First(i) + c*along.Stride; v.Has(y) {
			l.cells = append(l.cells, y)
		}
	}
	slices.SortStableFunc(l.cells, l.compare)
	one, n := v.Num(1), len(l.cells)
	l.stay = l.stay[:0]
	for j, y := range l.cells {
		stay := one.Over(v.Num(float64(n - j)))
		if j > 0 {
			less, rest := v.Metropolis(y, l.cells[j-1])
			stay = l.stay[j-1].Times(less).Plus(rest.Times(stay))
		}
		l.stay = append(l.stay, stay)
	}
	for first := 0; first < n; {
		next := first + 1
		for next < n && !v.Less(l.cells[next-1], l.cells[next]) {
			next++
		}
		for j := first; j < next-1; j++ {
			l.stay[j] = l.stay[first].Or(l.stay[next-1])
		}
		l.stay[next-1], first = l.stay[first], next
	}
}

// from visits the cells above a level under f(x). From a cell without mass the level is 0. No cell before x has more.
func (l *line[N]) from(v chains.View[N], one N, x int, visit func(y int, weight N)) {
	if len(l.cells) == 0 {
		visit(x, one)
		return
	}
	here := l.stay[0] // S(v)/v as v falls to 0
	place := slices.Index(l.cells, x)
	if place >= 0 {
		here = l.stay[place]
	}
	for i, y := range l.cells {
		if i == place || i > place && v.Less(x, y) {
			visit(y, here)
		} else {
			less, _ := v.Metropolis(x, y)
			visit(y, l.stay[i].Times(less))
		}
	}
}

// sliceFlows sets s to S of the cells of a line, which are of rising mass.
func sliceFlows(s, p []float64, cells []int32) {
	n := len(cells)
	S := 0.0
	last := 0.0
	for j, x := range cells {
		S += (p[x] - last) / float64(n-j)
		s[j] = S
		last = p[x]
	}
}

// pullLine adds share (T f - f) to dst for the step along one line, whose cells are of
// rising mass. With s_j for S(p_j), cell j gains
//
//	the sum of s_i (f_i - f_j) / p_j over those before it, and s_j/p_j times the sum of
//	f_i - f_j over those after it.
//
// Either sum grows from its smallest term, so that no cell counts beyond its mass. s is a
// buffer for one number a cell.
func pullLine(dst, f *chains.Pair, p []float64, cells []int32, s []float64, share float64) {
	n := len(cells)
	sliceFlows(s, p, cells)
	for k := range 2 {
		dst, f := dst[k], f[k]
		mass, sum := 0.0, 0.0
		for j, x := range cells {
			dst[x] += share / (p[x] + operators.Least) * (sum - mass*f[x])
			mass += s[j]
			sum += s[j] * f[x]
		}
		sum = 0
		for j := n - 1; j >= 0; j-- {
			x := cells[j]
			dst[x] += share * s[j] / (p[x] + operators.Least) * (sum - float64(n-1-j)*f[x])
			sum += f[x]
		}
	}
}
