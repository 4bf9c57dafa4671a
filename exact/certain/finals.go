package certain

import "math/big"

// finals holds sums over cells of the distance of q from p. No term is negative.
type finals struct {
	c         *calculator
	j, qp, pq *sum
	v         []Real
}

// finals sets J, QP and PQ of t.
func (t *Truth) finals(c *calculator, q, p []Real) {
	s := &finals{c: c, j: newSum(c.bits), qp: newSum(c.bits), pq: newSum(c.bits), v: reals(c.bits, 4)}
	var qpInf, pqInf, unsure bool
	for x := range q {
		switch inP, inQ := !p[x].is(0), q[x].lo.Sign() > 0; {
		case inP && inQ:
			s.add(&q[x], &p[x])
		case inP: // the term of KL(p||q) is infinite if q is 0
			pqInf, unsure = true, unsure || !q[x].is(0)
			s.qp.add(&p[x])
		case inQ:
			qpInf = true
			s.pq.add(&q[x])
		default:
			unsure = unsure || !q[x].is(0)
			qpInf = qpInf || !q[x].is(0)
		}
	}
	sure := func(s *sum, inf bool) Enclosure {
		e := s.total().enclosure()
		if inf && unsure {
			e.Lo, e.Hi = new(big.Float), infinite().Hi
		} else if inf {
			return infinite()
		}
		return e
	}
	t.J, t.QP, t.PQ = sure(s.j, qpInf || pqInf), sure(s.qp, qpInf), sure(s.pq, pqInf)
}

// add adds the terms of a cell in which both have mass: (q - p) log(q/p), which is
// the sum of q log(q/p) - q + p and p log(p/q) - p + q, each of them at least 0.
func (s *finals) add(q, p *Real) {
	ratio, log, apart, term := &s.v[0], &s.v[1], &s.v[2], &s.v[3]
	ratio.quo(q, p)
	s.c.log(log, ratio)
	apart.sub(q, p)
	s.j.add(term.mul(apart, log).positive())
	ratio.mul(q, log)
	s.qp.add(term.sub(ratio, apart).positive())
	ratio.mul(p, log)
	s.pq.add(term.sub(apart, ratio).positive())
}
