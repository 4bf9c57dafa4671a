package kernels

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Hamiltonian is Hamiltonian Monte Carlo (Duane et al. 1987; Neal 2011) with a leapfrog on whole
// numbers. Positions are cells and velocities are whole. As in Levesque and Verlet (1993) and Skeel
// (1999) every kick is a whole number that depends on the position alone. So the leapfrog keeps
// volume and runs backwards without an error.
//
// A step draws the number of leapfrog steps, from 1 to Steps. (Where log f is flat, three steps always move by a
// multiple of 3, so that a fixed number would not reach every cell.) Then it draws the velocity v_1. It is a fresh
// velocity after half a kick: its distribution q(v; x) is the one of Langevin's moves from x. The trajectory is
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
// A trajectory that leaves the box, enters a wall or has a last velocity outside the window is rejected. The way back
// from (y, -v) has the same number of steps, the same cells and the same kicks, so the flow between x and y is
// symmetric and the kernel is reversible. The rows are sums over all trajectories. With one step the kernel is
// Langevin. On a ring positions count modulo its length, and trajectories go round. A spin is a line of two.
type Hamiltonian struct {
	Steps int     // the largest number of leapfrog steps
	Size  float64 // the standard deviation of a velocity along an axis, in cells a step
}

// On refuses axes of three labels or more, because positions and velocities are numbers, and spaces with too many
// edges. It panics if there are no steps, or the size is not from 0.25 to 16.
func (k Hamiltonian) On(g grid.Grid) (chains.Operator, error) {
	if k.Steps < 1 || !validSize(k.Size) {
		panic(fmt.Sprintf("kernels: trajectories of %d steps of size %v", k.Steps, k.Size))
	}
	if err := ordered(g); err != nil {
		return nil, err
	}
	g = straight(g)
	if err := tooMany(g, within(g, k.farthest())); err != nil {
		return nil, err
	}
	// Without Stay: the first velocity is 0 so often that staying, 1 less the other steps, keeps its digits.
	return flows.New(g, func() flows.Form {
		e := reachable(g, k)
		return flows.Form{
			Graph:    e,
			Float:    leaping[numbers.Float](g, k, e),
			Interval: leaping[*numbers.Interval](g, k, e),
		}
	}), nil
}

// Cost counts the cells of a trajectory of mean length, and the neighbours of each and of its start, for their slopes.
// A program that remembers the slope at the start saves the neighbours there.
func (k Hamiltonian) Cost(g grid.Grid) float64 {
	mean := float64(k.Steps+1) / 2
	return mean + (mean+1)*neighbourCount(g)
}

// A leap walks through the trajectories from a cell.
//
// The first moves from every cell are drawn along each axis separately, from a Gaussian about the drift h, on whole
// numbers:
//
//	q(m) is proportional to exp(-(m - h)² / 2 size²),   h = size² g / 2.
//
// m stays in the box and within the window of two sizes, rounded up. g is the slope of log f along the axis: half the
// difference of the two neighbours. If one of them lies outside the box, in a wall or without mass, it is the
// difference to the other. If both do, and in a wall or a cell without mass, g is 0. The drift is cut to one size, as
// Roberts and Tweedie (1996) truncate it. Otherwise, on a slope of 1,000 nats a cell, all moves would lead to the end
// of the window, and none back.
type leap[N numbers.Number[N]] struct {
	grid   grid.Grid
	size   float64
	window int
	steps  int
	v      []int // the velocity of the trajectory under way

	m         flows.Masses[N]
	zero, one N
	square    N           // size²
	bell      []N         // exp(-m²/2 size²), by m from 0 to the window
	h         []N         // by cell and axis, the drift
	q         []N         // by cell, axis and move, from -window on; 0 outside the box
	kicks     [][]kick[N] // by cell; nil before they are needed

	// The trajectories under way, which all start in x:
	x     int
	first N       // the probability of their first velocity
	c     []N     // the flows by edge
	place []int32 // by cell, the edge from x
}

