package implicit

import (
	"math"

	"breadboard/exact/spectra"
)

// MixingBounds are bounds on the mixing times, in steps; spectra.Never if a bound is
// missing.
type MixingBounds struct {
	Low     int // the worst mixing time is at least Low
	High    int // and at most High
	Average int // the average one is at most Average
}

// MixingBounds bounds the mixing times at the distance eps in (0, 1). The mixing time itself
// looks at all starts at once, and needs powers of a matrix. Let λ be the SLEM of a
// reversible chain, or the second singular value of any other, on n cells with mass, and π0
// the mass of the rarest. Then
//
//	d(t) <= λ^t √(1/π0 - 1)/2    and on average over starts from π  d(t) <= λ^t √(n - 1)/2,
//
// by the inequalities of Cauchy and Jensen (Diaconis and Stroock 1991, Fill 1991; Levin,
// Peres and Wilmer, Markov Chains and Mixing Times, 2nd ed., Theorem 12.4), and for a
// reversible chain d(t) >= λ^t/2 (Theorem 12.5 there). Each bound takes λ at its worse end.
func (e Extremes) MixingBounds(eps float64) MixingBounds {
	slow, fast := decay(e.away.Low), decay(e.away.High)
	b := MixingBounds{
		High:    firstStep(math.Log(1/e.rarest-1)/2-math.Log(2*eps), slow, 1+1e-12),
		Average: firstStep(math.Log(float64(e.cells-1))/2-math.Log(2*eps), slow, 1+1e-12),
	}
	if e.Reversible {
		b.Low = firstStep(-math.Log(2*eps), fast, 1-1e-12)
	}
	b.Average = min(b.Average, b.High)
	return b
}

// decay returns -log λ from 1 - λ: the nats lost in a step.
func decay(away float64) float64 { return -math.Log1p(-min(away, 1)) }

// firstStep returns the first number of steps that lose this many nats at a rate, times a
// margin for round-off.
func firstStep(nats, rate, margin float64) int {
	t := math.Ceil(nats / rate * margin)
	switch {
	case !(nats > 0):
		return 0
	case !(t < 1<<62):
		return spectra.Never
	}
	return int(t)
}
