package multisets

import "gonum.org/v1/gonum/stat/distuv"

// A draw is a law of one particle: its cells in rising order, each with a positive
// probability.
type draw struct {
	cells []int
	prob  []float64
	terms [][]float64 // by cell and number of particles, up to a common factor
	empty []float64   // the product of the terms for no particle, from each cell on
}

// reset forgets the law.
func (d *draw) reset() { d.cells, d.prob = d.cells[:0], d.prob[:0] }

// add adds a cell, unless it has no probability.
func (d *draw) add(c int, prob float64) {
	if prob > 0 {
		d.cells, d.prob = append(d.cells, c), append(d.prob, prob)
	}
}

// spread visits every multiset of p independent draws with its probability,
// p!/Π k_c! Π prob_c^k_c.
func (s *multisets) spread(d *draw, p int, visit func(m int, prob float64)) {
	if p == 0 {
		visit(0, 1)
		return
	}
	for len(d.terms) < len(d.cells) {
		d.terms = append(d.terms, make([]float64, p+1))
	}
	share := d.scaled(p)
	d.empty = append(d.empty[:0], d.prob...)
	for i, rest := len(d.prob)-1, 1.0; i >= 0; i-- {
		rest *= d.terms[i][0]
		d.empty[i] = rest
	}
	s.place(d, 0, 0, p, 0, share, visit)
}

// scaled sets terms to prob^k/k!, and returns p!. From 100 particles on these would leave the
// range of floats. Then it sets terms to Poisson probabilities with mean p prob, and returns 1
// over the Poisson probability of p with mean p.
func (d *draw) scaled(p int) (share float64) {
	if p >= 100 {
		for i, prob := range d.prob {
			poisson := distuv.Poisson{Lambda: float64(p) * prob}
			for k := range p + 1 {
				d.terms[i][k] = poisson.Prob(float64(k))
			}
		}
		return 1 / distuv.Poisson{Lambda: float64(p)}.Prob(float64(p))
	}
	share = 1
	for k := range p {
		share *= float64(k + 1)
	}
	for i, prob := range d.prob {
		d.terms[i][0] = 1
		for k := range p {
			d.terms[i][k+1] = d.terms[i][k] * prob / float64(k+1)
		}
	}
	return share
}

// place puts particles into cell i of the draw and those after it.
func (s *multisets) place(d *draw, i, at, left, m int, prob float64, visit func(m int, prob float64)) {
	if left == 0 {
		visit(m, prob*d.empty[i])
		return
	}
	below, terms := s.below[d.cells[i]], d.terms[i]
	if i == len(d.cells)-1 {
		visit(m+below[at+left]-below[at], prob*terms[left])
		return
	}
	for k := 0; k <= left; k++ {
		s.place(d, i+1, at+k, left-k, m+below[at+k]-below[at], prob*terms[k], visit)
	}
}
