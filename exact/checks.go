package exact

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// checked runs the plain passes, adds their results to a gap, and compares the two.
func checked(prog *progress, a chains.Annealing, gap Measured) (Result, error) {
	res := Result{Measured: gap}
	weighed := res.weigh(prog, a)
	pairs := newPairwise(a)
	down := runReverse(prog, a, !weighed, pairs)
	up := runForward(prog, a, !weighed, pairs)
	if prog.err != nil {
		return Result{}, prog.err
	}
	up.losing(gap.Paths.Forward)
	down.losing(gap.Paths.Reverse)
	res.Pairwise = pairs.total()
	res.MeanW = up.weighted
	res.MeanInvW = down.weighted
	if !weighed {
		res.ESS = math.Exp(2*math.Log(res.MeanW) - up.logSquare)
	}
	for t := 2; t <= a.T(); t++ {
		res.Steps = append(res.Steps, Step{t, a.Schedule.Beta(t),
			Divergence{Forward: up.parts[t], Reverse: down.parts[t]}})
	}

	j := checks{a: a, res: &res}
	j.supports()
	if heavy(a) {
		mean, square := deepWeights(prog, a)
		res.ESS = math.Exp(2*mean - square)
		if j.deepFirst {
			res.MeanW = math.Exp(mean)
		}
	}
	if j.compare(up, down) {
		j.seen = findWitness(prog, a)
	}
	if j.seen != nil {
		if err := res.asItRuns(up, down); err != nil {
			return Result{}, err
		}
	}
	if !weighed {
		res.setLaws(up, down)
	}
	if j.seen != nil && j.seen.off > printed {
		res.forget()
	}
	j.explain()
	res.sharpen(up.final)
	return res, nil
}

// asItRuns puts the chains as they run in the place of what rests on the kernel's invariance: q without subtracting,
// because the kernel may leave a cell for good, and E_fwd[log w] and E_rev[log w] by the passes.
func (r *Result) asItRuns(up, down ran) error {
	r.Q = up.final
	r.logq = nil
	floats.SubTo(r.d, r.Q, r.P)
	r.Final = divergence(r.P, r.logp, r.d, r.Q, nil)
	r.Paths = Divergence{Forward: up.summed, Reverse: down.summed}
	for i := range r.Steps {
		r.Steps[i].Part = Divergence{Forward: up.plain[i+2], Reverse: down.plain[i+2]}
	}
	if math.IsNaN(r.J()) || math.IsNaN(r.B()) {
		return errNaN
	}
	return nil
}

// printed is how far off p, of p, numbers of few digits leave a right kernel. B is then off by some of its digits.
const printed = 1e-3

// forget leaves out what needs a reverse chain. One whose reversal is not that of the kernel bounds nothing.
func (r *Result) forget() {
	nan := math.NaN()
	r.Paths.Reverse = nan
	r.Pairwise = Divergence{Forward: nan, Reverse: nan}
	r.MeanInvW = nan
	r.RevLaw = Moments{nan, nan, nan}
	for i := range r.Steps {
		r.Steps[i].Part.Reverse = nan
	}
}

// sharpen gives q all its digits. Measure may have q to the digits of p, and pushing the law itself keeps those of q.
func (r *Result) sharpen(pushed []float64) {
	const digits = 1e-12
	for x, q := range pushed {
		if math.Abs(r.Q[x]-q) > digits*q {
			r.Q[x] = q
		}
	}
}

// checks compares numbers that are equal in exact arithmetic, and explains why a number
// is infinite or in doubt.
type checks struct {
	a               chains.Annealing
	res             *Result
	lost, unreached apart    // p_1's mass in cells where p_T has none, and p_T's where p_1 has none
	deepFirst       bool     // p_1 has masses below any float, or
	deepLast        bool     // p_T has
	seen            *witness // where the kernel breaks its law; nil if nowhere
}

// apart is what one end of the bridge has in cells where the other has no mass.
type apart struct {
	any   bool
	mass  float64 // which may be below every float
	first int     // of these cells
}

func (a *apart) add(x int, mass float64) {
	if !a.any {
		a.any = true
		a.first = x
	}
	a.mass += mass
}

