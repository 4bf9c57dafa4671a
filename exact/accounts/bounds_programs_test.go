package accounts_test

// A sum is how a program's account is written out in a world, for the number K of its draws, particles or
// states. The program is called spec there, without K if it has none. It may be nil where a world is too much
// for the sum, as when particles move between several levels.
type sum struct {
	spec string
	of   func(w world, K int) *slow
	most int // the largest K that takes no more than a second
}

// sums have every program of the catalogue.
var sums = []sum{
	{"importance", importanceSum, 1}, {"posterior", posteriorSum, 1}, {"rejection", rejectionSum, 1},
	{"vb", posteriorSum, 1}, // on one axis any law has independent coordinates
	{"ais", aisSum, 1}, {"sir:K", sirSum, 1000}, {"smc:K", smcSum, 1000}, {"smc:K:ess=0.5", smcOnceSum, 2},
	{"smc-data:K", smcDataSum, 40}, {"shme:K", shmeSum, 40},
	{"ns:K", nsSum(false), 1000}, {"ns:K:1", nsSum(true), 3}, {"hme-chain:K", hmeSum, 1000},
	{"cms:K", cmsSum, 1000}, {"cms:K:start=first", cmsFirstSum, 1000}, {"bic", bicSum, 1},
}

func importanceSum(w world, _ int) *slow {
	s, p1, p := newSlow(), w.level(1), w.level(w.T)
	for x, r := range ratio(p, p1) {
		s.reverse(p[x], x, inverseOf(r))
		if r != nil {
			s.forward(p1[x], x, r)
		}
	}
	return s
}

func posteriorSum(w world, _ int) *slow {
	s, p := newSlow(), w.level(w.T)
	for x := range p {
		s.both(p[x], x, num(1))
	}
	return s
}

// Rejection draws from p where p_1 has mass, and ŵ is p's mass there.
func rejectionSum(w world, _ int) *slow {
	s, p1, p := newSlow(), w.level(1), w.level(w.T)
	mass := num(0)
	for x := range p {
		if p1[x].Sign() > 0 {
			mass = add(mass, p[x])
		}
	}
	for x := range p {
		if p1[x].Sign() == 0 {
			s.reverse(p[x], x, num(0))
			continue
		}
		s.forward(quo(p[x], mass), x, mass)
		s.reverse(p[x], x, quo(num(1), mass))
	}
	return s
}

// The mean of K weights: forward n of K draws are in cell 1, and one of the K is returned by weight. In reverse
// the start is one of the K.
func sirSum(w world, K int) *slow {
	s, p1, p := newSlow(), w.level(1), w.level(w.T)
	r := ratio(p, p1)
	finite := r
	for x := range finite {
		if finite[x] == nil {
			finite[x] = num(0) // never drawn
		}
	}
	for n, prob := range p1.binomial(K) {
		mean := finite.mean(n, K)
		if mean.Sign() == 0 {
			s.forward(prob, min(n, 1), mean)
			continue
		}
		one := quo(mul(finite[1], num(float64(n))), mul(mean, num(float64(K))))
		s.forward(mul(prob, one), 1, mean)
		s.forward(mul(prob, sub(num(1), one)), 0, mean)
	}
	for n, prob := range p1.binomial(K - 1) {
		for x := range p {
			switch {
			case r[x] == nil:
				s.reverse(mul(prob, p[x]), x, num(0))
			case p[x].Sign() > 0:
				s.reverse(mul(prob, p[x]), x, quo(num(1), finite.mean(n+x, K)))
			}
		}
	}
	return s
}

// A harmonic mean of r = p_1/p along a chain from its first place.
func hmeSum(w world, K int) *slow {
	s, p1, p := newSlow(), w.level(1), w.level(w.T)
	r := ratio(p1, p)
	for x := range r {
		if r[x] == nil { // the target has none there: the draw from p_1 stays with weight 0
			s.forward(p1[x], x, num(0))
			r[x] = num(0)
		}
	}
	for x, law := range w.along(p, K) {
		for n, prob := range law {
			s.both(prob, x, r.mean(n, K))
		}
	}
	return s
}

