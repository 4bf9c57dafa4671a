package chains

import "math"

// LogSum returns the log of the sum of exp(logf). The terms besides the largest are
// added up apart, so that log Z keeps its digits if one cell has all mass but 1e-13:
// of f = (1, 1e-13) it is 1e-13, of which the log of the rounded sum has three digits.
func LogSum(logf []float64) float64 {
	top := 0
	for x, v := range logf {
		if v > logf[top] {
			top = x
		}
	}
	if math.IsInf(logf[top], -1) {
		return math.Inf(-1)
	}
	rest := 0.0
	for x, v := range logf {
		if x != top {
			rest += math.Exp(v - logf[top])
		}
	}
	return logf[top] + math.Log1p(rest)
}
