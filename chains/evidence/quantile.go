package evidence

import "slices"

// Median returns the middle of the values, or the mean of the two in the middle.
func Median(values []float64) float64 { return Quantile(slices.Sorted(slices.Values(values)), 0.5) }

// Quantile interpolates between the two nearest of sorted values, at (n-1)p: definition 7 of Hyndman and Fan (1996),
// which R and NumPy take by default. Gonum has definitions 1 and 4. If the two differ and the upper one is +Inf, so is
// the quantile.
func Quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	low, high := sorted[i], sorted[min(i+1, len(sorted)-1)]
	if low == high || at == float64(i) {
		return low
	}
	return low + (at-float64(i))*(high-low)
}
