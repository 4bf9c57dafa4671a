package kernels

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Hamiltonian is Hamiltonian Monte Carlo (Duane et al. 1987; Neal 2011) with a leapfrog on whole
// numbers. Positions are cells and velocities are whole. As in Levesque and Verlet (1993) and Skeel
// (1999) every kick is a whole number that depends on the position alone. So the leapfrog keeps
// volume and runs backwards without an error.
//
// A step draws the number of leapfrog steps, from 1 to Steps. (Where log f is flat, three steps always
// move by a multiple of 3, so a fixed number would not reach every cell.) Then it draws the
// velocity v_1. It is a fresh velocity after half a kick: its law q(v; x) is that of the moves of
// Langevin from x. The trajectory is
//
//	x_1 = x + v_1,   v_(i+1) = v_i + K(x_i),   x_(i+1) = x_i + v_(i+1),
//
// where the kick K is twice the drift, rounded at random so that its mean is right. One number u
// between 0 and 1 is drawn for all axes of a kick: 2|h| is rounded up where its fraction exceeds 1 - u.
// (A rounding to the nearest would jump as f changes.) The kick is as probable on the way back. The end
// y with the last velocity v is accepted with
//
//	min(1, f(y) q(-v; y) / f(x) q(v_1; x)).
//
// A trajectory that leaves the box or enters a wall is rejected, and so is one whose last velocity lies
// outside the window. The way back from (y, -v) has the same number of steps, the same cells and the
// same kicks, so the flow between x and y is symmetric and the kernel is reversible. The rows are sums
// over all trajectories. With one step it is Langevin. On a ring positions are counted modulo its length, and
// trajectories go round; a spin is a line of two.
type Hamiltonian struct {
	Steps int     // the largest number of leapfrog steps
	Size  float64 // the standard deviation of a velocity along an axis, in cells a step
}

// Fits refuses three labels and more: positions and velocities are numbers.
func (Hamiltonian) Fits(g grid.Grid) error { return ordered(g) }

// On returns the operator on g. It pulls without a list of the rows. It panics if Definition does.
func (k Hamiltonian) On(g grid.Grid) chains.Operator {
	o := operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
	o.Pulls = o.PullRows
	return o
}

// Definition has all trajectories. It panics if there are no steps, or the size is not from 0.25 to 16.
func (k Hamiltonian) Definition(g grid.Grid) chains.Definition {
	if k.Steps < 1 || !validSize(k.Size) {
		panic(fmt.Sprintf("kernels: trajectories of %d steps of size %v", k.Steps, k.Size))
	}
	return chains.Outcomes{
		Out:      k.Steps,
		Rest:     true,
		Float:    newLeap[numbers.Float](g, k).at,
		Interval: newLeap[*numbers.Interval](g, k).at,
		Wide:     newLeap[numbers.Wide](g, k).at,
		Draw: func(v chains.View[numbers.Float]) func(x int, d chains.Dice) int {
			return newFlight(g, k, v).step
		},
	}
}

// Facts counts the cells of a trajectory of mean length, and the neighbours of each and of its start,
// whose slopes it takes. A program that remembers the slope at the start computes those less. A kick on
// d axes can be rounded in d+1 ways.
func (k Hamiltonian) Facts(g grid.Grid) chains.Facts {
	mean, far := float64(k.Steps+1)/2, 0
	for step := range k.Steps {
		far += windowOf(k.Size) + step*windowOf(k.Size) // a kick is at most two sizes
	}
	kicks := float64(24 + (g.Axes()+1)*(32+8*g.Axes()))
	facts := written(mean+(mean+1)*beside(g), within(g, far), driftBytes(g, k.Size)+kicks)
	facts.Paths = within(g, windowOf(k.Size)) * math.Pow(float64(g.Axes()+1), float64(k.Steps-1))
	return summed(facts, byRows*facts.Paths)
}

// A leap walks through the trajectories from a cell.
//
// The first moves from every cell are drawn along each axis by itself, from a Gaussian about the drift h, on whole
// numbers:
//
//	q(m) is proportional to exp(-(m - h)² / 2 size²),   h = size² g / 2.
//
// m stays in the box and within the window of two sizes, rounded up. g is the slope of log f along the
// axis: half the difference of the two neighbours, or the difference to one of them if the other lies
// outside the box, in a wall or without mass. Without either, and in a wall or a cell without mass, g
// is 0. The drift is cut to one size, as Roberts and Tweedie (1996) truncate it. On a slope of
// 1,000 nats a cell all moves would otherwise lead to the end of the window, and none back.
type leap[N numbers.Number[N]] struct {
	grid   grid.Grid
	size   float64
	window int
	room   int // for the moves of a law, window or the longest way round labels
	steps  int
	v      []int // the velocity

	view   chains.View[N]
	zero   N
	square N           // size²
	bell   []N         // exp(-m²/2 size²), by m from 0 to the window
	h      []N         // by cell and axis
	q      []N         // by cell, axis and move, from -room on; 0 outside the box
	kicks  [][]kick[N] // by cell; nil before they are needed

	// The trajectories under way:
	visit func(y int, weight N)
	x     int
	there N // the probability of their first velocity
}

