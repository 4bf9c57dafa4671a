package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// unchecked adds to a gap the laws of log w and the effective sample size.
func unchecked(prog *progress, a chains.Annealing, gap Gap) (Result, error) {
	nan := math.NaN()
	res := Result{Gap: gap, Pairwise: Divergence{nan, nan}, MeanW: nan, MeanInvW: nan, Defect: nan}
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

// weighPlainly finds the same on any bridge, by running both chains. It pushes v, the
// second moment of the normalised weight, beside q.
func (res *Result) weighPlainly(prog *progress, c *plain) error {
	op := c.a.Kernel.On(c.a.Grid)
	q := c.density(1)
	v, none, m := append([]float64(nil), q...), make([]float64, len(q)), newMoments(len(q))
	logSquare := 0.0
	for t := 2; t <= c.a.T(); t++ {
		if err := prog.level(); err != nil {
			return err
		}
		c.stepTo(t)
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

// weighReverse runs the reverse chain for the law of log w. It leaves out the reversal of
// T_T, which would leave p_T as it is.
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
		c.stepTo(t)
		mean, _ := c.mean(r)
		m.gain(c, r, mean)
		c.to, c.from = c.from, c.to
	}
	res.RevLaw = m.law()
	return nil
}
