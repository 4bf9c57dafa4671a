package chains_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/chains"
)

var inf = math.Inf(1)

// TestGeometric: the ends are met to the bit, 0 log 0 is 0, and the inside has
// mass where both ends have.
func TestGeometric(t *testing.T) {
	b := chains.Geometric{From: []float64{0.1, -inf, 2, -inf}, To: []float64{0.7, 1, -inf, -inf}}
	got := make([]float64, 4)
	for _, c := range []struct {
		beta float64
		want []float64
	}{
		{0, b.From},
		{1, b.To},
		{0.25, []float64{0.75*0.1 + 0.25*0.7, -inf, -inf, -inf}},
	} {
		b.At(got, c.beta)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("beta = %v: %s", c.beta, diff)
		}
		if b.Slope(got, c.beta); !cmp.Equal(got, []float64{0.7 - 0.1, 0, 0, 0}) {
			t.Errorf("beta = %v: slope %v", c.beta, got)
		}
	}
}

// bridges made of two normalised densities of three cells
var (
	thirds = []float64{math.Log(0.2), math.Log(0.3), math.Log(0.5)}
	others = []float64{math.Log(0.6), math.Log(0.3), math.Log(0.1)}
)

// at is p at beta, from the log density.
func at(b chains.Bridge, beta float64) []float64 {
	p := make([]float64, 3)
	b.At(p, beta)
	sum := 0.0
	for x := range p {
		p[x] = math.Exp(p[x])
		sum += p[x]
	}
	for x := range p {
		p[x] /= sum
	}
	return p
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	for x := range want {
		if !(math.Abs(got[x]-want[x]) <= tolerance) {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
	}
}

// TestQPathByHand: Q = 2 is the harmonic mean, Q = 0.5 the square of the mean
// root, and far from 1 in either direction the maximum and the minimum.
func TestQPathByHand(t *testing.T) {
	mean := func(f func(a, b float64) float64) []float64 {
		m, sum := make([]float64, 3), 0.0
		for x := range m {
			m[x] = f(math.Exp(thirds[x]), math.Exp(others[x]))
			sum += m[x]
		}
		for x := range m {
			m[x] /= sum
		}
		return m
	}
	for q, f := range map[float64]func(a, b float64) float64{
		2:    func(a, b float64) float64 { return 1 / (0.7/a + 0.3/b) },
		0.5:  func(a, b float64) float64 { return math.Pow(0.7*math.Sqrt(a)+0.3*math.Sqrt(b), 2) },
		0:    func(a, b float64) float64 { return 0.7*a + 0.3*b },
		1:    func(a, b float64) float64 { return math.Pow(a, 0.7) * math.Pow(b, 0.3) },
		-1e6: math.Max,
		1e6:  math.Min,
	} {
		near(t, "power mean", at(chains.NewQPath(thirds, others, q), 0.3), mean(f), 1e-5*math.Abs(q)/1e6+1e-14)
	}
}

// TestQPathIsGeometricAtOne: the same log density as the geometric bridge, log Z
// included, and the same slopes up to a constant.
func TestQPathIsGeometricAtOne(t *testing.T) {
	from, to := []float64{0.5, 2, -inf, 1}, []float64{-3, 40, 1, -inf}
	for _, q := range []float64{1, 1 + 1e-15, 1 - 1e-14} {
		b, g := chains.NewQPath(from, to, q), chains.Geometric{From: from, To: to}
		got, want := make([]float64, 2), make([]float64, 2)
		both := func(f func(dst []float64, beta float64), dst []float64, beta float64) {
			full := make([]float64, 4)
			f(full, beta)
			copy(dst, full[:2])
		}
		for _, beta := range []float64{0, 1e-9, 0.5, 0.99, 1} {
			both(b.At, got, beta)
			both(g.At, want, beta)
			near(t, "log density", got, want, 1e-11)
			both(b.Slope, got, beta)
			both(g.Slope, want, beta)
			near(t, "slope", []float64{got[1] - got[0]}, []float64{want[1] - want[0]}, 1e-11)
		}
	}
}

// TestQPathDigits holds the power mean, where it is nearly geometric and where it
// is not, to the definition in 400 bits, by way of big floats and their roots.
func TestQPathDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(0, 40).Draw(t, "k") // 1-Q = 2^-k: k square roots
		sign := rapid.SampledFrom([]int{1, -1}).Draw(t, "sign")
		beta := rapid.Float64Range(1e-9, 1-1e-9).Draw(t, "beta")
		// two cells (1-p, p) and (1-r, r) with p and r exact in floats
		p := rapid.Float64Range(1e-6, 0.5).Draw(t, "p")
		r := rapid.Float64Range(1e-6, 0.5).Draw(t, "r")
		root := math.Ldexp(float64(sign), -k)
		b := chains.NewQPath([]float64{math.Log1p(-p), math.Log(p)}, []float64{math.Log1p(-r), math.Log(r)}, 1-root)
		got := make([]float64, 2)
		b.At(got, beta)
		cell := func(x, y float64) *big.Float {
			m := big1().Mul(big1().Sub(big1().SetInt64(1), num(beta)), roots(x, k, sign))
			m.Add(m, big1().Mul(num(beta), roots(y, k, sign)))
			if sign < 0 {
				m.Quo(num(1), m)
			}
			for range k {
				m.Mul(m, m)
			}
			return m
		}
		ratio, _ := big1().Quo(cell(p, r), cell(1-p, 1-r)).Float64()
		// the logarithms given are off by a rounding of their size, at most 14
		if want := math.Log(ratio); math.Abs(got[1]-got[0]-want) > 2e-14 {
			t.Fatalf("log ratio of the cells %v, want %v", got[1]-got[0], want)
		}
	})
}

