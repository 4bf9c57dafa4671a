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

func TestUniform(t *testing.T) {
	if diff := cmp.Diff([]float64{0, -inf, 0}, chains.Uniform([]float64{3, -inf, -8})); diff != "" {
		t.Error(diff)
	}
}

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
		if len(m.Peak) != 9 {
			t.Errorf("mode %d peaks in %v", i, m.Peak)
		}
		mass += m.Mass
		cells += len(m.Basin)
	}
	for _, x := range modes[0].Peak {
		if b.Grid.Coord(x, 0) > 2 || b.Grid.Coord(x, 1) < 4 {
			t.Errorf("the heaviest mode has cell %v, want the upper right", b.Grid.Coords(x))
		}
		if b.LogF[x] != 3 {
			t.Errorf("the heaviest mode has cell %v of log f %v, want 3", b.Grid.Coords(x), b.LogF[x])
		}
	}
	if math.Abs(mass-1) > 1e-12 {
		t.Errorf("the basins have mass %v, want 1", mass)
	}
	if cells != 49 {
		t.Errorf("the basins have %d cells, want 49", cells)
	}
	if first := modes[0].Mass; !(first > 0.87) {
		t.Errorf("the heaviest basin has mass %v, want more than 0.87", first)
	}
}
