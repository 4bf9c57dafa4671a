package lanes

import "math"

// nearest is the largest |b/a - 1| of a term of NearTerms.
const nearest = 0.1

// artanh has the coefficients of artanh(s)/s - 1, by s²: 1/3, 1/5, and so on to 1/13.
var artanh = [...]float64{1. / 3, 1. / 5, 1. / 7, 1. / 9, 1. / 11, 1. / 13}

// NearTerms sets up to a log(a/b) - a + b and down to b log(b/a) - b + a for masses b = a(1+z) with |z| below 0.1, and
// both to NaN for others. It uses log(1+z) = 2 artanh(s) with s = z/(2+z), so that
//
//	log(1+z) - z = 2s³/3 + 2s⁵/5 + .. - zs;
//
// the terms left out are below 1e-17 of it.
func NearTerms(up, down, a, b []float64) {
	n := len(a)
	b = b[:n]
	up = up[:n]
	down = down[:n]
	at := 0
	if whole := n &^ (wide - 1); fast && whole > 0 {
		nearTermsAVX(&up[0], &down[0], &a[0], &b[0], whole)
		at = whole
	}
	plainNearTerms(up[at:], down[at:], a[at:], b[at:])
}

func plainNearTerms(up, down, a, b []float64) {
	for i, a := range a {
		z := (b[i] - a) / a
		if !(math.Abs(z) < nearest) {
			up[i] = math.NaN()
			down[i] = math.NaN()
			continue
		}
		s := z / (2 + z)
		s2 := float64(s * s)
		sum := artanh[len(artanh)-1]
		for k := len(artanh) - 2; k >= 0; k-- {
			sum = float64(sum*s2) + artanh[k]
		}
		rest := float64(s * (float64(float64(2*s2)*sum) - z))
		up[i] = -float64(a * rest)
		down[i] = float64(a * (float64(z*(z+rest)) + rest))
	}
}
