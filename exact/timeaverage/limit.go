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
	limits, err := c.Limits([][]float64{h})
	if err != nil {
		return Limit{}, err
	}
	return limits[0], nil
}

// Limits is Limit of several functions. They take little more time than one. Their means are taken off
// first: of values near 1e6 the squares would leave ten digits.
func (c *Chain) Limits(functions [][]float64) ([]Limit, error) {
	picked := make([][]float64, len(functions))
	for i, h := range functions {
		for _, g := range c.centred(h).g {
			picked[i] = append(picked[i], g.hi)
		}
	}
	rows, n := c.block(nil).law, len(c.p)
	variances, autocorrelations, err := spectra.Dense(n, rows.Data).AsymptoticVariances(c.p, picked)
	limits := make([]Limit, len(variances))
	for i, v := range variances {
		limits[i] = Limit{MSE: v, Efficiency: 1 / autocorrelations[i]}
	}
	return limits, err
}
