package chains_test

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

var inf = math.Inf(1)

// TestQPathDigits holds the power mean, where it is nearly geometric and where it
// is not, to the definition in 400 bits, by way of big floats and their roots.
func TestQPathDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(0, 52).Draw(t, "k") // 1-Q = 2^-k: k square roots
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
// it, and from Q = 1 on, and along the geometric bridge, where both have.
func TestQPathWithoutMass(t *testing.T) {
	from := []float64{math.Log(0.5), math.Log(0.5), -inf, -inf}
	to := []float64{math.Log(0.25) + 2, -inf, math.Log(0.75) + 2, -inf} // log Z = 2
	got := make([]float64, 4)
	b := chains.NewQPath(from, to, 0)
	b.At(got, 0.2)
	for x, want := range []float64{0.4 + 0.05, 0.4, 0.15, 0} {
		must.Near(t, math.Exp(got[x]-0.2*2), want, 1e-15, "mixture: cell %d has", x)
	}
	b.Slope(got, 0.2)
	must.Each(t, got, []float64{-0.25 / 0.45, -1 / 0.8, 1 / 0.2, 0}, 1e-14, "slope")
	b.Slope(got, 0)
	must.Each(t, got, []float64{-0.5, -1, 0, 0}, 1e-14, "slope at 0")
	b.Slope(got, 1)
	must.Each(t, got, []float64{-1, 0, 1, 0}, 1e-14, "slope at 1")
	for q, b := range map[float64]chains.Bridge{1: chains.NewQPath(from, to, 1),
		1 + 1e-15: chains.NewQPath(from, to, 1+1e-15), 1.5: chains.NewQPath(from, to, 1.5),
		math.NaN(): chains.Geometric{From: from, To: to}} {
		b.At(got, 0.2)
		if diff := cmp.Diff([]float64{-inf, -inf, -inf}, got[1:]); diff != "" {
			t.Errorf("Q = %v: mass where an end has none: %s", q, diff)
		}
		if q != 1.5 {
			must.Near(t, got[0], 0.8*from[0]+0.2*to[0], 1e-15,
				"Q = %v: the log density where both ends have mass is", q)
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

func TestTempered(t *testing.T) {
	for beta, want := range map[float64][]float64{0.5: {0, -inf, -5.5}, 0: {0, -inf, 0}, -1: {0, -inf, 11}} {
		got := chains.Tempered([]float64{3, -inf, -8}, beta)
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return a == b })); diff != "" {
			t.Errorf("beta = %v: %s", beta, diff)
		}
	}
}

// TestNormalizedKnowsNoConstant: a constant in log f changes no mass, and masses sum to 1 up to roundings of 1e-16.
func TestNormalizedKnowsNoConstant(t *testing.T) {
	want := chains.Normalized([]float64{0, 1, -3, -inf, 5})
	for _, c := range []float64{1000, 1025, 1e7, -1e7, 1e12, -1e12} {
		got := chains.Normalized([]float64{c, c + 1, c - 3, -inf, c + 5})
		if !floats.EqualApprox(got, want, 3e-13) { // log Z = 1000 is rounded by 1e-13
			t.Errorf("plus %g: %v, want %v", c, got, want)
		}
	}
}

// TestLogMass: the log of a mass is right at every depth. At powers of two it is a multiple of log 2, and elsewhere it
// agrees with a big float. math.Log on amd64 is off by up to 36 nats below 2^-1022.
func TestLogMass(t *testing.T) {
	for k := -1074; k <= 0; k++ {
		must.Near(t, chains.LogMass(math.Ldexp(1, k)), float64(k)*math.Ln2, 1e-12, "log 2^%d", k)
	}
	for _, p := range []float64{1e-300, 3e-308, 7e-310, 1e-321, 5e-324} {
		want, _ := new(big.Float).Set(&numbers.Zero(120).Of(p).Log().Lo).Float64()
		must.Near(t, chains.LogMass(p), want, 1e-12, "log %v", p)
	}
	if got := chains.LogMass(0); !math.IsInf(got, -1) {
		t.Errorf("log 0 = %v", got)
	}
}

