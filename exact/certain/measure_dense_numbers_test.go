package certain_test

import "math/big"

// bits computes in big floats of so many bits, rounded to the nearest. It is the
// oracle's arithmetic: every operation returns a new number, and the exponential
// and the logarithm are the series of a textbook. It shares nothing with package
// certain, which rounds outwards and has other series.
type bits uint

func (b bits) new() *big.Float { return new(big.Float).SetPrec(uint(b)) }

func (b bits) num(v float64) *big.Float { return b.new().SetFloat64(v) }

func (b bits) add(x, y *big.Float) *big.Float { return b.new().Add(x, y) }

func (b bits) sub(x, y *big.Float) *big.Float { return b.new().Sub(x, y) }

func (b bits) mul(x, y *big.Float) *big.Float { return b.new().Mul(x, y) }

func (b bits) quo(x, y *big.Float) *big.Float { return b.new().Quo(x, y) }

// none returns -Inf, the log density of a cell without mass.
func (b bits) none() *big.Float { return b.new().SetInf(true) }

// isNone reports whether a log density is -Inf.
func isNone(logf *big.Float) bool { return logf.IsInf() }

// small reports whether a term no longer counts beside a sum.
func (b bits) small(term, sum *big.Float) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-int(b)-4
}

// exp returns e^x. With x = k log 2 + r, |r| <= log 2 / 2, it is 2^k (e^(r/256))^256,
// and e^(r/256) is Taylor's series.
func (b bits) exp(x *big.Float) *big.Float {
	if isNone(x) {
		return b.new()
	}
	times, _ := b.quo(x, b.ln2()).Float64()
	k := int(times) // towards 0, so that |r| is below log 2
	r := b.sub(x, b.mul(b.num(float64(k)), b.ln2()))
	r.SetMantExp(r, -8)
	sum, term := b.num(1), b.num(1)
	for n := 1; ; n++ {
		if term = b.quo(b.mul(term, r), b.num(float64(n))); b.small(term, sum) {
			break
		}
		sum = b.add(sum, term)
	}
	for range 8 {
		sum = b.mul(sum, sum)
	}
	return sum.SetMantExp(sum, k)
}

// log returns log x, x > 0, and -Inf of 0. With x = m 2^k, m between 0.7 and 1.4, it
// is k log 2 + log m.
func (b bits) log(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return b.none()
	}
	m := b.new()
	k := x.MantExp(m)
	if m.Cmp(b.num(0.7)) < 0 {
		m.SetMantExp(m, 1)
		k--
	}
	z := b.quo(b.sub(m, b.num(1)), b.add(m, b.num(1)))
	return b.add(b.mul(b.num(float64(k)), b.ln2()), b.mul(b.num(2), b.artanh(z)))
}

// artanh returns z + z^3/3 + z^5/5 + .. ; log m is twice that of (m-1)/(m+1).
func (b bits) artanh(z *big.Float) *big.Float {
	sum, power, square := z, z, b.mul(z, z)
	for n := 3.0; ; n += 2 {
		power = b.mul(power, square)
		term := b.quo(power, b.num(n))
		if b.small(term, sum) {
			return sum
		}
		sum = b.add(sum, term)
	}
}

// known2 are the logarithms of 2 that ln2 has found, by precision.
var known2 = map[bits]*big.Float{}

// ln2 returns log 2, twice artanh of 1/3.
func (b bits) ln2() *big.Float {
	if known2[b] == nil {
		known2[b] = b.mul(b.num(2), b.artanh(b.quo(b.num(1), b.num(3))))
	}
	return known2[b]
}

// A tally is a plain sum and how large its terms are together: its rounding is a
// share of that.
type tally struct{ sum, size *big.Float }

func (b bits) tally() tally { return tally{b.new(), b.new()} }

func (s *tally) add(b bits, term *big.Float) {
	s.sum = b.add(s.sum, term)
	s.size = b.add(s.size, b.new().Abs(term))
}
