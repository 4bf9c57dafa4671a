package timeaverage

import "breadboard/exact/spectra"

// A Limit is what remains as N grows.
type Limit struct {
	MSE        float64 // the limit of N times the mean squared error: the asymptotic variance
	Efficiency float64 // the limit of RESS/N
}

// Limit returns the limit for a function, from whichever start. It is an error if the function is
// constant, if the chain does not get from every state to every other, or if there are more than
// spectra.MaxStates.
func (c *Chain) Limit(h []float64) (Limit, error) {
	rows, n := c.block(nil).law, len(c.p)
	variance, autocorrelation, err := spectra.Dense(n, rows.Data).AsymptoticVariance(c.p, c.onMass(h))
	return Limit{MSE: variance, Efficiency: 1 / autocorrelation}, err
}