// TestModes: BARRIER has four modes of nine connected cells, the heaviest in the upper right; the cells of its cross
// belong to the basins next to them.
func TestModes(t *testing.T) {
	if got := chains.Modes(grid.New(3), []float64{2, 0, 5})[0].Basin; !slices.Equal(got, []int{1, 2}) {
		t.Errorf("the basin of the last of three cells is %v; the steepest way up from the middle leads there", got)
	}
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

// refusal holds an error to what it should say; "" is no error.
func refusal(t *testing.T, name string, err error, says string) {
	t.Helper()
	if says != "" {
		must.Fail(t, err, says, "%s", name)
	} else if err != nil {
		t.Errorf("%s: refused: %v", name, err)
	}
}

// twoCells returns an annealing of two cells; the second may be a wall.
func twoCells(T int, b chains.Bridge, walls ...int) chains.Annealing {
	g := grid.New(2).WithWalls(walls...)
	return chains.Annealing{Grid: g, Bridge: b, Kernel: kernels.Metropolis{}, Schedule: chains.Linear(T)}
}

// TestCheck: a wall may have mass at one end, and nowhere inside. At two levels there is nothing inside.
func TestCheck(t *testing.T) {
	const wall = "cell 1 has mass and is a wall"
	geometric := func(from, to float64) chains.Bridge {
		return chains.Geometric{From: []float64{0, from}, To: []float64{0, to}}
	}
	start, end := []float64{0, 0}, []float64{0, -inf}
	standing := twoCells(3, geometric(0, -inf), 1)
	standing.Schedule = must.Have(chains.NewSchedule([]float64{0, 0, 1}))(t)
	for name, c := range map[string]struct {
		a    chains.Annealing
		says string
	}{
		"mass everywhere":     {twoCells(3, geometric(0, 5)), ""},
		"a cell left out":     {twoCells(3, geometric(0, -inf)), ""},
		"not a number":        {twoCells(3, geometric(0, math.NaN())), "the log density of cell 1 is NaN"},
		"infinite at a start": {twoCells(3, geometric(inf, 0)), "the log density of cell 1 is +Inf"},
		"nothing in common": {twoCells(3, chains.Geometric{From: []float64{0, -inf}, To: []float64{-inf, 0}}),
			"at beta = 0.5 no cell has any mass"},
		"no target": {twoCells(3, chains.Geometric{From: []float64{0, 0}, To: []float64{-inf, -inf}}),
			"no cell has any mass"},
		"a wall with mass at the start": {twoCells(3, geometric(0, -inf), 1), ""},
		"a wall with mass inside":       {twoCells(3, chains.NewQPath(start, end, 0), 1), "at beta = 0.5 " + wall},
		"a wall with mass inside, and not at the start": {twoCells(3, chains.NewQPath(end, start, 0), 1),
			"at beta = 0.5 " + wall},
		"a wall with mass at the first of two":              {twoCells(2, geometric(0, -inf), 1), ""},
		"a wall with mass at the last of two":               {twoCells(2, geometric(-inf, 0), 1), ""},
		"a wall with mass at none of two":                   {twoCells(2, geometric(-inf, -inf), 1), ""},
		"a wall with mass where a kernel runs at the start": {standing, "at beta = 0 " + wall},
		"a wall with mass at both of two":                   {twoCells(2, geometric(0, 0), 1), "at beta = 1 " + wall},
	} {
		refusal(t, name, c.a.Check(), c.says)
	}
	must.Panic(t, func() { _ = twoCells(3, chains.Geometric{From: []float64{0}, To: []float64{0, 0}}).Check() },
		"a bridge of another size")
}

// TestObservations: between two steps the path is their geometric average, at N times the pace.
func TestObservations(t *testing.T) {
	o := chains.Observations{Steps: [][]float64{{0, 1}, {2, -1}, {3, 5}}}
	for beta, want := range map[float64][4]float64{0: {0, 1, 4, -4}, 0.375: {1.5, -0.5, 4, -4}, 0.5: {2, -1, 2, 12},
		0.625: {2.25, 0.5, 2, 12}, 1: {3, 5, 2, 12}} {
		logf := make([]float64, 2)
		slope := make([]float64, 2)
		o.At(logf, beta)
		o.Slope(slope, beta)
		if got := [4]float64{logf[0], logf[1], slope[0], slope[1]}; got != want {
			t.Errorf("beta = %v: log f and its slope are %v, want %v", beta, got, want)
		}
	}
}
