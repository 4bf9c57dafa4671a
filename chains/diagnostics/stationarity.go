package diagnostics

import "math"

// stationarity returns the p-value of the least stationary of m chains, 1 - (1 - p)^m (Sidak). The
// whole chains are tested, since their time averages are what is judged: the paper goes on to
// discard tenths until the rest passes. It is NaN if a chain stands still.
func stationarity(chains *Chains) float64 {
	least := 1.0
	for _, c := range chains.Values {
		least = min(least, bridgeAbove(cramerVonMises(c))) // NaN stays
	}
	return -math.Expm1(float64(len(chains.Values)) * math.Log1p(-least))
}

// cramerVonMises returns the integral of the square of the bridge
//
//	B(k/n) = (x_1 + ... + x_k - k mean) / sqrt(n S).
//
// S is the spectrum at 0 of the second half alone, which a drift at the start does not raise.
func cramerVonMises(x []float64) float64 {
	n := float64(len(x))
	center, sum, squares := mean(x), 0.0, 0.0
	for _, v := range x {
		sum += v - center
		squares += sum * sum
	}
	return squares / (n * n * spectrum(x[len(x)/2:]))
}

// bridgeAbove returns the probability that the integral of the square of a Brownian bridge is
// above a value (Csorgo and Faraway 1996, Eq. 1.2). Its distribution function is
//
//	1/(pi sqrt v) sum_j (-1)^j C(-1/2, j) sqrt(4j+1) exp(-u) K_{1/4}(u),    u = (4j+1)^2/(16 v).
func bridgeAbove(v float64) float64 {
	switch {
	case math.IsNaN(v):
		return v
	case v > 40: // below 1e-80
		return 0
	}
	sum, binomial := 0.0, 1.0 // (-1)^j C(-1/2, j) = (1/2)(3/2)...(j-1/2)/j!
	for j := range 40 {
		k := float64(4*j + 1)
		u := k * k / (16 * v)
		if u > 350 {
			break // exp(-2u) is 0
		}
		sum += binomial * math.Sqrt(k) * math.Exp(-2*u) * besselQuarter(u)
		binomial *= (float64(j) + 0.5) / float64(j+1)
	}
	return min(1, max(0, 1-sum/(math.Pi*math.Sqrt(v))))
}

// besselQuarter returns exp(u) K_{1/4}(u), the integral over t > 0 of
// exp(-u (cosh t - 1)) cosh(t/4). The trapezoid rule is exact to round-off for integrands that
// fall off like these.
func besselQuarter(u float64) float64 {
	const step = 1. / 16
	sum := 0.5
	for t := step; ; t += step {
		e := u * (math.Cosh(t) - 1)
		if e > 40 {
			return sum * step
		}
		sum += math.Exp(-e) * math.Cosh(t/4)
	}
}

// drift returns Geweke's z of all chains together,
//
//	sum (mean A - mean B) / sqrt(sum (S_A/|A| + S_B/|B|)),
//
// which for one chain is his. A is the first tenth of a chain, B its second half, and S the
// spectrum at 0. It is NaN for chains below 20 values, whose A has no variance, and for chains
// that all stand still.
func drift(chains *Chains) float64 {
	n := len(chains.Values[0])
	if n < 20 {
		return math.NaN()
	}
	difference, square := 0.0, 0.0
	for _, c := range chains.Values {
		a, b := c[:n/10], c[n-n/2:]
		difference += mean(a) - mean(b)
		square += spectrum(a)/float64(len(a)) + spectrum(b)/float64(len(b))
	}
	return difference / math.Sqrt(square)
}
