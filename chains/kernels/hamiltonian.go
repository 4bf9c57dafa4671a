package kernels

import (
	"fmt"
	"math"

	"breadboard/chains"
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
// over all trajectories. With one step it is Langevin.
type Hamiltonian struct {
	Steps int     // the largest number of leapfrog steps
	Size  float64 // the standard deviation of a velocity along an axis, in cells a step
}

// On returns the operator on g. It panics if there are no steps, or the size is not from 0.25 to 16.
func (k Hamiltonian) On(g grid.Grid) chains.Operator {
	if k.Steps < 1 {
		panic(fmt.Sprintf("kernels: a trajectory of %d steps", k.Steps))
	}
	o := &hamiltonian{drifts: newDrifts(g, k.Size), v: make([]int, g.Axes()), row: make([]float64, g.Size())}
	for range k.Steps {
		o.kicks = append(o.kicks, kick{make([]int, g.Axes()), make([]int, g.Axes()), make([]float64, g.Axes())})
	}
	w := operators.NewWritten(g.Size(), operators.WallsOf(g), o.rows)
	w.Pulls = func(dst, base, f *chains.Pair, _ []float64, share float64) {
		o.pull(w.Level, dst, base, f, share)
	}
	return w
}

// Facts counts the cells of a trajectory of mean length, and the neighbours of each and of its start,
// whose slopes it takes. A program that remembers the slope at the start computes those less. A kick on
// d axes can be rounded in d+1 ways.
func (k Hamiltonian) Facts(g grid.Grid) chains.Facts {
	mean, far := float64(k.Steps+1)/2, 0
	for step := range k.Steps {
		far += windowOf(k.Size) + step*windowOf(k.Size) // a kick is at most two sizes
	}
	facts := written(mean+(mean+1)*reach(g, 2), within(g, far), driftBytes(g, k.Size)+8)
	facts.Paths = within(g, windowOf(k.Size)) * math.Pow(float64(g.Axes()+1), float64(k.Steps-1))
	return facts
}

type hamiltonian struct {
	*drifts
	v     []int     // the velocity
	kicks []kick    // by step
	row   []float64 // by cell, its probability so far
	ends  []int     // the cells that have one

	// The trajectory under way:
	logf  []float64
	odds  operators.Odds
	x     int
	there float64 // the probability of its first velocity
}

// A kick is the memory of one.
type kick struct {
	v        []int     // the velocity before
	order    []int     // the axes, the largest fraction first
	fraction []float64 // by axis, of 2|h|
}

func (o *hamiltonian) rows(l *chains.Level) operators.RowFunc {
	o.logf, o.odds = l.LogF(), operators.OddsAt(l)
	o.aim(o.logf)
	return func(x int, visit func(y int, p float64)) {
		o.from(x)
		for _, y := range o.ends {
			p := o.row[y]
			o.row[y] = 0
			if y != x {
				visit(y, p)
			}
		}
	}
}

// from adds up the row of x.
func (o *hamiltonian) from(x int) {
	o.x, o.ends = x, o.ends[:0]
	o.eachFirst(x, o.v, func(y int) {
		o.there = o.draws(x, o.v, 1)
		o.reach(y, 1, 1/float64(len(o.kicks)))
	})
}

// reach takes y for the end of a trajectory, and goes on from there. chance is that of the kicks so far
// and of a number of steps.
func (o *hamiltonian) reach(y, step int, chance float64) {
	if o.shut(o.logf, y) {
		return
	}
	if p := chance * hastings(o.odds, o.x, y, o.there, o.draws(y, o.v, -1)); p > 0 {
		if o.row[y] == 0 {
			o.ends = append(o.ends, y)
		}
		o.row[y] += p
	}
	if step < len(o.kicks) {
		o.kick(y, step, chance)
	}
}

// kick goes on from y with every kick there. As u rises from 0, first nothing is rounded up, then the
// axis with the largest fraction, and so on.
func (o *hamiltonian) kick(y, step int, chance float64) {
	k, h := &o.kicks[step-1], o.drift[y*len(o.v):][:len(o.v)]
	copy(k.v, o.v)
	for axis := range h {
		whole, fraction := math.Modf(2 * h[axis])
		o.v[axis] += int(whole)
		k.fraction[axis] = math.Abs(fraction)
		i := axis
		for ; i > 0 && k.fraction[k.order[i-1]] < k.fraction[axis]; i-- {
			k.order[i] = k.order[i-1]
		}
		k.order[i] = axis
	}
	last := 1.0
	for _, axis := range k.order {
		o.advance(y, step, chance*(last-k.fraction[axis]))
		last = k.fraction[axis]
		if h[axis] < 0 {
			o.v[axis]--
		} else {
			o.v[axis]++
		}
	}
	o.advance(y, step, chance*last)
	copy(o.v, k.v)
}

// advance moves from y with the velocity at hand, if that stays in the box.
func (o *hamiltonian) advance(y, step int, chance float64) {
	if chance == 0 {
		return
	}
	to := y
	for axis, m := range o.v {
		if c := o.grid.Coord(y, axis) + m; c < 0 || c >= o.grid.Len(axis) {
			return
		}
		to += m * o.grid.Stride(axis)
	}
	o.reach(to, step+1, chance)
}

// pull needs no list of the rows.
func (o *hamiltonian) pull(l *chains.Level, dst, base, f *chains.Pair, share float64) {
	row := o.rows(l)
	for x := range o.row {
		f0, f1, gain0, gain1 := f[0][x], f[1][x], 0.0, 0.0
		row(x, func(y int, p float64) {
			gain0 += p * (f[0][y] - f0)
			gain1 += p * (f[1][y] - f1)
		})
		dst[0][x], dst[1][x] = base[0][x]+share*gain0, base[1][x]+share*gain1
	}
}
