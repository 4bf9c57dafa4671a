package certain_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
)

// TestObservations: a path through points of a geometric one is that path, in its last digit.
// All numbers are sums of few powers of 2, so that the points lie on it exactly.
func TestObservations(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Lifted{}, kernels.Swap{Share: 0.5}} {
		a := annealing(k, 9)
		from, to := make([]float64, 6), []float64{0.25, -1.25, 0.75, -3, 1, 2.5}
		a.Bridge = chains.Geometric{From: from, To: to}
		want := truth(t, a.Extended())
		o := chains.Observations{}
		for step := range 5 {
			logf := make([]float64, 6)
			for x := range logf {
				logf[x] = float64(step) / 4 * to[x]
			}
			o.Steps = append(o.Steps, logf)
		}
		a.Bridge = o
		got := truth(t, a.Extended())
		for name, pair := range map[string][2]interface{ Decimal(int) (string, float64) }{
			"J": {got.J, want.J}, "B": {got.B, want.B}, "log R": {got.LogR, want.LogR}} {
			one, _ := pair[0].Decimal(15)
			other, _ := pair[1].Decimal(15)
			if one != other {
				t.Errorf("%T, %s: %s through observations, want %s", k, name, one, other)
			}
		}
	}
}

// TestBentObservations: a path with a bend is another, and that of the float64 run.
func TestBentObservations(t *testing.T) {
	a := annealing(kernels.Metropolis{}, 6)
	from, to := a.Ends()
	bend := []float64{0.5, 2, -1, 0, 0.25, 0}
	straight := truth(t, a)
	a.Bridge = chains.Observations{Steps: [][]float64{from, bend, to}}
	bent := truth(t, a)
	g, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if digits := bent.J.Digits(g.J()); digits < 13 {
		t.Errorf("J has %v right digits", digits)
	}
	if digits := straight.J.Digits(g.J()); digits > 1 {
		t.Errorf("J of a bent path has %v digits of a straight one's", digits)
	}
}
