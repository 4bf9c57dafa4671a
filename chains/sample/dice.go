package sample

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"sort"

	"breadboard/chains"
	"breadboard/chains/crew"
)

// Seeded returns dice that draw from a generator (PCG) seeded by a hash of these words.
// The same words give the same draws. One goroutine at a time may use them.
func Seeded(seed ...uint64) chains.Dice { return seeded{generator(seed...)} }

// generator returns a generator seeded by two hashes of the words.
func generator(seed ...uint64) *rand.PCG {
	return rand.NewPCG(hash(1, seed), hash(2, seed))
}

// hash folds words into one by the finalizer of SplitMix64 (Steele, Lea and Flood 2014,
// variant 13). That is a bijection in which each bit of the input flips about half of
// the output's bits.
func hash(salt uint64, words []uint64) uint64 {
	h := mix(salt + uint64(len(words))<<32)
	for _, w := range words {
		h = mix(h + 0x9e3779b97f4a7c15 ^ mix(w))
	}
	return h
}

func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

type seeded struct{ gen *rand.PCG }

// Search inverts the distribution function as Pick does, by bisection.
func (d seeded) Search(upTo []float64) int {
	return search(upTo, float64(d.gen.Uint64()>>11)*0x1p-53*upTo[len(upTo)-1])
}

// search returns the first i with u < upTo[i]; if u was rounded up to the total, the last i with
// a weight. A short list is halved without a branch on u, which would be predicted wrongly. Among
// even weights the first guess is right.
func search(upTo []float64, u float64) int {
	const short = 32
	n := len(upTo)
	if n <= short && u < upTo[n-1] {
		low := 0
		for n > 1 {
			half := n / 2
			next := low
			if upTo[low+half-1] <= u {
				next = low + half
			}
			low, n = next, n-half
		}
		return low
	}
	if i := min(int(u/upTo[n-1]*float64(n)), n-1); u < upTo[i] && (i == 0 || u >= upTo[i-1]) {
		return i
	}
	if i := sort.Search(len(upTo), func(i int) bool { return u < upTo[i] }); i < len(upTo) {
		return i
	}
	return sort.SearchFloat64s(upTo, u)
}

// Pick inverts the distribution function at a random number of 53 bits.
func (d seeded) Pick(weights []float64) int {
	total := 0.0
	for i, w := range weights {
		if !(w >= 0) {
			panic(fmt.Sprintf("sample: weight %d is %v; weights are finite and not negative", i, w))
		}
		total += w
	}
	if !(total > 0 && total <= math.MaxFloat64) {
		panic(fmt.Sprintf("sample: %d weights sum to %v; weights are finite and one at least is positive",
			len(weights), total))
	}
	u, last := float64(d.gen.Uint64()>>11)*0x1p-53*total, 0
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
	t.from = append(t.from[:0], 0)
	t.to = t.to[:0]
	t.p = t.p[:0]
	row := rowsOf(op, n)
	longest := 0
	for x := range n {
		first := len(t.to)
		t.to = append(t.to, int32(x))
		t.p = append(t.p, 0)
		to, p := row(x)
		stay := 1.0
		for i, v := range p {
			if !(v >= 0) {
				panic(fmt.Sprintf("sample: a kernel moves to cell %d with probability %v", to[i], v))
			}
			if v > 0 {
				t.to = append(t.to, to[i])
				t.p = append(t.p, v)
				stay -= v
			}
		}
		if stay < -1e-9 {
			panic(fmt.Sprintf("sample: a kernel leaves cell %d with probability %v", x, 1-stay))
		}
		t.p[first] = max(stay, 0)
		t.from = append(t.from, len(t.to))
		if longest = max(longest, len(t.to)-first); longest > limit/n {
			return false
		}
	}
	t.fill(n, longest)
	return true
}

