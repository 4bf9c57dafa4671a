package exact

import (
	"breadboard/chains"
)

// Ends holds the distributions at the two ends of an annealing, p_1 and p_T.
type Ends struct {
	LogR  float64   // log Z_T/Z_1
	P1    []float64 // p_1
	LogP1 []float64 // log p_1, also where p_1 is below any float
	P     []float64 // p_T
	LogP  []float64 // log p_T, likewise
	LogW  []float64 // log p_T/p_1, which is log f_T/f_1 - log R
}

// EndsOf returns the ends of an annealing. A constant in a log density costs digits of LogR and of nothing else.
func EndsOf(a chains.Annealing) Ends {
	low, constant := a.WithoutConstants()
	from, to := low.Ends()
	v := vectors(len(to), 5)
	e := Ends{chains.LogSum(to) - chains.LogSum(from) + constant, v[0], v[1], v[2], v[3], v[4]}
	chains.NormalizeLog(e.P1, e.LogP1, from)
	chains.NormalizeLog(e.P, e.LogP, to)
	for x := range to {
		e.LogW[x] = chains.LogRatio(e.LogP[x], e.LogP1[x])
	}
	return e
}
