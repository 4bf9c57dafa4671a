package sample

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"breadboard/chains"
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
