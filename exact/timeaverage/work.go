package timeaverage

import (
	"math"
	"slices"
)

// A plan says how the moments after some numbers of steps are found: one step at a time up to the
// first of them, and by doubling for the others.
type plan struct {
	one, two []int // numbers of steps, which rise
	top      int   // the largest block of the doubling has 2^top steps
	work     float64
}

// stepWork is the cost of one move in a step, counted in operations of a matrix product. A step takes
// the moves of a state one by one, 3 ns each; a product takes whole rows, 0.1 ns a number.
const stepWork = 30

// pullRows is the cost of sums that are known after a block, counted in rows of a matrix product: all
// numbers of the block are read, and each product with them takes as long as so many in a product.
const pullRows = 10

// Work predicts about how many operations Measure needs for this many functions, from any starts. A
// core does about 10^10 of them in a second.
func (c *Chain) Work(functions int, ns []int) float64 {
	return c.plan(functions, rising(ns)).work
}

// Bytes predicts the memory of New and of Measure, for a chain of this many states and moves in
// all. The lists of moves grow by a quarter at a time. A block of a doubling has a law and, for
// each function, a covariance for every pair of states. Two blocks are held at once, with the
// covariances of a third. Each number of steps has its sums.
func Bytes(states, moves float64, functions, starts int, ns []int) float64 {
	const growing, grown, number = 36, 20, 8 // bytes a move, and a number
	f := float64(functions)
	vectors := number * states * (2*f + float64(starts) + 10)
	held := grown*moves + vectors
	if p := cheapest(states, moves, functions, rising(ns)); len(p.two) > 0 {
		pairs, sums := 3*f+3, 3*f*float64(len(p.two)+3)
		held += number * states * (states*pairs + sums)
	}
	return max(growing*moves+vectors, held)
}

func (c *Chain) plan(functions int, ns []int) plan {
	return cheapest(float64(len(c.p)), float64(len(c.to)), functions, ns)
}

// cheapest finds the cheapest of all plans.
func cheapest(states, moves float64, functions int, ns []int) plan {
	best := plan{work: math.Inf(1)}
	for k := range len(ns) + 1 {
		p := plan{one: ns[:k], two: ns[k:]}
		if k > 0 {
			p.work = float64(ns[k-1]) * float64(functions) * moves * stepWork
		}
		if len(p.two) > 0 {
			rows := math.Inf(1)
			for top := range 63 {
				if r := doubledRows(states, p.two, top); r < rows {
					rows, p.top = r, top
				}
			}
			p.work += rows * float64(4*functions+2) * states * states
		}
		if p.work < best.work {
			best = p
		}
	}
	return best
}

// doubledRows is how many rows of matrix products a doubling up to blocks of 2^top steps costs.
func doubledRows(states float64, ns []int, top int) float64 {
	rows := float64(top) * states
	for _, n := range ns {
		blocks := n >> top
		for level := range top {
			blocks += n >> level & 1
		}
		rows += pullRows * float64(blocks)
	}
	return rows
}

// rising is the numbers in order, each once.
func rising(ns []int) []int { return slices.Compact(slices.Sorted(slices.Values(ns))) }