func big1() *big.Float         { return new(big.Float).SetPrec(400) }
func num(v float64) *big.Float { return big1().SetFloat64(v) }
func roots(v float64, k, sign int) *big.Float {
	b := num(v)
	for range k {
		b.Sqrt(b)
	}
	if sign < 0 {
		b.Quo(num(1), b)
	}
	return b
}

// TestQPathWithoutMass: below Q = 1 a cell has mass inside where either end has
// it, and from Q = 1 on where both have.
func TestQPathWithoutMass(t *testing.T) {
	from := []float64{math.Log(0.5), math.Log(0.5), -inf, -inf}
	to := []float64{math.Log(0.25), -inf, math.Log(0.75), -inf}
	got := make([]float64, 4)
	b := chains.NewMixture(from, to)
	b.At(got, 0.2)
	for x, want := range []float64{0.4 + 0.05, 0.4, 0.15, 0} {
		if v := math.Exp(got[x]); math.Abs(v-want) > 1e-15 {
			t.Errorf("mixture: cell %d has %v, want %v", x, v, want)
		}
	}
	b.Slope(got, 0.2)
	near(t, "slope", got, []float64{-0.25 / 0.45, -1 / 0.8, 1 / 0.2, 0}, 1e-14)
	b.Slope(got, 0)
	near(t, "slope at 0", got, []float64{-0.5, -1, 0, 0}, 1e-14)
	b.Slope(got, 1)
	near(t, "slope at 1", got, []float64{-1, 0, 1, 0}, 1e-14)
	for _, q := range []float64{1, 1.5} {
		b := chains.NewQPath(from, to, q)
		b.At(got, 0.2)
		if diff := cmp.Diff([]float64{-inf, -inf, -inf}, got[1:]); diff != "" {
			t.Errorf("Q = %v: mass where an end has none: %s", q, diff)
		}
		if math.IsInf(got[0], 0) {
			t.Errorf("Q = %v: the log density where both ends have mass is %v", q, got[0])
		}
		b.Slope(got, 0.2)
		if diff := cmp.Diff([]float64{0, 0, 0}, got[1:]); diff != "" {
			t.Errorf("Q = %v: slope %v", q, got)
		}
		for beta, want := range map[float64][]float64{0: from, 1: to} {
			if b.At(got, beta); !cmp.Equal(got, want) {
				t.Errorf("Q = %v at beta = %v: %v", q, beta, got)
			}
		}
	}
}
