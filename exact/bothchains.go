package exact

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// The forward and the reverse chain run one after the other, as the paper defines them.

// runPlainly runs both chains of a, and compares their pairs if asked. Measures go side by side where no density is
// deep. If a mass turns out too small for that, runPlainly runs both chains again, one measure after the other.
func runPlainly(prog *progress, a chains.Annealing, pairs bool) (c *plain, fwd, rev *ran) {
	c = newPlain(a)
	fwd, rev = c.both(prog, pairs)
	if !c.thin || prog.err != nil {
		return c, fwd, rev
	}
	c = newPlain(a)
	c.abreast = false
	fwd.pairs = nil // its laws make room
	prog.detour(2*a.T(), func() { fwd, rev = c.both(prog, pairs) })
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

// begin returns a runner of op at level t.
func (c *plain) begin(t int, op chains.Operator) runner {
	if c.abreast {
		return c.newAbreast(t, op)
	}
	return c.newPass(t, op)
}

// forward runs the forward chain. It sums Eq. (22)-(23) over the pairwise marginals of
// both chains, if there is room for the laws of the reverse one, which went down.
func (c *plain) forward(prog *progress, laws *keptLaws) *ran {
	op := c.a.Kernel.On(c.a.Grid)
	w := c.begin(1, op)
	pairs := newPairwise(c.a, laws, w.law())
	for t := range prog.through(2, c.a.T(), 1) {
		w.step(t)
		if t <= c.a.PathEnd() {
			c.aim(op, w.masses())
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
	op := c.a.Kernel.On(c.a.Grid).Reversal()
	w := c.begin(c.a.T(), op)
	for t := range prog.through(c.a.T(), 2, -1) {
		if t <= c.a.PathEnd() {
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
