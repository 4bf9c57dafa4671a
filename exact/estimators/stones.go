package estimators

import "math"

// stone is a step of stepping stones: the log of a mean over n chains of w = p_t/p_{t-1}(x_{t-1}). With v = w/E[w] and
// m_k the moments of v - 1, the mean of n has
//
//	E[log mean w] = log E[w] - m_2/2n + (m_3/3 - 3 m_2²/4)/n² + O(1/n³)
//
// and moves, for many chains, as the mean of v.
func (s step) stone(n float64) part {
	more := 0. // E[w] - 1
	for x, q := range s.law {
		more += q * math.Expm1(s.rise[x])
	}
	v := func(x int) float64 { return math.Exp(s.rise[x]) / (1 + more) }
	m2, m3 := 0., 0.
	for x, q := range s.law {
		y := v(x) - 1
		m2 += q * y * y
		m3 += q * y * y * y
	}
	nothing := func(int) float64 { return 0 }
	return part{math.Log1p(more) - m2/(2*n) + (m3/3-3*m2*m2/4)/(n*n), v, nothing}
}