func (a apart) String() string {
	if a.mass == 0 {
		return "mass below the smallest float"
	}
	return fmt.Sprintf("mass %.3g", a.mass)
}

// supports finds the cells in which one end of the bridge has mass and the other none.
func (j *checks) supports() {
	first, last := j.a.Ends()
	j.deepFirst = chains.LogSpan(first) >= depth
	j.deepLast = chains.LogSpan(last) >= depth
	for x, p1 := range chains.Normalized(first) {
		switch {
		case !math.IsInf(first[x], -1) && math.IsInf(last[x], -1):
			j.lost.add(x, p1)
		case math.IsInf(first[x], -1) && !math.IsInf(last[x], -1):
			j.unreached.add(x, j.res.P[x])
		}
	}
}

// A divergence below negligible is rounding: the squares of T rounding errors, with room
// to spare.
func (j *checks) negligible() float64 { return 1e-16 * float64(j.a.T()) }

// agree takes two numbers that are equal in exact arithmetic into the defect, and returns how far apart they are as a
// share of a scale.
func (j *checks) agree(a, b, scale float64) (defect float64) {
	if a != b {
		defect = math.Abs(a-b) / scale
	}
	j.res.Defect = max(j.res.Defect, defect)
	return defect
}

// ulp is the largest relative error of an operation.
const ulp = 0x1p-53

// tolerable is the disagreement above which the kernel is examined step by step. A
// kernel that breaks its law by less is taken to keep it.
const tolerable = 1e-7

// compare compares all numbers. It reports whether some disagree by more than they should.
func (j *checks) compare(up, down ran) (suspect bool) {
	res := j.res
	q := up.final
	j.agree(floats.Sum(q), 1, 1)
	apart := floats.Distance(res.Q, q, 1)
	j.agree(apart, 0, 1)
	forward := j.agree(up.summed, res.Paths.Forward, j.size(up))
	reverse := j.agree(down.summed, res.Paths.Reverse, j.size(down))
	twice := j.agree(up.paths+down.paths, res.B(), max(math.Abs(res.B()), j.negligible()))
	// Where Measure pushed both laws as they are, it did what the passes do, and they agree of a broken kernel too.
	suspect = res.pushed || !(max(twice, apart, forward, reverse) <= tolerable)
	if !j.unreached.any {
		j.agree(res.MeanW, 1, 1)
	}
	if j.deepLast {
		res.MeanInvW = math.NaN()
	} else if !j.lost.any {
		j.agree(res.MeanInvW, 1, 1)
	}
	if b, pairs := res.B(), res.Pairwise.Jeffreys(); !math.IsNaN(pairs) {
		j.agree(b, pairs, max(math.Abs(b), pairs, j.negligible()))
	}
	return suspect
}

// size adds up the sizes of the terms of E[log w]. It is at least |log R|.
func (j *checks) size(of ran) float64 { return max(of.size, math.Abs(j.res.LogR), j.negligible()) }

func (j *checks) warn(format string, args ...any) {
	j.res.Warnings = append(j.res.Warnings, fmt.Sprintf(format, args...))
}

func (j *checks) explain() {
	res := j.res
	if j.seen != nil {
		j.warn("%s", j.seen.explain(j.a))
	}
	j.explainInfinite()
	const why = "is left out: the %s spans more than %d nats, and it needs masses below the smallest float"
	if j.deepLast {
		j.warn("mean_inv_w "+why, "target's log density", depth)
	}
	if j.deepFirst || j.deepLast {
		j.warn("b_pairwise "+why, "log density", depth)
	} else if math.IsNaN(res.Pairwise.Forward) && j.a.T() <= mostPaired { // above that it is left out by rule
		j.warn("b_pairwise is left out: it would take more than %d MB", lawBytes>>20)
	}
	if res.ESS == 0 {
		j.warn("ess is below the smallest float")
	}
	slack := 1e-24
	if res.pushed {
		slack = 1e-12 // its terms are of first order
	}
	if j.seen == nil && res.J()-res.B() > 1e-9*res.B()+slack {
		j.warn("B = %.10g is below J = %.10g, which no exact pair is", res.B(), res.J())
	}
	if res.Defect > 1e-9 {
		j.warn("numbers that are equal in exact arithmetic differ by %.2g of their size", res.Defect)
	}
}

