package accounts_test

import "math/big"

// carried are expectations over the runs that are in one place: of 1, l, l² and e^l, for l = log ŵ so far.
type carried [4]*big.Float

func nothing() carried { return carried{num(0), num(0), num(0), num(0)} }

// gain is what they are when l grows by log w, where the probability gets a factor k.
func (c carried) gain(w, k *big.Float) carried {
	by := ln(w)
	return carried{mul(k, c[0]), mul(k, add(c[1], mul(by, c[0]))),
		mul(k, add(c[2], mul(by, add(mul(num(2), c[1]), mul(by, c[0]))))), mul(k, mul(w, c[3]))}
}

func (c carried) add(share *big.Float, other carried) carried {
	for i := range c {
		c[i] = add(c[i], mul(share, other[i]))
	}
	return c
}

// forwards and reverses add all runs that end in x. In reverse e^l is 1/ŵ, and the probability has the factor p(x).
func (s *slow) forwards(x int, c carried) {
	s.Q[x], s.F[x], s.fwd, s.w = add(s.Q[x], c[0]), add(s.F[x], c[1]), add(s.fwd, c[2]), add(s.w, c[3])
}

func (s *slow) reverses(x int, c carried) {
	s.reversible = true
	s.G[x], s.rev, s.inverse = sub(s.G[x], c[1]), add(s.rev, c[2]), add(s.inverse, c[3])
}

// aisSum pushes these expectations through the levels: under the forward chain, and times ŵ, which is the law
// of reverse runs.
func aisSum(w world, _ int) *slow {
	s := newSlow()
	if w.T == 2 && !w.moves {
		return importanceSum(w, 0)
	}
	now, reverse := [2]carried{}, [2]carried{}
	for x, p := range w.level(1) {
		now[x] = carried{p, num(0), num(0), p}
		reverse[x] = now[x]
	}
	for t := 2; t <= w.T; t++ {
		by, rows := ratio(w.level(t), w.level(t-1)), w.kernel(w.level(t))
		next, back := [2]carried{nothing(), nothing()}, [2]carried{nothing(), nothing()}
		for x := range now {
			f, r := now[x].gain(by[x], num(1)), reverse[x].gain(quo(num(1), by[x]), by[x])
			for y := range next {
				next[y], back[y] = next[y].add(rows[x][y], f), back[y].add(rows[x][y], r)
			}
		}
		now, reverse = next, back
	}
	for x := range now {
		s.forwards(x, now[x])
		s.reverses(x, reverse[x])
	}
	return s
}

// smcOnceSum is SMC over one step: whether particles are resampled does not change the law.
func smcOnceSum(w world, K int) *slow {
	if w.T > 2 {
		return nil
	}
	return smcSum(w, K)
}

// The densities of a model have mass in the same cells.
func smcDataSum(w world, K int) *slow {
	if w.holes() {
		return nil
	}
	return smcSum(w, K)
}

// smcSum: n of K particles are in cell 1. All are weighed, each draws its ancestor among all, and moves.
func smcSum(w world, K int) *slow {
	p1, p := w.level(1), w.level(w.T)
	if w.T == 2 && !w.moves {
		return sirSum(w, K)
	}
	if w.T > 2 && K > 7 || p1[0].Sign()*p1[1].Sign()*p[0].Sign()*p[1].Sign() == 0 {
		return nil
	}
	s := newSlow()
	free, kept := make([]carried, K+1), [2][]carried{}
	for n, prob := range p1.binomial(K) {
		free[n] = carried{prob, num(0), num(0), prob}
	}
	for x := range kept {
		for _, prob := range p1.binomial(K - 1) {
			prob = mul(prob, p1[x])
			kept[x] = append(kept[x], carried{prob, num(0), num(0), prob})
		}
	}
	for t := 2; t <= w.T; t++ {
		by, rows := ratio(w.level(t), w.level(t-1)), w.kernel(w.level(t))
		// ancestors is the law of a particle after the step, of n in cell 1, and the mean weight.
		ancestors := func(n int) (pair, *big.Float) {
			mean := by.mean(n, K)
			one := quo(mul(by[1], num(float64(n))), mul(mean, num(float64(K))))
			return moved(pair{sub(num(1), one), one}, rows), mean
		}
		last := t == w.T // then only one particle counts, and it is any
		next, back := make([]carried, K+1), [2][]carried{make([]carried, K), make([]carried, K)}
		for n := range next {
			next[n] = nothing()
		}
		for n := range K {
			back[0][n], back[1][n] = nothing(), nothing()
		}
		for n, c := range free {
			law, mean := ancestors(n)
			c = c.gain(mean, num(1))
			if last {
				for x := range law {
					s.forwards(x, nothing().add(law[x], c))
				}
				continue
			}
			for m, prob := range law.binomial(K) {
				next[m] = next[m].add(prob, c)
			}
		}
		for x := range kept {
			for n, c := range kept[x] {
				law, mean := ancestors(n + x)
				c = c.gain(quo(num(1), mean), by[x])
				if last {
					for y := range law {
						s.reverses(y, nothing().add(rows[x][y], c))
					}
					continue
				}
				for m, prob := range law.binomial(K - 1) {
					for y := range law {
						back[y][m] = back[y][m].add(mul(prob, rows[x][y]), c)
					}
				}
			}
		}
		free, kept = next, back
	}
	return s
}
