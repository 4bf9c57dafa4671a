package kernels_test

import (
	"context"
	"fmt"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// plain proposes a neighbour, as Metropolis does on lines.
var plain = kernels.Proposed{Of: 4, Near: func(g grid.Grid, x int, visit func(y int)) {
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok {
			visit(y)
		}
	}
}}

// Proposals of one's own are a kernel: on lines in two dimensions it is Metropolis, to the last digits of J and B. It
// keeps the laws, and is proved.
func TestProposed(t *testing.T) {
	target := toys.Barrier()
	a := chains.To(target.LogF, target.Grid, kernels.Metropolis{}, 10)
	want := must.Have(exact.Run(t.Context(), a))(t)
	a.Kernel = plain
	got := must.Have(exact.Run(t.Context(), a))(t)
	must.Near(t, got.J(), want.J(), 1e-12, "J is off by")
	must.Near(t, got.B(), want.B(), 1e-12, "B is off by")
	truth := must.Have(certain.Measure(t.Context(), a, nil))(t)
	if digits := truth.J.Digits(got.J()); digits < 13 {
		t.Errorf("J has %v digits", digits)
	}
	chaintest.LawsOn(t, plain, []float64{0, 1.5, -2, 0.3, 2, 1}, grid.New(2, 3))
}

// Proposals that are not symmetric break the laws.
func TestProposedOneWay(t *testing.T) {
	oneWay := kernels.Proposed{Of: 1, Near: func(g grid.Grid, x int, visit func(y int)) {
		if x+1 < g.Size() {
			visit(x + 1)
		}
	}}
	found := chaintest.Breaches(oneWay, chaintest.Annealer)
	if len(found) == 0 {
		t.Error("a walk that only goes up keeps all laws")
	}
}

// toAny moves to any of all cells, y with probability f(y)/(f(x)+f(y)) over their number: Barker's rule.
func toAny[N numbers.Number[N]](n int) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		one := v.Num(1)
		return func(x int, visit func(y int, weight N)) {
			for y := range n {
				switch {
				case y == x || !v.Open(y):
				case !v.Has(x): // a chain may begin where the level has no mass: anything leads on
					visit(y, one)
				default:
					visit(y, one.Over(one.Plus(v.Quotient(x, y))))
				}
			}
		}
	}
}

// anywhere is the kernel by this rule: of n cells each is proposed alike, and what is left stays.
var anywhere = kernels.ByRule{Of: func(g grid.Grid) chains.Outcomes {
	n := g.Size()
	return chains.Outcomes{Out: n, Rest: true, Float: toAny[numbers.Float](n), Interval: toAny[*numbers.Interval](n),
		Wide: toAny[numbers.Wide](n)}
}}

func TestByRule(t *testing.T) {
	chaintest.LawsOn(t, anywhere, []float64{0, 1.5, -2, 0.3, 2, 1}, grid.New(2, 3))
}

// A rule over any number makes a kernel, and a proof of its J.
func ExampleByRule() {
	a := chains.To([]float64{0, 3, -1, 2}, grid.New(4), anywhere, 10)
	result, err := exact.Run(context.Background(), a)
	if err != nil {
		fmt.Println(err)
		return
	}
	truth, err := certain.Measure(context.Background(), a, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("J = %.6f, at least 13 digits are right: %v\n", result.J(), truth.J.Digits(result.J()) >= 13)
	// Output:
	// J = 0.035769, at least 13 digits are right: true
}
