package sample

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"breadboard/chains"
)

// A block is chains that share a generator, with the place and the log weight of each.
type block struct {
	gen  *rand.PCG
	x    []int32
	logw []float64
}

// draw draws the place of every chain from a table that weigh has made.
func (b block) draw(t *table) {
	for i := range b.x {
		b.x[i] = t.slots.at(t.k, 0, b.gen.Uint64())
	}
}

// move adds to every chain's log weight the gain at the place it leaves, and moves it by
// the table. The choice of an outcome compiles to a conditional move. Two bounds checks
// remain: they are always predicted rightly, and masking the indices would cost more.
func (b block) move(t *table, gain []float64) {
	slots, k, gen, logw := t.slots, t.k, b.gen, b.logw[:len(b.x)]
	for i, x := range b.x {
		logw[i] += gain[x]
		b.x[i] = slots.at(k, x, gen.Uint64())
	}
}

// slotRows are the slots of all states, k for each, state after state.
type slotRows []slot

// at returns where the random word u sends a chain from x.
func (s slotRows) at(k uint64, x int32, u uint64) int32 {
	high, low := bits.Mul64(u, k)
	to := &s[uint64(x)*k+high]
	y, below := to.b, to.a
	if low < to.threshold {
		y = below
	}
	return y
}

// step does what move does by plain steps.
func (b block) step(op chains.Operator, gain []float64) {
	d := seeded{b.gen}
	for i, x := range b.x {
		b.logw[i] += gain[x]
		b.x[i] = int32(op.Step(int(x), d))
	}
}

// stay adds to every chain's log weight the gain at its place, unless the log weight is
// infinite, and does not move the chain.
func (b block) stay(by []float64) {
	for i, x := range b.x {
		b.logw[i] = gain(b.logw[i], by[x])
	}
}

// infinite reports whether any of the gains is infinite.
func infinite(gains []float64) bool {
	for _, v := range gains {
		if math.IsInf(v, 0) {
			return true
		}
	}
	return false
}
