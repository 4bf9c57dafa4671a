package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Brief is Run without what checks the rest, for the many: J and B as Measure has
// them, to the last bit those of Run, and to rounding the law of log w and the
// effective sample size. Steps and Checks are nil; Pairwise, MeanW, MeanInvW and
// Defect are NaN. Like Measure it takes the kernel's word that it leaves p_t
// invariant. Where J or B is not finite it is Run, which says why. From
// Thorough cells on it is Measure.
func Brief(ctx context.Context, a chains.Annealing) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, rise := a.Lowered()
	res, err := brief(ctx, a)
	res.raise(rise)
	return res, err
}

func brief(ctx context.Context, a chains.Annealing) (Result, error) {
	gap, err := measure(a, newProgress(ctx, a, func(int, int) {}))
	if err != nil {
		return Result{}, err
	}
	if a.Grid.Size() >= Thorough {
		return alone(a, gap), nil
	}
	if math.IsInf(gap.J()+gap.B(), 0) {
		return run(newProgress(ctx, a, func(int, int) {}), a)
	}
	nan := math.NaN()
	res := Result{Gap: gap, Pairwise: Divergence{nan, nan}, MeanW: nan, MeanInvW: nan, Defect: nan}
	prog := newProgress(ctx, a, func(int, int) {})
	sound, err := res.weigh(prog, a)
	if err == nil && !sound {
		err = res.weighPlainly(prog, newPlain(a))
	}
	if err != nil {
		return Result{}, err
	}
	if res.ESS == 0 {
		res.Warnings = append(res.Warnings, "ess is below the smallest float")
	}
	return res, nil
}

// weighPlainly finds the same of any bridge, by both chains. v is the second
// moment of the normalised weight.
func (res *Result) weighPlainly(prog *progress, c *plain) error {
	op := c.a.Kernel.On(c.a.Grid)
	q := c.density(1)
	v, none, m := append([]float64(nil), q...), make([]float64, len(q)), newMoments(len(q))
	logSquare := 0.0
	for t := 2; t <= c.a.T(); t++ {
		if err := prog.level(); err != nil {
			return err
		}
		c.standAround(t)
		mean, _ := c.mean(q)
		logSquare += c.weighBoth(t, none, v)
		m.gain(c, q, mean)
		if t < c.a.T() {
			op.Aim(c.to)
			c.pushLaw(op, &q)
			c.pushLaw(op, &v)
			m.push(c, op)
		}
	}
	res.FwdLaw, res.ESS = m.law(), math.Exp(-logSquare-math.Log(floats.Sum(v)))
	return res.weighReverse(prog, c)
}

// weighReverse runs the reverse chain for the law of log w. The reversal of T_T
// finds its own p_T.
func (res *Result) weighReverse(prog *progress, c *plain) error {
	op := c.a.Kernel.On(c.a.Grid).Reversal()
	r := c.density(c.a.T())
	m := newMoments(len(r))
	for t := c.a.T(); t >= 2; t-- {
		if err := prog.level(); err != nil {
			return err
		}
		if t < c.a.T() {
			op.Aim(c.to)
			c.pushLaw(op, &r)
			m.push(c, op)
		}
		c.standAround(t)
		mean, _ := c.mean(r)
		m.gain(c, r, mean)
		c.to, c.from = c.from, c.to
	}
	res.RevLaw = m.law()
	return nil
}
