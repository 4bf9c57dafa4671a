package exact

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Run returns all that is exact about an annealing: what Measure does, and the
// same again as the paper defines it, compared. It costs some twenty times as
// much, and memory for √T distributions. The error is that of Annealing.Check,
// or ctx's.
func Run(ctx context.Context, a chains.Annealing) (Result, error) {
	return RunWatched(ctx, a, func(int, int) {})
}

// RunWatched is Run, and calls watch now and then with how many levels it has
// been through, of how many.
func RunWatched(ctx context.Context, a chains.Annealing, watch func(done, total int)) (Result, error) {
	beat := &pulse{ctx: ctx, watch: watch, total: passes * a.T()}
	gap, err := measure(a, beat)
	if err != nil {
		return Result{}, err
	}
	res := Result{Gap: gap, Steps: make([]Step, a.T()-1)}
	var again Divergence
	for i := range res.Steps {
		res.Steps[i].T, res.Steps[i].Beta = i+2, a.Schedule.Beta(i+2)
	}
	c, kept := newPlain(a), newLaws(a)
	rev, err := c.reverse(beat, kept, func(t int, share float64) {
		res.Steps[t-2].Part.Reverse = share
		again.Reverse += share
	})
	if err != nil {
		return Result{}, err
	}
	fwd, laws, err := c.forward(beat, kept, func(t int, share float64) {
		res.Steps[t-2].Part.Forward = share
		again.Forward += share
	})
	if err != nil {
		return Result{}, err
	}
	res.FwdLaw, res.RevLaw = fwd.law, rev.law
	res.Pairwise, res.MeanW, res.MeanInvW = laws.paths, fwd.mean, rev.mean
	res.ESS = math.Exp(2*math.Log(fwd.mean) - laws.logSquare)

	j := judge{a: a, res: &res}
	j.supports()
	j.compare(fwd, rev, again, laws.q)
	if j.broken {
		res.asRun(c, fwd, rev, laws.q)
		if math.IsNaN(res.J()) || math.IsNaN(res.B()) {
			return Result{}, errNaN
		}
	}
	j.explain()
	return res, nil
}

// asRun replaces what rests on the kernel's invariance by what the plain passes
// found: with E_fwd[log w] and E_rev[log w] those of the chains as they run.
func (res *Result) asRun(c *plain, fwd, rev weights, q []float64) {
	res.Q = q
	floats.SubTo(res.d, q, res.P)
	res.Final = divergence(res.P, res.logp, res.d, q)
	res.Paths = Divergence{Forward: res.LogR - fwd.logW, Reverse: rev.logW - res.LogR}
	for i := range res.Steps {
		t := i + 2
		rise := c.logZ[t] - c.logZ[t-1]
		res.Steps[i].Part = Divergence{Forward: rise - fwd.steps[t], Reverse: rev.steps[t] - rise}
	}
}

// A judge compares what is equal in exact arithmetic, and says why a number is
// infinite or in doubt.
type judge struct {
	a               chains.Annealing
	res             *Result
	lost, unreached float64 // p_1's mass where p_T has none, and the reverse
	lostAt, newAt   int
	deepFirst       bool // p_1 has masses below any float, or
	deepLast        bool // p_T has
	broken          bool // the kernel does not leave p_t invariant
}

// supports finds where one end of the bridge has mass and the other none.
func (j *judge) supports() {
	l := j.a.NewLevel()
	j.a.LevelAt(l, 1)
	first := append([]float64(nil), l.LogF()...)
	j.a.LevelAt(l, j.a.T())
	last := l.LogF()
	j.deepFirst, j.deepLast = chains.Span(first) >= depth, chains.Span(last) >= depth
	logZ1 := floats.LogSumExp(first)
	for x := range first {
		switch p1 := math.Exp(first[x] - logZ1); {
		case !math.IsInf(first[x], -1) && math.IsInf(last[x], -1):
			if j.lost == 0 {
				j.lostAt = x
			}
			j.lost += p1
		case math.IsInf(first[x], -1) && !math.IsInf(last[x], -1):
			if j.unreached == 0 {
				j.newAt = x
			}
			j.unreached += j.res.P[x]
		}
	}
}

// negligible is the size below which a divergence is rounding: the squares of
// T rounding errors, with room to spare.
func (j *judge) negligible() float64 { return 1e-16 * float64(j.a.T()) }

func (j *judge) check(name string, a, b, scale float64) float64 {
	c := Check{Name: name, A: a, B: b}
	if a != b {
		c.Defect = math.Abs(a-b) / scale
	}
	j.res.Checks = append(j.res.Checks, c)
	j.res.Defect = max(j.res.Defect, c.Defect)
	return c.Defect
}

