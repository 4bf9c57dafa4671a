package sample

import "math"

// Divide draws a binomial number by one random word and inversion if few draws are to be expected on one side, and
// otherwise by rejection, which takes as long for any n.
func (d seeded) Divide(n int, a, b float64) int {
	switch {
	case a > b:
		return n - d.Divide(n, b, a)
	case float64(n)*a < fewest*(a+b):
		return inverted(n, a, b, d.uniform())
	}
	return d.rejected(n, a, b)
}

// fewest is the mean of a binomial from which on the hat of rejected is above it.
const fewest = 10

// uniform is a random number of 53 bits in [0, 1).
func (d seeded) uniform() float64 { return float64(d.gen.Uint64()>>11) * 0x1p-53 }

// inverted is the binomial number at u of its distribution function, from 0 upwards. a is at most b. The mean is
// below fewest, and so the first term is above 1e-7. Terms below the last bit of u are beyond its end.
func inverted(n int, a, b, u float64) (k int) {
	term := math.Exp(float64(n) * math.Log1p(-a/(a+b)))
	for odds := a / b; k < n && u >= term && term > 0x1p-60; k++ {
		u -= term
		term *= float64(n-k) / float64(k+1) * odds
	}
	return k
}

// rejected draws a binomial number of a mean from fewest on, by transformed rejection with a squeeze (Hörmann 1993,
// BTRS): the ratio of two uniform numbers, stretched, is a hat of the binomial. a is at most b.
func (d seeded) rejected(n int, a, b float64) int {
	size, p := float64(n), a/(a+b)
	deviation := math.Sqrt(size * p * (b / (a + b)))
	wide := 1.15 + 2.53*deviation
	tail := -0.0873 + 0.0248*wide + 0.01*p
	inner := 0.92 - 4.2/wide
	height := (2.83 + 5.1/wide) * deviation
	mode := math.Floor((size + 1) * p)
	for {
		u, v := d.uniform()-0.5, d.uniform()
		edge := 0.5 - math.Abs(u)
		k := math.Floor((2*tail/edge+wide)*u + size*p + 0.5)
		switch {
		case !(k >= 0 && k <= size):
		case edge >= 0.07 && v <= inner, math.Log(v*height/(tail/(edge*edge)+wide)) <= logTerms(size, k, mode, a/b):
			return int(k)
		}
	}
}

// logTerms is the log of the binomial probability of k over that of m: the factorials by Stirling's formula, and odds
// to the power k - m. Each difference of large logarithms is one logarithm of a quotient near 1.
func logTerms(n, k, m, odds float64) float64 {
	return (m+0.5)*math.Log1p((m-k)/(k+1)) + (n-m+0.5)*math.Log1p((k-m)/(n-k+1)) +
		(k-m)*math.Log(odds*(n-k+1)/(k+1)) + stirling(m) + stirling(n-m) - stirling(k) - stirling(n-k)
}

// stirling is log k! less (k+1/2) log(k+1) - (k+1) + log(2π)/2.
func stirling(k float64) float64 {
	if k < 10 {
		log, _ := math.Lgamma(k + 1)
		return log - (k+0.5)*math.Log(k+1) + k + 1 - math.Log(2*math.Pi)/2
	}
	x := 1 / (k + 1)
	return x * (1./12 - x*x*(1./360-x*x*(1./1260-x*x/1680)))
}
