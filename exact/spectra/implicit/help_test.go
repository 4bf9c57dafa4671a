package implicit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/exact/spectra/implicit"
	"breadboard/grid"
	"breadboard/toys"
)

// levelOf returns a level whose log density is logf.
func levelOf(logf []float64) *chains.Level {
	l := chains.NewLevel(chains.Geometric{From: chains.Uniform(logf), To: logf}, len(logf))
	l.Move(2, 1)
	return l
}

// extended returns the space on which a kernel moves, and the log density there.
func extended(g grid.Grid, k chains.Kernel, logf []float64) (grid.Grid, *chains.Level) {
	wide, b := chains.Extend(k, g, chains.Geometric{From: chains.Uniform(logf), To: logf})
	l := chains.NewLevel(b, wide.Size())
	l.Move(2, 1)
	return wide, l
}

// aimed returns an operator aimed at a log density, on the space on which its kernel moves, and
// the distribution there.
func aimed(g grid.Grid, k chains.Kernel, logf []float64) (chains.Operator, []float64) {
	wide, l := extended(g, k, logf)
	op := k.On(wide)
	op.Aim(l)
	return op, normal(l.LogF())
}

// normal returns the distribution of a log density.
func normal(logf []float64) []float64 {
	p, logZ := make([]float64, len(logf)), floats.LogSumExp(logf)
	for x, v := range logf {
		p[x] = math.Exp(v - logZ)
	}
	floats.Scale(1/floats.Sum(p), p)
	return p
}

// singly returns the chain of an operator that is aimed at pi already, and steps functions one by
// one.
func singly(op chains.Operator, pi []float64) *implicit.Chain {
	logf := make([]float64, len(pi))
	for x, p := range pi {
		logf[x] = math.Log(p)
	}
	return implicit.At(&plain{op}, levelOf(logf))
}

// plain is an operator that stays aimed as it is, and is not seen to pull pairs.
type plain struct{ chains.Operator }

func (o *plain) Aim(*chains.Level) {}

func (o *plain) Reversal() chains.Operator {
	if back := o.Operator.Reversal(); back != o.Operator {
		return &plain{back}
	}
	return o
}

// chainAt returns the chain of a kernel at a log density, whose operator steps in pairs, and the
// distribution.
func chainAt(g grid.Grid, k chains.Kernel, logf []float64) (*implicit.Chain, []float64) {
	wide, l := extended(g, k, logf)
	return implicit.At(k.On(wide), l), normal(l.LogF())
}

// extremes returns the ends of the spectrum, without an error.
func extremes(t *testing.T, c *implicit.Chain, seed uint64) implicit.Extremes {
	t.Helper()
	e, err := c.Extremes(t.Context(), seed)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// is checks that got is exactly want.
func is[V comparable](t rapid.TB, name string, got, want V) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// refused checks that an error has some words.
func refused(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%v, want an error with %q", err, says)
	}
}

// tight checks that the error of a number is at most a share of it.
func tight(t *testing.T, name string, b implicit.Bounded, share float64) {
	t.Helper()
	if !(b.Error() <= share*b.Value) {
		t.Errorf("%s: %.17g, from %.17g to %.17g", name, b.Value, b.Low, b.High)
	}
}

// encloses checks that want lies within a number's bounds. want itself may be off by a part of
// it and by an absolute slack.
func encloses(t *testing.T, name string, n implicit.Bounded, want, part, slack float64) {
	t.Helper()
	slack += part * math.Abs(want)
	if !(want >= n.Low-slack && want <= n.High+slack) {
		t.Errorf("%s = %.17g, said to lie from %.17g to %.17g", name, want, n.Low, n.High)
	}
	if !math.IsNaN(n.Value) && !(n.Low <= n.Value && n.Value <= n.High) {
		t.Errorf("%s: the value %.17g is outside its bounds, %.17g and %.17g", name, n.Value, n.Low, n.High)
	}
}

// rough returns a log density of independent normal values.
func rough(sigma float64, seed uint64, lens ...int) toys.Target {
	g := grid.New(lens...)
	f, r := make([]float64, g.Size()), rand.New(rand.NewPCG(seed, 0))
	for x := range f {
		f[x] = sigma * r.NormFloat64()
	}
	return toys.Target{Name: fmt.Sprintf("%v rough %g", g, sigma), Grid: g, LogF: f}
}

// subjects returns small spaces of every kind: flat and rough, deep, with wells and with walls,
// in one to nine dimensions.
func subjects() []toys.Target {
	flat := func(lens ...int) toys.Target {
		g := grid.New(lens...)
		return toys.Target{Name: g.String(), Grid: g, LogF: make([]float64, g.Size())}
	}
	walled := rough(2, 5, 6, 5)
	walled.Name += " with walls"
	walled.Grid = walled.Grid.WithWalls(3, 8, 22)
	for _, x := range []int{3, 8, 22} {
		walled.LogF[x] = math.Inf(-1)
	}
	cold := toys.Barrier()
	for x := range cold.LogF {
		cold.LogF[x] *= 0.3
	}
	return []toys.Target{flat(2), flat(3), flat(4), flat(5, 4), toys.Barrier(), cold, walled,
		rough(10, 1, 7, 7), rough(30, 2, 6, 6), rough(3, 3, 10, 10), rough(60, 4, 9),
		toys.Ising(3, 3, 0.4), toys.Ising(2, 3, 1)}
}

// selfReverse is a reversible matrix as an operator that says so.
type selfReverse struct{ givenOperator }

func (o *selfReverse) Reversal() chains.Operator { return o }

// givenOperator is a matrix as an operator. Its reversal is by Bayes.
type givenOperator struct {
	m  *spectra.Matrix
	pi []float64
}

func (o givenOperator) Aim(*chains.Level) {}

func (o givenOperator) Step(x int, _ chains.Dice) int { return x }

func (o givenOperator) Push(dst, q []float64) { panic("not pushed") }

func (o givenOperator) Row(x int, visit func(int, float64)) {
	o.m.Row(x, func(y int, p float64) {
		if y != x {
			visit(y, p)
		}
	})
}

func (o givenOperator) Pull(dst, f []float64) {
	for x := range dst {
		dst[x] = f[x]
		o.Row(x, func(y int, p float64) { dst[x] += p * (f[y] - f[x]) })
	}
}

func (o givenOperator) Reversal() chains.Operator { return back{o} }

// back is the reversal of a givenOperator.
type back struct{ givenOperator }

func (o back) Row(x int, visit func(int, float64)) {
	for y := range o.pi {
		if p := o.m.At(y, x); y != x && p > 0 {
			visit(y, o.pi[y]*p/o.pi[x])
		}
	}
}

func (o back) Pull(dst, f []float64) {
	for x := range dst {
		dst[x] = f[x]
		o.Row(x, func(y int, p float64) { dst[x] += p * (f[y] - f[x]) })
	}
}

func (o back) Reversal() chains.Operator { return o.givenOperator }
