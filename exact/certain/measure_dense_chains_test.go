package certain_test

import (
	"math/big"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A number is the oracle's value of a measure: a plain sum, how far rounding can have
// taken it from the truth, and whether it is +Inf instead.
type number struct {
	v, within *big.Float
	inf       bool
}

// A reckoning has a number for each enclosure of certain.Truth.
type reckoning struct{ QP, PQ, J, Fwd, Rev, B, LogR number }

// A ladder is a problem in big floats, level by level from 0.
type ladder struct {
	bits
	logf, p [][]*big.Float
	kernel  []matrix // by level that it leads to; nil if it is left out
}

func (p problem) ladder(b bits) ladder {
	l := ladder{bits: b, kernel: make([]matrix, len(p.betas))}
	for t, beta := range p.betas {
		logf, lens := p.at(b, beta)
		l.logf, l.p = append(l.logf, logf), append(l.p, b.law(logf))
		if t > 0 && !(t == len(p.betas)-1 && p.skipLast) {
			l.kernel[t] = p.matrix(logf, lens, t+1)
		}
	}
	return l
}

// A matrix has the probability of going from x to y in row x, column y.
type matrix [][]*big.Float

// matrix returns that of the kernel's definition. It knows no walls: a kernel never enters a cell without mass,
// and walls have none.
func (p problem) matrix(logf []*big.Float, lens []int, t int) matrix {
	g, l := grid.New(lens...), make([]numbers.Big, len(logf))
	for x, v := range logf {
		l[x] = numbers.Big{Float: v}
	}
	m := make(matrix, len(l))
	for x, row := range chaintest.Dense(chains.DefinitionOf(p.kernel, g), g, l, t, p.betas[t-1]) {
		for _, v := range row {
			m[x] = append(m[x], v.Float)
		}
	}
	return m
}

// reckon computes everything by its definition. Where a number is infinite is read
// from where probabilities are 0, and that is exact: they are sums of products of
// numbers that are not negative, and no big float underflows.
func (p problem) reckon(b bits) reckoning {
	l := p.ladder(b)
	last := len(p.betas) - 1
	q, forward := l.forward()
	backward := l.backward()
	R := b.tally()
	R.add(b, b.logZ(l.logf[last]))
	R.add(b, b.new().Neg(b.logZ(l.logf[0])))
	mean, back, logR := l.told(forward), l.told(backward), l.told(R)
	qp, pq := l.told(l.divergence(q, l.p[last])), l.told(l.divergence(l.p[last], q))
	return reckoning{QP: qp, PQ: pq, J: l.plus(qp, pq, 1), LogR: logR,
		Fwd: l.plus(logR, mean, -1), Rev: l.plus(back, logR, -1), B: l.plus(back, mean, -1)}
}

// forward returns the law of x_T, and the sum of E[log f_t(x) - log f_{t-1}(x)] over
// the levels, -Inf if a step has a mean of -Inf.
func (l ladder) forward() (q []*big.Float, logW tally) {
	q, logW = l.p[0], l.tally()
	for t := 1; t < len(l.p); t++ {
		for x, mass := range q {
			l.rise(&logW, mass, l.logf[t][x], l.logf[t-1][x])
		}
		if l.kernel[t] != nil {
			q = l.push(q, l.kernel[t])
		}
	}
	return q, logW
}

// rise adds mass (to - from): 0 if neither has mass, or nobody is there.
func (l ladder) rise(s *tally, mass, to, from *big.Float) {
	switch {
	case mass.Sign() == 0 || isNone(to) && isNone(from):
	case isNone(to):
		s.sum = l.none()
	case isNone(from):
		s.sum = l.bits.new().SetInf(false)
	case !s.sum.IsInf():
		s.add(l.bits, l.mul(mass, l.sub(to, from)))
	}
}

func (l ladder) push(q []*big.Float, T matrix) []*big.Float {
	next := make([]*big.Float, len(q))
	for y := range next {
		next[y] = l.bits.new()
		for x := range q {
			next[y] = l.add(next[y], l.mul(q[x], T[x][y]))
		}
	}
	return next
}

// backward returns the sum of E[log f_t(x) - log f_{t-1}(x)] over the levels, x being
// where the reverse chain is before T_t. From y it goes to x by Bayes, with
// probability p_t(x) T_t(x,y) / p_t(y): the transposed matrix between two diagonals.
// It stops where the sum is +Inf.
func (l ladder) backward() tally {
	logW := l.tally()
	r := l.p[len(l.p)-1]
	for t := len(l.p) - 1; t > 0; t-- {
		if l.kernel[t] != nil {
			r = l.push(r, l.reversed(l.kernel[t], l.p[t]))
		}
		for x, mass := range r {
			l.rise(&logW, mass, l.logf[t][x], l.logf[t-1][x])
		}
		if logW.sum.IsInf() {
			break
		}
	}
	return logW
}

// reversed returns Bayes' matrix, whose rows of cells without mass are empty: the
// reverse chain is never there.
func (l ladder) reversed(T matrix, p []*big.Float) matrix {
	R := make(matrix, len(T))
	for y := range R {
		for x := range T {
			R[y] = append(R[y], l.bits.new())
			if p[y].Sign() != 0 {
				R[y][x] = l.quo(l.mul(p[x], T[x][y]), p[y])
			}
		}
	}
	return R
}

// divergence returns KL(q || p), the sum of q log(q/p).
func (l ladder) divergence(q, p []*big.Float) tally {
	s := l.tally()
	for x := range q {
		switch {
		case q[x].Sign() == 0:
		case p[x].Sign() == 0:
			s.sum.SetInf(false)
			return s
		default:
			s.add(l.bits, l.mul(q[x], l.log(l.quo(q[x], p[x]))))
		}
	}
	return s
}

// lost are the bits of 240 that the oracle's sums may lose: TestDenseRounding holds
// it to that.
const lost = 24

// told makes a number of a sum. Its rounding is a share of its terms, of 1 and of the
// largest log density, which rounds every probability.
func (l ladder) told(s tally) number {
	scale := l.add(s.size, l.num(1))
	for _, logf := range l.logf {
		for _, v := range logf {
			if size := l.bits.new().Abs(v); !isNone(v) && size.Cmp(scale) > 0 {
				scale = size
			}
		}
	}
	return number{s.sum, scale.SetMantExp(scale, lost-int(l.bits)), s.sum.IsInf()}
}

// plus returns x + sign y.
func (l ladder) plus(x, y number, sign float64) number {
	within := l.add(x.within, y.within)
	if x.inf || y.inf {
		return number{nil, within, true}
	}
	return number{l.add(x.v, l.mul(l.num(sign), y.v)), within, false}
}