// A mean of T(x*|x)/p(x*), from any place of a chain: n of K places are cell 1.
func cmsSum(w world, K int) *slow {
	s, p, r := newSlow(), w.level(w.T), w.into()
	law := w.along(p, K)
	for n := range K + 1 {
		prob := add(law[0][n], law[1][n])
		for x, places := range []int{K - n, n} {
			s.both(quo(mul(prob, num(float64(places))), num(float64(K))), x, r.mean(n, K))
		}
	}
	return s
}

// Forward chains that start at the first place have the stationary probability times r(x_1).
func cmsFirstSum(w world, K int) *slow {
	s, p, r := newSlow(), w.level(w.T), w.into()
	for first, law := range w.along(p, K) {
		for n, prob := range law {
			for x, places := range []int{K - n, n} {
				if by := mul(prob, r[first]); by.Sign() > 0 {
					s.forward(quo(mul(by, num(float64(places))), num(float64(K))), x, quo(num(1), r.mean(n, K)))
				}
			}
		}
	}
	return s
}

// into is T(x*|x)/p(x*) for the mode x*.
func (w world) into() pair {
	p := w.level(w.T)
	rows, star := w.kernel(p), w.problem().Mode()
	return pair{quo(rows[0][star], p[star]), quo(rows[1][star], p[star])}
}

// Nested sampling on two likelihoods: k of K particles die at the lower one. If they walk, but nothing moves, the
// run ends where all of them are there.
func nsSum(walks bool) func(w world, K int) *slow {
	return func(w world, K int) *slow {
		s, p1, p := newSlow(), w.level(1), w.level(w.T)
		if walks && (w.moves || w.from[1] == -900 || w.to[1] == -900) { // no dice draw what is almost 0, and there is no reverse
			return nil
		}
		r := ratio(p, p1)
		low := 0
		if r[0] == nil || r[1] != nil && p1[1].Sign() > 0 && r[0].Cmp(r[1]) > 0 {
			low = 1
		}
		law, high := p1.binomial(K), 1-low
		if p1[0].Sign() == 0 || p1[1].Sign() == 0 || r[0].Cmp(r[1]) == 0 { // one likelihood
			for x := range p1 {
				if r[x] != nil {
					s.forward(p1[x], x, r[x])
				}
			}
			return s
		}
		for k := range K + 1 {
			prob, left := law[K-k], num(1) // of k in the lower cell
			if low == 1 {
				prob = law[k]
			}
			if k > 0 {
				left = quo(num(float64(K+1-k)), num(float64(K+1)))
			}
			if walks && k == K {
				s.forward(prob, low, r[low])
				continue
			}
			dead, living := mul(sub(num(1), left), r[low]), mul(left, r[high])
			w := add(dead, living)
			s.forward(quo(mul(prob, dead), w), low, w)
			s.forward(quo(mul(prob, living), w), high, w)
		}
		return s
	}
}

// The BIC with one parameter: the largest likelihood, less half the log of the number of observations.
func bicSum(w world, _ int) *slow {
	s, p1, p := newSlow(), w.level(1), w.level(w.T)
	best, at := num(-1), 0
	for x, r := range ratio(p, p1) {
		if p1[x].Sign() > 0 && r.Cmp(best) > 0 {
			best, at = r, x
		}
	}
	s.forward(num(1), at, quo(best, num(0).Sqrt(num(float64(w.T-1)))))
	return s
}

// K draws from the target lose the one observation: a harmonic mean over independent draws.
func shmeSum(w world, K int) *slow {
	s, p1, p := newSlow(), w.level(1), w.level(w.T)
	if w.T > 2 || w.holes() {
		return nil
	}
	r, rows := ratio(p1, p), w.kernel(p)
	for n, prob := range p.binomial(K - 1) {
		for x := range p {
			for y := range p { // the start moves back
				s.both(mul(prob, mul(p[x], rows[x][y])), x, r.mean(n+y, K))
			}
		}
	}
	return s
}
