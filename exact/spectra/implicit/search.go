package implicit

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
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
			if s.v[s.m][x] = 0; p > 0 {
				s.v[s.m][x] = r.NormFloat64() / math.Sqrt(p)
			}
		}
		s.add()
	}
	s.applyFrom(0)
	var last *mat.Dense
	var still standstill
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
		if done := enough(pairs); done || s.steps >= s.maxSteps || still.at(pairs) || !s.grow(pairs.rough()) {
			pairs.sure = done || pairs.settled(coarse) || s.m >= s.cells-1 // a search of the whole space misses none
			s.turn(last)
			return pairs, nil
		}
		if err := ctx.Err(); err != nil {
			return ritzPairs{}, err
		}
	}
}

// A standstill notices that round-off keeps the residuals or the bound from falling.
type standstill struct {
	best float64
	lost int // iterations
}

func (s *standstill) at(r ritzPairs) bool {
	if r.residuals[0] > 1e-13 {
		return false
	}
	if now := r.error() * floats.Sum(r.residuals); s.best == 0 || now < s.best/2 {
		s.best, s.lost = now, 0
		return now == 0
	}
	s.lost++
	return s.lost > 40
}

// grow adds some of the residuals that lie after the basis to it, each divided by the
// diagonal or, after patience steps, brought nearer to A^-1 of itself. It reports whether the
// basis grew.
func (s *subspace) grow(which []int) bool {
	from := s.m
	if s.steps > patience {
		s.improve(which)
	} else {
		for _, i := range which {
			t := s.v[from+i]
			s.set(t, func(x int) float64 { return t[x] / s.diagonal(x, s.plus) })
		}
	}
	for _, i := range which {
		s.v[s.m], s.v[from+i] = s.v[from+i], s.v[s.m]
		s.add()
	}
	s.applyFrom(from)
	return s.m > from
}

// improve brings residuals nearer to A^-1 of themselves by inner steps.
func (s *subspace) improve(which []int) {
	if s.inner == nil {
		s.inner = s.solver(s.plus, block)
	}
	for k, one := range s.inner.systems {
		if one.done = k >= len(which); !one.done {
			clear(one.x)
			copy(one.r, s.v[s.m+which[k]])
		}
	}
	s.steps += s.inner.onward(innerSteps, func(one *system) bool { return s.norm(one.r) < one.start/20 })
	for k, i := range which {
		copy(s.v[s.m+i], s.inner.systems[k].x)
	}
}

// restart returns an orthonormal basis of the first columns of u and of last, which has fewer
// rows.
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

// orthonormal returns a basis of the columns, without those that nearly lie in the span of
// the ones before.
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
