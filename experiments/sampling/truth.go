package sampling

import (
	"fmt"
	"math"
	"time"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
)

// Truth says whether exact numbers stand beside Monte Carlo estimates.
type Truth string

// The words for it. The zero value is by cost.
const (
	byCost Truth = "auto"
	Always Truth = "always"
	Never  Truth = "never"
)

// On a large space, or where rows are dear, exact numbers are left out, unless they are asked for, if they take more
// than a moment and far longer than the chains do.
const (
	aMoment = 2 * time.Second
	far     = 5
)

// A Cost is what exact numbers by the fast loops and chains count, in nanoseconds that were measured once: on every
// machine alike.
type Cost struct {
	States        int
	Exact, Chains time.Duration
}

// String tells both.
func (c Cost) String() string {
	return fmt.Sprintf("by the count of the work they take %s, and the chains %s", seconds(c.Exact), seconds(c.Chains))
}

// seconds writes a time as people say it: to two digits, and no less than a tenth of a second.
func seconds(d time.Duration) string {
	if d < 100*time.Millisecond {
		return "less than 0.1 s"
	}
	return fmt.Sprintf("%.2g s", d.Seconds())
}

// CostOf is the cost of an annealing, and of so many chains in each direction.
func CostOf(a chains.Annealing, number int) Cost {
	return costOf(a.Grid.Size(), a.Grid.Moves(), a.T(), number)
}

// LeavesOut reports, before a target is made, whether exact numbers at T levels are left out beside the chains of p.
func (p Plan) LeavesOut(f experiments.Found, T int) bool {
	return p.Beside.LeavesOut(costOfFound(f, T, p.Chains))
}

// costOfFound is CostOf before the target is made.
func costOfFound(f experiments.Found, T, number int) Cost {
	return costOf(f.Grid.Size(), f.Grid.Moves(), T, number)
}

func costOf(states, moves, T, number int) Cost {
	exactly := min(exact.LargeWork(states, moves)*float64(T), math.MaxInt64/2)
	return Cost{States: states, Exact: time.Duration(exactly), Chains: time.Duration(sample.Work(T, number))}
}

// LeavesOut reports whether exact numbers of this cost are left out.
func (t Truth) LeavesOut(c Cost) bool {
	switch {
	case t == Always:
		return false
	case t == Never:
		return true
	}
	return c.States >= exact.MostChecked && c.Exact > aMoment && c.Exact > far*c.Chains
}
