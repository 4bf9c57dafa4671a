package chains

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// Dice pick among weighted outcomes. Seeded dice draw; enumerating dice walk every outcome. So code that uses Dice can
// be sampled by the million and, on a tiny space, summed exactly.
type Dice interface {
	// Pick returns i with probability weights[i] / sum of weights. Weights are finite and not negative, and at least
	// one is positive.
	Pick(weights []float64) int
}

// Words are Dice with random words, each equally probable. A draw from a Distribution or a kept row takes one word, and
// looks at few of the weights.
type Words interface {
	Dice
	// Uint64 returns the next word.
	Uint64() uint64
}

// A Generator serves its words as dice. One goroutine at a time may use it.
type Generator struct{ *rand.PCG }

// Pick inverts the distribution function at a random number of 53 bits.
func (d Generator) Pick(weights []float64) int {
	total := 0.0
	for i, w := range weights {
		if !(w >= 0) {
			panic(fmt.Sprintf("chains: weight %d is %v; weights are finite and not negative", i, w))
		}
		total += w
	}
	if !(total > 0 && total <= math.MaxFloat64) {
		panic(fmt.Sprintf("chains: %d weights sum to %v; weights are finite and one at least is positive",
			len(weights), total))
	}
	u, last := Uniform01(d)*total, 0
	for i, w := range weights {
		if u < w {
			return i
		}
		u -= w
		if w > 0 {
			last = i // rounding may leave a little of u at the end
		}
	}
	return last
}

// Uniform01 returns a random number of 53 bits in [0, 1).
func Uniform01(w Words) float64 { return float64(w.Uint64()>>11) * 0x1p-53 }

// A Distribution is one over places that many draws are made from, such as the cells of a large grid. It has alias
// slots, so that a draw looks at one of them.
type Distribution struct {
	weights []float64
	slots   slotRows
}

// NewDistribution returns the distribution with these weights, which are as for Dice.Pick. The caller must not
// change them.
func NewDistribution(weights []float64) Distribution {
	n := len(weights)
	total := floats.Sum(weights)
	shares := make([]float64, n)
	slots := make(slotRows, n)
	for i, w := range weights {
		shares[i] = w / total
		slots[i].a = int32(i)
	}
	slots.alias(shares, make([]int32, n))
	return Distribution{weights, slots}
}

// Draw returns i with probability weights[i] / sum of weights.
func (p Distribution) Draw(d Dice) int {
	if w, ok := d.(Words); ok {
		return int(p.slots.draw(span{0, uint32(len(p.slots))}, w.Uint64()))
	}
	return d.Pick(p.weights)
}

// A slot has two outcomes: a below the threshold, and b from there on.
type slot struct {
	threshold uint64
	a, b      int32
}

// slotRows holds the alias slots of some distributions, one after another (Walker 1977, Vose 1991). A distribution of k
// outcomes has k slots of probability 1/k. The high word of the product of a random word and k is the number of a slot.
// The low word is uniform given the slot, and says which of its two outcomes comes. Every probability is right to
// within k times 2^-53, or 2^-48, and an outcome of probability 0 never comes. An outcome of probability below 2^-64
// may never come either, although it should once in some 10^20 draws.
type slotRows []slot

// A span is a part of a list.
type span struct{ from, n uint32 }

// draw returns the outcome of a random word by the slots in here. The choice compiles to a conditional move.
func (s slotRows) draw(here span, word uint64) int32 {
	high, low := bits.Mul64(word, uint64(here.n))
	of := &s[uint64(here.from)+high]
	outcome, below := of.b, of.a
	if low < of.threshold {
		outcome = below
	}
	return outcome
}

// alias makes the slots of one distribution by Vose's method. Each slot has its own outcome. If that does not fill it,
// alias fills it up with an outcome that has more than one slot's worth, until all slots are full. Slots that only
// rounding leaves unfilled count as full, so that the last bits of even shares move no walker. The outcomes have the
// probabilities shares, which alias uses up; room has the same length.
func (s slotRows) alias(shares []float64, room []int32) {
	const full = 1 - 0x1p-48
	k := float64(len(s))
	small, large := 0, len(s) // room lists the slots less than full from its start, the others from its end
	for j := range s {
		s[j].b = s[j].a
		s[j].threshold = math.MaxUint64
		shares[j] *= k // the part of the slot that its own outcome fills; 1 is full
		if shares[j] < full {
			room[small] = int32(j)
			small++
		} else {
			large--
			room[large] = int32(j)
		}
	}
	for small > 0 && large < len(s) {
		to, from := room[small-1], room[large]
		small--
		s[to].threshold = uint64(max(0, shares[to]) * 0x1p64) // a slot that counted as full may owe a rounding
		s[to].b = s[from].a
		shares[from] += shares[to] - 1
		if shares[from] < full {
			large++
			room[small] = from
			small++
		}
	}
}