// leaping returns the flows along the edges of e, in the order of their lower cells. Each flow is the sum over all
// trajectories from the lower cell.
func leaping[N numbers.Number[N]](g grid.Grid, k Hamiltonian, e *flows.Graph) flows.Flows[N] {
	o := &leap[N]{grid: g, size: k.Size, window: windowOf(k.Size), steps: k.Steps, v: make([]int, g.Axes())}
	return flows.Flows[N]{Set: func(c []N, m flows.Masses[N]) {
		o.aim(m)
		o.c = c
		next := 0
		for x := range m.P {
			first := next
			for ; next < len(c) && e.A[next] == int32(x); next++ {
				c[next] = o.zero
				o.place[e.B[next]] = int32(next)
			}
			o.x = x
			o.eachMove(x, x, 0, o.v, o.one, func(y int, p N) {
				o.first = p
				o.reach(y, 1, o.one)
			})
			for i := first; i < next; i++ {
				c[i] = c[i].Over(o.num(float64(o.steps)))
			}
		}
	}}
}

// num returns v as an N.
func (o *leap[N]) num(v float64) N { return o.one.Of(v) }

// has reports whether x has mass and is no wall.
func (o *leap[N]) has(x int) bool { return o.m.Has(int32(x)) }

// logRatio returns log f(y) - log f(x), and 0 for equal masses: a rounding instead would leave open which way a kick
// goes.
func (o *leap[N]) logRatio(x, y int) N {
	here, there := o.m.P[x], o.m.P[y]
	if here.AtMost(there) && there.AtMost(here) {
		return o.zero
	}
	return there.Over(here).Log()
}

// aim computes the drifts and the distributions of first moves at a level.
func (o *leap[N]) aim(m flows.Masses[N]) {
	o.m = m
	o.zero = m.P[0].Of(0)
	o.one = m.P[0].Of(1)
	n := o.grid.Size()
	if o.bell == nil {
		o.square = o.num(o.size).Times(o.num(o.size))
		for m := range o.window + 1 {
			o.bell = append(o.bell, o.num(float64(-m*m)).Over(o.square.Plus(o.square)).Exp())
		}
		o.h = make([]N, n*o.grid.Axes())
		o.q = make([]N, len(o.h)*(2*o.window+1))
		o.place = make([]int32, n)
	}
	for i := range o.q {
		o.q[i] = o.zero
	}
	for x := range n {
		for axis := range o.grid.Axes() {
			o.setFirstMoves(x, axis)
		}
	}
	o.kicks = make([][]kick[N], n)
}

// setFirstMoves computes the drift along an axis at x, and the distribution of the first move: the bell times lean^m.
func (o *leap[N]) setFirstMoves(x, axis int) {
	q := o.firstMoves(x, axis)
	h := o.cut(o.square.Over(o.num(2)).Times(o.slope(x, axis)), o.num(o.size))
	o.h[x*o.grid.Axes()+axis] = h
	lean := h.Over(o.square).Exp()
	up := o.one
	down := o.one
	for m, bell := range o.bell {
		if _, ok := o.grid.Along(x, axis, -m); ok {
			q[o.window-m] = bell.Times(down)
		}
		if _, ok := o.grid.Along(x, axis, m); ok {
			q[o.window+m] = bell.Times(up)
		}
		up, down = up.Times(lean), down.Over(lean)
	}
	sum := o.zero
	for _, p := range q {
		sum = sum.Plus(p)
	}
	for i := range q {
		q[i] = q[i].Over(sum)
	}
}

// cut returns v, or the nearer of -most and most if v does not lie between them.
func (o *leap[N]) cut(v, most N) N { return v.Max(o.zero.Minus(most)).Min(most) }

// A kick has a change of the velocity, and its probability.
type kick[N any] struct {
	by []int
	p  N
}

