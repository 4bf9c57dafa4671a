package spectra

import "math"

// MixingBounds are bounds on the mixing times, in steps; Never where there is none.
type MixingBounds struct {
	Low     int // the worst is at least
	High    int // and at most
	Average int // and the average at most
}

// MixingBounds are those at the distance eps in (0, 1). With λ the SLEM of a
// reversible chain, or the second singular value of any other, of n states with mass,
// of which the rarest has π0,
//
//	d(t) <= λ^t √(1/π0 - 1)/2    and on average over starts from π  d(t) <= λ^t √(n - 1)/2,
//
// by the inequalities of Cauchy and Jensen (Diaconis and Stroock 1991, Fill 1991;
// Levin, Peres and Wilmer, Markov Chains and Mixing Times, 2nd ed., Theorem 12.4);
// and for a reversible chain d(t) >= λ^t/2 (Theorem 12.5 there). Every end is taken
// where λ is worst. The mixing time itself is that of all starts at once, and takes
// the powers of a matrix.
func (e Edges) MixingBounds(eps float64) MixingBounds {
	slow, fast := rate(e.away.Low), rate(e.away.High)
	b := MixingBounds{
		High:    steps(math.Log(1/e.rare-1)/2-math.Log(2*eps), slow, 1+1e-12),
		Average: steps(math.Log(float64(e.cells-1))/2-math.Log(2*eps), slow, 1+1e-12),
	}
	if e.Reversible {
		b.Low = steps(-math.Log(2*eps), fast, 1-1e-12)
	}
	b.Average = min(b.Average, b.High)
	return b
}

// rate is -log λ of 1 - λ.
func rate(away float64) float64 { return -math.Log1p(-min(away, 1)) }

// steps is the first whole number of them in which so many nats are lost at a rate.
func steps(nats, rate, room float64) int {
	t := math.Ceil(nats / rate * room)
	switch {
	case !(nats > 0):
		return 0
	case !(t < 1<<62):
		return Never
	}
	return int(t)
}