func (j *checks) explainInfinite() {
	if j.lost.any && !(j.res.Paths.Forward < math.Inf(1)) {
		j.warn("E_fwd[log w] is -inf and B infinite: the initial density has %v where the target has none, first in "+
			"cell %v", j.lost, j.a.Grid.Name(j.lost.first))
	}
	if j.unreached.any && !(j.res.Paths.Reverse < math.Inf(1)) {
		j.warn("E_rev[log w] and B are infinite: the target has %v where the initial density has none, first in cell "+
			"%v; E_fwd[w] cannot be Z_T/Z_1", j.unreached, j.a.Grid.Name(j.unreached.first))
	}
	logq := j.res.logq
	if logq == nil {
		logq = chains.LogMasses(j.res.Q)
	}
	if why := j.res.Final.WhyInfinite(logq, j.res.P, j.res.logp, j.a.Grid.Name); why != "" {
		j.warn("%s", why)
	}
}

// WhyInfinite says which cell makes a divergence between laws q and p infinite, and nothing of one that is
// finite. The cells have these names.
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

// A witness is a cell at a level where a kernel breaks its law.
//
// Two numbers that should be equal may differ because the kernel is wrong, or because
// rounding is large beside them: if log R is 1e-9, the rounding of logarithms is a
// millionth of it. The numbers alone cannot decide. So a kernel is accused only if one
// of its steps is caught. Every level's operator is tested for
//
//	p(y) R(y,x) = p(x) T(x,y),
//
// R its reversal, by pushing the measure p h through R, which has to give p (T h), for
// an h without regularity. With R 1 = 1 this implies pT = p. Every term is positive, so
// each cell is compared with its own p, whatever J and B are.
type witness struct {
	level int
	cell  int
	off   float64 // of the cell's p
}

// findWitness returns the worst cell of the first level that breaks the law, or nil.
func findWitness(prog *progress, a chains.Annealing) *witness {
	n := a.Grid.Size()
	op := chains.On(a.Kernel, a.Grid)
	level := a.NewLevel()
	h := make([]float64, n)
	there := make([]float64, n)
	back := make([]float64, n)
	ph := make([]float64, n)
	p := make([]float64, n)
	logp := make([]float64, n)
	for x := range h { // numbers from 1/2 to 3/2 without any pattern
		_, part := math.Modf(float64(x+1) * math.Phi * math.Sqrt(float64(x+2)))
		h[x] = 0.5 + part
	}
	shallow := OnePass(a)
	for t := range prog.through(2, a.PathEnd()) {
		a.LevelAt(level, t)
		chains.NormalizeLog(p, logp, level.LogF())
		if shallow {
			level.P = p
		}
		op.Aim(level)
		floats.MulTo(ph, p, h)
		op.Reversal().Push(back, ph)
		op.Pull(there, h)
		// the rounding of the log densities behind a cell, relative to it, and of a sum over all cells
		size := 0.0
		for _, v := range level.LogF() {
			if !math.IsInf(v, -1) {
				size = max(size, math.Abs(v))
			}
		}
		w := &witness{level: t}
		limit := 1e-11 + 64*ulp*(float64(n)+size)
		for x, v := range p {
			if v < rarest && !math.IsInf(logp[x], -1) { // too small for its quotients
				continue
			}
			w.see(x, math.Abs(back[x]-v*there[x]), v)
		}
		if w.off > limit {
			return w
		}
	}
	return nil
}

// see notes a cell that is off by this much, relative to p.
func (w *witness) see(x int, off, p float64) {
	if off == 0 {
		return
	}
	if rel := off / p; !(rel <= w.off) {
		w.cell, w.off = x, rel
		if math.IsNaN(rel) {
			w.off = math.Inf(1)
		}
	}
}

func (w witness) explain(a chains.Annealing) string {
	says := "J, B and all else are those of the chains as they run, and B need not bound J"
	if w.off > printed {
		says = "J is that of the forward chain as it runs, and there is no B"
	}
	return fmt.Sprintf("the kernel does not leave its density invariant, or its reversal does not undo it; at level "+
		"%d of %d it is off by %.2g of p in cell %v: %s", w.level, a.T(), w.off, a.Grid.Name(w.cell), says)
}
