package spectra

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/chains/crew"
)

// These constants were chosen by counting steps on BARRIER, rough and flat grids and Ising
// tori, with blocks of one to four, with and without the diagonal, and with ten to a thousand
// inner steps. A single vector took the second mode of a rough grid of 100x100 for the first.
// Without the diagonal that grid took three times as many steps, and one of deep wells did
// not end. Inner steps, which need no basis, save two steps of three in long searches of
// thousands of steps, and cost some in short ones.
const (
	block      = 2   // the number of modes searched for
	room       = 20  // the largest number of functions in the basis, and of their images
	kept       = 6   // the number of Ritz vectors kept when the room is full
	ahead      = 3   // functions of the room that are left for residuals
	patience   = 100 // steps after which residuals are improved by inner steps
	innerSteps = 30  // the number of inner steps

	maxSteps = 50_000 // in the search for one end of the spectrum
)

// search looks for the least eigenvalue of A on functions of mean 0. It ends when enough
// returns true, when round-off prevents progress, or after c.maxSteps; v[0] is then the
// lowest vector.
//
// The space of Lanczos (1950) grows by the residuals of the lowest Ritz vectors, each divided
// by the diagonal of A (Davidson 1975) or brought nearer to A^-1 of itself by conjugate
// gradients. When it is full it starts anew from the lowest Ritz vectors (Wu and Simon 2000)
// of this step and the one before (Stathopoulos and Saad 1998). If all cells are left with
// the same probability, this is Lanczos's method in blocks. In a deep density a cell that is
// hardly ever left is nearly a mode by itself, and the diagonal finds it at once.
func (s *subspace) search(ctx context.Context, seed uint64, enough func(ritzPairs) bool) (ritzPairs, error) {
	r := rand.New(rand.NewPCG(seed, 0x5eed))
	for range min(block, s.cells-1) {
		for x, p := range s.pi { // a direction that is uniform among all
			s.v[s.m][x] = 0
			if p > 0 {
				s.v[s.m][x] = r.NormFloat64() / math.Sqrt(p)
			}
		}
		s.add()
	}
	s.applyFrom(0)
	var last *mat.Dense
	best, lost := 0.0, 0              // the least bound so far, and the iterations since it fell
	stuck := func(r ritzPairs) bool { // round-off keeps the residuals or the bound from falling
		if r.residuals[0] > 1e-13 {
			return false
		}
		if now := r.error() * floats.Sum(r.residuals); best == 0 || now < best/2 {
			best, lost = now, 0
			return now == 0
		}
		lost++
		return lost > 40
	}
	for {
		values, u, err := s.ritz()
		if err == nil && s.m+ahead > len(s.v) {
			s.turn(restart(u, last))
			values, u, err = s.ritz()
		}
		if err != nil {
			return ritzPairs{}, err
		}
		pairs := ritzPairs{values: values, residuals: s.residuals(u, values, ahead)}
		last = mat.DenseCopyOf(u.Slice(0, s.m, 0, min(block, s.m)))
		if done := enough(pairs); done || s.steps >= s.maxSteps || stuck(pairs) || !s.grow(pairs.rough()) {
			pairs.sure = done || pairs.settled(coarse) || s.m >= s.cells-1 // a search of the whole space misses none
			s.turn(last)
			return pairs, nil
		}
		if err := ctx.Err(); err != nil {
			return ritzPairs{}, err
		}
	}
}

// grow adds some of the residuals that lie after the basis to it, each divided by the
// diagonal or, after patience steps, brought nearer to A^-1 of itself by inner steps. It reports whether the
// basis grew.
func (s *subspace) grow(which []int) bool {
	from := s.m
	if s.steps <= patience {
		for _, i := range which {
			t := s.v[from+i]
			s.set(t, func(x int) float64 { return t[x] / s.diagonal(x, s.plus) })
		}
	} else {
		if s.inner == nil {
			s.inner = s.solver(s.plus, block)
		}
		for k, one := range s.inner.systems {
			if one.done = k >= len(which); !one.done {
				clear(one.x)
				copy(one.r, s.v[from+which[k]])
			}
		}
		s.steps += s.inner.onward(innerSteps, func(one *system) bool { return s.norm(one.r) < one.start/20 })
		for k, i := range which {
			copy(s.v[from+i], s.inner.systems[k].x)
		}
	}
	for _, i := range which {
		s.v[s.m], s.v[from+i] = s.v[from+i], s.v[s.m]
		s.add()
	}
	s.applyFrom(from)
	return s.m > from
}

