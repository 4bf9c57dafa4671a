package spectra

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// How the lowest modes are looked for. On BARRIER, rough and flat grids and Ising
// tori, blocks of one to four, with and without the diagonal and with ten to a
// thousand inner steps were counted: one vector alone took the second mode of a
// rough grid of 100x100 for the first; without the diagonal that grid took three
// times as many steps, and one of deep wells did not end; inner steps, which need no
// basis, save two steps of three where there are thousands and cost some where there
// are few.
const (
	block    = 2   // how many modes
	room     = 20  // functions in the basis at most, and as many images
	kept     = 6   // of the Ritz vectors when it is full
	ahead    = 3   // of the room, for residuals
	patience = 100 // steps, after which a residual is improved by inner steps
	inner    = 30  // how many of them
)

// MostSteps is how many steps are made in search of one end of the spectrum.
const MostSteps = 50_000

// A found is the Ritz values of a span, the norms of the first residuals, and whether
// the search went on until they were good: otherwise a mode may be passed over.
type found struct {
	values, residuals []float64
	sure              bool
}

// off is by how much the least eigenvalue is below the least Ritz value at the most,
// if none was passed over. One is within the norm of the residual; and with an
// interval without Ritz values above k of them, of length η less the residuals, within
// their square over η (Kato 1949, Temple 1928; Mathias 1998 for k > 1).
func (f found) off() float64 {
	best, squares := f.residuals[0], 0.0
	for k := 1; k < len(f.residuals); k++ {
		squares += f.residuals[k-1] * f.residuals[k-1]
		if eta := f.values[k] - f.residuals[k] - math.Sqrt(squares) - f.values[k-1]; eta > 0 {
			best = min(best, squares/eta)
		}
	}
	return best
}

// settled is whether the least Ritz value is within a part of itself, and the next
// well on its way. Where the next is not, a mode may be passed over that is as near as
// that to the first: of 1,200 searches of small spaces 12 then were, and none at 1e-6.
func (f found) settled(part float64) bool {
	return f.off() <= part*f.values[0] && (len(f.values) < 2 || f.residuals[1] <= 1e-6*f.values[1])
}

// lowest looks for the least eigenvalue of A on functions of mean 0 until enough, until
// round-off lets nothing become better, or as many steps are made as may be. The space of Lanczos (1950) is made larger by the residuals of the
// lowest Ritz vectors, each divided by the diagonal of A (Davidson 1975) or brought
// nearer to A^-1 of it by conjugate gradients, and when it is full begun anew with the
// lowest of them (Wu and Simon 2000) and those of the step before (Stathopoulos and
// Saad 1998). Where all cells are left with the same probability that is Lanczos's
// method in blocks; where they are not, as in a deep density, a cell that is hardly ever
// left is a mode nearly by itself and found at once. Afterwards v[0] is the lowest
// vector.
func (s *span) lowest(ctx context.Context, seed uint64, enough func(found) bool) (found, error) {
	r := rand.New(rand.NewPCG(seed, 0x5eed))
	for range min(block, s.cells-1) {
		s.draw(s.v[s.m], r)
		s.add()
	}
	s.take(0)
	var last *mat.Dense
	var still standstill
	for {
		values, u, err := s.ritz()
		if err == nil && s.m+ahead > len(s.v) {
			s.turn(basis(u, last))
			values, u, err = s.ritz()
		}
		if err != nil {
			return found{}, err
		}
		f := found{values: values, residuals: s.residuals(u, values, ahead)}
		last = mat.DenseCopyOf(u.Slice(0, s.m, 0, min(block, s.m)))
		if done := enough(f); done || s.steps >= s.most || still.at(f) || !s.grow(f.rough()) {
			f.sure = done || f.settled(coarse) || s.m >= s.cells-1 // of all functions none is passed over
			s.turn(last)
			return f, nil
		}
		if err := ctx.Err(); err != nil {
			return found{}, err
		}
	}
}

// A standstill is that round-off does not let residuals fall any more, nor the bound.
type standstill struct {
	best float64
	lost int // iterations
}

func (s *standstill) at(f found) bool {
	if f.residuals[0] > 1e-13 {
		return false
	}
	if now := f.off() * floats.Sum(f.residuals); s.best == 0 || now < s.best/2 {
		s.best, s.lost = now, 0
		return now == 0
	}
	s.lost++
	return s.lost > 40
}

// rough are the first of the modes whose residuals are more than a part of their
// values, a block of them at the most: what is smooth need not be made smoother while
// the bound waits for the next.
func (f found) rough() []int {
	var rough []int
	for i, r := range f.residuals {
		if r > 1e-7*f.values[i] && len(rough) < block {
			rough = append(rough, i)
		}
	}
	if rough == nil {
		return []int{0}
	}
	return rough
}

// grow takes some of the residuals that lie after the basis into it, each over the
// diagonal or, after a while, brought nearer to A^-1 of it; and reports whether there
// was anything in them.
func (s *span) grow(which []int) bool {
	from := s.m
	if s.steps > patience {
		s.improve(which)
	} else {
		for _, i := range which {
			t := s.v[from+i]
			s.each(t, func(x int) float64 { return t[x] / s.diagonal(x, s.plus) })
		}
	}
	for _, i := range which {
		s.v[s.m], s.v[from+i] = s.v[from+i], s.v[s.m]
		s.add()
	}
	s.take(from)
	return s.m > from
}

// improve makes inner steps with residuals.
func (s *span) improve(which []int) {
	if s.inner == nil {
		s.inner = s.solver(s.plus, block)
	}
	var b [][]float64
	for _, i := range which {
		b = append(b, s.v[s.m+i])
	}
	s.inner.solve(b, inner, func(one *side, start float64) bool { return s.norm(one.r) < start/20 })
	for k := range b {
		copy(b[k], s.inner.sides[k].x)
	}
	s.steps += s.inner.steps
}

// basis is an orthonormal basis of the first columns of u and those of last, which
// has fewer rows.
func basis(u, last *mat.Dense) *mat.Dense {
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

// orthonormal is a basis of the columns, without those that are nearly of the ones
// before.
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
