package kernels

import (
	"math/big"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
	"breadboard/grid/orbits"
)

// HeatBath is random-scan Gibbs sampling: it picks an axis at random and redraws that
// coordinate from its conditional given the others. It is reversible. A line without mass
// has no conditional; there the walker stays. The order of values plays no part: all kinds of
// axes are alike.
type HeatBath struct{}

func (HeatBath) On(g grid.Grid) chains.Operator { return operators.NewRedraw(g) }

func (HeatBath) Definition(g grid.Grid) chains.Definition {
	all := chains.OneOf{Shares: slices.Repeat([]*big.Rat{big.NewRat(1, int64(g.Axes()))}, g.Axes())}
	for a := range g.Axes() {
		all.Parts = append(all.Parts, chains.Redrawn{Grid: g, Axis: a})
	}
	return all
}

// Facts counts the other cells of a line, on average over the axes.
func (HeatBath) Facts(g grid.Grid) chains.Facts {
	rest := reach(g, g.Size())
	return chains.Facts{Cost: rest / float64(g.Axes()), Moves: rest}
}

// Line redraws the coordinate along one axis from its conditional given the others. It is
// reversible; alone it never leaves a line.
type Line struct{ Axis int }

// On returns the operator on g, which must have the axis.
func (k Line) On(g grid.Grid) chains.Operator { return operators.NewRedraw(g, k.Axis) }

func (k Line) Definition(g grid.Grid) chains.Definition { return chains.Redrawn{Grid: g, Axis: k.Axis} }

// Facts counts the other cells of the line.
func (k Line) Facts(g grid.Grid) chains.Facts {
	rest := float64(g.Len(k.Axis) - 1)
	return chains.Facts{Cost: rest, Moves: rest}
}

// Blocks is Gibbs sampling by blocks of coordinates. The axes are cut, in their order, into
// blocks of Axes each, the last perhaps shorter; one block is picked at random, each as
// probable, and all its coordinates are redrawn together from their conditional given the
// others. It is reversible. With one axis a block it is HeatBath, with all in one block
// Perfect. As there, all kinds of axes are alike.
type Blocks struct{ Axes int }

// On returns the operator on g. It panics if Axes is below 1.
func (k Blocks) On(g grid.Grid) chains.Operator { return HeatBath{}.On(g.Merged(k.Axes)) }

func (k Blocks) Definition(g grid.Grid) chains.Definition {
	return HeatBath{}.Definition(g.Merged(k.Axes))
}

// Facts counts the other cells of a block, on average over the blocks.
func (k Blocks) Facts(g grid.Grid) chains.Facts { return HeatBath{}.Facts(g.Merged(k.Axes)) }

// GibbsSweep is Gibbs sampling in a fixed order: it redraws the coordinate along axis 0
// from its conditional given the others, then that along axis 1, and so on. It leaves the
// density invariant and is not reversible on a grid of several axes; its reversal begins
// with the last. All kinds of axes are alike.
type GibbsSweep struct{}

func (GibbsSweep) On(g grid.Grid) chains.Operator { return sweep(g).On(g) }

func (GibbsSweep) Definition(g grid.Grid) chains.Definition { return sweep(g).Definition(g) }

// Facts counts the other cells of a line along every axis. The density of the cell where a
// redraw ends is known from the redraw.
func (GibbsSweep) Facts(g grid.Grid) chains.Facts { return sweep(g).Facts(g) }

func sweep(g grid.Grid) Cycle {
	var lines []chains.Kernel
	for a := range g.Axes() {
		lines = append(lines, Line{a})
	}
	return Cycle{lines}
}

// GibbsMetropolis is Metropolised Gibbs sampling (Liu 1996) along a random axis, each as probable. With p for
// the conditional of the line through x, it proposes a value y other than that of x with probability
// p(y)/(1-p(x)), and accepts with min(1, (1-p(x))/(1-p(y))). It is reversible, and by Peskun's order never
// worse than HeatBath: a value is rarely drawn again.
//
// A value of probability 1 stays, and so does the walker on a line without mass. From a cell without mass it
// goes by the conditional. All kinds of axes are alike: any other value is proposed.
type GibbsMetropolis struct{}

