package spectra_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"breadboard/exact/spectra"
)

// TestStationaryLaw: every probability has its relative digits, over a hundred decades. 8 states
// are rounded some hundred times.
func TestStationaryLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, want := drawChain(t, 8, 15)
		got := stationary(t, m)
		for x := range want {
			within(t, fmt.Sprint("state ", x), got[x], want[x], 1e-13)
		}
	})
}

// TestBirthAndDeath: the odds of neighbours are quotients of their rates, so the stationary
// distribution is known to the last digit, down to 1e-120. Ways that subtract do not find it.
func TestBirthAndDeath(t *testing.T) {
	if err := birthAndDeath((*spectra.Matrix).Stationary); err != nil {
		t.Error(err)
	}
	for name, broken := range brokenStationary {
		if err := birthAndDeath(broken); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// TestBeyondFloats: a state rarer than any float has 0, and the others keep their digits.
func TestBeyondFloats(t *testing.T) {
	const n = 5
	p := make([]float64, n*n)
	for x := range n {
		if x > 0 {
			p[x*n+x-1] = 1e-90
		}
		if x < n-1 {
			p[x*n+x+1] = 1
			p[x*n+x] = 0
		} else {
			p[x*n+x] = 1
		}
	}
	pi := stationary(t, spectra.Dense(n, p))
	for x, want := range []float64{0, 1e-270, 1e-180, 1e-90, 1} {
		within(t, "stationary", pi[x], want, 1e-14)
	}
}

// birthAndDeath holds a solver to a chain in which every state of the first half is 1e-10 times
// as likely as the one before, and the second half climbs back.
func birthAndDeath(solve func(*spectra.Matrix) ([]float64, error)) error {
	const n = 24
	p, want := make([]float64, n*n), []float64{1}
	for x := range n {
		up, down := 0.0, 0.0
		if x < n-1 {
			if up = 5e-11; x >= n/2 {
				up = 0.25
			}
			p[x*n+x+1] = up
		}
		if x > 0 {
			down = 0.5
			if x > n/2 {
				down = 2.5e-11
			}
			p[x*n+x-1] = down
		}
		p[x*n+x] = 1 - up - down
	}
	for x := 1; x < n; x++ {
		want = append(want, want[x-1]*p[(x-1)*n+x]/p[x*n+x-1])
	}
	floats.Scale(1/floats.Sum(want), want)
	got, err := solve(spectra.Dense(n, p))
	if err != nil {
		return err
	}
	for x := range want {
		if !(math.Abs(got[x]-want[x]) <= 1e-14*want[x]) { // n roundings and as many again
			return fmt.Errorf("state %d has %.17g, want %.17g", x, got[x], want[x])
		}
	}
	return nil
}

// brokenStationary are solvers that lose digits.
var brokenStationary = map[string]func(*spectra.Matrix) ([]float64, error){
	"elimination with 1 less what stays as its pivot": func(m *spectra.Matrix) ([]float64, error) {
		n := m.N()
		w := make([][]float64, n)
		for x := range w {
			for y := range n {
				w[x] = append(w[x], m.At(x, y))
			}
		}
		pivot := make([]float64, n)
		for k := n - 1; k > 0; k-- {
			pivot[k] = 1 - w[k][k]
			for i := range k {
				for j := range k {
					w[i][j] += w[i][k] / pivot[k] * w[k][j]
				}
			}
		}
		pi := []float64{1}
		for k := 1; k < n; k++ {
			sum := 0.0
			for i := range k {
				sum += pi[i] * w[i][k]
			}
			pi = append(pi, sum/pivot[k])
		}
		floats.Scale(1/floats.Sum(pi), pi)
		return pi, nil
	},
	"a linear system": func(m *spectra.Matrix) ([]float64, error) {
		n := m.N()
		a, b := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
		for y := range n {
			for x := range n {
				a.Set(y, x, m.At(x, y))
			}
			a.Set(y, y, m.At(y, y)-1)
		}
		for x := range n {
			a.Set(n-1, x, 1)
		}
		b.SetVec(n-1, 1)
		var pi mat.VecDense
		if err := pi.SolveVec(a, b); err != nil {
			if _, poor := err.(mat.Condition); !poor {
				return nil, err
			}
		}
		return mat.Col(nil, 0, &pi), nil
	},
}
