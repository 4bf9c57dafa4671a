package stationary

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/accounts/laplace"
)

// Means returns E[M | x].
func (c *Sum) Means() []float64 { return c.means(c.R) }

// LogMeans returns log E[M | x], also where all r are below any float.
func (c *Sum) LogMeans() []float64 { return c.logs(c.means) }

// LogFromFirst returns log E[r(x_1) | x], likewise.
func (c *Sum) LogFromFirst() []float64 { return c.logs(c.fromFirst) }

// logs are the logarithms of what is linear in r.
func (c *Sum) logs(linear func(r []float64) []float64) []float64 {
	sums := make([]laplace.LogSum, len(c.R))
	for shift, r := range laplace.Bands(c.LogR) {
		for x, m := range linear(r) {
			sums[x].Add(shift + chains.LogMass(m))
		}
	}
	return laplace.LogsOf(sums)
}

func (c *Sum) means(r []float64) []float64 {
	if !c.all {
		return c.along(c.op, r, func(int) float64 { return 1 / float64(c.K) })
	}
	// The places i apart are K - i pairs, of K² in all, on either side.
	pairs := func(i int) float64 { return float64(c.K-i) / float64(c.K) / float64(c.K) }
	m, left := c.along(c.op, r, pairs), c.along(c.back, r, pairs)
	for x := range m {
		m[x] += left[x] - r[x]/float64(c.K)
	}
	return m
}

// FromFirst returns E[r(x_1) | x], for the state x_1 of the first place and x of any.
func (c *Sum) FromFirst() []float64 { return c.fromFirst(c.R) }

func (c *Sum) fromFirst(r []float64) []float64 {
	return c.along(c.back, r, func(int) float64 { return 1 / float64(c.K) })
}

// along is the sum over i < K of share(i) times a function after i steps.
func (c *Sum) along(op chains.Operator, r []float64, share func(i int) float64) []float64 {
	sum, f, next := make([]float64, len(r)), append([]float64(nil), r...), make([]float64, len(r))
	for i := range c.K {
		if i > 0 {
			op.Pull(next, f)
			f, next = next, f
		}
		for x, v := range f {
			sum[x] += share(i) * v
		}
	}
	return sum
}

// None returns P(M = 0 | x): no term of it is subtracted, so that a 0 is exact.
func (c *Sum) None() []float64 {
	n := len(c.P)
	zero, ones := make([]float64, n), make([]float64, n)
	for x, logr := range c.LogR {
		ones[x] = 1
		if math.IsInf(logr, -1) {
			zero[x] = 1
		}
	}
	if floats.Max(zero) == 0 {
		return zero
	}
	passing := func(op chains.Operator, f []float64) []float64 {
		dst := make([]float64, n)
		for x := range dst {
			dst[x] = zero[x] * f[x] * chains.Stay(op, x)
			op.Row(x, func(y int, p float64) { dst[x] += p * zero[y] * f[y] })
		}
		return dst
	}
	right := [][]float64{ones}
	for len(right) < c.K {
		right = append(right, passing(c.op, right[len(right)-1]))
	}
	sum, left, places := make([]float64, n), ones, 1
	if c.all {
		places = c.K
	}
	for j := range places {
		for x := range sum {
			sum[x] += zero[x] * left[x] * right[c.K-1-j][x] / float64(places)
		}
		if j+1 < places {
			left = passing(c.back, left)
		}
	}
	return sum
}
