package timeaverage

import "math"

// An Accuracy says how well the time average of a function over N steps estimates its
// expectation.
type Accuracy struct {
	N        int     `json:"N"`
	Spread   float64 `json:"spread"`   // Var_p[h], the variance of the function under the target
	Bias     float64 `json:"bias"`     // the mean of the time average less the expectation
	Variance float64 `json:"variance"` // of the time average
}

// MSE is the mean squared error of the time average.
func (a Accuracy) MSE() float64 { return a.Bias*a.Bias + a.Variance }

// RESS is the real effective sample size: the number of independent draws whose mean has the
// same squared error. It is +Inf if there is no error at all, and NaN for a constant function.
func (a Accuracy) RESS() float64 {
	if a.Spread == 0 {
		return math.NaN()
	}
	return a.Spread / a.MSE()
}

// Efficiency is RESS/N (Eq. 6): 1 if the steps are independent draws.
func (a Accuracy) Efficiency() float64 { return a.RESS() / float64(a.N) }