// restart returns an orthonormal basis of the first columns of u and of last, which has fewer
// rows, without those that nearly lie in the span of the ones before.
func restart(u, last *mat.Dense) *mat.Dense {
	n, _ := u.Dims()
	var columns [][]float64
	for i := range min(kept, n) {
		columns = append(columns, mat.Col(nil, i, u))
	}
	if last != nil {
		_, k := last.Dims()
		for i := range k {
			columns = append(columns, append(mat.Col(nil, i, last), make([]float64, n)...)[:n])
		}
	}
	return orthonormal(n, columns)
}

func orthonormal(n int, columns [][]float64) *mat.Dense {
	var all [][]float64
	for _, c := range columns {
		for range 2 {
			for _, b := range all {
				floats.AddScaled(c, -floats.Dot(b, c), b)
			}
		}
		if norm := floats.Norm(c, 2); norm > 1e-6 {
			floats.Scale(1/norm, c)
			all = append(all, c)
		}
	}
	out := mat.NewDense(n, len(all), nil)
	for i, c := range all {
		out.SetCol(i, c)
	}
	return out
}

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
		crew.Parallel(len(s.pi), func(from, to int) {
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
	h := mat.NewDense(m, m, nil)
	turned := mat.NewDense(k, k, nil)
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
	return crew.Reduce(len(f), func(from, to int) []float64 {
		sums := make([]float64, m)
		weighted := make([]float64, strip)
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
	crew.Parallel(len(f), func(from, to int) {
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

// ritzPairs are the Ritz values of a subspace, the least first, and the norms of the first
// residuals. sure says that the search went on until they were good: otherwise a mode may
// have been missed.
type ritzPairs struct {
	values, residuals []float64
	sure              bool
}

// error bounds how far the least eigenvalue lies below the least Ritz value if none was
// missed. The distance is at most the norm of the residual. If an interval of length η, less
// the residuals, above the first k Ritz values has no others, it is at most the square of
// their residuals over η (Kato 1949, Temple 1928; Mathias 1998 for k > 1).
func (r ritzPairs) error() float64 {
	best, squares := r.residuals[0], 0.0
	for k := 1; k < len(r.residuals); k++ {
		squares += r.residuals[k-1] * r.residuals[k-1]
		if eta := r.values[k] - r.residuals[k] - math.Sqrt(squares) - r.values[k-1]; eta > 0 {
			best = min(best, squares/eta)
		}
	}
	return best
}

// settled reports whether the least Ritz value is within a share of itself, and the next is
// well on its way. A rough next value may hide a mode that is as near to the first as the
// next is rough: 12 of 1,200 searches of small spaces missed one, and none did when the next
// was held to 1e-6.
func (r ritzPairs) settled(share float64) bool {
	return r.error() <= share*r.values[0] && (len(r.values) < 2 || r.residuals[1] <= 1e-6*r.values[1])
}

// rough returns the first of the modes whose residuals are more than a small share of their
// values, at most block of them. Smooth ones need no more steps while the bound waits for the
// next.
func (r ritzPairs) rough() []int {
	var rough []int
	for i, residual := range r.residuals {
		if residual > 1e-7*r.values[i] && len(rough) < block {
			rough = append(rough, i)
		}
	}
	if rough == nil {
		return []int{0}
	}
	return rough
}

// ritz returns the Ritz values, the least first, and their vectors as columns in terms of v.
func (s *subspace) ritz() ([]float64, *mat.Dense, error) {
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

// residuals leaves the residuals of the first k Ritz pairs in v, after the basis, and
// returns their norms.
func (s *subspace) residuals(u *mat.Dense, values []float64, k int) []float64 {
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
