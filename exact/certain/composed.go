package certain

// product makes a step of each part, in order. Without parts it never moves.
type product []operator

func (o product) aim() {
	for _, part := range o {
		part.aim()
	}
}

func (o product) push(dst, q []interval) {
	copyIntervals(dst, q)
	next := like(q)
	for _, part := range o {
		part.push(next, dst)
		copyIntervals(dst, next)
	}
}

// pull begins with the last part.
func (o product) pull(dst, h []interval) {
	copyIntervals(dst, h)
	next := like(h)
	for i := range o {
		o[len(o)-1-i].pull(next, dst)
		copyIntervals(dst, next)
	}
}

// repeat lists one part several times, and aims it once.
type repeat struct{ product }

func (o repeat) aim() { o.product[0].aim() }

// mixture makes a step of part i with the probability share[i].
type mixture struct {
	product // of the parts, aimed together
	share   []*interval
	one     []interval // the result of one part
	sums    []*sum
	term    *interval
}

func newMixture(l *level, share []*interval, parts []operator) *mixture {
	n, bits := len(l.of), l.calc.bits
	return &mixture{product: parts, share: share, one: intervals(bits, n), sums: sums(bits, n), term: zero(bits)}
}

func (o *mixture) push(dst, q []interval) { o.mix(dst, func(part operator) { part.push(o.one, q) }) }

func (o *mixture) pull(dst, h []interval) { o.mix(dst, func(part operator) { part.pull(o.one, h) }) }

func (o *mixture) mix(dst []interval, step func(part operator)) {
	for _, s := range o.sums {
		s.reset()
	}
	for i, part := range o.product {
		step(part)
		for x := range o.one {
			o.sums[x].add(o.term.mul(o.share[i], &o.one[x]))
		}
	}
	for x, s := range o.sums {
		dst[x].set(s.total())
	}
}

func shares(l *level, weights []float64) []*interval {
	total, share := newSum(l.calc.bits), make([]*interval, len(weights))
	for _, w := range weights {
		total.add(zero(l.calc.bits).setFloat(w))
	}
	for i, w := range weights {
		share[i] = zero(l.calc.bits).quo(zero(l.calc.bits).setFloat(w), total.total())
	}
	return share
}

func copyIntervals(dst, v []interval) {
	for x := range v {
		dst[x].set(&v[x])
	}
}

// like returns zeros, as many as v has and of the same precision.
func like(v []interval) []interval { return intervals(v[0].lo.Prec(), len(v)) }
