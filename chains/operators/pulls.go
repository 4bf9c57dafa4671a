package operators

import (
	"breadboard/chains"
)

// inPlace reports whether dst may be f in an operator's PullPair, because it reads f before
// it writes there. A product needs no second pair for such a factor.
func inPlace(op chains.Operator) bool {
	o, ok := op.(interface{ InPlace() bool })
	return ok && o.InPlace()
}

func pullPair(op chains.Operator, dst, base, f *chains.Pair, share float64) {
	if fast, ok := op.(chains.PairPuller); ok {
		fast.PullPair(dst, base, f, share)
		return
	}
	pullSingly(op, dst, base, f, share)
}

// pullSingly is PullPair by two calls of Pull.
func pullSingly(op chains.Operator, dst, base, f *chains.Pair, share float64) {
	pulled := make([]float64, len(f[0]))
	for k := range 2 {
		op.Pull(pulled, f[k])
		addChange(dst[k], base[k], pulled, f[k], share)
	}
}

// copyPair sets dst to base, which may be dst.
func copyPair(dst, base *chains.Pair) {
	copy(dst[0], base[0])
	copy(dst[1], base[1])
}

func addChange(dst, base, pulled, f []float64, share float64) {
	for x, v := range pulled {
		dst[x] = base[x] + share*(v-f[x])
	}
}

// A pairSource is a reversible operator whose PullPair works by the masses of its level.
type pairSource interface {
	chains.Operator
	chains.PairPuller
}

// A single lets Push and Pull of one function use the fast path for pairs, which on a large
// space saves writing out rows. Its buffers are nil until they are needed.
type single struct{ u, other []float64 }

// pull is Pull by the masses. It returns false, and does nothing, if the level has none or
// if walls have mass. It pulls cells without mass by their rows, because the fast path
// leaves them undefined.
func (s *single) pull(o pairSource, l *chains.Level, walls Walls, dst, f []float64) bool {
	p := l.Masses()
	if p == nil || walls.HaveMass(p) {
		return false
	}
	s.pair(o, dst, f)
	for x, v := range p {
		if v == 0 {
			PullRow(o, dst, f, x)
		}
	}
	return true
}

// push is Push by the masses: it pulls q/p and multiplies by p. It also returns false if q
// has mass where the level has none.
func (s *single) push(o pairSource, l *chains.Level, walls Walls, dst, q []float64) bool {
	p := l.Masses()
	if p == nil || walls.HaveMass(p) {
		return false
	}
	if s.u == nil {
		s.u = make([]float64, len(q))
	}
	for x, v := range p {
		if v == 0 && q[x] != 0 {
			return false
		}
		s.u[x] = q[x] / (v + Least)
	}
	s.pair(o, dst, s.u)
	for x, v := range p {
		dst[x] *= v
	}
	return true
}

// pair pulls f twice, and throws the second result away.
func (s *single) pair(o pairSource, dst, f []float64) {
	if s.other == nil {
		s.other = make([]float64, len(f))
	}
	to := chains.Pair{dst, s.other}
	from := chains.Pair{f, f}
	o.PullPair(&to, &from, &from, 1)
}

// PullRow sets dst[x] to the expectation of f after one step from x, by the row.
func PullRow(o chains.Rower, dst, f []float64, x int) {
	dst[x] = f[x]
	o.Row(x, func(y int, p float64) { dst[x] += p * (f[y] - f[x]) })
}

// PushByRows is Push by the rows: mass is moved by single flows.
func PushByRows(o chains.Rower, dst, q []float64) {
	copy(dst, q)
	for x, mass := range q {
		if mass != 0 {
			o.Row(x, func(y int, p float64) {
				dst[x] -= mass * p
				dst[y] += mass * p
			})
		}
	}
}