func newLeap[N numbers.Number[N]](g grid.Grid, k Hamiltonian) *leap[N] {
	g = straight(g)
	return &leap[N]{grid: g, size: k.Size, window: windowOf(k.Size), room: roomOf(g, k.Size), steps: k.Steps,
		v: make([]int, g.Axes())}
}

// at returns the rows at a level, with its drifts and the laws of the moves.
func (o *leap[N]) at(v chains.View[N]) chains.Row[N] {
	o.see(v)
	if o.h == nil {
		o.h = make([]N, o.grid.Size()*o.grid.Axes())
		o.q = make([]N, len(o.h)*(2*o.room+1))
	}
	for x := range o.grid.Size() {
		for a := range o.grid.Axes() {
			o.draw(x, a)
		}
	}
	if o.steps > 1 {
		o.kicks = make([][]kick[N], o.grid.Size())
	}
	return o.row
}

// see looks at a level, of which nothing is computed yet.
func (o *leap[N]) see(v chains.View[N]) {
	o.view = v
	o.zero = v.Num(0)
	if o.bell != nil {
		return
	}
	o.square = v.Num(o.size).Times(v.Num(o.size))
	for m := range o.window + 1 {
		o.bell = append(o.bell, v.Exp(v.Num(float64(-m*m)).Over(o.square.Plus(o.square))))
	}
}

// draw makes the law of the first move from x along an axis.
func (o *leap[N]) draw(x, axis int) { o.h[x*o.grid.Axes()+axis] = o.lawFrom(o.law(x, axis), x, axis) }

// lawFrom sets law to that of the first move from x along an axis, and returns the drift.
func (o *leap[N]) lawFrom(law []N, x, axis int) (h N) {
	sum := o.zero
	for i := range law {
		law[i] = o.zero
	}
	h = o.zero
	if o.grid.Kind(axis) == grid.Any {
		o.toLabels(law, x, axis)
	} else {
		h = o.upAndDown(law, x, axis)
	}
	for _, p := range law {
		sum = sum.Plus(p)
	}
	for i := range law {
		law[i] = law[i].Over(sum)
	}
	return h
}

// upAndDown sets law to the bell times lean^m, and returns the drift.
func (o *leap[N]) upAndDown(law []N, x, axis int) (h N) {
	half := o.square.Over(o.view.Num(2))
	most := o.view.Num(o.size)
	h = half.Times(o.slope(x, axis)).Max(o.zero.Minus(most)).Min(most)
	lean := o.view.Exp(h.Over(o.square))
	up := o.view.Num(1)
	down := o.view.Num(1)
	for m, bell := range o.bell {
		if _, ok := o.grid.Along(x, axis, -m); ok {
			law[o.room-m] = bell.Times(down)
		}
		if _, ok := o.grid.Along(x, axis, m); ok {
			law[o.room+m] = bell.Times(up)
		}
		up, down = up.Times(lean), down.Over(lean)
	}
	return h
}

// A kick is what is added to a velocity, and its probability.
type kick[N any] struct {
	by []int
	p  N
}

func (o *leap[N]) row(x int, visit func(y int, weight N)) {
	one := o.view.Num(1)
	o.x, o.visit = x, visit
	o.eachAlong(x, x, 0, o.v, one, func(y int, there N) {
		o.there = there
		o.reach(y, 1, one)
	})
}

// reach takes y for the end of a trajectory, and goes on from there. chance is that of the kicks so far.
func (o *leap[N]) reach(y, step int, chance N) {
	if !o.view.Open(y) {
		return
	}
	if y != o.x {
		// It is proposed with probability there, and back: accepted is the smaller of there and back f(y)/f(x).
		accepted := o.back(y, o.v)
		switch {
		case accepted.IsZero():
		case !o.view.Has(o.x):
			accepted = o.there
		default:
			accepted = o.there.Min(o.view.Quotient(y, o.x).Times(accepted))
		}
		o.visit(y, chance.Times(accepted))
	}
	if step == o.steps {
		return
	}
	if o.kicks[y] == nil {
		o.kicks[y] = o.kicksAt(o.h[y*len(o.v):][:len(o.v)])
	}
kicks:
	for _, k := range o.kicks[y] {
		to, ok := y, true
		for axis, by := range k.by {
			if to, ok = o.grid.Along(to, axis, o.v[axis]+by); !ok {
				continue kicks
			}
		}
		for axis, by := range k.by {
			o.v[axis] += by
		}
		o.reach(to, step+1, chance.Times(k.p))
		for axis, by := range k.by {
			o.v[axis] -= by
		}
	}
}

