package exact

import (
	"fmt"
	"math"

	"breadboard/chains"
)

// A Divergence is a pair of Kullback-Leibler divergences between two distributions.
type Divergence struct {
	Forward float64 // KL(sampler || truth)
	Reverse float64 // KL(truth || sampler)
}

// Jeffreys returns the sum of both: +Inf if either is.
func (d Divergence) Jeffreys() float64 { return d.Forward + d.Reverse }

// unknown stands for divergences that are not known.
var unknown = Divergence{math.NaN(), math.NaN()}

// log1pmx returns log(1+x) - x, -x²/2 + x³/3 - ..., without cancellation. The terms left out are of relative size
// 1e-17.
func log1pmx(x float64) float64 {
	switch size := math.Abs(x); {
	case size < 1e-5:
		return -x * x * (1./2 - x*(1./3-x*(1./4-x*(1./5))))
	case size < 0.01:
		return -x * x * (1./2 - x*(1./3-x*(1./4-x*(1./5-x*(1./6-x*(1./7-x*(1./8-x*(1./9-x*(1./10)))))))))
	}
	return math.Log1p(x) - x
}

// termAB and termBA return a cell's terms of the two divergences between a and b = a(1+x), which are never negative:
// a log(a/b) - a + b = a termAB(x), and b log(b/a) - b + a = a termBA(x).
func termAB(x float64) float64 { return -log1pmx(x) }

func termBA(x float64) float64 { return x*math.Log1p(x) + log1pmx(x) }

// klTerms returns a log(a/b) - a + b and b log(b/a) - b + a for masses that are not negative. A term is +Inf if it
// divides by a mass of 0.
func klTerms(a, b float64) (ab, ba float64) {
	switch {
	case a == 0 && b == 0:
		return 0, 0
	case a == 0:
		return b, math.Inf(1)
	case b == 0:
		return math.Inf(1), a
	}
	if a < b { // so that klTerms(b, a) has the same bits
		ba, ab = klTerms(b, a)
		return ab, ba
	}
	if x := (b - a) / a; math.Abs(x) < 0.5 {
		rest := log1pmx(x)
		return -a * rest, a * (x*(x+rest) + rest)
	}
	log := math.Log(a / b)
	return a*log - a + b, a - b - b*log
}

// addTerms adds the terms of a cell with the mass a under the sampler and b under the truth.
func (d *Divergence) addTerms(a, b float64) {
	forward, reverse := klTerms(a, b)
	d.Forward += forward
	d.Reverse += reverse
}

// negligible is the largest J that rounding explains: the square of a hundred roundings of each mass.
const negligible = 1e-27

// deepest bounds how far log q can lie below log p, in nats.
const deepest = 1e5

// leastShare is the share of J from which on a number counts.
const leastShare = 1e-13

// divergence returns both divergences between q = p + d and p. Each cell has the form that keeps its digits: from d if
// q is near p, and otherwise from q and log p, which may lie far below the smallest float. To each term a log(a/b) b -
// a is added, which sums to 0, so that no term is negative.
//
// Without logq, a q of 0 may be a mass below the smallest float, and a q below 0 is the rounding error of a mass that
// is almost gone. Their terms are left out, though they may be p times deepest nats. If that counts, KL(p||q) is
// infinite, or NaN if a q is below 0.
//
// Both divergences are 0 where their sum is rounding.
func divergence(p, logp, d, q, logq []float64, rounding float64) Divergence {
	var sum Divergence
	gone, below := 0.0, 0.0 // at most, the terms of cells where q is 0 and below 0
	for x := range p {
		switch {
		case logq != nil:
			if math.IsInf(logp[x], -1) && !math.IsInf(logq[x], -1) { // however small the mass is
				sum.Forward = math.Inf(1)
			}
		case q[x] < 0:
			below += p[x] * deepest
			continue
		case q[x] == 0 && p[x] > 0:
			sum.Forward += p[x]
			gone += p[x] * deepest
			continue
		}
		if delta := d[x] / p[x]; math.Abs(delta) < 0.5 {
			sum.Forward += p[x] * termBA(delta)
			sum.Reverse += p[x] * termAB(delta)
			continue
		}
		l := chains.LogMass(q[x])
		if logq != nil {
			l = logq[x]
		}
		if q[x] > 0 {
			sum.Forward += q[x]*(l-logp[x]) - q[x] + p[x]
		} else {
			sum.Forward += p[x]
		}
		if p[x] > 0 {
			sum.Reverse += p[x]*(logp[x]-l) - p[x] + q[x]
		} else {
			sum.Reverse += q[x]
		}
	}
	least := leastShare * (sum.Forward + sum.Reverse) // that counts
	switch {
	case below > least:
		sum.Reverse = math.NaN()
	case gone > least:
		sum.Reverse = math.Inf(1)
	case sum.Jeffreys() <= rounding:
		return Divergence{}
	}
	return sum
}

// DivergenceOf returns both divergences between a distribution q and a target p. A mass of 0 counts as 0 and not as a
// mass below the smallest float: a cell with p > 0 and q = 0 makes KL(p||q) infinite, and a cell with q > 0 and p = 0
// makes KL(q||p) infinite.
func DivergenceOf(q, p []float64) (d Divergence) {
	for x := range p {
		d.addTerms(q[x], p[x])
	}
	return d
}

// DivergenceOfLogs returns the same for masses that may be below the smallest float, given their logarithms logq and
// logp. If the distributions change places, the two divergences do so to the last bit. Both are 0 where their sum is
// negligible.
func DivergenceOfLogs(q, logq, p, logp []float64) (d Divergence) {
	const least = chains.LeastNormal
	for x := range p {
		forward, reverse := klTerms(q[x], p[x])
		switch {
		case p[x] < least && q[x] >= least && !math.IsInf(logp[x], -1):
			forward, reverse = q[x]*(math.Log(q[x])-logp[x])-q[x], q[x]
		case q[x] < least && p[x] >= least && !math.IsInf(logq[x], -1):
			forward, reverse = p[x], p[x]*(math.Log(p[x])-logq[x])-p[x]
		case p[x] < least && q[x] < least && !math.IsInf(logp[x], -1) && !math.IsInf(logq[x], -1):
			forward, reverse = 0, 0
		}
		d.Forward += forward
		d.Reverse += reverse
	}
	if d.Jeffreys() <= negligible {
		return Divergence{}
	}
	return d
}

// WhyInfinite returns a sentence on the cell that makes a divergence between q and p infinite, or nothing if it is
// finite. name returns the name of a cell.
func (d Divergence) WhyInfinite(logq, p, logp []float64, name func(x int) string) string {
	for x, v := range logq {
		if math.IsInf(d.Forward, 1) && !math.IsInf(v, -1) && math.IsInf(logp[x], -1) {
			return fmt.Sprintf("kl_q_p and J are infinite: q(x_T) has mass %.3g in cell %v, where the target has none",
				math.Exp(v), name(x))
		}
		if math.IsInf(d.Reverse, 1) && math.IsInf(v, -1) && p[x] > 0 {
			return fmt.Sprintf("kl_p_q and J are infinite: q(x_T) is 0, or below the smallest float, in cell %v, "+
				"where p_T is %.3g", name(x), p[x])
		}
	}
	return ""
}
