package exact

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// mostChecked is the largest T at which both chains are run plainly, which takes tens of times as long as J and B.
const mostChecked = 10_000

// checked runs the plain chains, adds their numbers to the measured ones, and compares the two. Above mostChecked
// levels it compares q and the path divergences with those of the pass that finds the moments. If these agree, and no
// levels are asked for, it stops there. plain holds the chains if they were run.
func (o Options) checked(prog *progress, a chains.Annealing, measured Measured, plain *plainRun) (Result, error) {
	res := Only(measured)
	res.Defect = 0
	momentsKnown := false
	if plain == nil {
		w := res.momentsInOnePass(prog, a)
		momentsKnown = w != nil
		if momentsKnown && a.T() > mostChecked && !o.ByLevel && res.endsAgree(a, w) {
			return res, nil
		}
		r := o.bothChains(prog, a, !momentsKnown)
		plain = &r
	}
	if prog.err != nil {
		return Result{}, prog.err
	}
	up, down := plain.up, plain.down
	up.copyInfinite(measured.Paths.Forward)
	down.copyInfinite(measured.Paths.Reverse)
	res.Pairwise = plain.pairs
	res.MeanW = up.weighted
	res.MeanInvW = down.weighted
	c := checks{a: a, res: &res}
	c.supports()
	if !momentsKnown {
		mean := res.setMoments(prog, a, up, down)
		if c.deepFirst {
			res.MeanW = math.Exp(mean)
		}
	}
	distance := c.compare(up, down)
	if !(distance <= tolerable) { // as with rows of few digits
		res.setPlain(a, plainRun{up: up, down: down})
		up.shares, down.shares = up.plainShares, down.plainShares
	}
	res.Steps = make([]Step, 0, a.T()-1)
	for t := 2; t <= a.T(); t++ {
		res.Steps = append(res.Steps, Step{t, a.Schedule.Beta(t),
			Divergence{Forward: up.shares[t], Reverse: down.shares[t]}, 0, 0})
	}
	if o.ByLevel {
		plain.stops.set(prog, a, &res)
	}
	c.explain()
	if !(distance <= misses) {
		c.leaveOutB()
	}
	res.sharpenQ(up.final)
	return res, nil
}

// endsAgree compares q and both path divergences with those of the pass. The means of w and 1/w are 1, because the
// kernel is known to keep p_t.
func (r *Result) endsAgree(a chains.Annealing, w *weightMoments) bool {
	c := checks{a: a, res: r}
	q := w.last()
	c.agree(floats.Sum(q), 1, 1)
	c.agree(floats.Distance(r.Q, q, 1), 0, 1)
	size := c.size(outcome{size: w.size})
	c.agree(-w.mu, r.Paths.Forward, size)
	c.agree(w.nu, r.Paths.Reverse, size)
	r.MeanW, r.MeanInvW = 1, 1
	c.explain()
	return r.Defect <= tolerable
}

// sharpenQ gives Q all its digits. Measure may have q with an error relative to p. q pushed by itself has one relative
// to q.
func (r *Result) sharpenQ(pushed []float64) {
	const digits = 1e-12
	for x, q := range pushed {
		if math.Abs(r.Q[x]-q) > digits*q {
			r.Q[x] = q
		}
	}
}

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

// whyInfinite returns a sentence on the cell that makes J infinite, or nothing if J is finite.
func (g Measured) whyInfinite(a chains.Annealing) string {
	logq := g.logq
	if logq == nil {
		logq = chains.LogMasses(g.Q)
	}
	return g.Final.WhyInfinite(logq, g.P, g.logp, a.Grid.Name)
}

// WhyInfinite returns a sentence on the cell that makes a divergence between q and p infinite, or nothing if it is
// finite. name returns the name of a cell.
func (d Divergence) WhyInfinite(logq, p, logp []float64, name func(x int) string) string {
	for x, v := range logq {
		if math.IsInf(d.Forward, 1) && !math.IsInf(v, -1) && math.IsInf(logp[x], -1) {
			return fmt.Sprintf("kl_q_p and J are infinite: q(x_T) has mass %.3g in cell %v, where the target has none",
				math.Exp(v), name(x))
		}
		if math.IsInf(d.Reverse, 1) && math.IsInf(v, -1) && p[x] > 0 {
			return fmt.Sprintf("kl_p_q and J are infinite: q(x_T) is 0, or below the smallest float, in cell %v, "+
				"where p_T is %.3g", name(x), p[x])
		}
	}
	return ""
}