// rowsOf returns the rows of an operator on n states, each until the next is asked for. They are read from its list,
// if it makes one in any case: it has the same probabilities in the same order, and no call for each of them.
func rowsOf(op chains.Operator, n int) func(x int) (to []int32, p []float64) {
	if lister, ok := op.(chains.Lister); ok && n < crew.ParallelFrom {
		return lister.Rows().Of
	}
	var to []int32
	var p []float64
	visit := func(y int, v float64) {
		to = append(to, int32(y))
		p = append(p, v)
	}
	return func(x int) ([]int32, []float64) {
		to = to[:0]
		p = p[:0]
		op.Row(x, visit)
		return to, p
	}
}

// weigh makes a table of one state, 0, whose outcomes have these weights.
func (t *table) weigh(weights []float64) {
	t.from = append(t.from[:0], 0, len(weights))
	t.to = t.to[:0]
	t.p = t.p[:0]
	total := 0.0
	for _, w := range weights {
		total += w
	}
	for x, w := range weights {
		t.to = append(t.to, int32(x))
		t.p = append(t.p, w/total)
	}
	t.fill(1, len(weights))
}

// fill makes the slots of n rows from their outcomes and probabilities.
func (t *table) fill(n, k int) {
	t.k = uint64(k)
	if cap(t.slots) < n*k {
		t.slots = make(slotRows, n*k)
	}
	t.slots = t.slots[:n*k]
	t.room(k)
	for x := range n {
		t.alias(t.slots[x*k:][:k], t.to[t.from[x]:t.from[x+1]], t.p[t.from[x]:t.from[x+1]])
	}
}

// room has room for the making of k slots.
func (t *table) room(k int) {
	if cap(t.mass) < k {
		t.mass = make([]float64, k)
		t.small = make([]int, 0, k)
		t.large = make([]int, 0, k)
	}
	t.mass = t.mass[:k]
}

// alias makes the slots of one row by Vose's method. It fills up a slot that its own
// outcome does not fill with an outcome that has more than one slot's worth, until all
// slots are full. Slots that only rounding leaves unfilled count as full.
func (t *table) alias(slots []slot, to []int32, p []float64) {
	k := float64(len(slots))
	mass := t.mass
	small := t.small[:0]
	large := t.large[:0]
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
		s := small[len(small)-1]
		l := large[len(large)-1]
		small = small[:len(small)-1]
		slots[s].threshold, slots[s].b = uint64(mass[s]*0x1p64), slots[l].a
		if mass[l] += mass[s] - 1; mass[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
}

// Paths draws paths of a chain that makes the same step again and again: of one operator, aimed
// once. One goroutine at a time may use it.
type Paths struct {
	op    chains.Operator
	table *table // nil if it would be too large, and then steps are plain
}

// NewPaths returns the paths of an aimed operator on so many states. The operator must not be
// aimed again.
func NewPaths(op chains.Operator, states int) Paths {
	p := Paths{op: op, table: new(table)}
	if !p.table.compile(op, states, tableLimit) {
		p.table = nil
	}
	return p
}

// Draw draws x_0 from start and sets path to x_1, x_2, ... The words are a seed as for Seeded: a
// path is the same wherever it is drawn.
func (p Paths) Draw(path []int32, start chains.Law, seed ...uint64) {
	gen := generator(seed...)
	x := int32(start.Draw(seeded{gen}))
	if p.table == nil {
		d := seeded{gen}
		for i := range path {
			x = int32(p.op.Step(int(x), d))
			path[i] = x
		}
		return
	}
	slots, k := p.table.slots, p.table.k
	for i := range path {
		x = slots.at(k, x, gen.Uint64())
		path[i] = x
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

// walk moves chains by a word each. It is a loop of its own because all that it needs then fits into registers.
func (s slotRows) walk(k uint64, xs []int32, logw, gain []float64, words []uint64) {
	xs = xs[:len(words)]
	logw = logw[:len(words)]
	for i, u := range words {
		x := xs[i]
		logw[i] += gain[x]
		xs[i] = s.at(k, x, u)
	}
}
