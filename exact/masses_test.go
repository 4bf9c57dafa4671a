package exact

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestLog1pmx holds log(1+x) - x to its series in big floats.
func TestLog1pmx(t *testing.T) {
	for _, x := range []float64{-0.3, -0.0099, -0.003, -1.1e-5, -9.9e-6, 1e-9, 9.9e-6, 1.1e-5, 0.003, 0.0099, 0.3} {
		power := big.NewFloat(-x).SetPrec(200)
		sum := new(big.Float).SetPrec(200)
		for k := 2; k < 60; k++ {
			power.Mul(power, big.NewFloat(-x))
			sum.Sub(sum, new(big.Float).Quo(power, big.NewFloat(float64(k))))
		}
		want, _ := sum.Float64()
		must.Within(t, log1pmx(x), want, 1e-15, "log(1+x) - x at %v", x)
	}
}

// TestExplained holds what is said of a J above B, and of numbers that disagree, from which sizes on.
func TestExplained(t *testing.T) {
	flat := make([]float64, 2)
	a := chains.Annealing{Grid: grid.New(2), Kernel: kernels.Identity{}, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: flat, To: flat}}
	say := func(J, B, defect float64, plain bool) []string {
		r := Only(Measured{Q: flat, P: flat, logp: flat, Final: Divergence{Forward: J}, Paths: Divergence{Forward: B},
			plain: plain})
		r.Pairwise, r.Defect = Divergence{}, defect
		(&checks{a: a, res: &r}).explain()
		return r.Warnings
	}
	said := fmt.Sprint(say(1+0.9e-9, 1, 0.9e-9, false), say(1+1.1e-9, 1, 0, false), say(0.9e-24, 0, 0, false),
		say(1.1e-24, 0, 0, false), say(0.9e-12, 0, 0, true), say(1.1e-12, 0, 0, true), say(1, 2, 1.1e-9, false))
	if want := "[] [B = 1 is below J = 1.000000001, which no exact pair is] [] " +
		"[B = 0 is below J = 1.1e-24, which no exact pair is] [] [B = 0 is below J = 1.1e-12, which no exact pair " +
		"is] [numbers that are equal in exact arithmetic differ by 1.1e-09 of their size]"; said != want {
		t.Errorf("it is said %s and not %s", said, want)
	}
}

// TestGoneMasses: without logs a q of 0 makes KL(p||q) infinite, and a q below 0, which is a rounding, makes it NaN, if
// p there may count beside the divergence. A p of which even deepest nats are nothing changes neither.
func TestGoneMasses(t *testing.T) {
	for _, c := range []struct {
		p, q    float64 // of the last of three cells
		reverse func(float64) bool
	}{
		{1e-12, 0, func(v float64) bool { return math.IsInf(v, 1) }},
		{1e-12, -1e-20, math.IsNaN},
		{1e-30, 0, func(v float64) bool { return v > 0.01 && v < 1 }},
		{1e-30, -1e-40, func(v float64) bool { return v > 0.01 && v < 1 }},
	} {
		p := []float64{0.5, 0.5 - c.p, c.p}
		q := []float64{0.3, 0.7, c.q}
		d := make([]float64, len(p))
		logp := make([]float64, len(p))
		for x := range p {
			d[x] = q[x] - p[x]
			logp[x] = math.Log(p[x])
		}
		got := divergence(p, logp, d, q, nil, negligible)
		if !c.reverse(got.Reverse) || !(got.Forward > 0.01 && got.Forward < 1) {
			t.Errorf("p = %v and q = %v: the divergences are %v and %v", c.p, c.q, got.Forward, got.Reverse)
		}
	}
}
