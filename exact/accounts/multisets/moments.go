package multisets

import "math"

// Moments are expectations over the runs that lead to one place. With l the log ŵ so far, they
// are of 1, l, l², e^l, l e^l and l² e^l.
type Moments [6]float64

// gain adds to all logs, and multiplies all expectations by exp(logk).
func (v *Moments) gain(by, logk float64) {
	k, w := math.Exp(logk), math.Exp(logk+by)
	for i, k := range [2]float64{k, w} {
		m := v[3*i : 3*i+3]
		m[0], m[1], m[2] = k*m[0], k*(m[1]+by*m[0]), k*(m[2]+by*(2*m[1]+by*m[0]))
	}
}

// add adds share times other moments.
func (v *Moments) add(share float64, other *Moments) {
	for i, m := range other {
		v[i] += share * m
	}
}

// swapped returns E[e^l φ(-l)] for every φ of the moments. By the law of package programs these
// are the moments of the run in the other direction.
func swapped(v []Moments) []Moments {
	other := make([]Moments, len(v))
	for x, m := range v {
		other[x] = Moments{m[3], -m[4], m[5], m[0], -m[1], m[2]}
	}
	return other
}