// reach takes y for the end of a trajectory, and goes on from there. chance is the probability of the kicks so far. A
// flow is computed from the lower of its two cells, by the probability of the trajectory and of the way back.
func (o *leap[N]) reach(y, step int, chance N) {
	if back := o.wayBack(y, o.v); y > o.x && !back.IsZero() {
		flow := o.m.P[o.x].Times(o.first).Min(o.m.P[y].Times(back)).Times(chance)
		at := o.place[y]
		o.c[at] = o.c[at].Plus(flow)
	}
	if step == o.steps || !o.has(y) {
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
// next to twice the drift.
func (o *leap[N]) kicksAt(drifts []N) (all []kick[N]) {
	by := make([]int, len(drifts))
	var along func(axis int, least, most N)
	along = func(axis int, least, most N) {
		switch {
		case most.AtMost(least):
			return
		case axis == len(by):
			all = append(all, kick[N]{slices.Clone(by), most.Excess(least)})
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
	along(0, o.zero, o.one)
	return all
}

// rounded returns the range of 1 - u for which twice is rounded to k. The size c of twice is rounded up if 1 - u is
// less than its fraction, so that 1 - u lies between c - |k| and c - |k| + 1.
func (o *leap[N]) rounded(twice N, k int) (from, to N) {
	c := twice
	switch {
	case k < 0:
		c = o.zero.Minus(twice)
	case k == 0:
		c = twice.Max(o.zero.Minus(twice))
	}
	size := float64(max(k, -k))
	return c.Minus(o.num(size)), c.Minus(o.num(size - 1))
}

// validSize reports whether moves may have this size. The bell of a smaller one has no second cell. The window of a
// larger one is wider than any box on which it helps.
func validSize(size float64) bool { return size >= 0.25 && size <= 16 }

// windowOf returns the length of the longest first move along an axis, in cells.
func windowOf(size float64) int { return int(math.Ceil(2 * size)) }

// within returns the number of other cells that differ from a cell by at most `most` along every axis.
func within(g grid.Grid, most int) float64 {
	cells := 1.0
	for _, n := range g.Lens() {
		cells *= float64(min(n, 2*most+1))
	}
	return cells - 1
}

// firstMoves returns q along an axis from x, by m from -window on.
func (o *leap[N]) firstMoves(x, axis int) []N {
	width := 2*o.window + 1
	return o.q[(x*o.grid.Axes()+axis)*width:][:width]
}

// slope returns g, the slope of log f along an axis at x.
func (o *leap[N]) slope(x, axis int) N {
	ends, cells := [2]int{x, x}, 0.0
	for side := range ends {
		if y, ok := o.grid.Along(x, axis, 2*side-1); ok && o.has(y) {
			ends[side] = y
			cells++
		}
	}
	if cells == 0 || !o.has(x) {
		return o.zero
	}
	return o.logRatio(ends[0], ends[1]).Over(o.num(cells))
}

// wayBack returns the probability that the first move from y is -v. It is 0 outside the window.
func (o *leap[N]) wayBack(y int, v []int) N {
	p := o.one
	for axis, m := range v {
		if m > o.window || m < -o.window {
			return o.zero
		}
		p = p.Times(o.firstMoves(y, axis)[o.window-m])
	}
	return p
}

// eachMove sets v, from an axis on, to every first move from x inside the box, and calls do with its end and
// probability. The moves along the axes before lead to y, with probability p.
func (o *leap[N]) eachMove(x, y, axis int, v []int, p N, do func(y int, p N)) {
	if axis == len(v) {
		do(y, p)
		return
	}
	for i, along := range o.firstMoves(x, axis) {
		if along.IsZero() {
			continue
		}
		v[axis] = i - o.window
		to, _ := o.grid.Along(y, axis, v[axis])
		o.eachMove(x, to, axis+1, v, p.Times(along), do)
	}
}

// reachable joins the cells between which some steps of a leap may lead. The first move is within the window along
// every axis, and each further move is longer by a kick, at most two sizes. Round a ring all cells are reached.
func reachable(g grid.Grid, k Hamiltonian) *flows.Graph {
	far := k.farthest()
	e := &flows.Graph{}
	var to func(x, y, axis int)
	to = func(x, y, axis int) {
		if axis == g.Axes() {
			if y > x {
				e.Add(x, y, 0)
			}
			return
		}
		at := g.Coord(x, axis)
		for c := range g.Len(axis) {
			if g.Kind(axis) != grid.Line || max(c-at, at-c) <= far {
				to(x, y+(c-at)*g.Stride(axis), axis+1)
			}
		}
	}
	for x := range g.Size() {
		to(x, x, 0)
	}
	return e
}

// farthest returns the largest number of cells that a trajectory moves along a line.
func (k Hamiltonian) farthest() (far int) {
	for step := range k.Steps {
		far += (1 + step) * windowOf(k.Size)
	}
	return far
}
