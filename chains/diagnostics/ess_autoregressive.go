package diagnostics

import "math"

var essAutoregressive = Diagnostic{
	Name: "ess-autoregressive", Kind: ESS,
	About:     "draws by the spectrum at 0 of a fitted autoregression; summed over chains",
	Cite:      "Plummer et al. 2006 (coda, effectiveSize); Thompson 2010",
	Estimates: asymptotic,
	Of: guarded(func(c *Chains) (sum float64) {
		all := c.series()
		for i, chain := range all.chains {
			n := len(chain)
			sum += draws(n, all.variances[i], fitted(n, all.first(i)))
		}
		return sum
	}),
	Fine: atLeast(enough), // Turner and Neal 2017
}

// spectrum returns the spectral density at frequency 0 of a chain, which is the asymptotic
// variance of its mean: that of a fitted autoregression.
func spectrum(x []float64) float64 { return fitted(len(x), firstAutocovariances(x)) }

// fitted returns the spectral density at frequency 0 of the autoregression that is fitted to n values by
// their autocovariances,
//
//	innovation variance / (1 - sum of coefficients)^2.
//
// It is 0 for a chain that stands still.
func fitted(n int, gamma []float64) float64 {
	innovation, coefficients := autoregression(n, gamma)
	rest := 1.0
	for _, a := range coefficients {
		rest -= a
	}
	return innovation / (rest * rest)
}

// autoregression fits x_i = sum_k a_k x_{i-k} + innovation to a chain of n values about its mean. It
// solves the equations of Yule and Walker in the autocovariances, for each order from the one below
// (Levinson, Durbin). The order is that of the least n log(variance) + 2 order (Akaike), at most the
// last lag of gamma. The variance of the innovations is divided by n - order - 1 values, as in R's
// ar: of 48 values and order 3 it is 48/44 of what the recursion says.
func autoregression(n int, gamma []float64) (innovation float64, coefficients []float64) {
	most := len(gamma) - 1
	if gamma[0] == 0 {
		return 0, nil
	}
	v, a, next := gamma[0], make([]float64, 0, most), make([]float64, 0, most)
	least := float64(n) * math.Log(v)
	innovation = v * float64(n) / float64(n-1)
	for order := 1; order <= most; order++ {
		reflection := gamma[order]
		for k, c := range a {
			reflection -= c * gamma[order-1-k]
		}
		reflection /= v
		next = next[:0]
		for k, c := range a {
			next = append(next, c-reflection*a[len(a)-1-k])
		}
		a, next = append(next, reflection), a
		v *= 1 - reflection*reflection
		if v <= 0 {
			break // rounded away: the chain is known from its past
		}
		if aic := float64(n)*math.Log(v) + 2*float64(order); aic < least {
			least, innovation = aic, v*float64(n)/float64(n-order-1)
			coefficients = append(coefficients[:0], a...)
		}
	}
	return innovation, coefficients
}
