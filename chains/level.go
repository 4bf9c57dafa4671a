package chains

import "math"

// A Level is one density f_t of an annealing, as an operator is told of it. It
// is a place to stand and can be moved; what it hands out is valid until then.
type Level struct {
	T    int     // its place, from 1
	Beta float64 // its inverse temperature, from 0 to 1

	// P is p_t but for a constant near 1. It is nil unless whoever moves the level
	// has it to hand, every p_t in 1e-280..1 or 0, and the measures to be pushed
	// have no mass where p_t is 0.
	P []float64

	bridge Bridge
	n      int
	logf   []float64 // nil before it is asked for
	stale  bool

	w, room []float64 // the weights, and where they are
	weighed bool      // they are those of this place, or there are none
}

// NewLevel returns a level on a bridge between densities of n cells, standing
// nowhere.
func NewLevel(b Bridge, n int) *Level {
	return &Level{bridge: b, n: n, stale: true}
}

// Move puts the level at place t with inverse temperature beta. It forgets
// P.
func (l *Level) Move(t int, beta float64) {
	l.T, l.Beta, l.P, l.stale, l.weighed = t, beta, nil, true, false
}

// LogF is log f_t, unnormalised; -Inf is a cell of no mass.
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

// LogRatio is a - b for log densities a and b, and 0 where both are -Inf: a
// walker in a cell without mass keeps the weight it has.
func LogRatio(a, b float64) float64 {
	if math.IsInf(a, -1) && math.IsInf(b, -1) {
		return 0
	}
	return a - b
}
