package certain

// relay makes a step of each part, in order; of none it never moves.
type relay []operator

func (o relay) aim() {
	for _, part := range o {
		part.aim()
	}
}

func (o relay) push(dst, q []Real) {
	copyReals(dst, q)
	hand := like(q)
	for _, part := range o {
		part.push(hand, dst)
		copyReals(dst, hand)
	}
}

// pull begins with the last part.
func (o relay) pull(dst, h []Real) {
	copyReals(dst, h)
	hand := like(h)
	for i := range o {
		o[len(o)-1-i].pull(hand, dst)
		copyReals(dst, hand)
	}
}

// repeat makes so many steps of one part.
type repeat struct {
	part  operator
	times int
}

func (o repeat) aim() { o.part.aim() }

func (o repeat) push(dst, q []Real) { o.all().push(dst, q) }

func (o repeat) pull(dst, h []Real) { o.all().pull(dst, h) }

func (o repeat) all() relay {
	var parts relay
	for range o.times {
		parts = append(parts, o.part)
	}
	return parts
}

// blend makes a step of part i with the probability share[i].
type blend struct {
	share []*Real
	parts []operator
	one   []Real // what one part makes
	sums  []*sum
	term  *Real
}

func newBlend(l *level, share []*Real, parts []operator) *blend {
	o := &blend{share: share, parts: parts, one: reals(l.calc.bits, len(l.of)), term: zero(l.calc.bits)}
	for range l.of {
		o.sums = append(o.sums, newSum(l.calc.bits))
	}
	return o
}

func (o *blend) aim() {
	for _, part := range o.parts {
		part.aim()
	}
}

func (o *blend) push(dst, q []Real) { o.mix(dst, func(part operator) { part.push(o.one, q) }) }

func (o *blend) pull(dst, h []Real) { o.mix(dst, func(part operator) { part.pull(o.one, h) }) }

func (o *blend) mix(dst []Real, step func(part operator)) {
	for _, s := range o.sums {
		s.reset()
	}
	for i, part := range o.parts {
		step(part)
		for x := range o.one {
			o.sums[x].add(o.term.mul(o.share[i], &o.one[x]))
		}
	}
	for x, s := range o.sums {
		dst[x].set(s.total())
	}
}

// shares are weights over their sum.
func shares(l *level, weights []float64) []*Real {
	total, share := newSum(l.calc.bits), make([]*Real, len(weights))
	for _, w := range weights {
		total.add(zero(l.calc.bits).setFloat(w))
	}
	for i, w := range weights {
		share[i] = zero(l.calc.bits).quo(zero(l.calc.bits).setFloat(w), total.total())
	}
	return share
}

func copyReals(dst, v []Real) {
	for x := range v {
		dst[x].set(&v[x])
	}
}

// like returns zeros, as many and of as many bits as v.
func like(v []Real) []Real { return reals(v[0].lo.Prec(), len(v)) }
