package chains

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// A density is a slice of log weights, one a cell, unnormalised; -Inf is a cell of no mass.

// LogSum returns the log of the sum of exp(logf). It adds up the other terms apart from the
// largest, so that log Z keeps its digits if one cell has nearly all mass. For f = (1,
// 1e-13) it is 1e-13; the log of the rounded sum would have three digits.
func LogSum(logf []float64) float64 {
	top := floats.MaxIdx(logf)
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

// Normalize sets p to exp(logf) over its sum, and returns p. p may be logf itself. A large constant in logf is taken
// off first: log Z = 1e7 is rounded by 1e-9, and every p would be wrong by as much.
func Normalize(p, logf []float64) []float64 {
	top := floats.Max(logf)
	if math.Abs(top) < largeTop {
		top = 0
	}
	for x, v := range logf {
		p[x] = v - top
	}
	logZ := floats.LogSumExp(p)
	for x, v := range p {
		p[x] = math.Exp(v - logZ)
	}
	return p
}

// largeTop is the largest log density from which on a constant is taken off. Up to there its rounding is 2e-13 at most.
const largeTop = 1024

// Normalized is Normalize into new memory.
func Normalized(logf []float64) []float64 { return Normalize(make([]float64, len(logf)), logf) }

// NormalizeLog sets p to exp(logf) over its sum, and logp to its logarithm. It returns the log of the sum. It takes the
// largest of logf off first, so that a constant in logf costs no digits. It sums up as
// LogSum does, so that both keep their digits if one cell has nearly all mass.
func NormalizeLog(p, logp, logf []float64) (logZ float64) {
	at := floats.MaxIdx(logf)
	top, rest := logf[at], 0.0
	for x, v := range logf {
		logp[x] = v - top
		p[x] = math.Exp(v - top)
		if x != at {
			rest += p[x]
		}
	}
	logZ = math.Log1p(rest)
	for x := range p {
		logp[x] -= logZ
		p[x] /= 1 + rest
	}
	return top + logZ
}

// LogRatio is a - b for log densities a and b, and 0 if both are -Inf: a walker in a cell
// without mass keeps the weight it has.
func LogRatio(a, b float64) float64 {
	if math.IsInf(a, -1) && math.IsInf(b, -1) {
		return 0
	}
	return a - b
}

// Uniform returns the log density that is 0 where logf has mass and -Inf where it has none.
func Uniform(logf []float64) []float64 {
	u := make([]float64, len(logf))
	for x, v := range logf {
		if math.IsInf(v, -1) {
			u[x] = v
		}
	}
	return u
}

// Support lists the cells with mass, in order.
func Support(p []float64) (cells []int) {
	for x, mass := range p {
		if mass > 0 {
			cells = append(cells, x)
		}
	}
	return cells
}

// In returns the values of a function in some cells.
func In(cells []int, f []float64) []float64 {
	some := make([]float64, len(cells))
	for i, x := range cells {
		some[i] = f[x]
	}
	return some
}

// Tempered returns the log density f^beta, divided by its largest value, and -Inf where f
// has no mass, whatever beta is. At beta 0 it is uniform. The largest is taken off first,
// because a constant in log f would cost digits: 0.7 times 1e15 is rounded to eighths.
func Tempered(logf []float64, beta float64) []float64 {
	u, top := Uniform(logf), floats.Max(logf)
	for x, v := range logf {
		if !math.IsInf(v, -1) {
			u[x] = beta * (v - top)
		}
	}
	return u
}

// LogSpan is the distance between the largest and the smallest finite log density.
func LogSpan(logf []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range logf {
		if !math.IsInf(v, -1) {
			low, high = min(low, v), max(high, v)
		}
	}
	return high - low
}

// AddLogW adds to a log weight. Once infinite, the log weight stays as it is.
func AddLogW(logw, by float64) float64 {
	if math.IsInf(logw, 0) {
		return logw
	}
	return logw + by
}

// LeastNormal is the smallest float with all its digits.
const LeastNormal = 0x1p-1022

// LogMass is log p of a mass, also of one below LeastNormal. There math.Log may be wrong: on amd64 it is -709.1 of
// 1e-321, where -739.1 is right.
func LogMass(p float64) float64 {
	if p < LeastNormal {
		return math.Log(p*0x1p60) - 60*math.Ln2
	}
	return math.Log(p)
}

// LogMasses are the logarithms of masses, -Inf of 0.
func LogMasses(masses []float64) []float64 {
	logs := make([]float64, len(masses))
	for x, p := range masses {
		logs[x] = LogMass(p)
	}
	return logs
}
