package chains

import "math"

// Deep is how many nats a log density may span for its weights and their inverses, and
// the products of one and a deviation over another, to keep all their digits.
const Deep = 600

// weights are p_t but for a constant: P, or else f_t over its largest, which is made
// once. They are nil where f_t spans too much for that.
func (l *Level) weights() []float64 {
	if l.P != nil {
		return l.P
	}
	if l.weighed {
		return l.w
	}
	l.weighed, l.w = true, nil
	logf := l.LogF()
	low, top := math.Inf(1), math.Inf(-1)
	for _, v := range logf {
		if top = max(top, v); !math.IsInf(v, -1) {
			low = min(low, v)
		}
	}
	if !(top-low < Deep) {
		return nil
	}
	if l.room == nil {
		l.room = make([]float64, l.n)
	}
	l.w = l.room
	Abreast(l.n, func(from, to int) {
		for x := from; x < to; x++ {
			l.w[x] = math.Exp(logf[x] - top)
		}
	})
	return l.w
}

// A weigher pulls a pair of its own by the weights of the level it is aimed at, and
// is reversible.
type weigher interface {
	Operator
	PairPuller
}

// A spare is what a single function needs to be pulled as one of a pair.
type spare struct{ u, other []float64 }

// pull is Pull on a wide space, by the weights; it reports whether there are any, and
// none in walls. Cells without mass, of which no pair knows, are pulled by their rows.
func (s *spare) pull(o weigher, l *Level, walls []int, dst, f []float64) bool {
	w := l.weights()
	if w == nil || massive(w, walls) {
		return false
	}
	s.pair(o, dst, f)
	for x, v := range w {
		if v == 0 {
			dst[x] = f[x]
			o.Row(x, func(y int, p float64) { dst[x] += p * (f[y] - f[x]) })
		}
	}
	return true
}

// push is Push likewise; a measure with mass where the level has none cannot be
// pushed so.
func (s *spare) push(o weigher, l *Level, walls []int, dst, q []float64) bool {
	w := l.weights()
	if w == nil || massive(w, walls) {
		return false
	}
	if s.u == nil {
		s.u = make([]float64, len(q))
	}
	for x, v := range w {
		if v == 0 && q[x] != 0 {
			return false
		}
		s.u[x] = q[x] / (v + least)
	}
	s.pair(o, dst, s.u)
	for x, v := range w {
		dst[x] *= v
	}
	return true
}

func (s *spare) pair(o weigher, dst, f []float64) {
	if s.other == nil {
		s.other = make([]float64, len(f))
	}
	to, from := [2][]float64{dst, s.other}, [2][]float64{f, f}
	o.PullPair(&to, &from, &from, 1)
}
