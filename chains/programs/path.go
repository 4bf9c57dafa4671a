package programs

import "breadboard/chains"

// A Path takes particles from one law to another in steps. It is used by one run at a time.
type Path interface {
	// Start is the law of a first particle.
	Start() []float64
	// Len is the number of steps.
	Len() int
	// At returns step i, from 0. The step is valid until the next call.
	At(i int) Step
}

// A Step takes particles from one density of a path to the next. Each particle is weighed where
// it is, and then moves. With f the density before the step and g the density after it,
//
//	f(x) w(x) M(x, y) = g(y) L(y, x)
//
// (BDMC, Section 3.4.1). L draws where a particle of g came from. In annealing, for example,
// w is f_t/f_{t-1}, M is a kernel that leaves f_t invariant, and L is the reversal of M.
type Step struct {
	LogW  []float64 // log w by cell; nil if the step does not weigh
	Moves []Move    // M, one move after another; none if the particles stay
	Backs []Move    // L, likewise
}

// A Move draws where a particle goes. A chains.Operator is one.
type Move interface {
	// Row visits every y != x that x can go to, with its probability.
	Row(x int, visit func(y int, p float64))
	// Step draws where x goes.
	Step(x int, d chains.Dice) int
}

// MoveAll makes the moves one after another, and returns where x goes.
func MoveAll(x int, moves []Move, d chains.Dice) int {
	for _, m := range moves {
		x = m.Step(x, d)
	}
	return x
}

// backAll draws the path that a particle took to each x: kept[i] is where it was before step i, and
// the last is x itself.
func backAll(path Path, xs []int, dice []chains.Dice) (kept [][]int) {
	n := path.Len()
	for _, x := range xs {
		kept = append(kept, make([]int, n+1))
		kept[len(kept)-1][n] = x
	}
	for i := n - 1; i >= 0; i-- {
		backs := path.At(i).Backs
		for j, one := range kept {
			one[i] = MoveAll(one[i+1], backs, dice[j])
		}
	}
	return kept
}

// back is backAll for one particle.
func back(path Path, x int, d chains.Dice) (kept []int) {
	return backAll(path, []int{x}, []chains.Dice{d})[0]
}
