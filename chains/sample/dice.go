package sample

import (
	"math/rand/v2"

	"breadboard/chains"
)

// Seeded returns dice that draw from a generator (PCG) seeded by a hash of these words. The same words give the same
// draws. One goroutine at a time may use them.
func Seeded(seed ...uint64) chains.Dice { return chains.Generator{PCG: generator(seed...)} }

// generator returns a generator seeded by two hashes of the words.
func generator(seed ...uint64) *rand.PCG {
	return rand.NewPCG(hash(1, seed), hash(2, seed))
}

// hash folds words into one by the finalizer of SplitMix64 (Steele, Lea and Flood 2014, variant 13), a bijection. Each
// bit of the input flips about half of the output's bits.
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
