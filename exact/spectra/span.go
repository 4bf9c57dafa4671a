package spectra

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/chains"
)

// A span is a space of functions of mean 0: an orthonormal basis v of m of them,
// what A = I - P, or I + P, makes of each, w, and the products h of the two.
type span struct {
	*Implicit
	plus  bool // A = I + P
	v, w  [][]float64
	m     int
	h     [][]float64
	steps int
	inner *solver
}

func (c *Implicit) span(plus bool) *span {
	s := &span{Implicit: c, plus: plus}
	for range min(room, c.cells+block) {
		s.v = append(s.v, make([]float64, len(c.pi)))
		s.w = append(s.w, make([]float64, len(c.pi)))
		s.h = append(s.h, make([]float64, room))
	}
	return s
}

// draw sets f to a direction that is uniform among all.
func (c *Implicit) draw(f []float64, r *rand.Rand) {
	for x, p := range c.pi {
		if f[x] = 0; p > 0 {
			f[x] = r.NormFloat64() / math.Sqrt(p)
		}
	}
}

// strip is by how many cells at a time vectors are gone through together: what is
// read of one is then still near for the next.
const strip = 1024

// strips calls do with the ends of each strip of a piece.
func strips(from, to int, do func(from, to int)) {
	for x := from; x < to; x += strip {
		do(x, min(x+strip, to))
	}
}

// products are those of the first m of v with f.
func (s *span) products(f []float64, m int) []float64 {
	parts := make([][]float64, len(s.parts))
	chains.Parallel(len(f), func(from, to int) {
		sums, weighted := make([]float64, m), make([]float64, strip)
		strips(from, to, func(from, to int) {
			floats.MulTo(weighted[:to-from], s.pi[from:to], f[from:to])
			for j := range sums {
				sums[j] += floats.Dot(weighted[:to-from], s.v[j][from:to])
			}
		})
		parts[from/chains.PieceSize] = sums
	})
	total := make([]float64, m)
	for _, sums := range parts {
		if sums != nil {
			floats.Add(total, sums)
		}
	}
	return total
}

// combine adds to f the sum of by[j] of[j].
func combine(f, by []float64, of [][]float64) {
	chains.Parallel(len(f), func(from, to int) {
		strips(from, to, func(from, to int) {
			for j, b := range by {
				floats.AddScaled(f[from:to], b, of[j][from:to])
			}
		})
	})
}

// add makes v[m] orthogonal to the constants and to the basis, and of norm 1; it
// then is of the basis, unless nothing was left of it but round-off.
func (s *span) add() {
	f := s.v[s.m]
	largest := max(floats.Max(f), -floats.Min(f))
	if !(largest > 0) || math.IsInf(largest, 0) {
		return
	}
	s.each(f, func(x int) float64 { return f[x] / largest }) // squares of 1e200 are not of floats
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

// take sets what is made of those of the basis from one on.
func (s *span) take(from int) {
	for j := from; j < s.m; j += 2 {
		var into, f [2][]float64
		for k := j; k < min(j+2, s.m); k++ {
			into[k-j], f[k-j] = s.w[k], s.v[k]
		}
		s.apply(&into, &f, s.plus)
	}
	s.steps += s.m - from
	for j := from; j < s.m; j++ {
		for i, v := range s.products(s.w[j], j+1) {
			s.h[i][j], s.h[j][i] = v, v
		}
	}
}

// ritz is the Ritz values, the least first, and their vectors as columns in terms
// of v.
func (s *span) ritz() ([]float64, *mat.Dense, error) {
	sym := mat.NewSymDense(s.m, nil)
	for i := range s.m {
		for j := range i + 1 {
			sym.SetSym(i, j, s.h[i][j])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(sym, true) {
		return nil, nil, errEigen
	}
	var u mat.Dense
	eigen.VectorsTo(&u)
	return eigen.Values(nil), &u, nil
}

// turn makes the columns of u, orthonormal, the basis.
func (s *span) turn(u *mat.Dense) {
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

// residuals leaves those of the first k Ritz pairs in v, after the basis, and
// returns their norms.
func (s *span) residuals(u *mat.Dense, values []float64, k int) []float64 {
	norms := make([]float64, min(k, s.m))
	for i := range norms {
		into := s.v[s.m+i]
		clear(into)
		by := mat.Col(nil, i, u)
		combine(into, by, s.w)
		floats.Scale(-values[i], by)
		combine(into, by, s.v)
		norms[i] = s.norm(into)
	}
	return norms
}
