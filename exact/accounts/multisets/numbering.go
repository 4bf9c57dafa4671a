package multisets

import "math"

// multisets numbers the multisets of up to a number of particles on n cells. The multiset c_1 <= .. <= c_P has the
// number Σ C(c_i+i-1, i), from 0 to C(n+P-1, P)-1: the combinatorial number system (Knuth, Section 7.2.1.3), with
// repetition.
type multisets struct {
	n int
	// count[p] is the number of multisets of p particles.
	count []int
	// below[c][i] is Σ C(c+s-1, s) over s = 1..i: i particles in cell c add this to a number if no particle is in a
	// lower cell.
	below [][]int
	// with[p][m n + c] is the number of multiset m of p particles with one more particle in cell c.
	with [][]int32
}

// multichoose returns C(n+p-1, p), the number of multisets of p particles on n cells; +Inf if it is larger than 2^31.
func multichoose(n, p int) float64 {
	all := 1.0
	for i := 1; i <= p && n > 1; i++ {
		if all *= float64(n + i - 1); all > math.MaxInt32*float64(i) {
			return math.Inf(1) // it never falls in p
		}
		all /= float64(i) // a whole number
	}
	return all
}

// newMultisets returns the numbering. size particles must have less than 2^31 multisets.
func newMultisets(n, size int) *multisets {
	s := &multisets{n: n, count: []int{1}, with: make([][]int32, size)}
	for p := range size {
		s.count = append(s.count, s.count[p]*(n+p)/(p+1))
	}
	for c := range n {
		s.below = append(s.below, make([]int, size+1))
		for i, last := 1, 1; i <= size; i++ {
			last = last * (c + i - 1) / i // C(c+i-1, i)
			s.below[c][i] = s.below[c][i-1] + last
		}
	}
	for p := range size {
		for m, cells := range s.each(p) {
			for c := range n {
				number := m + s.below[c][p+1] - s.below[c][p] // if no particle is in a higher cell
				if p > 0 && cells[p-1] > c {
					top := s.below[cells[p-1]]
					others := m - top[p] + top[p-1] // the multiset without its highest particle
					number = int(s.with[p-1][others*n+c]) + top[p+1] - top[p]
				}
				s.with[p] = append(s.with[p], int32(number))
			}
		}
	}
	return s
}

// each yields all multisets of p particles in the order of their numbers. The cells are valid until the next.
func (s *multisets) each(p int) func(yield func(m int, cells []int) bool) {
	return func(yield func(m int, cells []int) bool) {
		cells := make([]int, p)
		for m := range s.count[p] {
			if !yield(m, cells) {
				return
			}
			i := 0
			for i+1 < p && cells[i] == cells[i+1] {
				i++
			}
			if p > 0 {
				cells[i]++
				clear(cells[:i])
			}
		}
	}
}

// A draw is the distribution of one particle: its cells in rising order, each with a positive probability.
type draw struct {
	cells []int
	prob  []float64
	terms [][]float64 // prob^k/k! by cell and number of particles
}

// reset removes all cells.
func (d *draw) reset() { d.cells, d.prob = d.cells[:0], d.prob[:0] }

// add adds a cell, unless it has no probability.
func (d *draw) add(c int, prob float64) {
	if prob > 0 {
		d.cells = append(d.cells, c)
		d.prob = append(d.prob, prob)
	}
}

// spread visits every multiset of p independent draws with its probability, p!/Π k_c! Π prob_c^k_c.
func (s *multisets) spread(d *draw, p int, visit func(m int, prob float64)) {
	for len(d.terms) < len(d.cells) {
		d.terms = append(d.terms, make([]float64, p+1))
	}
	share := 1.0 // p!
	for k := range p {
		share *= float64(k + 1)
	}
	for i, prob := range d.prob {
		d.terms[i][0] = 1
		for k := range p {
			d.terms[i][k+1] = d.terms[i][k] * prob / float64(k+1)
		}
	}
	s.place(d, 0, 0, p, 0, share, visit)
}

// place puts the particles that are left into cell i of the draw and those after it. The others are placed: together
// they give m to the number and prob to the probability.
func (s *multisets) place(d *draw, i, placed, left, m int, prob float64, visit func(m int, prob float64)) {
	if left == 0 {
		visit(m, prob)
		return
	}
	below, terms := s.below[d.cells[i]], d.terms[i]
	if i == len(d.cells)-1 {
		visit(m+below[placed+left]-below[placed], prob*terms[left])
		return
	}
	for k := 0; k <= left; k++ {
		s.place(d, i+1, placed+k, left-k, m+below[placed+k]-below[placed], prob*terms[k], visit)
	}
}
