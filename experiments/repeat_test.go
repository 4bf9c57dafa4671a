package experiments

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// walked is the definition of J, of the states, and of B with k steps a level, by powers of dense matrices.
func walked(a chains.Annealing, k int) (j, b float64) {
	n := a.Grid.Size()
	levels := make([][]float64, a.T()+1)
	ahead := make([]*mat.Dense, a.T()+1)
	back := make([]*mat.Dense, a.T()+1)
	op, l := chains.On(a.Kernel, a.Grid), a.NewLevel()
	for t := 1; t <= a.T(); t++ {
		a.LevelAt(l, t)
		op.Aim(l)
		levels[t] = append(levels[t], l.LogF()...)
		p := chains.Normalized(l.LogF())
		m := mat.NewDense(n, n, nil)
		r := mat.NewDense(n, n, nil)
		for x := range n {
			stay := 1.0
			op.Row(x, func(y int, v float64) { m.Set(x, y, m.At(x, y)+v); stay -= v })
			m.Set(x, x, m.At(x, x)+stay)
		}
		for x := range n {
			for y := range n {
				r.Set(x, y, p[y]*m.At(y, x)/p[x])
			}
		}
		ahead[t], back[t] = m, r
	}
	// meanRise is the mean of log f_t - log f_(t-1), of which a weight consists.
	meanRise := func(law *mat.VecDense, t int) (sum float64) {
		for x := range n {
			sum += law.AtVec(x) * (levels[t][x] - levels[t-1][x])
		}
		return sum
	}
	step := func(law *mat.VecDense, m *mat.Dense) { law.MulVec(m.T(), mat.VecDenseCopyOf(law)) }
	q := mat.NewVecDense(n, chains.Normalized(levels[1]))
	r := mat.NewVecDense(n, chains.Normalized(levels[a.T()]))
	for t := 2; t <= a.T(); t++ {
		b -= meanRise(q, t)
		for range k {
			if t <= a.PathEnd() {
				step(q, ahead[t])
			}
		}
	}
	for t := a.T(); t >= 2; t-- {
		for range k {
			if t <= a.PathEnd() {
				step(r, back[t])
			}
		}
		b += meanRise(r, t)
	}
	for x, p := range chains.Normalized(levels[a.T()]) {
		j += (q.AtVec(x) - p) * math.Log(q.AtVec(x)/p)
	}
	return j, b
}

// twoByThree has a target with no symmetry on six cells.
var twoByThree = toys.Target{Name: "six", Grid: grid.New(2, 3), LogF: []float64{0, 1.5, -0.7, 2.1, 0.4, -1.8}}

// K steps a level are powers of the operators, forward and in reverse, for kernels that are reversible and that are
// not, and the last K steps are left out together.
func TestRepeatIsThePowerOfTheOperator(t *testing.T) {
	const T, k, near = 4, 3, 1e-12
	for _, kernel := range []string{"metropolis", "cycle", "slice"} {
		for _, skip := range []bool{false, true} {
			s := Setting{Kernel: kernel, SkipLast: skip}
			once := at(t, must.Have(s.On(twoByThree))(t), T)
			s = func() Setting { s.Repeat = k; return s }()
			chain := must.Have(s.On(twoByThree))(t)
			row := must.Have(chain.Exactly(t.Context(), []int{T}, nil))(t)[0]
			j, b := walked(once, k)
			one := must.Have(Setting{Kernel: kernel}.On(twoByThree))(t).StepCost()
			if chain.StepCost() != k*one {
				t.Errorf("%s: %d steps cost %v log densities, and one %v", kernel, k, chain.StepCost(), one)
			}
			// sums of some 20 numbers of size 1
			if d := max(math.Abs(j-row.Result.J()), math.Abs(b-row.B())); !(d < near) {
				t.Errorf("%s, last kernel left out: %v: off by %g", kernel, skip, d)
			}
		}
	}
}
