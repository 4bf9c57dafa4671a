package crosscheck

import (
	"fmt"
	"math"
	"time"

	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/grid"
)

// MostChains is the largest number of chains in each direction.
const MostChains = sample.MostChains

// A Plan says how the chains of an annealing or a program are run. Only Chains and Seed affect what they estimate.
type Plan struct {
	Chains int    // in each direction, at least 2
	Seed   uint64 // fixes everything random
	Keep   bool   // also keep the cell of each chain, for those who save the runs
	Beside Truth  // whether exact numbers stand beside the estimates; empty is by cost
}

// Truth says whether exact numbers stand beside Monte Carlo estimates. Any other word than these is by cost.
type Truth string

// The words for it.
const (
	Always Truth = "always"
	Never  Truth = "never"
)

// cost estimates the time of exact numbers at T levels, and that of the chains, by what a step was once measured to
// take: on every machine alike.
func (p Plan) cost(g grid.Grid, T int) (exactly, chains time.Duration) {
	exactly = time.Duration(min(exact.LargeWork(g.Size(), g.Moves())*float64(T), math.MaxInt64/2))
	return exactly, time.Duration(sample.Work(T, p.Chains))
}

// LeavesOut reports whether exact numbers at T levels are left out beside the chains: on a large space, unless they are
// asked for, if they take more than a moment and far longer than the chains do.
func (p Plan) LeavesOut(g grid.Grid, T int) bool {
	const aMoment, far = 2 * time.Second, 5
	exactly, chains := p.cost(g, T)
	dear := g.Size() >= exact.MostChecked && exactly > aMoment && exactly > far*chains
	return p.Beside == Never || p.Beside != Always && dear
}

// whyLeftOut says how long exact numbers and the chains take.
func (p Plan) whyLeftOut(g grid.Grid, T int) string {
	exactly, chains := p.cost(g, T)
	return fmt.Sprintf("by the count of the work they take %.1f s, and the chains %.1f s", exactly.Seconds(),
		chains.Seconds())
}