func (k GibbsMetropolis) On(g grid.Grid) chains.Operator {
	o := operators.NewReversible(g, nil, k.Definition(g))
	o.Pulls = operators.NewSortedLines(g, 1, pullOthers).PullPair
	return o
}

func (GibbsMetropolis) Definition(g grid.Grid) chains.Definition {
	return chains.Outcomes{
		Out:      g.Axes(),
		Kept:     float64(g.Axes()),
		Float:    newOtherCells[numbers.Float](g).at,
		Interval: newOtherCells[*numbers.Interval](g).at,
		Wide:     newOtherCells[numbers.Wide](g).at,
		Choice:   newOtherCells[numbers.Float](g).choice,
		Widest:   2 * slices.Max(g.Lens()),
	}
}

// Facts counts the other cells of a line, on average over the axes, and the bytes of their order.
func (GibbsMetropolis) Facts(g grid.Grid) chains.Facts {
	rest := reach(g, g.Size())
	return written(rest/float64(g.Axes()), rest, operators.SortedLinesBytes(g))
}

// otherCells know 1-p without a difference: rest f(most) over the mass of the line, where most is the largest
// other cell on the line, and rest is the sum of f/f(most) over all others.
type otherCells[N numbers.Number[N]] struct {
	grid grid.Grid
	v    chains.View[N]
	one  N
	all  []onLine[N] // by cell and axis; nil if rows are not asked for

	line  []onLine[N] // by place on one line
	after []N         // likewise, f over its largest
}

// An onLine is what a cell knows of the other cells on its line.
type onLine[N any] struct {
	most int // -1 if none has mass
	rest N
}

func newOtherCells[N numbers.Number[N]](g grid.Grid) *otherCells[N] { return &otherCells[N]{grid: g} }

func (o *otherCells[N]) at(v chains.View[N]) chains.Row[N] {
	o.see(v)
	axes := o.grid.Axes()
	if o.all == nil {
		o.all = make([]onLine[N], o.grid.Size()*axes)
	}
	for axis := range axes {
		line := o.grid.Lines(axis)
		for x := range o.grid.Size() {
			o.all[x*axes+axis] = o.find(line, x)
		}
	}
	return o.row
}

// see looks at a level, of which no cell is known yet.
func (o *otherCells[N]) see(v chains.View[N]) {
	o.v = v
	o.one = v.Num(1)
}

// find looks for the other cells on the line through x.
func (o *otherCells[N]) find(line grid.Lines, x int) onLine[N] {
	i, _ := line.Of(x)
	found := onLine[N]{most: -1, rest: o.v.Num(0)}
	o.each(line, i, func(y int) {
		if y != x && (found.most < 0 || o.v.Compare(y, found.most) > 0) {
			found.most = y
		}
	})
	o.each(line, i, func(y int) {
		if y != x {
			found.rest = found.rest.Plus(o.v.Quotient(y, found.most))
		}
	})
	return found
}

// each visits the cells with mass on a line.
func (o *otherCells[N]) each(line grid.Lines, i int, visit func(y int)) {
	for c := range line.Length {
		if y := line.First(i) + c*line.Stride; o.v.Has(y) {
			visit(y)
		}
	}
}

// row goes through the axes.
func (o *otherCells[N]) row(x int, visit func(y int, weight N)) {
	axes := o.grid.Axes()
	for axis := range axes {
		o.along(o.grid.Lines(axis), x, func(y int) onLine[N] { return o.all[y*axes+axis] }, visit)
	}
}

// along visits the outcomes along a line, of whose cells others tells the other cells. It rejects with
// (1-p(x))/(1-p(y)) taken from 1, which is (p(x)-p(y))/(1-p(y)).
func (o *otherCells[N]) along(line grid.Lines, x int, others func(y int) onLine[N], visit func(y int, weight N)) {
	here := others(x)
	if here.most < 0 {
		visit(x, o.one)
		return
	}
	i, _ := line.Of(x)
	o.each(line, i, func(y int) {
		if y == x {
			return
		}
		proposed := o.v.Quotient(y, here.most).Over(here.rest)
		if !o.v.Has(x) {
			visit(y, proposed)
			return
		}
		there := others(y)
		_, less := o.v.Metropolis(x, y)
		rejected := less.Times(o.v.Quotient(x, there.most)).Over(there.rest)
		accepted := o.v.Quotient(here.most, there.most).Times(here.rest).Over(there.rest).Min(o.one)
		visit(y, proposed.Times(accepted))
		visit(x, proposed.Times(rejected))
	})
}