// tolerable is the largest disagreement that rounding can explain; a kernel that
// breaks its law by less is taken to keep it.
const tolerable = 1e-7

func (j *judge) compare(fwd, rev weights, again Divergence, q []float64) {
	res := j.res
	j.check("mass of q(x_T) = 1", floats.Sum(q), 1, 1)
	apart := 0.0
	for x, v := range res.Q {
		apart += math.Abs(v - q[x])
	}
	j.check("q(x_T), pushed = from its deviation", apart, 0, 1)
	f := j.check("E_fwd[log w], pushed = log R - KL", fwd.logW, res.FwdLogW(), j.size(fwd))
	r := j.check("E_rev[log w], pushed = log R + KL", rev.logW, res.RevLogW(), j.size(rev))
	twice := j.check("B, both chains run = one pass up", again.Jeffreys(), res.B(), max(math.Abs(res.B()), j.negligible()))
	j.broken = !(twice <= tolerable && apart <= tolerable && f <= tolerable && r <= tolerable)
	if j.deepFirst {
		res.MeanW = math.NaN()
	} else if j.unreached == 0 {
		j.check("E_fwd[w] = Z_T/Z_1", res.MeanW, 1, 1)
	}
	if j.deepLast {
		res.MeanInvW = math.NaN()
	} else if j.lost == 0 {
		j.check("E_rev[1/w] = Z_1/Z_T", res.MeanInvW, 1, 1)
	}
	if j.deepFirst || j.deepLast {
		res.Pairwise = Divergence{math.NaN(), math.NaN()}
		return
	}
	b, pairs := res.B(), res.Pairwise.Jeffreys()
	j.check("B = Eq. (22)-(23)", b, pairs, max(math.Abs(b), pairs, j.negligible()))
}

// size is what E[log w] was added up from, and never smaller than log R.
func (j *judge) size(w weights) float64 { return max(w.size, math.Abs(j.res.LogR), j.negligible()) }

func (j *judge) warn(format string, args ...any) {
	j.res.Warnings = append(j.res.Warnings, fmt.Sprintf(format, args...))
}

func (j *judge) explain() {
	res, at := j.res, func(x int) []int { return j.a.Grid.Coords(x) }
	if j.broken {
		j.warn("the kernel does not leave its density invariant: J, B and all else are those of the chains as they run, " +
			"and B need not bound J")
	}
	if j.lost > 0 {
		j.warn("E_fwd[log w] is -inf and B infinite: the initial density has mass %.3g where the target has none, "+
			"first in cell %v", j.lost, at(j.lostAt))
	}
	if j.unreached > 0 {
		j.warn("E_rev[log w] and B are infinite: the target has mass %.3g where the initial density has none, "+
			"first in cell %v; E_fwd[w] cannot be Z_T/Z_1", j.unreached, at(j.newAt))
	}
	j.explainFinal(at)
	const why = "is left out: the %s spans more than %d nats, and it needs masses below the smallest float"
	if j.deepFirst {
		j.warn("mean_w "+why, "initial log density", depth)
	}
	if j.deepLast {
		j.warn("mean_inv_w "+why, "target's log density", depth)
	}
	if j.deepFirst || j.deepLast {
		j.warn("b_pairwise "+why, "log density", depth)
	}
	if res.ESS == 0 {
		j.warn("ess is below the smallest float")
	}
	if b, jeff := res.B(), res.J(); !j.broken && b < jeff-max(1e-9*jeff, j.negligible()) {
		j.warn("B = %.10g is below J = %.10g, which no exact pair is", b, jeff)
	}
	if res.Defect > 1e-9 {
		j.warn("numbers that are equal in exact arithmetic differ by %.2g of their size", res.Defect)
	}
}

// explainFinal says why a divergence of the final states is infinite.
func (j *judge) explainFinal(at func(int) []int) {
	for x, q := range j.res.Q {
		if p := j.res.P[x]; math.IsInf(j.res.Final.Forward, 1) && q > 0 && math.IsInf(j.res.logp[x], -1) {
			j.warn("kl_q_p and J are infinite: q(x_T) has mass %.3g in cell %v, where the target has none", q, at(x))
			break
		} else if math.IsInf(j.res.Final.Reverse, 1) && q == 0 && p > 0 {
			j.warn("kl_p_q and J are infinite: q(x_T) is 0, or below the smallest float, in cell %v, where p_T is %.3g", at(x), p)
			break
		}
	}
}
