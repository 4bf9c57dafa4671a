package lanes

import "math/bits"

// A State is that of the generator PCG of math/rand/v2: s becomes s mul + inc modulo 2^128, and a word follows from s.
type State struct{ Hi, Lo uint64 }

// The step, and eight as one: of two steps mul is mul mul, and inc is inc (mul + 1).
const (
	low  = 1<<64 - 1
	all  = 1<<128 - 1
	mul  = 2549297995355413924<<64 | 4865540595714422341
	inc  = 6364136223846793005<<64 | 1442695040888963407
	mul2 = mul * mul & all
	inc2 = inc * (mul + 1) & all
	mul4 = mul2 * mul2 & all
	inc4 = inc2 * (mul2 + 1) & all
	mul8 = mul4 * mul4 & all
	inc8 = inc4 * (mul4 + 1) & all
)

var leap = [4]uint64{mul8 & low, mul8 >> 64, inc8 & low, inc8 >> 64}

func (s State) next() State {
	hi, lo := bits.Mul64(s.Lo, mul&low)
	lo, carry := bits.Add64(lo, inc&low, 0)
	return State{hi + s.Hi*(mul&low) + s.Lo*(mul>>64) + inc>>64 + carry, lo}
}

// word is DXSM of O'Neill.
func (s State) word() uint64 {
	h := (s.Hi ^ s.Hi>>32) * 0xda942042e4dd58b5
	return (h ^ h>>48) * (s.Lo | 1)
}

// WordsAtOnce reports whether Words makes eight at a time, faster than the generator itself.
func WordsAtOnce() bool { return faster }

// Words sets words to the next words of a generator in a state, and returns its state after them.
func Words(words []uint64, s State) State {
	if n := (len(words) - 1) &^ 7; faster && n > 0 {
		var states [2][8]uint64
		for i := range 8 {
			s = s.next()
			states[0][i], states[1][i] = s.Hi, s.Lo
		}
		wordsAVX512(&words[0], &states, &leap, n)
		for i := range words[n:] { // of one to eight, whose states are here
			s = State{states[0][i], states[1][i]}
			words[n+i] = s.word()
		}
		return s
	}
	for i := range words {
		s = s.next()
		words[i] = s.word()
	}
	return s
}
