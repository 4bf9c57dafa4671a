package timeaverage

import "math"

// A twice is a number in two floats, hi + lo, with lo at most half an ulp of hi: it has 106 bits. Means are added up in
// these. On a chain that goes round a cycle a sum stays small, and one rounding of a float would count N times.
type twice struct{ hi, lo float64 }

// exactly returns the sum of two floats without rounding (Knuth).
func exactly(a, b float64) twice {
	s := a + b
	t := s - a
	return twice{s, (a - (s - t)) + (b - t)}
}

func (a twice) plus(b twice) twice {
	s := exactly(a.hi, b.hi)
	t := exactly(a.lo, b.lo)
	s = exactly(s.hi, s.lo+t.hi)
	return exactly(s.hi, s.lo+t.lo)
}

// less returns the difference as a float that has its digits.
func (a twice) less(b twice) float64 { return (a.hi - b.hi) + (a.lo - b.lo) }

func (a twice) times(v float64) twice {
	p := a.hi * v
	return twice{p, math.FMA(a.hi, v, -p)}.plus(twice{hi: a.lo * v})
}

// mean returns the mean of values under masses, whose sum may be off 1 by rounding.
func mean(p []float64, values []twice) twice {
	var sum, all twice
	for x, v := range values {
		sum = sum.plus(v.times(p[x]))
		all = all.plus(twice{hi: p[x]})
	}
	quotient := sum.hi / all.hi
	return exactly(quotient, sum.plus(all.times(-quotient)).hi/all.hi)
}
