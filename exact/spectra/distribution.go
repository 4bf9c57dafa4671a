package spectra

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// checkDistribution returns an error unless pi has no negative entry and sums to 1 to within
// 1e-9.
func checkDistribution(pi []float64) error {
	for x, v := range pi {
		if !(v >= 0) {
			return fmt.Errorf("the probability of state %d is %g; a number from 0 to 1 would do", x, v)
		}
	}
	if sum := floats.Sum(pi); !(math.Abs(sum-1) <= rowSlack) {
		return fmt.Errorf("the probabilities sum to %.12g; 1 would do", sum)
	}
	return nil
}

// CheckVaries returns an error unless f varies, by more than round-off, over the states of
// positive probability.
func CheckVaries(pi, f []float64) error {
	lo, hi, states := math.Inf(1), math.Inf(-1), 0
	for x, p := range pi {
		if p > 0 {
			states++
			lo, hi = min(lo, f[x]), max(hi, f[x])
		}
	}
	if !(hi-lo > float64(states)*ulp*max(-lo, hi)) {
		return fmt.Errorf("the function is %g in every state of positive probability, or not a number; "+
			"a function that varies would do", lo)
	}
	return nil
}

// pick returns the entries of v at some states.
func pick(v []float64, states []int) []float64 {
	out := make([]float64, len(states))
	for i, x := range states {
		out[i] = v[x]
	}
	return out
}

// centred returns f less its mean.
func centred(pi, f []float64) []float64 {
	mean := floats.Dot(pi, f)
	out := make([]float64, len(f))
	for x, v := range f {
		out[x] = v - mean
	}
	return out
}
