package chains

import "math"

// MaxSpan is how many nats a log density may span so that its masses and their
// inverses, and a mass times a deviation over another mass, keep all their digits:
// e^600 and e^-600 are normal floats.
const MaxSpan = 600

// Masses returns p_t up to a constant factor: P if the level has it, else f_t over its
// largest value, computed once a level. It returns nil if log f_t spans MaxSpan nats or
// more.
func (l *Level) Masses() []float64 {
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
	if !(top-low < MaxSpan) {
		return nil
	}
	if l.room == nil {
		l.room = make([]float64, l.n)
	}
	l.w = l.room
	Parallel(l.n, func(from, to int) {
		for x := from; x < to; x++ {
			l.w[x] = math.Exp(logf[x] - top)
		}
	})
	return l.w
}
