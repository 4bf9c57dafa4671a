package accounts

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/exact"
)

// A Distance says how far apart two programs are on one target, and what AIDE's estimate of that
// expects with one run of each (M = 1). It does not change, to the last bit, if the gold standard
// and the target program change places; only its terms do.
type Distance struct {
	// Laws are the divergences between the laws of what the programs return: Forward is
	// KL(gold||target) and Reverse is KL(target||gold).
	Laws     exact.Divergence
	Expected float64 // the expectation of AIDE's estimate; NaN if a program has no reverse
	Bias     Bias
}

// Symmetrised is the divergence that AIDE estimates, the sum of the two in Laws.
func (d Distance) Symmetrised() float64 { return d.Laws.Jeffreys() }

// A Bias has the four terms of Eq. 3, by which the estimate's expectation is above the symmetrised
// divergence at M = 1. With u the rest of a run that returns x, q(u|x) is its law given x, and r(u;x)
// the law that the reverse run draws from.
type Bias struct {
	GoldOwn     float64 // E_{x~gold} KL(q_gold(u|x) || r_gold(u;x))
	TargetOther float64 // E_{x~gold} KL(r_target(u;x) || q_target(u|x))
	TargetOwn   float64 // E_{x~target} KL(q_target(u|x) || r_target(u;x))
	GoldOther   float64 // E_{x~target} KL(r_gold(u;x) || q_gold(u|x))
}

// Total is the sum of the terms.
func (b Bias) Total() float64 { return (b.GoldOwn + b.TargetOwn) + (b.GoldOther + b.TargetOther) }

// Gold is the part that more reverse runs of the gold standard lower.
func (b Bias) Gold() float64 { return b.GoldOwn + b.GoldOther }

// Target is the part that more reverse runs of the target program lower.
func (b Bias) Target() float64 { return b.TargetOwn + b.TargetOther }

// Apart returns the distance between two programs on one target. Their initial densities may differ.
func Apart(gold, target Account) Distance {
	d := Distance{Laws: exact.Between(gold.Q, target.Q)}
	if gold.G == nil || target.G == nil {
		nan := math.NaN()
		d.Expected, d.Bias = nan, Bias{nan, nan, nan, nan}
		return d
	}
	d.Expected = dot(gold.Q, target.G) + dot(target.Q, gold.G) - (floats.Sum(gold.F) + floats.Sum(target.F))
	d.Bias = Bias{gold.own(), target.other(gold.Q), target.own(), gold.other(target.Q)}
	return d
}

// own is E_{x~q} KL(q(u|x) || r(u;x)): the mean of log p/(q ŵ) over forward runs.
func (a Account) own() (sum float64) {
	for x, q := range a.Q {
		if q > 0 {
			sum += q*(math.Log(a.P[x])-math.Log(q)) - a.F[x]
		}
	}
	return sum
}

// other is E_{x~law} KL(r(u;x) || q(u|x)): the mean of log q ŵ/p over reverse runs from the law.
func (a Account) other(law []float64) (sum float64) {
	for x, s := range law {
		if s > 0 {
			sum += s * (math.Log(a.Q[x]) - math.Log(a.P[x]) + a.G[x])
		}
	}
	return sum
}
