package samplers

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// ESSD is the deviation of a real ESS, measured on k chains, from an estimated one by Eq. (8):
// Φ^-1(the chi-squared CDF with k degrees of freedom at k ess/ress). It is standard normal if the
// errors are those of ess independent draws, and above 0 if they are larger.
//
// Each tail is computed by itself, so that an ESS of 1000 where the real one is 0.1 has an ESSD
// of 283: 1 less its probability, 1e-17000, is no float.
func ESSD(ess, ress float64, k int) float64 {
	half, x := float64(k)/2, ess/ress*float64(k)/2
	if math.IsNaN(x) {
		return x
	}
	if math.IsInf(x, 1) {
		return x
	}
	low, high := mathext.GammaIncReg(half, x), mathext.GammaIncRegComp(half, x)
	switch {
	case low < 0.5 && low > 1e-290:
		return distuv.UnitNormal.Quantile(low)
	case low < 0.5:
		return -fromTail(logLower(half, x))
	case high > 1e-290:
		return -distuv.UnitNormal.Quantile(high)
	}
	return fromTail(logUpper(half, x))
}

// logLower is the logarithm of the regularised incomplete gamma function P(a, x) for small x: its
// first term, x^a e^-x / Γ(a+1). What it lacks is a relative x.
func logLower(a, x float64) float64 {
	lg, _ := math.Lgamma(a + 1)
	return a*math.Log(x) - x - lg
}

// logUpper is log Q(a, x) for large x: the asymptotic series of Γ(a, x), whose terms fall until
// their number is near x (Abramowitz and Stegun 1964, 6.5.32).
func logUpper(a, x float64) float64 {
	lg, _ := math.Lgamma(a)
	sum, term := 1.0, 1.0
	for i := 1.0; i < x && math.Abs(term) > 1e-17*sum; i++ {
		term *= (a - i) / x
		sum += term
	}
	return (a-1)*math.Log(x) - x - lg + math.Log(sum)
}

// fromTail returns z such that a standard normal is above z with probability e^logp, if that is
// below 1e-290 and z above 36. There the tail is φ(z)/z (1 - 1/z² + 3/z^4 ...). Each step of
// Newton's method has the slope -z of the leading term, and gains three digits.
func fromTail(logp float64) float64 {
	if math.IsInf(logp, -1) {
		return math.Inf(1)
	}
	z := math.Sqrt(-2 * logp)
	for range 20 {
		s := 1 / (z * z)
		tail := -z*z/2 - math.Log(z) - math.Log(2*math.Pi)/2 + math.Log1p(-s*(1-3*s*(1-5*s)))
		z += (tail - logp) / z
	}
	return z
}
