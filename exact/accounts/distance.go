package accounts

import (
	"math"

	"breadboard/exact"
)

// A Distance says how far apart two programs are on one target, and what AIDE's estimate of that expects. It does not
// change, to the last bit, if the gold standard and the target program change places; only its terms do.
type Distance struct {
	// Final is between the distributions of what the programs return: Forward is KL(gold||target) and Reverse is
	// KL(target||gold).
	Final    exact.Divergence
	Expected float64 // the expectation of AIDE's estimate; NaN if a program has no reverse
	Bias     Bias
	Off      float64 // bounds the error of the numbers above, as far as is known
}

// Symmetrised returns the divergence that AIDE estimates, the sum of the two in Final.
func (d Distance) Symmetrised() float64 { return d.Final.Jeffreys() }

// A Bias has the four terms of Eq. 3, by which the estimate's expectation is above the symmetrised divergence. With u
// the rest of a run that returns x, q(u|x) is its distribution given x, and r(u;x) the one that the reverse run draws
// from. At M = 1 the terms are divergences between these two. With more runs they are smaller (Between).
type Bias struct {
	GoldOwn     float64 // E_{x~gold} KL(q_gold(u|x) || r_gold(u;x))
	TargetOther float64 // E_{x~gold} KL(r_target(u;x) || q_target(u|x))
	TargetOwn   float64 // E_{x~target} KL(q_target(u|x) || r_target(u;x))
	GoldOther   float64 // E_{x~target} KL(r_gold(u;x) || q_gold(u|x))
}

// Total returns the sum of the terms.
func (b Bias) Total() float64 { return (b.GoldOwn + b.TargetOwn) + (b.GoldOther + b.TargetOther) }

// Gold returns the part that more reverse runs of the gold standard lower.
func (b Bias) Gold() float64 { return b.GoldOwn + b.GoldOther }

// Target returns the part that more reverse runs of the target program lower.
func (b Bias) Target() float64 { return b.TargetOwn + b.TargetOther }

// DistanceOf returns the distance between two programs on one target, with one run of each (M = 1). Their initial
// densities may differ.
func DistanceOf(gold, target Account) Distance {
	d := Distance{Off: gold.Off + target.Off}
	d.Final = exact.DivergenceOfLogs(gold.Q, gold.LogQ, target.Q, target.LogQ)
	if gold.G == nil || target.G == nil {
		nan := math.NaN()
		d.Expected = nan
		d.Bias = Bias{nan, nan, nan, nan}
		return d
	}
	for x := range gold.Q {
		d.Expected += expected(gold, target, x)
	}
	d.Bias = Bias{gold.own(), target.other(gold.Q), target.own(), gold.other(target.Q)}
	return d
}

// expected returns the part of a cell in the expectation, q_g G_t + q_t G_g - F_g - F_t, written as
//
//	(q_g - q_t)(G_t - G_g) + (q_g G_g - F_g) + (q_t G_t - F_t)
//
// The last two are at least 0, and 0 for a program whose weight is a function of the cell. So two programs that are
// nearly the same do not cost digits, however far they are from the target.
func expected(gold, target Account, x int) float64 {
	qg, qt := gold.Q[x], target.Q[x]
	if qg == 0 && qt == 0 {
		return 0
	}
	if gold.loses(x) || target.loses(x) {
		return math.Inf(1)
	}
	Gg, Gt := gold.G[x], target.G[x]
	if qg == 0 || qt == 0 || math.IsInf(Gg, 1) || math.IsInf(Gt, 1) {
		return (product(qg, Gt) + product(qt, Gg)) - (gold.F[x] + target.F[x])
	}
	return (qg-qt)*(Gt-Gg) + ((qg*Gg - gold.F[x]) + (qt*Gt - target.F[x]))
}

// loses reports whether a run that returns x may have weight 0.
func (a Account) loses(x int) bool { return math.IsInf(a.F[x], -1) }

// product returns p v, and 0 if p is 0.
func product(p, v float64) float64 {
	if p == 0 {
		return 0
	}
	return p * v
}

// own returns E_{x~q} KL(q(u|x) || r(u;x)): the mean of log p/(q ŵ) over forward runs.
func (a Account) own() (sum float64) {
	for x, q := range a.Q {
		if a.loses(x) {
			return math.Inf(1)
		}
		if q > 0 {
			sum += q*a.logPOverQ(x) - a.F[x]
		}
	}
	return max(sum, 0) // less is a rounding
}

// other returns E_{x~start} KL(r(u;x) || q(u|x)): the mean of log q ŵ/p over reverse runs from the distribution start.
func (a Account) other(start []float64) (sum float64) {
	for x, s := range start {
		if s == 0 {
			continue
		}
		if math.IsInf(a.LogP[x], -1) || math.IsInf(a.G[x], 1) {
			return math.Inf(1)
		}
		sum += s * (a.G[x] - a.logPOverQ(x))
	}
	return max(sum, 0) // less is a rounding
}

// logPOverQ returns log p/q. It keeps its digits if q is near p.
func (a Account) logPOverQ(x int) float64 {
	if by := (a.P[x] - a.Q[x]) / a.Q[x]; math.Abs(by) < 0.5 {
		return math.Log1p(by)
	}
	return a.LogP[x] - a.LogQ[x]
}
