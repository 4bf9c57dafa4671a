package exact

import "breadboard/chains"

// Ends are the two ends of an annealing, normalised.
type Ends struct {
	LogR  float64   // log Z_T/Z_1
	P1    []float64 // p_1
	LogP1 []float64 // log p_1, also where p_1 is below any float
	P     []float64 // p_T
	LogP  []float64 // log p_T, likewise
	LogW  []float64 // log p_T/p_1, which is log f_T/f_1 - log R
}

// NewEnds returns the ends. A constant in a log density costs digits of LogR and of nothing else.
func NewEnds(a chains.Annealing) Ends {
	low, rise := a.Lowered()
	from, to := low.Ends()
	n := len(to)
	e := Ends{LogR: chains.LogSum(to) - chains.LogSum(from) + rise, P1: make([]float64, n), LogP1: make([]float64, n),
		P: make([]float64, n), LogP: make([]float64, n), LogW: make([]float64, n)}
	chains.NormalizeLog(e.P1, e.LogP1, from)
	chains.NormalizeLog(e.P, e.LogP, to)
	for x := range n {
		e.LogW[x] = chains.LogRatio(e.LogP[x], e.LogP1[x])
	}
	return e
}
