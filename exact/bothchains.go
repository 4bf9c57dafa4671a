package exact

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// The forward and the reverse chain run one after the other, as the paper defines them.

// begin returns a runner of op at level t.
func (c *plain) begin(t int, op chains.Operator) runner {
	if c.abreast {
		return c.newAbreast(t, op)
	}
	return c.newPass(t, op)
}

// forward runs the forward chain. It sums Eq. (22)-(23) over the pairwise marginals of
// both chains, if there is room for the laws of the reverse one, which went down.
func (c *plain) forward(prog *progress, laws keptLaws, down *ran) *ran {
	op := c.a.Kernel.On(c.a.Grid)
	w := c.begin(1, op)
	pairs := newPairwise(c.a, laws, w.law(), down)
	for t := range prog.through(2, c.a.T(), 1) {
		w.step(t)
		if t <= c.end {
			c.aim(op, w.masses())
			pairs.step(prog, op, w, t)
			w.push()
			pairs.pushed(w, t)
		}
	}
	r := w.end()
	r.pairs = pairs
	return r
}

// reverse runs the reverse chain. It keeps laws of the chain's states in laws.
func (c *plain) reverse(prog *progress, laws keptLaws) *ran {
	op := c.a.Kernel.On(c.a.Grid).Reversal()
	w := c.begin(c.a.T(), op)
	for t := range prog.through(c.a.T(), 2, -1) {
		if t <= c.end {
			if laws != nil {
				laws.mark(t, w)
			}
			c.aim(op, w.masses())
			w.push()
		}
		w.step(t - 1)
	}
	if laws != nil {
		laws.mark(1, w)
	}
	r := w.end()
	r.mean = -r.mean // log f rose by -log w
	r.moments.Mean = -r.moments.Mean
	r.moments.Skewness = -r.moments.Skewness
	floats.Scale(-1, r.steps)
	return r
}
