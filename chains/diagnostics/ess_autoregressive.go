package diagnostics

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

var essAutoregressive = Diagnostic{
	Name: "ess-autoregressive", Kind: ESS,
	About:     "draws by the spectrum at 0 of a fitted autoregression; summed over chains",
	Cite:      "Plummer et al. 2006 (coda, effectiveSize); Thompson 2010",
	Estimates: asymptotic,
	Of: guarded(summed(func(chain []float64) float64 {
		return draws(len(chain), variance(chain), spectrum(chain))
	})),
	Fine: atLeast(enough), // Turner and Neal 2017
}

// spectrum returns the spectral density at frequency 0 of a chain, which is the asymptotic
// variance of its mean: that of a fitted autoregression,
//
//	innovation variance / (1 - sum of coefficients)^2.
//
// It is 0 for a chain that stands still.
func spectrum(x []float64) float64 {
	innovation, coefficients := autoregression(x)
	rest := 1.0
	for _, a := range coefficients {
		rest -= a
	}
	return innovation / (rest * rest)
}

// autoregression fits x_i = sum_k a_k x_{i-k} + innovation to a chain about its mean, by the
// equations of Yule and Walker, solved for each order from the one below (Levinson, Durbin). The
// order is that of the least n log(variance) + 2 order (Akaike), at most 10 log10(n). The
// variance of the innovations is divided by n - order - 1 values, as in R's ar: of 48 values and
// order 3 it is 48/44 of what the recursion says.
func autoregression(x []float64) (innovation float64, coefficients []float64) {
	n := len(x)
	most := max(0, min(int(10*math.Log10(float64(n))), n-2))
	gamma := firstAutocovariances(x, most)
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

// firstAutocovariances returns the autocovariances of one chain up to a lag, summed directly.
func firstAutocovariances(x []float64, most int) []float64 {
	center, about := mean(x), make([]float64, len(x))
	for i, v := range x {
		about[i] = v - center
	}
	gamma := make([]float64, most+1)
	for t := range gamma {
		gamma[t] = floats.Dot(about[t:], about[:len(x)-t]) / float64(len(x))
	}
	return gamma
}
