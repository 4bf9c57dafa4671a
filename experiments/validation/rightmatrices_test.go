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
func redraws(p []float64, pairs [][2]int) *mat.Dense {
	n := len(p)
	product := identity(n)
	for _, pair := range pairs {
		one := identity(n)
		both := p[pair[0]] + p[pair[1]]
		for _, from := range pair {
			for _, to := range pair {
				one.Set(from, to, p[to]/both)
			}
		}
		next := mat.NewDense(n, n, nil)
		next.Mul(product, one)
		product = next
	}
	return product
}

func identity(n int) *mat.Dense {
	one := mat.NewDense(n, n, nil)
	for x := range n {
		one.Set(x, x, 1)
	}
	return one
}

// somePairs returns pairs in random order that join all n cells, and as many others.
func somePairs(dice *rand.Rand, n int) (pairs [][2]int) {
	at := dice.Perm(n)
	for i := 1; i < n; i++ {
		pairs = append(pairs, [2]int{at[i-1], at[i]})
	}
	for range n - 1 {
		other := dice.Perm(n)
		pairs = append(pairs, [2]int{other[0], other[1]})
	}
	dice.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	return pairs
}

// TestRightMatricesAreNotAccused holds that no right kernel is accused that is given by its matrices: 500 products of
// redraws of pairs, half of them in order, which are not reversible, and half forth and back, which are, on targets
// whose log f has a standard deviation from 1 to 20. Their twins, which redraw one pair by other masses, are accused.
func TestRightMatricesAreNotAccused(t *testing.T) {
	dice := rand.New(rand.NewPCG(71, 1))
	const T = 4
	for i := range 500 {
		n := 3 + dice.IntN(10)
		sd := 1 + 19*dice.Float64()
		logf := make([]float64, n)
		for x := range logf {
			logf[x] = sd * dice.NormFloat64()
		}
		c := must.Have(experiments.Setting{Kernel: "metropolis"}.On(toys.Target{Name: "peaks", Grid: grid.New(n),
			LogF: logf}))(t)
		a, _, err := c.At(t.Context(), T)
		if err != nil {
			t.Fatal(err)
		}
		pairs := somePairs(dice, n)
		if i%2 == 1 {
			back := slices.Clone(pairs)
			slices.Reverse(back)
			pairs = append(pairs, back...)
		}
		matrices := func(wrong float64) Matrices {
			m := Matrices{Path: "redraws", Schedule: a.Schedule, P: [][]float64{nil}}
			l := a.NewLevel()
			for level := 2; level <= T; level++ {
				a.LevelAt(l, level)
				p := chains.Normalized(l.LogF())
				p[pairs[0][0]] *= wrong
				m.P = append(m.P, redraws(p, pairs).RawMatrix().Data)
			}
			return m
		}
		v := must.Have(Run(t.Context(), Given(c, matrices(1)), nil))(t)
		if !v.OK() {
			t.Errorf("kernel %d, %d cells, sd %.3g: %s", i, n, sd, v.Verdict())
		}
		if i < 20 && must.Have(Run(t.Context(), Given(c, matrices(1.01)), nil))(t).OK() {
			t.Errorf("the twin of kernel %d, %d cells, sd %.3g, is not accused", i, n, sd)
		}
	}
}
