package chains_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/toys"
)

func TestTempered(t *testing.T) {
	for beta, want := range map[float64][]float64{0.5: {0, -inf, -5.5}, 0: {0, -inf, 0}, -1: {0, -inf, 11}} {
		got := chains.Tempered([]float64{3, -inf, -8}, beta)
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return a == b })); diff != "" {
			t.Errorf("beta = %v: %s", beta, diff)
		}
	}
}

func TestLogRatio(t *testing.T) {
	for _, c := range []struct{ a, b, want float64 }{{3, 1, 2}, {-inf, 1, -inf}, {1, -inf, inf}, {-inf, -inf, 0}} {
		if got := chains.LogRatio(c.a, c.b); got != c.want {
			t.Errorf("LogRatio(%v, %v) = %v", c.a, c.b, got)
		}
	}
}

// A constant in log f changes no mass. The sum of the masses is 1 but for some roundings of 1e-16.
func TestNormalizedKnowsNoConstant(t *testing.T) {
	want := chains.Normalized([]float64{0, 1, -3, -inf, 5})
	for _, c := range []float64{1000, 1025, 1e7, -1e7, 1e12, -1e12} {
		got := chains.Normalized([]float64{c, c + 1, c - 3, -inf, c + 5})
		if !floats.EqualApprox(got, want, 3e-13) { // log Z = 1000 is rounded by 1e-13
			t.Errorf("plus %g: %v, want %v", c, got, want)
		}
	}
}

// The log of a mass is right at every depth: at powers of two it is a multiple of log 2, and elsewhere that of a big
// float. math.Log on amd64 is off by up to 36 nats below 2^-1022.
func TestLogMass(t *testing.T) {
	for k := -1074; k <= 0; k++ {
		if got, want := chains.LogMass(math.Ldexp(1, k)), float64(k)*math.Ln2; math.Abs(got-want) > 1e-12 {
			t.Errorf("log 2^%d = %v, want %v", k, got, want)
		}
	}
	c := numbers.NewCalculator(120)
	for _, p := range []float64{1e-300, 3e-308, 7e-310, 1e-321, 5e-324} {
		z := numbers.Zero(120)
		c.Log(z, numbers.Zero(120).SetFloat(p))
		want, _ := new(big.Float).Set(&z.Lo).Float64()
		if got := chains.LogMass(p); math.Abs(got-want) > 1e-12 {
			t.Errorf("log %v = %v, want %v", p, got, want)
		}
	}
	if got := chains.LogMass(0); !math.IsInf(got, -1) {
		t.Errorf("log 0 = %v", got)
	}
}

// BARRIER has four modes, of nine cells each side by side, the heaviest in the upper
// right; the cells of its cross belong to the basins that they are beside.
func TestModes(t *testing.T) {
	b := toys.Barrier()
	modes := chains.Modes(b.Grid, b.LogF)
	if len(modes) != 4 {
		t.Fatalf("%d modes", len(modes))
	}
	mass, cells := 0.0, 0
	for i, m := range modes {
		if len(m.Peak) != 9 || (b.LogF[m.Peak[0]] == 3) != (i == 0) {
			t.Errorf("mode %d peaks in %v", i, m.Peak)
		}
		mass += m.Mass
		cells += len(m.Basin)
	}
	if !(math.Abs(mass-1) < 1e-12 && modes[0].Mass > 0.87) || cells != 49 {
		t.Errorf("the basins have mass %v, %v the first, and %d cells", mass, modes[0].Mass, cells)
	}
}
