package timeaverage

import "math"

// A twice is a number in two parts, hi + lo, where lo is at most half an ulp of hi: 106 bits. Means are
// such numbers. A chain that goes round a cycle comes back to a sum of 0; what a float rounds off the
// mean would be counted in every step, and after 1e12 steps stand in the fifth digit.
type twice struct{ hi, lo float64 }

// exactly is the sum of two floats, without rounding.
func exactly(a, b float64) twice {
	s := a + b
	t := s - a
	return twice{s, (a - (s - t)) + (b - t)}
}

// product is the product of two floats, without rounding.
func product(a, b float64) twice {
	p := a * b
	return twice{p, math.FMA(a, b, -p)}
}

func (a twice) plus(b twice) twice {
	s, t := exactly(a.hi, b.hi), exactly(a.lo, b.lo)
	s = exactly(s.hi, s.lo+t.hi)
	return exactly(s.hi, s.lo+t.lo)
}

func (a twice) negative() twice { return twice{-a.hi, -a.lo} }

// less is the difference, as a float of as many digits.
func (a twice) less(b twice) float64 { return (a.hi - b.hi) + (a.lo - b.lo) }

// times is a multiple.
func (a twice) times(v float64) twice { return product(a.hi, v).plus(twice{hi: a.lo * v}) }

// over is the quotient of two such numbers.
func (a twice) over(b twice) twice {
	q := a.hi / b.hi
	rest := a.plus(b.times(-q))
	return exactly(q, rest.hi/b.hi)
}

// mean is that of values under masses, which need not sum to 1.
func mean(p []float64, values []twice) twice {
	var sum, all twice
	for x, v := range values {
		sum, all = sum.plus(v.times(p[x])), all.plus(twice{hi: p[x]})
	}
	return sum.over(all)
}
