package chains_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
)

// An annealing is walked level by level: move the level, aim the operator, push the law.
// That is q, the law of where the forward chain ends; it lags behind p_T.
func Example() {
	logf := []float64{0, -4, 2} // a barrier in the middle
	a := chains.Annealing{
		Grid:     grid.New(3),
		Bridge:   chains.Geometric{From: make([]float64, 3), To: logf},
		Schedule: chains.Linear(10),
		Kernel:   kernels.Metropolis{},
	}
	level, op := a.NewLevel(), a.Kernel.On(a.Grid)
	q := []float64{1. / 3, 1. / 3, 1. / 3}
	next := make([]float64, 3)
	for t := 2; t <= a.T(); t++ {
		a.LevelAt(level, t)
		op.Aim(level)
		op.Push(next, q)
		q, next = next, q
	}
	Z := math.Exp(chains.LogSum(logf))
	for x, v := range logf {
		fmt.Printf("cell %d: q = %.4f, p = %.4f\n", x, q[x], math.Exp(v)/Z)
	}
	// Output:
	// cell 0: q = 0.4335, p = 0.1189
	// cell 1: q = 0.0047, p = 0.0022
	// cell 2: q = 0.5619, p = 0.8789
}

// Mirror is a kernel as another module would bring it: it proposes the cell on the
// other side of the middle, and accepts it with min(1, f(y)/f(x)).
type Mirror struct{}

// On returns the operator on g. Its rows are all that it needs; Rows makes the rest
// of them.
func (Mirror) On(g grid.Grid) chains.Operator {
	return &mirror{Operator: kernels.Rows{To: mirrored}.On(g)}
}

func mirrored(_ grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
	if y := len(logf) - 1 - x; y != x && logf[y] > math.Inf(-1) {
		visit(y, math.Exp(min(0, logf[y]-logf[x])))
	}
}

// mirror adds the fast path to the operator of the rows.
type mirror struct {
	chains.Operator
	level *chains.Level
}

func (o *mirror) Aim(l *chains.Level) { o.level = l; o.Operator.Aim(l) }

func (o *mirror) Reversal() chains.Operator { return o }

// PullPair adds to both functions what a step gains of them:
// p(x) T(x,y) is the smaller of p(x) and p(y).
func (o *mirror) PullPair(dst, base, f *chains.Pair, share float64) {
	p := o.level.P
	for x := range p {
		y := len(p) - 1 - x
		rate := share * min(p[x], p[y]) / max(p[x], 1e-300) // 0 if neither has mass
		for k := range f {
			dst[k][x] = base[k][x] + rate*(f[k][y]-f[k][x])
		}
	}
}

// A kernel of one's own needs an operator's rows, and is fast if it also pulls pairs.
// The law suite holds both to each other.
func ExamplePairPuller() {
	logf := []float64{0, 1, 2, -3, 1}
	a := chains.Annealing{
		Grid:     grid.New(5),
		Bridge:   chains.Geometric{From: make([]float64, 5), To: logf},
		Schedule: chains.Linear(100),
	}
	for _, k := range []chains.Kernel{
		Mirror{},
		kernels.Mixture{Weights: []float64{1, 1}, Kernels: []chains.Kernel{Mirror{}, kernels.Metropolis{}}},
	} {
		a.Kernel = k
		r, err := exact.Run(context.Background(), a)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%T: J = %.4f, B = %.4f\n", k, r.J(), r.B())
	}
	// Output:
	// chains_test.Mirror: J = 0.5180, B = 0.5211
	// kernels.Mixture: J = 0.0039, B = 0.0448
}

func TestMirror(t *testing.T) { chaintest.Laws(t, Mirror{}) }
