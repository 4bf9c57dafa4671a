package exact

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// The forward and the reverse chain run one after the other, as the paper defines them.

// runPlainly runs both chains of a. It finds the laws of log w, and compares their pairs, if asked.
func runPlainly(prog *progress, a chains.Annealing, laws, pairs bool) (c *plain, fwd, rev *ran) {
	c = newPlain(a, laws)
	fwd, rev = c.both(prog, pairs)
	return c, fwd, rev
}

// both runs the reverse chain and then the forward one. Once the context has ended both mean nothing.
func (c *plain) both(prog *progress, pairs bool) (fwd, rev *ran) {
	var kept *keptLaws
	if pairs {
		kept = keep(c.a)
	}
	rev = c.reverse(prog, kept)
	if prog.err != nil { // not all laws were kept
		kept = nil
	}
	return c.forward(prog, kept), rev
}

// forward runs the forward chain. It sums Eq. (22)-(23) over the pairwise marginals of
// both chains, if there is room for the laws of the reverse one, which went down.
func (c *plain) forward(prog *progress, laws *keptLaws) *ran {
	op := chains.On(c.a.Kernel, c.a.Grid)
	w := c.newPass(1, op)
	pairs := newPairwise(c.a, laws, w.q)
	for t := range prog.through(2, c.a.T(), 1) {
		w.step(t)
		if t <= c.a.PathEnd() {
			c.aim(op, w.p)
			pairs.step(prog, op, w, t)
			w.push()
		}
	}
	r := w.end()
	r.pairs = pairs
	return r
}

// reverse runs the reverse chain. It keeps laws of the chain's states in laws.
func (c *plain) reverse(prog *progress, laws *keptLaws) *ran {
	op := chains.On(c.a.Kernel, c.a.Grid).Reversal()
	w := c.newPass(c.a.T(), op)
	for t := range prog.through(c.a.T(), 2, -1) {
		if t <= c.a.PathEnd() {
			if laws != nil {
				laws.mark(t, w)
			}
			c.aim(op, w.p)
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
