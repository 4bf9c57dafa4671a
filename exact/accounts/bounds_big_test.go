package accounts_test

import (
	"math"
	"math/big"
)

// The oracle's arithmetic: big floats of 256 bits, with an exponential and a logarithm by the series of a
// textbook. A mass of e^-900 is a number like any other.

const bits = 256

func num(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }

func add(a, b *big.Float) *big.Float { return num(0).Add(a, b) }

func sub(a, b *big.Float) *big.Float { return num(0).Sub(a, b) }

func mul(a, b *big.Float) *big.Float { return num(0).Mul(a, b) }

func quo(a, b *big.Float) *big.Float { return num(0).Quo(a, b) }

func f64(a *big.Float) float64 { v, _ := a.Float64(); return v }

// series adds up the terms that next makes of one another, until they no longer count.
func series(term *big.Float, next func(term *big.Float, n int) *big.Float) *big.Float {
	sum := term
	for n := 1; term.Sign() != 0 && term.MantExp(nil) > sum.MantExp(nil)-bits; n++ {
		term = next(term, n)
		sum = add(sum, term)
	}
	return sum
}

// exp is e^x: the series at x/2^16, squared 16 times; 0 of none.
func exp(x *big.Float) *big.Float {
	if x.IsInf() {
		return num(0)
	}
	small := num(0).SetMantExp(x, -16)
	e := series(num(1), func(term *big.Float, n int) *big.Float { return quo(mul(term, small), num(float64(n))) })
	for range 16 {
		e = mul(e, e)
	}
	return e
}

// ln is log x, with x = m 2^k and log m twice artanh((m-1)/(m+1)).
func ln(x *big.Float) *big.Float {
	m := num(0)
	k := x.MantExp(m)
	if f64(m) < 0.7 { // so that a number near 1 has no k
		m.SetMantExp(m, 1)
		k--
	}
	return add(mul(num(float64(k)), ln2), artanh2(quo(sub(m, num(1)), add(m, num(1)))))
}

// artanh2 is 2 artanh z = 2 (z + z³/3 + ...).
func artanh2(z *big.Float) *big.Float {
	power, square := mul(num(2), z), mul(z, z)
	return series(power, func(_ *big.Float, n int) *big.Float {
		power = mul(power, square)
		return quo(power, num(float64(2*n+1)))
	})
}

var ln2 = artanh2(quo(num(1), num(3)))

// none is the log density of a cell without mass.
var none = math.Inf(-1)

// pair is a number for each of two cells.
type pair [2]*big.Float

func zeros() pair { return pair{num(0), num(0)} }

func (p pair) sum() *big.Float { return add(p[0], p[1]) }

// normalized are masses over their sum.
func (p pair) normalized() pair { return pair{quo(p[0], p.sum()), quo(p[1], p.sum())} }

// binomial are the probabilities of n draws of cell 1 among so many.
func (p pair) binomial(draws int) []*big.Float {
	law := make([]*big.Float, draws+1)
	for n := range law {
		law[n] = num(0)
	}
	if p[0].Sign() == 0 {
		law[draws] = num(1)
		return law
	}
	law[0] = num(1)
	for range draws {
		law[0] = mul(law[0], p[0])
	}
	odds := quo(p[1], p[0])
	for n := range draws {
		law[n+1] = quo(mul(mul(law[n], odds), num(float64(draws-n))), num(float64(n+1)))
	}
	return law
}

// mean is the mean of so many values of cell 1, of draws values in all.
func (p pair) mean(ones, draws int) *big.Float {
	sum := add(mul(num(float64(draws-ones)), p[0]), mul(num(float64(ones)), p[1]))
	return quo(sum, num(float64(draws)))
}
