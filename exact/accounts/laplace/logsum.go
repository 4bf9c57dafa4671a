package laplace

import (
	"iter"
	"math"

	"gonum.org/v1/gonum/floats"
)

// A LogSum adds up numbers of which the logarithms are known, and which may be below any float.
type LogSum struct{ top, sum float64 } // e^top times sum; top is the largest

// Add adds e^v.
func (l *LogSum) Add(v float64) {
	switch {
	case math.IsInf(v, -1):
	case l.sum == 0:
		l.top, l.sum = v, 1
	case v > l.top:
		l.top, l.sum = v, l.sum*math.Exp(l.top-v)+1
	default:
		l.sum += math.Exp(v - l.top)
	}
}

// Log is the logarithm of the sum; -Inf of none.
func (l LogSum) Log() float64 { return l.top + math.Log(l.sum) }

// LogsOf are the logarithms of sums.
func LogsOf(sums []LogSum) []float64 {
	logs := make([]float64, len(sums))
	for x, s := range sums {
		logs[x] = s.Log()
	}
	return logs
}

// band is the number of nats within which masses are floats together, and keep their digits in sums.
const band = 600

// Bands yields masses that may be below any float, of which log has the logarithms, in parts that are floats:
// e^(log - shift) where log is within 600 nats of shift, and 0 elsewhere. What is linear in the masses is the sum
// over the parts, times e^shift. The part is valid until the next.
func Bands(log []float64) iter.Seq2[float64, []float64] {
	return func(yield func(shift float64, part []float64) bool) {
		part := make([]float64, len(log))
		for shift := floats.Max(log); !math.IsInf(shift, -1); {
			next := math.Inf(-1)
			for x, v := range log {
				part[x] = 0
				if v <= shift && v > shift-band {
					part[x] = math.Exp(v - shift)
				} else if v <= shift {
					next = max(next, v)
				}
			}
			if !yield(shift, part) {
				return
			}
			shift = next
		}
	}
}
