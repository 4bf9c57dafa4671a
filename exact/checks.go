package exact

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// checks compares numbers that are equal in exact arithmetic, and explains why a number is infinite or in doubt.
type checks struct {
	a                 chains.Annealing
	res               *Result
	wasted, unreached oneSided // p_1's mass in cells where p_T has none, and p_T's where p_1 has none
	deepFirst         bool     // p_1 has masses below any float
	deepLast          bool     // p_T has
}

// oneSided is the mass of one end of the bridge in cells where the other has none.
type oneSided struct {
	any   bool
	mass  float64 // which may be below every float
	first int     // of these cells
}

// add adds the mass of a cell.
func (o *oneSided) add(x int, mass float64) {
	if !o.any {
		o.any = true
		o.first = x
	}
	o.mass += mass
}

// String returns the mass for a warning.
func (o oneSided) String() string {
	if o.mass == 0 {
		return "mass below the smallest float"
	}
	return fmt.Sprintf("mass %.3g", o.mass)
}

// supports finds the cells in which one end of the bridge has mass and the other none.
func (c *checks) supports() {
	first, last := c.a.Ends()
	c.deepFirst = chains.LogSpan(first) >= depth
	c.deepLast = chains.LogSpan(last) >= depth
	for x, p1 := range chains.Normalized(first) {
		switch {
		case !math.IsInf(first[x], -1) && math.IsInf(last[x], -1):
			c.wasted.add(x, p1)
		case math.IsInf(first[x], -1) && !math.IsInf(last[x], -1):
			c.unreached.add(x, c.res.P[x])
		}
	}
}

// leastScale returns the least scale of a difference between divergences. One near 0 is rounded by the squares of T
// roundings, 1e-32 T, which is then 1e-16 of the scale.
func (c *checks) leastScale() float64 { return 1e-16 * float64(c.a.T()) }

// agree takes the difference of two numbers that are equal in exact arithmetic, as a share of a scale, into the defect.
func (c *checks) agree(a, b, scale float64) {
	if a != b {
		c.res.Defect = max(c.res.Defect, math.Abs(a-b)/scale)
	}
}

// tolerable is the disagreement above which both chains are run at any T, and numbers are theirs. misses is the
// distance of q from what invariance says above which the kernel does not keep p_t.
const tolerable, misses = 1e-7, 1e-3

// compare compares all numbers. It returns the distance between q and what the pass says by invariance.
func (c *checks) compare(up, down outcome) (distance float64) {
	res := c.res
	q := up.final
	c.agree(floats.Sum(q), 1, 1)
	distance = floats.Distance(res.Q, q, 1)
	c.agree(distance, 0, 1)
	c.agree(up.plainPath, res.Paths.Forward, c.size(up))
	c.agree(down.plainPath, res.Paths.Reverse, c.size(down))
	c.agree(up.path+down.path, res.B(), max(math.Abs(res.B()), c.leastScale()))
	if !c.unreached.any {
		c.agree(res.MeanW, 1, 1)
	}
	if c.deepLast {
		res.MeanInvW = math.NaN()
	} else if !c.wasted.any {
		c.agree(res.MeanInvW, 1, 1)
	}
	if b, pairs := res.B(), res.Pairwise.Jeffreys(); !math.IsNaN(pairs) {
		c.agree(b, pairs, max(math.Abs(b), pairs, c.leastScale()))
	}
	return distance
}

// size returns the sum of the sizes of the terms of E[log w], which is at least |log R|.
func (c *checks) size(of outcome) float64 { return max(of.size, math.Abs(c.res.LogR), c.leastScale()) }

// warn adds a warning.
func (c *checks) warn(format string, args ...any) {
	c.res.Warnings = append(c.res.Warnings, fmt.Sprintf(format, args...))
}

// explain adds the warnings about all numbers.
func (c *checks) explain() {
	res := c.res
	c.explainInfinite()
	const why = "is left out: the %s spans more than %d nats, and it needs masses below the smallest float"
	if c.deepLast {
		c.warn("mean_inv_w "+why, "target's log density", depth)
	}
	if c.deepFirst || c.deepLast {
		c.warn("b_pairwise "+why, "log density", depth)
	} else if math.IsNaN(res.Pairwise.Forward) && !math.IsNaN(res.B()) && c.a.T() <= mostPaired {
		c.warn("b_pairwise is left out: it would take more than %d MB", pairBytes>>20)
	}
	if res.ESS == 0 {
		c.warn("ess is below the smallest float")
	}
	slack := 1e-24
	if res.plain {
		slack = 1e-12 // its terms are of first order
	}
	if res.J()-res.B() > 1e-9*res.B()+slack {
		c.warn("B = %.10g is below J = %.10g, which no exact pair is", res.B(), res.J())
	}
	if !(res.Defect <= 1e-9) {
		c.warn("numbers that are equal in exact arithmetic differ by %.2g of their size", res.Defect)
	}
}

// leaveOutB leaves out B and all of the weights, of a kernel whose q is far from what invariance says.
func (c *checks) leaveOutB() {
	c.res.Paths = unknown
	for i := range c.res.Steps {
		c.res.Steps[i].Part = unknown
	}
	c.warn("the kernel does not keep p_t: J is that of the forward chain as it runs, and there is no B")
}

// explainInfinite adds the warnings about infinite numbers.
func (c *checks) explainInfinite() {
	if c.wasted.any && !(c.res.Paths.Forward < math.Inf(1)) {
		c.warn("E_fwd[log w] is -inf and B infinite: the initial density has %v where the target has none, first in "+
			"cell %v", c.wasted, c.a.Grid.Name(c.wasted.first))
	}
	if c.unreached.any && !(c.res.Paths.Reverse < math.Inf(1)) {
		c.warn("E_rev[log w] and B are infinite: the target has %v where the initial density has none, first in cell "+
			"%v; E_fwd[w] cannot be Z_T/Z_1", c.unreached, c.a.Grid.Name(c.unreached.first))
	}
	if why := c.res.whyInfinite(c.a); why != "" {
		c.warn("%s", why)
	}
}
