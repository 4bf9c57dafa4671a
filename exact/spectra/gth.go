package spectra

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// An elimination is the chain on some states, eliminated one by one from the
// last. What it holds below the diagonal of row k is what state k does at the
// moment of its elimination, above the diagonal of column k what leads to it;
// pivot k is the probability of leaving k, as a sum. Nothing is subtracted.
type elimination struct {
	n     int
	w     []float64
	pivot []float64
}

// eliminate eliminates these states of the chain. out is the probability to
// leave them all in one step, one for each, and is changed.
func (m *Matrix) eliminate(states []int, out []float64) *elimination {
	e := &elimination{n: len(states), w: make([]float64, len(states)*len(states)), pivot: make([]float64, len(states))}
	for i, x := range states {
		row, from := e.row(i), m.row(x)
		for j, y := range states {
			row[j] = from[y]
		}
	}
	for k := e.n - 1; k >= 0; k-- {
		from := e.row(k)[:k]
		e.pivot[k] = out[k] + floats.Sum(from)
		for i := range k {
			into := e.row(i)
			if into[k] > 0 {
				share := into[k] / e.pivot[k]
				floats.AddScaled(into[:k], share, from)
				out[i] += share * out[k]
			}
		}
	}
	return e
}

func (e *elimination) row(k int) []float64 { return e.w[k*e.n:][:e.n] }

// solve sets b to the solution x of (I - P) x = b, P the chain on the states
// eliminated: the expected sum of b until the chain has left them. Where b >= 0
// nothing is subtracted.
func (e *elimination) solve(b []float64) {
	for k := e.n - 1; k > 0; k-- {
		for i := range k {
			if into := e.row(i)[k]; into > 0 {
				b[i] += into / e.pivot[k] * b[k]
			}
		}
	}
	for k := range e.n {
		b[k] = (b[k] + floats.Dot(e.row(k)[:k], b[:k])) / e.pivot[k]
	}
}

// inverse is (I - P)^-1, by rows: the expected number of visits from one state to
// another, the present one counted, before the chain has left them all.
func (e *elimination) inverse() [][]float64 {
	g := make([][]float64, e.n)
	for k := range g {
		g[k] = make([]float64, e.n)
		g[k][k] = 1
	}
	for k := e.n - 1; k > 0; k-- {
		for i := range k {
			if into := e.row(i)[k]; into > 0 {
				floats.AddScaled(g[i][k:], into/e.pivot[k], g[k][k:])
			}
		}
	}
	for k, row := range g {
		for j, p := range e.row(k)[:k] {
			if p > 0 {
				floats.AddScaled(row, p, g[j])
			}
		}
		for j := range row {
			row[j] /= e.pivot[k]
		}
	}
	return g
}

// stationary is the distribution that the chain on the states eliminated leaves
// invariant, where it is irreducible and does not leave them.
func (e *elimination) stationary() []float64 {
	pi := make([]float64, e.n)
	pi[0] = 1
	for k := 1; k < e.n; k++ {
		for i := range k {
			pi[k] += pi[i] * e.row(i)[k]
		}
		if pi[k] /= e.pivot[k]; pi[k] > 1e100 {
			floats.Scale(1/pi[k], pi[:k+1])
		}
	}
	floats.Scale(1/floats.Sum(pi), pi)
	return pi
}

// Stationary is the distribution that the matrix leaves invariant, by the
// elimination of Grassmann, Taksar and Heyman, so that every probability above
// the smallest float has its relative digits; 0 in states that the chain leaves
// for good. The diagonal is not looked at. It is an error where there is more
// than one closed class, and so more than one such distribution.
func (m *Matrix) Stationary() ([]float64, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	var closed []Class
	for _, c := range m.Classes() {
		if c.Closed {
			closed = append(closed, c)
		}
	}
	if len(closed) != 1 {
		return nil, fmt.Errorf("%d closed classes, of state %d and of state %d among them; a chain with one has one stationary distribution",
			len(closed), closed[0].States[0], closed[1].States[0])
	}
	states := closed[0].States
	pi := make([]float64, m.n)
	for i, v := range m.eliminate(states, make([]float64, len(states))).stationary() {
		if math.IsNaN(v) {
			return nil, fmt.Errorf("the probability of state %d is beyond floating point", states[i])
		}
		pi[states[i]] = v
	}
	return pi, nil
}
