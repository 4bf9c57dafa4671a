package programs

import "breadboard/chains"

// Chib is the estimator of Chib (BDMC, Eq. 42-43). It is CMS along another chain, one that begins in a draw from the
// target. A run returns the state at a place that it picks.
//
// E[1/w] = 1/R: log w is that of CMS in reverse, and so at least log R on average; it is +Inf where the kernel does not
// reach x*. Of a chain that begins elsewhere nothing can be said. Neal (1999) has the case that misleads: if the chain
// stays among the cells of one mode, and x* is there, p(x*) seems as large as if there were no other.
type Chib struct{ Of CMS }

// Cost counts f_T(x*), the steps to each state, and as much again for their probabilities to step to x*.
func (p Chib) Cost() float64 { return 1 + float64(2*p.Of.K-1)*p.Of.stepCost() }

// Forward runs the chain.
func (p Chib) Forward(d chains.Dice) (x int, logw float64) {
	op, star := p.Of.atTarget(), p.Of.star(d)
	h := around(p.Of.bothWays(op), d.Pick(p.Of.ends.last), 0, p.Of.K, d)
	return h[place(p.Of.K, d)], p.Of.weight(op, star, h)
}

func readChib(a *Args) Maker {
	states := a.Whole("K", 1, MostParticles)
	at := a.WordOr("at", "mode", "sample")
	return func(p Problem) (Estimator, error) { return Chib{NewCMS(p, states, p.starAt(at))}, nil }
}
