package exact

import (
	"math"
	"slices"

	"breadboard/chains"
)

// A plainRun holds what both chains found.
type plainRun struct {
	up, down outcome
	pairs    Divergence
	stops    *partialRuns // J and B up to each level; nil unless they are asked for
}

// bothChains runs both chains, with the moments of log w or not, and with all that checks compare unless o leaves them
// out: Eq. (22)-(23), which take the distributions of the reverse chain's states into the forward run, and J_t and B_t.
func (o Options) bothChains(prog *progress, a chains.Annealing, moments bool) (r plainRun) {
	checks := !o.Unchecked && !o.ByLastCell
	var pairs *pairwise
	if checks {
		pairs = newPairwise(a)
	}
	down := newWeighedChain(a, false, moments)
	down.run(prog, down.weigh, down.push, func() {
		if pairs != nil {
			copy(pairs.reverse[down.level.T], down.mass)
		}
	})
	r.down = down.end()
	up := newWeighedChain(a, true, moments)
	if checks && o.ByLevel {
		r.stops = newStops(up)
	}
	if pairs != nil {
		pairs.begin(up.mass)
	}
	up.run(prog, func(t int) {
		up.weigh(t)
		if r.stops != nil {
			r.stops.weigh(up.chain)
		}
	}, func() {
		if pairs != nil {
			pairs.step(prog, up.op, up.mass, up.level.T)
		}
		up.push()
		if r.stops != nil {
			r.stops.pull(up.chain)
		}
	}, func() {
		if r.stops != nil {
			r.stops.at(up)
		}
	})
	r.up = up.end()
	r.pairs = pairs.total()
	return r
}

// setPlain sets the numbers by both chains, along any bridge and at any depth: the path divergences by their
// definition. The terms are of first order, so that a B of no more than their rounding is 0.
func (g *Measured) setPlain(a chains.Annealing, r plainRun) {
	const rounding = 1e-15 // of the terms
	g.Paths = Divergence{Forward: r.up.plainPath, Reverse: r.down.plainPath}
	if !math.IsInf(g.B(), 1) && math.Abs(g.B()) <= rounding*(r.up.size+r.down.size) {
		g.Paths = Divergence{}
	}
	g.plain = true
	g.setEnds(a, slices.Clone(r.up.final))
}
