// Package enumerate runs a program that picks with chains.Dice along every path of the dice, and gives each path its
// probability. It is the slow oracle: with these dice a sampler's own code computes exactly what it otherwise estimates
// from draws.
//
// The dice work like an odometer. The program runs from its start once for each walk. The dice repeat the picks of the
// previous walk up to the last pick with an outcome left. There they take the next outcome, and after it the first
// outcome of every pick. So walks come depth first. An outcome of weight 0 is never taken, and the probabilities of all
// walks sum to 1 up to rounding.
//
// The cost is the number of walks times the length of a walk: a chain of T steps with k outcomes each has k^T walks. A
// program must stop on every walk, even on one that seeded dice would practically never take.
package enumerate

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"breadboard/chains"
)

// Every runs program once for each of its walks and yields the probability of the walk just run. The program leaves its
// results in variables:
//
//	for prob := range enumerate.Every(func(d chains.Dice) { x, logw = program.Forward(d) }) {
//		mean += prob * logw
//	}
//
// A program that picks nothing has one walk, of probability 1. The program may depend on
// its dice and on nothing that changes between walks. Every panics if it does, and if
// weights are negative, not finite or all 0.
func Every(program func(d chains.Dice)) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		o := &odometer{}
		for more := true; more; more = o.turn() {
			o.at = 0
			program(o)
			if o.at != len(o.wheels) {
				panic(fmt.Sprintf("enumerate: the program picked %d times where it had picked %d; only its dice may "+
					"change it", o.at, len(o.wheels)))
			}
			if !yield(o.prob()) {
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

// An odometer has a wheel for each pick of the present walk.
type odometer struct {
	wheels []wheel
	at     int // the number of the next pick
}

// A wheel has the outcomes of one pick.
type wheel struct {
	given   []float64 // the weights as they came
	weights []float64 // normalised
	at      int       // the outcome that it shows
	prob    float64   // the probability of the outcomes of this wheel and all before it
}

// Pick returns the outcome that its wheel shows.
func (o *odometer) Pick(weights []float64) int {
	o.at++
	if o.at <= len(o.wheels) {
		w := o.wheels[o.at-1]
		if !slices.Equal(w.given, weights) {
			panic(fmt.Sprintf("enumerate: pick %d has the weights %v where it had %v; only its dice may change a "+
				"program (if these are the same in another order, sort them: a Go map has another order each time)",
				o.at, weights,
				w.given))
		}
		return w.at
	}
	total := 0.0
	for i, w := range weights {
		if !(w >= 0 && w <= math.MaxFloat64) {
			panic(fmt.Sprintf("enumerate: weight %d is %v; weights are finite and not negative", i, w))
		}
		total += w
	}
	if !(total > 0 && total <= math.MaxFloat64) {
		panic(fmt.Sprintf("enumerate: %d weights sum to %v; one at least is positive", len(weights), total))
	}
	w := wheel{given: slices.Clone(weights), weights: make([]float64, len(weights)), at: -1}
	for i, v := range weights {
		w.weights[i] = v / total
	}
	w.turn(o.prob())
	o.wheels = append(o.wheels, w)
	return w.at
}

// prob returns the probability of the walk so far.
func (o *odometer) prob() float64 {
	if len(o.wheels) == 0 {
		return 1
	}
	return o.wheels[len(o.wheels)-1].prob
}

// turn goes on to the next walk, and returns false after the last.
func (o *odometer) turn() bool {
	for n := len(o.wheels) - 1; n >= 0; n-- {
		w := o.wheels[n]
		o.wheels = o.wheels[:n]
		if w.turn(o.prob()) {
			o.wheels = append(o.wheels, w)
			return true
		}
	}
	return false
}

// turn turns the wheel to its next outcome of positive weight, and returns false if there
// is none. before is the probability of the wheels before it.
func (w *wheel) turn(before float64) bool {
	for w.at++; w.at < len(w.weights); w.at++ {
		if w.weights[w.at] > 0 {
			w.prob = before * w.weights[w.at]
			return true
		}
	}
	return false
}
