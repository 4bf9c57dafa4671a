package validation

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// redraws returns the matrix that redraws one pair of cells after the other, each between its two by their masses.
func redraws(p []float64, pairs [][2]int) []float64 {
	n := len(p)
	product := mat.NewDense(n, n, nil)
	for x := range n {
		product.Set(x, x, 1)
	}
	for _, pair := range pairs {
		for x := range n {
			both := product.At(x, pair[0]) + product.At(x, pair[1])
			for _, to := range pair {
				product.Set(x, to, both*p[to]/(p[pair[0]]+p[pair[1]]))
			}
		}
	}
	return product.RawMatrix().Data
}

// TestRightMatricesAreNotAccused holds that no right kernel is accused that is given by its matrices: products of
// redraws of pairs, half of them in order, which are not reversible, and half forth and back, which are, on targets
// whose log f has a standard deviation from 1 to 20. Their twins, which redraw one pair by other masses, are accused.
func TestRightMatricesAreNotAccused(t *testing.T) {
	dice := rand.New(rand.NewPCG(71, 1))
	for i := range 200 {
		n := 3 + dice.IntN(10)
		logf := make([]float64, n)
		sd := 1 + 19*dice.Float64()
		for x := range logf {
			logf[x] = sd * dice.NormFloat64()
		}
		an := must.Have(experiments.Setting{Kernel: "metropolis"}.AnnealerOn(toys.Target{Name: "peaks",
			Grid: grid.New(n),
			LogF: logf}))(t)
		a, _, err := an.At(t.Context(), 4)
		must.Do(t, err)
		var pairs [][2]int // that join all cells, in random order
		for k, at := 1, dice.Perm(n); k < n; k++ {
			pairs = append(pairs, [2]int{at[k-1], at[k]})
		}
		dice.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		if i%2 == 1 {
			back := slices.Clone(pairs)
			slices.Reverse(back)
			pairs = append(pairs, back...)
		}
		for _, wrong := range []float64{1, 1.01} {
			m := Matrices{Path: "redraws", Schedule: a.Schedule, P: [][]float64{nil}}
			for level := 2; level <= a.T(); level++ {
				p := chains.Normalized(Candidate{Annealing: a}.logf(level))
				p[pairs[0][0]] *= wrong
				m.P = append(m.P, redraws(p, pairs))
			}
			if v := must.Have(Run(t.Context(), FromMatrices(an, m), nil))(t); v.OK() != (wrong == 1) {
				t.Errorf("kernel %d, %d cells, sd %.3g, with a mass times %v: %s", i, n, sd, wrong, v.Verdict())
			}
			if i >= 20 {
				break
			}
		}
	}
}
