package chains

import "math"

// A Level is one density f_t of an annealing, as operators see it. It can be moved from
// level to level; the slices that it returns are valid until it moves.
type Level struct {
	T    int     // its place, from 1
	Beta float64 // its inverse temperature, from 0 to 1

	// P is p_t up to a factor near 1. Only the code that moves the level sets it, and only
	// if every p_t is 0 or lies in 1e-280..1, and the measures to be pushed have no mass
	// where p_t is 0. Otherwise it is nil.
	P []float64

	bridge Bridge
	n      int
	logf   []float64 // nil before it is asked for
	stale  bool      // logf belongs to an earlier place

	masses []float64 // nil if log f_t spans MaxLogSpan or more
	buf    []float64 // the memory of masses; nil before they are asked for
	looked bool      // masses have been computed for this place
}

// NewLevel returns a level on a bridge between densities of n cells. It has no place yet.
func NewLevel(b Bridge, n int) *Level {
	return &Level{bridge: b, n: n, stale: true}
}

// Move puts the level at place t with inverse temperature beta. It forgets P.
func (l *Level) Move(t int, beta float64) {
	l.T, l.Beta, l.P, l.stale, l.looked = t, beta, nil, true, false
}

// LogF is log f_t, unnormalised; -Inf is a cell of no mass. It is computed once a level.
func (l *Level) LogF() []float64 {
	if l.stale {
		if l.logf == nil {
			l.logf = make([]float64, l.n)
		}
		l.bridge.At(l.logf, l.Beta)
		l.stale = false
	}
	return l.logf
}

// If a log density spans less than MaxLogSpan nats, its masses and their inverses,
// and a mass times a deviation over another mass, keep all their digits: e^600 and
// e^-600 are normal floats.
const MaxLogSpan = 600

// Masses returns p_t up to a constant factor: P if it is set, and otherwise f_t over its
// largest value, computed once a level. It returns nil if log f_t spans MaxLogSpan nats or
// more.
func (l *Level) Masses() []float64 {
	if l.P != nil {
		return l.P
	}
	if l.looked {
		return l.masses
	}
	l.looked, l.masses = true, nil
	logf := l.LogF()
	low, top := math.Inf(1), math.Inf(-1)
	for _, v := range logf {
		if top = max(top, v); !math.IsInf(v, -1) {
			low = min(low, v)
		}
	}
	if !(top-low < MaxLogSpan) {
		return nil
	}
	if l.buf == nil {
		l.buf = make([]float64, l.n)
	}
	l.masses = l.buf
	Parallel(l.n, func(from, to int) {
		for x := from; x < to; x++ {
			l.masses[x] = math.Exp(logf[x] - top)
		}
	})
	return l.masses
}
