package kernels

import (
	"math"

	"breadboard/chains"
)

// grow draws the size of the cluster of one of so many spins that are alike, bond by bond.
func (o *clusterSteps) grow(alike int, d chains.Dice) int {
	o.odds = [2]float64{o.open[0], 1 - o.open[0]}
	left := alike - 1 // not in the cluster
	for seen := 0; seen < alike-left; seen++ {
		for range left {
			if o.open[0] > 0 && d.Pick(o.odds[:]) == 0 {
				left--
			}
		}
	}
	return alike - left
}

// redrawCount is a step of SwendsenWang on counts.
func (o *clusterSteps) redrawCount(x int, d chains.Dice) (up int) {
	for _, alike := range []int{x, o.every.spins - x} {
		for alike > 0 {
			size := o.grow(alike, d)
			rise := float64(size) * o.riseCount()
			if d.Pick([]float64{math.Exp(min(-rise, 0)), math.Exp(min(rise, 0))}) == 1 {
				up += size
			}
			alike -= size
		}
	}
	return up
}

// flipCount is a step of Wolff on counts.
func (o *clusterSteps) flipCount(x int, d chains.Dice) int {
	alike, to := x, -1
	if d.Pick([]float64{float64(x), float64(o.every.spins - x)}) == 1 {
		alike = o.every.spins - x
		to = 1
	}
	move := to * o.grow(alike, d)
	if !accepted(float64(move)*o.riseCount(), d) {
		return x
	}
	return x + move
}

// riseCount is what the field of the level adds to log f with a spin that comes up.
func (o *clusterSteps) riseCount() float64 { return o.field(0, 1) - o.field(0, 0) }
