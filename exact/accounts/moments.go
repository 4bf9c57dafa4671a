package accounts

import "math"

// moments are expectations, over the runs that lead to one place, of functions of log ŵ so
// far: of 1, l, l², e^l, l e^l and l² e^l for l = log ŵ.
type moments [6]float64

// gain adds to all logs, and multiplies all expectations by exp(logk).
func (v *moments) gain(by, logk float64) {
	k, w := math.Exp(logk), math.Exp(logk+by)
	for i, k := range [2]float64{k, w} {
		m := v[3*i : 3*i+3]
		m[0], m[1], m[2] = k*m[0], k*(m[1]+by*m[0]), k*(m[2]+by*(2*m[1]+by*m[0]))
	}
}

// add adds share times other moments.
func (v *moments) add(share float64, other *moments) {
	for i, m := range other {
		v[i] += share * m
	}
}

// swapped returns the moments of -l instead of l, with e^l taken for the weight that all
// expectations have: E[e^l φ(-l)] for every φ.
func swapped(v []moments) []moments {
	other := make([]moments, len(v))
	for x, m := range v {
		other[x] = moments{m[3], -m[4], m[5], m[0], -m[1], m[2]}
	}
	return other
}

// links are a sparse matrix: a visit of every entry, from one place to another.
type links struct {
	size  int // the number of places that they lead to
	visit func(entry func(from, to int, share float64))
}

// pushed returns measures after the links.
func (l links) pushed(v []moments) []moments {
	dst := make([]moments, l.size)
	l.visit(func(from, to int, share float64) { dst[to].add(share, &v[from]) })
	return dst
}

// pulled returns functions before the links, of which there are so many.
func (l links) pulled(v []moments, size int) []moments {
	dst := make([]moments, size)
	l.visit(func(from, to int, share float64) { dst[from].add(share, &v[to]) })
	return dst
}
