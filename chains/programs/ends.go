package programs

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// ends holds the initial density and the target of a problem, as most programs need them.
type ends struct {
	first    []float64           // p_1
	logFirst []float64           // log p_1, also where p_1 is below any float
	logw     []float64           // log f_T - log f_1, with both lowered; 0 in cells without mass at both ends
	offset   float64             // added to logw it undoes the lowering
	prior    chains.Distribution // p_1, to draw from
}

// newEnds returns the lowered ends: a constant in a log density costs no digits.
func newEnds(p Problem) ends {
	a, offset := p.WithoutConstants()
	from, to := a.Ends()
	first, logFirst := normalized(from)
	e := ends{first: first, logFirst: logFirst, logw: make([]float64, len(from)), offset: offset,
		prior: chains.NewDistribution(first)}
	for x := range from {
		e.logw[x] = chains.LogRatio(to[x], from[x])
	}
	return e
}

// normalized returns the density, normalised, and its logarithm.
func normalized(logf []float64) (p, logp []float64) {
	p = make([]float64, len(logf))
	logp = make([]float64, len(logf))
	chains.NormalizeLog(p, logp, logf)
	return p, logp
}

// logMean returns the log of the mean of exp(logw). It does not overflow.
func logMean(logw []float64) float64 { return floats.LogSumExp(logw) - math.Log(float64(len(logw))) }

// pickByLog picks i in proportion to exp(logw[i]); the first if all are 0.
func pickByLog(logw []float64, d chains.Dice) int {
	if math.IsInf(floats.Max(logw), -1) {
		return 0
	}
	return d.Pick(chains.Normalized(logw))
}
