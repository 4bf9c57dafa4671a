package sample

import (
	"fmt"
	"math"

	"breadboard/chains"
)

// tableLimit is the largest number of slots in a table. 2^20 slots and the rows that they
// are made from take 28 MB for each worker; a larger table would not fit into any cache.
const tableLimit = 1 << 20

// A slot is one of the k equally probable slots of a state. It has two outcomes: a below
// the threshold, and b from there on.
type slot struct {
	threshold uint64
	a, b      int32
}

// A table holds the rows of an operator as alias slots, k for each state. A move
// multiplies a random word by k: the high word of the product is the number of the slot,
// and the low word, which is uniform given the slot, is compared with the threshold.
//
// Every probability is right to within k times 2^-53. An outcome of probability 0 never
// comes. An outcome of a probability below 2^-64 may never come either, although it
// should once in some 10^20 moves.
type table struct {
	k     uint64
	slots slotRows

	from []int     // where each row begins in to and p, and where the last one ends
	to   []int32   // the outcomes, row after row; to stay is the first of each
	p    []float64 // the probability of each outcome

	mass         []float64 // the share of each slot that its own outcome fills; 1 is full
	small, large []int     // the slots that are less than full, and the others
}

// compile makes the table of op, as it is aimed, on n states. It returns false, and the
// table is unusable, if it would have more than limit slots. It panics if a row of the
// operator is no distribution.
func (t *table) compile(op chains.Operator, n, limit int) bool {
	t.from, t.to, t.p = append(t.from[:0], 0), t.to[:0], t.p[:0]
	stay, longest := 1.0, 0
	visit := func(y int, p float64) {
		if !(p >= 0) {
			panic(fmt.Sprintf("sample: a kernel moves to cell %d with probability %v", y, p))
		}
		if p > 0 {
			t.to, t.p, stay = append(t.to, int32(y)), append(t.p, p), stay-p
		}
	}
	for x := range n {
		first := len(t.to)
		t.to, t.p, stay = append(t.to, int32(x)), append(t.p, 0), 1
		op.Row(x, visit)
		if stay < -1e-9 {
			panic(fmt.Sprintf("sample: a kernel leaves cell %d with probability %v", x, 1-stay))
		}
		t.p[first] = max(stay, 0)
		t.from = append(t.from, len(t.to))
		if longest = max(longest, len(t.to)-first); longest > limit/n {
			return false
		}
	}
	t.k = uint64(longest)
	t.fill(n, longest)
	return true
}

// weigh makes a table of one state, 0, whose outcomes have these weights.
func (t *table) weigh(weights []float64) {
	t.from, t.to, t.p = append(t.from[:0], 0, len(weights)), t.to[:0], t.p[:0]
	total := 0.0
	for _, w := range weights {
		total += w
	}
	for x, w := range weights {
		t.to, t.p = append(t.to, int32(x)), append(t.p, w/total)
	}
	t.k = uint64(len(weights))
	t.fill(1, len(weights))
}

// fill makes the slots of n rows from their outcomes and probabilities.
func (t *table) fill(n, k int) {
	if cap(t.slots) < n*k {
		t.slots = make(slotRows, n*k)
	}
	if cap(t.mass) < k {
		t.mass, t.small, t.large = make([]float64, k), make([]int, 0, k), make([]int, 0, k)
	}
	t.slots, t.mass = t.slots[:n*k], t.mass[:k]
	for x := range n {
		t.alias(t.slots[x*k:][:k], t.to[t.from[x]:t.from[x+1]], t.p[t.from[x]:t.from[x+1]])
	}
}

// alias makes the slots of one row by Vose's method. It fills up a slot that its own
// outcome does not fill with an outcome that has more than one slot's worth, until all
// slots are full. Slots that only rounding leaves unfilled count as full.
func (t *table) alias(slots []slot, to []int32, p []float64) {
	k, mass, small, large := float64(len(slots)), t.mass, t.small[:0], t.large[:0]
	for j := range slots {
		y, m := to[0], 0.0 // slots beyond the row's length have no outcome of their own
		if j < len(to) {
			y, m = to[j], p[j]*k
		}
		slots[j], mass[j] = slot{math.MaxUint64, y, y}, m
		if m < 1 {
			small = append(small, j)
		} else {
			large = append(large, j)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		slots[s].threshold, slots[s].b = uint64(mass[s]*0x1p64), slots[l].a
		if mass[l] += mass[s] - 1; mass[l] < 1 {
			large, small = large[:len(large)-1], append(small, l)
		}
	}
}
