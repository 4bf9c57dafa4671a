package spectra

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A groupInverse is A# = (I - 1π) G (I - 1π), the group inverse of I - P for an irreducible
// chain. It holds the expected visits G of the package's doc, bordered with the zeros of the
// mode.
type groupInverse struct {
	pi []float64
	g  [][]float64
}

func (m *Matrix) groupInverse(pi []float64) groupInverse {
	order := modeFirst(pi)
	g, visits := make([][]float64, m.n), m.eliminate(order[:1], order[1:]).Visits()
	for i, x := range order {
		g[x] = visits[i] // state 0 of visits is the mode; here it has its own column
		copy(g[x], g[x][1:order[0]+1])
		g[x][order[0]] = 0
	}
	return groupInverse{pi: pi, g: g}
}

func (r groupInverse) apply(f []float64) []float64 {
	f = centred(r.pi, f)
	out := make([]float64, len(f))
	for x, row := range r.g {
		out[x] = floats.Dot(row, f)
	}
	return centred(r.pi, out)
}

// trace returns the trace of A#, Kemeny's constant.
func (r groupInverse) trace() float64 {
	sum := 0.0
	for x, row := range r.g {
		sum += row[x] - r.pi[x]*floats.Sum(row)
	}
	return sum
}

// symmetrised returns D^1/2 A# D^-1/2 with D = diag(π), and the Frobenius norm of D^1/2 G
// D^-1/2. It has the eigenvalues of A#, which are 0 and 1/(1 - λ) for the other λ of P, with
// an error of norm ulps. It is symmetric if the chain is reversible.
func (r groupInverse) symmetrised() (s *mat.Dense, norm float64) {
	s = symmetrised(r.pi, func(x int) []float64 { return r.g[x] })
	norm = mat.Norm(s, 2)
	v := make([]float64, len(r.pi))
	for x, p := range r.pi {
		v[x] = math.Sqrt(p)
	}
	var left, right mat.VecDense
	root := mat.NewVecDense(len(v), v)
	left.MulVec(s.T(), root)
	right.MulVec(s, root)
	middle := mat.Dot(root, &right)
	for x := range v {
		row := s.RawRowView(x)
		for y := range row {
			row[y] += v[x]*v[y]*middle - v[x]*left.AtVec(y) - right.AtVec(x)*v[y]
		}
	}
	return s, norm
}
