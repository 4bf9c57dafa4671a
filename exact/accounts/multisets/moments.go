package multisets

import "math"

// Moments are expectations over the runs that lead to one place. With l the log ŵ so far, they
// are of 1, l, l², e^l, l e^l and l² e^l.
type Moments [6]float64

// Gain adds to all logs, and multiplies all expectations by exp(logk).
func (v *Moments) Gain(by, logk float64) {
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

// rows are the probabilities of a move, written out. A particle in cell x goes to to[i] with
// probability prob[i], for from[x] <= i < from[x+1]. Cells are numbered as in particles.cells.
type rows struct {
	from []int
	to   []int32
	prob []float64
}

func (r rows) of(x int) (to []int32, prob []float64) {
	return r.to[r.from[x]:r.from[x+1]], r.prob[r.from[x]:r.from[x+1]]
}

// pushed returns a measure of one particle after the move.
func (r rows) pushed(q []float64) []float64 {
	dst := make([]float64, len(q))
	for x, mass := range q {
		to, prob := r.of(x)
		for i, y := range to {
			dst[y] += mass * prob[i]
		}
	}
	return dst
}

// pulled returns a function of one particle before the move.
func (r rows) pulled(f []Moments) []Moments {
	dst := make([]Moments, len(f))
	for x := range f {
		to, prob := r.of(x)
		for i, y := range to {
			dst[x].add(prob[i], &f[y])
		}
	}
	return dst
}
