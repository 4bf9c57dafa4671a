package implicit

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/chains"
)

// A subspace is a space of functions of mean 0, with an orthonormal basis, the first m of v.
// With A = I - P or I + P, w holds A v for each of them, and h the products of v and w.
type subspace struct {
	*Chain
	plus  bool // A = I + P
	v, w  [][]float64
	m     int
	h     [][]float64
	steps int
	inner *solver
}

// subspace returns an empty subspace with room for a search.
func (c *Chain) subspace(plus bool) *subspace {
	s := &subspace{Chain: c, plus: plus}
	for range min(room, c.cells+block) {
		s.v = append(s.v, make([]float64, len(c.pi)))
		s.w = append(s.w, make([]float64, len(c.pi)))
		s.h = append(s.h, make([]float64, room))
	}
	return s
}

// add makes v[m] orthogonal to the constants and to the basis, scales it to norm 1 and adds
// it to the basis, unless only round-off is left of it.
func (s *subspace) add() {
	f := s.v[s.m]
	largest := max(floats.Max(f), -floats.Min(f))
	if !(largest > 0) || math.IsInf(largest, 0) {
		return
	}
	s.set(f, func(x int) float64 { return f[x] / largest }) // no float holds the square of 1e200
	left := s.norm(f)
	if !(left > 0) {
		return
	}
	for range 4 {
		scale(f, 1/left)
		s.center(f)
		by := s.products(f, s.m)
		floats.Scale(-1, by)
		combine(f, by, s.v)
		switch left = s.norm(f); {
		case left > 0.7: // twice is enough (Kahan)
			scale(f, 1/left)
			s.m++
			return
		case !(left > 1e-13):
			return
		}
	}
}

// applyFrom sets w and h for the functions of the basis from index from on.
func (s *subspace) applyFrom(from int) {
	s.apply(s.w[from:s.m], s.v[from:s.m], s.plus)
	s.steps += s.m - from
	for j := from; j < s.m; j++ {
		for i, v := range s.products(s.w[j], j+1) {
			s.h[i][j], s.h[j][i] = v, v
		}
	}
}

// turn makes the orthonormal columns of u the basis.
func (s *subspace) turn(u *mat.Dense) {
	m, k := u.Dims()
	for _, of := range [][][]float64{s.v, s.w} {
		chains.Parallel(len(s.pi), func(from, to int) {
			fresh := make([]float64, k*strip)
			strips(from, to, func(from, to int) {
				clear(fresh)
				for j := range m {
					for i := range k {
						floats.AddScaled(fresh[i*strip:][:to-from], u.At(j, i), of[j][from:to])
					}
				}
				for i := range k {
					copy(of[i][from:to], fresh[i*strip:])
				}
			})
		})
	}
	h, turned := mat.NewDense(m, m, nil), mat.NewDense(k, k, nil)
	for i := range m {
		copy(h.RawRowView(i), s.h[i])
	}
	turned.Product(u.T(), h, u)
	for i := range k {
		copy(s.h[i], turned.RawRowView(i))
	}
	s.m = k
}

// products returns the inner products of f with the first m of v.
func (s *subspace) products(f []float64, m int) []float64 {
	return chains.Reduce(len(f), func(from, to int) []float64 {
		sums, weighted := make([]float64, m), make([]float64, strip)
		strips(from, to, func(from, to int) {
			floats.MulTo(weighted[:to-from], s.pi[from:to], f[from:to])
			for j := range sums {
				sums[j] += floats.Dot(weighted[:to-from], s.v[j][from:to])
			}
		})
		return sums
	}, func(a, b []float64) []float64 { return floats.AddTo(a, a, b) })
}

func combine(f, by []float64, of [][]float64) {
	chains.Parallel(len(f), func(from, to int) {
		strips(from, to, func(from, to int) {
			for j, b := range by {
				floats.AddScaled(f[from:to], b, of[j][from:to])
			}
		})
	})
}

// strip is the number of cells at which several vectors are processed at a time, so that one
// vector's cells are still in the cache for the next.
const strip = 1024

// strips calls do with the ends of each strip of a piece.
func strips(from, to int, do func(from, to int)) {
	for x := from; x < to; x += strip {
		do(x, min(x+strip, to))
	}
}
