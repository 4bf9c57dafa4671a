package kernels

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A flight is one trajectory. It makes steps of Hamiltonian, and so of Langevin, where nothing is known of a level: it
// is drawn, and looks at the cells along it and at those beside them. Rows add up all trajectories instead, which on
// 5x5 spins are 33 million from each cell.
type flight struct {
	*leap[numbers.Float]
	drifts  []numbers.Float // in a cell, by axis
	first   []numbers.Float // the law of a first move along an axis
	lengths []float64       // the weights of 1, 2, ... leapfrog steps
	weights []float64       // for dice
}

// newFlight returns the flights at a level.
func newFlight(g grid.Grid, k Hamiltonian, v chains.View[numbers.Float]) *flight {
	o := &flight{leap: newLeap[numbers.Float](g, k)}
	o.see(v)
	o.drifts = make([]numbers.Float, g.Axes())
	o.first = make([]numbers.Float, 2*o.room+1)
	o.lengths = slices.Repeat([]float64{1}, k.Steps)
	return o
}

// step draws the number of leapfrog steps and the first velocity, flies, and then accepts the end or stays.
func (o *flight) step(x int, d chains.Dice) int {
	steps := 1 + d.Pick(o.lengths)
	y, there := o.depart(x, d)
	for range steps - 1 {
		ok := o.view.Open(y)
		if ok {
			y, ok = o.fly(y, d)
		}
		if !ok {
			return x
		}
	}
	if y == x || !o.view.Open(y) {
		return x
	}
	back := 1.0
	for axis, m := range o.v {
		at, ok := o.turned(axis, m)
		if !ok {
			return x
		}
		o.lawFrom(o.first, y, axis)
		back *= float64(o.first[at])
	}
	accept := 1.0 // from a cell without mass
	switch {
	case !o.view.Has(x):
	case back == 0: // the quotient may be above every float
		return x
	default:
		accept = min(1, float64(o.view.Quotient(y, x))*back/there)
	}
	if d.Pick([]float64{accept, 1 - accept}) == 1 {
		return x
	}
	return y
}

// depart draws the first velocity. It returns where that leads, and its probability.
func (o *flight) depart(x int, d chains.Dice) (y int, there float64) {
	y = x
	there = 1
	for axis := range o.v {
		o.lawFrom(o.first, x, axis)
		o.weights = o.weights[:0]
		for _, p := range o.first {
			o.weights = append(o.weights, float64(p))
		}
		at := d.Pick(o.weights)
		there *= o.weights[at]
		o.v[axis] = at - o.room
		y, _ = o.grid.Along(y, axis, o.v[axis])
	}
	return y, there
}

// fly draws the kick at y, and goes on from there. It is not ok if that leaves the box.
func (o *flight) fly(y int, d chains.Dice) (to int, ok bool) {
	for axis := range o.drifts {
		o.drifts[axis] = o.lawFrom(o.first, y, axis)
	}
	kicks := o.kicksAt(o.drifts)
	o.weights = o.weights[:0]
	for _, k := range kicks {
		o.weights = append(o.weights, float64(k.p))
	}
	to = y
	for axis, by := range kicks[d.Pick(o.weights)].by {
		o.v[axis] += by
		if to, ok = o.grid.Along(to, axis, o.v[axis]); !ok {
			return y, false
		}
	}
	return to, true
}