// choice visits the outcomes along one axis, and knows no cell beforehand.
func (o *otherCells[N]) choice(v chains.View[N]) chains.Choice[N] {
	o.see(v)
	lines := linesOf(o.grid)
	var line grid.Lines
	others := func(y int) onLine[N] {
		_, at := line.Of(y)
		return o.line[at]
	}
	return func(x, axis int, visit func(y int, weight N)) {
		line = lines[axis]
		i, _ := line.Of(x)
		o.findLine(line, i)
		o.along(line, x, others, visit)
	}
}

// findLine finds the other cells of all cells on a line at once. The largest cell of the line is the largest other cell
// of all but itself. The others of a cell are those before it and those after it, so that nothing is subtracted.
func (o *otherCells[N]) findLine(line grid.Lines, i int) {
	zero := o.v.Num(0)
	o.line = o.line[:0]
	o.after = o.after[:0]
	largest := -1
	o.each(line, i, func(y int) {
		if largest < 0 || o.v.Compare(y, largest) > 0 {
			largest = y
		}
	})
	before := zero
	for c := range line.Length {
		y := line.First(i) + c*line.Stride
		share := zero
		if o.v.Has(y) {
			share = o.v.Quotient(y, largest)
		}
		o.line = append(o.line, onLine[N]{most: largest, rest: before})
		o.after = append(o.after, share)
		before = before.Plus(share)
	}
	after := zero
	for c := line.Length - 1; c >= 0; c-- {
		o.line[c].rest = o.line[c].rest.Plus(after)
		after = after.Plus(o.after[c])
	}
	if largest >= 0 {
		_, at := line.Of(largest)
		o.line[at] = o.find(line, largest)
	}
}

// pullOthers goes through the cells of a line, of rising mass. With r for the mass of all other cells, cell j gains
//
//	the sum of p_i/r_i (f_i - f_j) over those before it, and 1/r_j times the sum of p_i (f_i - f_j) over
//	those after it.
//
// r is a buffer.
func pullOthers(dst, f *chains.Pair, p []float64, cells []int32, r []float64, share float64) {
	sum := 0.0
	for j := len(cells) - 1; j >= 0; j-- {
		r[j] = sum
		sum += p[cells[j]]
	}
	sum = operators.Least
	for j, x := range cells {
		r[j] += sum
		sum += p[x]
	}
	for k := range 2 {
		dst, f := dst[k], f[k]
		weight, sum := 0.0, 0.0
		for j, x := range cells {
			dst[x] += share * (sum - weight*f[x])
			weight += p[x] / r[j]
			sum += p[x] / r[j] * f[x]
		}
		weight, sum = 0, 0
		for j := len(cells) - 1; j >= 0; j-- {
			x := cells[j]
			dst[x] += share / r[j] * (sum - weight*f[x])
			weight += p[x]
			sum += p[x] * f[x]
		}
	}
}

// OnLines says that it picks among all axes.
func (HeatBath) OnLines(self chains.Kernel) (lined, thatMove bool) { return isA[HeatBath](self), false }

// OnLines says that it picks among all axes.
func (GibbsMetropolis) OnLines(self chains.Kernel) (lined, thatMove bool) {
	return isA[GibbsMetropolis](self), false
}

// OnOrbits is Barker's on axes of two values, where both are the same kernel.
func (HeatBath) OnOrbits(self chains.Kernel, s *orbits.Space, o *operators.Written) (turn Turn) {
	if !isA[HeatBath](self) || len(s.Axis) != 1 || s.Axis[0].Size() != 2 {
		return nil
	}
	other := func(_ grid.Grid, at int) ([]int, int) { return []int{1 - at}, 1 }
	o.PullsBy(operators.NewEdges(s, s.Axes+s.Still, other).Harmonic)
	return barkerTurn
}
