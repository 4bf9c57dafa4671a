package spectra

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A green is the Green's function of an irreducible chain: G of the package's
// doc, bordered with the zeros of its mode r, and with it the group inverse
// A# = (I - 1π) G (I - 1π) of I - P.
type green struct {
	pi []float64
	g  [][]float64
}

func (m *Matrix) green(pi []float64) green {
	order, c := m.eliminate(floats.MaxIdx(pi))
	g, visits := make([][]float64, m.n), c.Visits()
	for i, x := range order {
		g[x] = visits[i] // with state 0 at its own place among the columns
		copy(g[x], g[x][1:order[0]+1])
		g[x][order[0]] = 0
	}
	return green{pi: pi, g: g}
}

// apply is A# f.
func (r green) apply(f []float64) []float64 {
	f = centred(r.pi, f)
	out := make([]float64, len(f))
	for x, row := range r.g {
		out[x] = floats.Dot(row, f)
	}
	return centred(r.pi, out)
}

// centred is f less its mean.
func centred(pi, f []float64) []float64 {
	mean := floats.Dot(pi, f)
	out := slices.Clone(f)
	for x := range out {
		out[x] -= mean
	}
	return out
}

// scaled is D^1/2 G D^-1/2, D the diagonal matrix of π, and its Frobenius norm.
func (r green) scaled() (k *mat.Dense, norm float64) {
	n := len(r.pi)
	k = mat.NewDense(n, n, nil)
	for x, row := range r.g {
		into := k.RawRowView(x)
		for y, v := range row {
			into[y] = v * math.Sqrt(r.pi[x]/r.pi[y])
		}
	}
	return k, mat.Norm(k, 2)
}

// projected is D^1/2 A# D^-1/2, whose eigenvalues are 0 and 1/(1 - λ) over the
// others of P, and the error to be expected of them relative to an ulp.
func (r green) projected() (s *mat.Dense, norm float64) {
	s, norm = r.scaled()
	n := len(r.pi)
	v := make([]float64, n)
	for x, p := range r.pi {
		v[x] = math.Sqrt(p)
	}
	var left, right mat.VecDense
	root := mat.NewVecDense(n, v)
	left.MulVec(s.T(), root)
	right.MulVec(s, root)
	middle := mat.Dot(root, &right)
	for x := range n {
		row := s.RawRowView(x)
		for y := range row {
			row[y] += v[x]*v[y]*middle - v[x]*left.AtVec(y) - right.AtVec(x)*v[y]
		}
	}
	return s, norm
}

// trace is that of A#: Kemeny's constant.
func (r green) trace() float64 {
	sum := 0.0
	for x, row := range r.g {
		sum += row[x] - r.pi[x]*floats.Sum(row)
	}
	return sum
}

// irreducible is the chain on the cells with mass, which must be one class.
func (m *Matrix) irreducible(pi []float64) (sub *Matrix, p []float64, states []int, err error) {
	if err := m.checkAgainst(pi); err != nil {
		return nil, nil, nil, err
	}
	states = support(pi)
	sub, p = m.on(states), pick(pi, states)
	if c := sub.Classes(); len(c) > 1 {
		return nil, nil, nil, fmt.Errorf("the states of positive probability fall into %d classes, of state %d and of state %d among them; a chain that gets from each to each would do",
			len(c), states[c[0].States[0]], states[c[1].States[0]])
	}
	return sub, p, states, nil
}

// Fundamental is the fundamental matrix of Kemeny and Snell, (I - P + 1π)^-1, on
// the states of positive probability, in order; they must be one class.
func (m *Matrix) Fundamental(pi []float64) (*mat.Dense, error) {
	sub, p, _, err := m.irreducible(pi)
	if err != nil {
		return nil, err
	}
	r := sub.green(p)
	z := mat.NewDense(sub.n, sub.n, nil)
	unit := make([]float64, sub.n)
	for y := range sub.n {
		unit[y] = 1
		column := r.apply(unit)
		unit[y] = 0
		for x := range column {
			z.Set(x, y, column[x]+p[y])
		}
	}
	return z, nil
}

// FirstPassage is the mean first passage times from x to y: the expected number
// of steps, at least one, until the chain is in y. The diagonal is thus the mean
// time of return, 1/π. Entries are +Inf where arriving is not certain. It is an
// error where there are more than 256 states: each column is an elimination.
func (m *Matrix) FirstPassage() (*mat.Dense, error) {
	const most = 256
	if m.n > most {
		return nil, fmt.Errorf("%w: %d; first passage times between at most %d are computed, hitting times of one set between more", ErrLarge, m.n, most)
	}
	out := mat.NewDense(m.n, m.n, nil)
	for y := range m.n {
		h, err := m.HittingTimes([]int{y})
		if err != nil {
			return nil, err
		}
		back := 1.0
		m.Row(y, func(x int, p float64) { back += p * h[x] })
		h[y] = back
		out.SetCol(y, h)
	}
	return out, nil
}
