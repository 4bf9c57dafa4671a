package sample

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"breadboard/chains"
)

// A block is as many chains as share a generator, and where each stands.
type block struct {
	gen  *rand.PCG
	x    []int32
	logw []float64
}

// draw puts every chain where the table of one state sends it.
func (b block) draw(t *table) {
	for i := range b.x {
		b.x[i] = t.slots.at(t.k, 0, b.gen.Uint64())
	}
}

// move adds gain, at the place it leaves, to every chain's log weight, and moves
// the chain by the table. The choice of an outcome is a conditional move, and
// the two bounds checks are never wrongly predicted: masking the indices away
// costs more than it saves.
func (b block) move(t *table, gain []float64) {
	slots, k, gen, logw := t.slots, t.k, b.gen, b.logw[:len(b.x)]
	for i, x := range b.x {
		logw[i] += gain[x]
		b.x[i] = slots.at(k, x, gen.Uint64())
	}
}

// A slotRows is the slots of all states, k for each.
type slotRows []slot

// at is where the random word u sends a chain from x.
func (s slotRows) at(k uint64, x int32, u uint64) int32 {
	high, low := bits.Mul64(u, k)
	to := &s[uint64(x)*k+high]
	y, below := to.b, to.a
	if low < to.threshold {
		y = below
	}
	return y
}

// step is move by plain steps.
func (b block) step(op chains.Operator, gain []float64) {
	d := seeded{b.gen}
	for i, x := range b.x {
		b.logw[i] += gain[x]
		b.x[i] = int32(op.Step(int(x), d))
	}
}

// stay adds gain, where each chain stands, to its log weight, which stays as it
// is once it is infinite.
func (b block) stay(by []float64) {
	for i, x := range b.x {
		b.logw[i] = gain(b.logw[i], by[x])
	}
}

// infinite reports whether any of the gains is.
func infinite(gains []float64) bool {
	for _, v := range gains {
		if math.IsInf(v, 0) {
			return true
		}
	}
	return false
}
