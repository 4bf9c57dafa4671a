package multisets

import (
	"math"
	"slices"
)

// multisets numbers the multisets of up to a number of particles on n cells. The multiset
// c_1 <= .. <= c_P has the number Σ C(c_i+i-1, i), from 0 to C(n+P-1, P)-1: the combinatorial
// number system (Knuth, Section 7.2.1.3), with repetition.
type multisets struct {
	n int
	// count[p] is the number of multisets of p particles.
	count []int
	// below[c][i] is Σ C(c+s-1, s) over s = 1..i: what i particles in cell c add to a number if
	// no particle is in a lower cell.
	below [][]int
	// with[p] is a table that makeWith makes. Add a particle in cell c to multiset m of p
	// particles: the number of the result is with[p][m n + c].
	with [][]int32
}

// multichoose is C(n+p-1, p), the number of multisets of p particles on n cells; +Inf if it is
// larger than 2^31.
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

// newMultisets returns the numbering. The full size has less than 2^31 multisets.
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
	return s
}

// makeWith makes with[p].
func (s *multisets) makeWith(p int) {
	if s.with[p] != nil {
		return
	}
	s.with[p] = make([]int32, 0, s.count[p]*s.n)
	for _, cells := range s.each(p) {
		for c := range s.n {
			at, _ := slices.BinarySearch(cells, c)
			s.with[p] = append(s.with[p], int32(s.number(slices.Insert(slices.Clone(cells), at, c))))
		}
	}
}

// number returns the number of a multiset.
func (s *multisets) number(cells []int) (m int) {
	for i, c := range cells {
		m += s.below[c][i+1] - s.below[c][i]
	}
	return m
}

// each yields all multisets of p particles in the order of their numbers. The cells are valid
// until the next.
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
