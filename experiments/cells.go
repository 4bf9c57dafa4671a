package experiments

import "math"

// LogRatio returns log q/p by cell: NaN where both are 0.
func (m Measurement) LogRatio() []float64 {
	return m.overCells(func(q, p float64) float64 { return math.Log(q / p) })
}

// Difference returns q - p by cell.
func (m Measurement) Difference() []float64 {
	return m.overCells(func(q, p float64) float64 { return q - p })
}

// JParts returns the terms of J by cell, (q - p) log q/p, whose sum is J. None is negative. A term is infinite if one
// of q and p is 0, and 0 if both are.
func (m Measurement) JParts() []float64 {
	return m.overCells(func(q, p float64) float64 {
		if q == p {
			return 0
		}
		return (q - p) * math.Log(q/p)
	})
}

// overCells compares q and p. If J is 0, as with the perfect kernel, all that differs is rounding, and q is p.
func (m Measurement) overCells(f func(q, p float64) float64) []float64 {
	all := make([]float64, len(m.P))
	same := m.J() == 0
	for x, q := range m.Q {
		if same {
			q = m.P[x]
		}
		all[x] = f(q, m.P[x])
	}
	return all
}
