package chains

import "math"

// A LawPusher is an operator that pushes a law without subtracting.
type LawPusher interface {
	// PushLaw is Push of a measure that is nowhere negative. Every cell of dst is a
	// sum of terms that are not negative, so that each keeps its own digits.
	PushLaw(dst, q []float64)
}

// PushLaw is Push of a measure that is nowhere negative, every cell to its own last
// digit. Push moves mass by flows: of a cell that everything leaves it keeps what
// rounding left, 1e-17 of what was there, and cannot tell that from 0. PushLaw adds up
// what stays and what comes. From Wide cells on it is Push.
func PushLaw(op Operator, dst, q []float64) {
	if len(q) >= Wide {
		op.Push(dst, q)
		return
	}
	if o, ok := op.(LawPusher); ok {
		o.PushLaw(dst, q)
		return
	}
	clear(dst)
	for x, mass := range q {
		if mass > 0 {
			op.Row(x, func(y int, p float64) { dst[y] += mass * p })
			dst[x] += mass * staying(op, x)
		}
	}
}

// staying is the probability that one step from x leads to x. Of an operator that is
// no Stayer it is what the row leaves of 1, and 0 if rounding alone explains that.
func staying(op Operator, x int) float64 {
	if s, ok := op.(Stayer); ok {
		return s.Stay(x)
	}
	const unit = 0x1p-52
	stay, entries := 1.0, 1.0
	op.Row(x, func(_ int, p float64) { stay, entries = stay-p, entries+1 })
	if stay < entries*unit {
		return 0
	}
	return stay
}

// PushLaw is Push, which adds up conditionals and subtracts nothing.
func (o *heatBath) PushLaw(dst, q []float64) { o.Push(dst, q) }

// PushLaw is Push, which subtracts nothing.
func (o *perfect) PushLaw(dst, q []float64) { o.Push(dst, q) }

// PushLaw pushes by one part after another.
func (o *relay) PushLaw(dst, q []float64) {
	now := q
	for i, part := range o.parts {
		next := o.hands()[i%2]
		PushLaw(part, next, now)
		now = next
	}
	copy(dst, now)
}

// PushLaw is the mixture of the parts'.
func (o *blend) PushLaw(dst, q []float64) {
	o.sum(dst, func(part Operator, one []float64) { PushLaw(part, one, q) })
}

// PushLaw adds up, move by move, what goes and what is rejected.
func (o *local) PushLaw(dst, q []float64) {
	t := o.warm()
	clear(dst)
	for i, rates := range t.p {
		by := t.by[i]
		for x, mass := range q {
			if mass == 0 {
				continue
			}
			stay := o.propose()
			if can := t.can[i][x]; can > 0 {
				stay = can * o.rule.reject(o.ratio(x, x+by))
				dst[x+by] += mass * rates[x]
			}
			dst[x] += mass * stay
		}
	}
}

// ratio is the density at y over that at x, Inf where x has none.
func (o *local) ratio(x, y int) float64 {
	if p := o.level.P; p != nil {
		return p[y] / (p[x] + least)
	}
	logf := o.level.LogF()
	if math.IsInf(logf[y], -1) {
		return 0
	}
	return math.Exp(logf[y] - logf[x])
}

// PushLaw adds up what goes and what is rejected. One of 1/propose proposals leads
// nowhere if near does not visit it.
func (o *symmetric) PushLaw(dst, q []float64) {
	clear(dst)
	odds := o.level.odds()
	for x, mass := range q {
		if mass == 0 {
			continue
		}
		stay, nowhere := 0.0, math.Round(1/o.propose)
		o.near(x, func(y int) {
			nowhere--
			if odds.none(y) || o.grid.Wall(y) {
				stay++
				return
			}
			dst[y] += mass * o.propose * odds.accept(x, y)
			stay += odds.reject(x, y)
		})
		dst[x] += mass * o.propose * (stay + nowhere)
	}
}
