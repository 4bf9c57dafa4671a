// Package enumerate finds the ways of a program: the outcomes of all its random numbers, each with its probability. The
// program is run once for each way. It tells the odds of each choice that it meets, and takes the outcomes that it is
// told for the first of them; all else, the tree of ways and what follows from it, is here and nowhere else.
//
// Every runs a program that picks with chains.Dice. It is the slow oracle: with these dice a sampler's own code
// computes exactly what it otherwise estimates from draws. Follow asks a program in another process for its runs
// (follow.go), believes nothing that it is told once, and finds the loops of a program that draws until something fits
// (machine.go).
//
// The cost is the number of ways times the length of a way: a chain of T steps with k outcomes each has k^T ways.
package enumerate

import (
	"fmt"
	"iter"

	"breadboard/chains"
)

// Every runs program once for each of its ways and yields the probability of the way just run. The program leaves its
// results in variables:
//
//	for prob := range enumerate.Every(func(d chains.Dice) { x, logw = program.Forward(d) }) {
//		mean += prob * logw
//	}
//
// A program that picks nothing has one way, of probability 1. An outcome of weight 0 is never taken. The program must
// end on every way, even on one that seeded dice would practically never take, and may depend on its dice and on
// nothing that changes between ways. Every panics if it does, and if weights are negative, not finite or all 0.
func Every(program func(d chains.Dice)) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		ways := tree[struct{}]{open: make([]Run[struct{}], 1)}
		for len(ways.open) > 0 {
			asked := ways.next(1)[0]
			d := dice{known: asked.Choices, told: asked.Outcomes}
			program(&d)
			way := Run[struct{}]{Outcomes: d.outcomes, Choices: d.choices}
			if err := way.begins(asked); err != nil {
				panic(fmt.Sprintf("enumerate: %v; only its dice may change a program (if it picks the same in another "+
					"order, sort them: a Go map has another order each time)", err))
			}
			ways.grow(way, len(asked.Outcomes))
			if !yield(way.P()) {
				return
			}
		}
	}
}

// Distribution returns the distribution of the program's result.
func Distribution[K comparable](program func(d chains.Dice) K) map[K]float64 {
	probs := map[K]float64{}
	var k K
	for prob := range Every(func(d chains.Dice) { k = program(d) }) {
		probs[k] += prob
	}
	return probs
}