// kicksAt lists the kicks in a cell with these drifts, by axis. A kick along an axis is one of the two whole numbers
// beside twice the drift.
func (o *leap[N]) kicksAt(drifts []N) (all []kick[N]) {
	by := make([]int, len(drifts))
	var along func(axis int, least, most N)
	along = func(axis int, least, most N) {
		switch {
		case most.AtMost(least):
			return
		case axis == len(by):
			all = append(all, kick[N]{slices.Clone(by), most.Rest(least)})
			return
		}
		h := drifts[axis]
		low, high := h.Plus(h).Floors()
		for k := low; k <= high+1; k++ {
			by[axis] = k
			from, to := o.rounded(h.Plus(h), k)
			along(axis+1, least.Max(from), most.Min(to))
		}
	}
	along(0, o.zero, o.view.Num(1))
	return all
}

// rounded returns the 1 - u for which twice is rounded to k. Its size c is rounded up where 1 - u is less than
// its fraction, so 1 - u lies between c - |k| and c - |k| + 1.
func (o *leap[N]) rounded(twice N, k int) (from, to N) {
	c, v := twice, o.view
	switch {
	case k < 0:
		c = o.zero.Minus(twice)
	case k == 0:
		c = twice.Max(o.zero.Minus(twice))
	}
	size := float64(max(k, -k))
	return c.Minus(v.Num(size)), c.Minus(v.Num(size - 1))
}

// validSize reports whether moves may have this size. The bell of a smaller one has no second cell,
// and the window of a larger one is wider than any box on which it helps.
func validSize(size float64) bool { return size >= 0.25 && size <= 16 }

// windowOf is the length of the longest first move along an axis, in cells.
func windowOf(size float64) int { return int(math.Ceil(2 * size)) }

// reached are the first and the last of the first moves along an axis.
func (o *leap[N]) reached(axis int) (least, most int) {
	if o.grid.Kind(axis) == grid.Any {
		return 0, o.grid.Len(axis) - 1
	}
	return -o.window, o.window
}

// driftBytes counts the bytes that a leap keeps for a cell: a drift and a law per axis, and log f, which
// its level keeps.
func driftBytes(g grid.Grid, size float64) float64 {
	return float64(8*g.Axes()*(2*roomOf(g, size)+2) + 8)
}

// within is the number of other cells that differ from a cell by at most `most` along every axis, or by any label.
func within(g grid.Grid, most int) float64 {
	cells := 1.0
	for a, n := range g.Lens() {
		if g.Kind(a) != grid.Any {
			n = min(n, 2*most+1)
		}
		cells *= float64(n)
	}
	return cells - 1
}

// law is q along an axis from x, by m from -room on.
func (o *leap[N]) law(x, axis int) []N {
	width := 2*o.room + 1
	return o.q[(x*o.grid.Axes()+axis)*width:][:width]
}

// slope is g.
func (o *leap[N]) slope(x, axis int) N {
	ends, cells := [2]int{x, x}, 0.0
	for side := range ends {
		if y, ok := o.grid.Along(x, axis, 2*side-1); ok && o.view.Open(y) {
			ends[side] = y
			cells++
		}
	}
	if cells == 0 || !o.view.Open(x) {
		return o.zero
	}
	return o.view.Rise(ends[0], ends[1]).Over(o.view.Num(cells))
}

// back is the probability that the first move from y is -v.
func (o *leap[N]) back(y int, v []int) (p N) {
	for axis, m := range v {
		at, ok := o.turned(axis, m)
		if !ok {
			return o.zero
		}
		q := o.law(y, axis)[at]
		if axis == 0 {
			p = q
		} else {
			p = p.Times(q)
		}
	}
	return p
}

// turned is the place of -m in a law along an axis. It is not ok if that has no room for it.
func (o *leap[N]) turned(axis, m int) (at int, ok bool) {
	if m > o.room || m < -o.room {
		return 0, false
	}
	if o.grid.Kind(axis) == grid.Any && m > 0 { // on, round the labels
		m -= o.grid.Len(axis)
	}
	return o.room - m, true
}

// eachAlong sets v, from an axis on, to every first move from x inside the box, and calls do with the cell that it
// leads to and the probability of the move. The moves along the axes before it lead to y, with probability there.
func (o *leap[N]) eachAlong(x, y, axis int, v []int, there N, do func(y int, there N)) {
	if axis == len(v) {
		do(y, there)
		return
	}
	law := o.law(x, axis)
	least, most := o.reached(axis)
	for m := least; m <= most; m++ {
		if to, ok := o.grid.Along(y, axis, m); ok {
			v[axis] = m
			o.eachAlong(x, to, axis+1, v, there.Times(law[o.room+m]), do)
		}
	}
}
