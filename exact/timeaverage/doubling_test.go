package timeaverage

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// ring is a random walk round n states, that stays with this probability.
func ring(n int, stay float64) problem {
	q := problem{p: make([]float64, n), at: make([][]float64, n)}
	for x := range n {
		q.p[x], q.at[x] = 1/float64(n), make([]float64, n)
		q.at[x][x] = stay
		q.at[x][(x+1)%n] += (1 - stay) / 2
		q.at[x][(x+n-1)%n] += (1 - stay) / 2
	}
	return q
}

// TestSettled: from one state of a ring of 40 the moments are those of long blocks, whichever block
// the chain has settled in.
func TestSettled(t *testing.T) {
	q := ring(40, 0.2)
	c, h, n := q.chain(), around(rand.New(rand.NewPCG(1, 3)), 40, 0), 100_003
	block, long := c.block([]centred{c.centred(h)}), []sum{newSum(40)}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			long, _ = block.then(long, nil)
		}
		block = block.twofold()
	}
	a := ways["the plan"](t, c, [][]float64{h}, [][]float64{at(0, 40)}, []int{100_003})[0][0][0]
	within(t, "the bias", a.Bias*100_003, long[0].mean[0].hi, 1e-11)
	within(t, "the variance", a.Variance*100_003*100_003, long[0].variance[0], 1e-12)
	if got := settled(0.1); got != 3+15 {
		t.Errorf("blocks with a memory of 0.1 settle in %d, not 18", got)
	}
	if got := settled(0.9); got != math.MaxInt {
		t.Errorf("blocks with a memory of 0.9 settle in %d", got)
	}
}

// TestLightStart: a chain that leaves a state of mass 1e-12 at once brings a variance of a few units,
// and each block after it adds some 1e-10. That is lost in the difference of two variances.
func TestLightStart(t *testing.T) {
	for _, light := range []float64{1e-9, 1e-12, 1e-15, 1e-60} {
		q := problem{p: []float64{1 - light, light},
			at: [][]float64{{1 - light/2, light / 2}, {(1 - light) / 2, (1 + light) / 2}}}
		starts := [][]float64{at(1, 2), q.p}
		all := ways["the plan"](t, q.chain(), [][]float64{{0, 1}}, starts, []int{1e6, 1e12})
		q.hold(t, "from a light state", [][]float64{{0, 1}}, starts, all, 1e-11)
		heavy := ways["the plan"](t, q.chain(), [][]float64{{0, 1}}, [][]float64{at(0, 2)}, []int{1e6})[0][0][0]
		within(t, "the bias from a heavy state", heavy.Bias*1e6, -light, 1e-11) // 1/2 + 1/4 + ... of it
	}
}

// broken are doubled with a fault.
var broken = map[string]func(b *moments) *moments{
	"no covariance of a sum with where it ends": func(b *moments) *moments {
		clear(b.with)
		return b.twofold()
	},
	"no differences between the means from there": func(b *moments) *moments {
		flat, next := newSum(b.states), b.twofold()
		flat.variance = b.sums[0].variance
		level, _ := b.then([]sum{flat}, nil)
		next.sums[0].variance = level[0].variance
		return next
	},
	"the last block alone": func(b *moments) *moments {
		next := b.twofold()
		copy(next.with, b.with)
		return next
	},
}

// TestBrokenDoubling: four doublings give the oracle's moments of 16 steps from every state, and
// each fault shows.
func TestBrokenDoubling(t *testing.T) {
	q := drawScales(rand.New(rand.NewPCG(7, 8)), 4, 1, 1)
	n := len(q.p)
	h := around(rand.New(rand.NewPCG(9, 10)), n, 0)
	worst := func(double func(b *moments) *moments) (off float64) {
		c := q.chain()
		b := c.block([]centred{c.centred(h)})
		for range 4 {
			b = double(b)
		}
		for x := range n {
			a := Accuracy{N: 16, Bias: b.sums[0].mean[x].hi / 16, Variance: b.sums[0].variance[x] / 256}
			off = max(off, q.off(a, h, at(x, n)))
		}
		return off
	}
	if off := worst(func(b *moments) *moments { return b.twofold() }); !(off < 1e-12) {
		t.Errorf("four doublings are off by %.2g", off)
	}
	for name, double := range broken {
		if off := worst(double); !(off > 0.01) {
			t.Errorf("%s: off by %.2g alone", name, off)
		}
	}
}

// TestLawsSumToOne: after 40 doublings of a chain that moves once in 1e7 steps the laws sum to 1.
// Without dividing by the sum the round-off of each doubling is doubled by the next.
func TestLawsSumToOne(t *testing.T) {
	c := problem{p: []float64{0.25, 0.75}, at: [][]float64{{1 - 3e-7, 3e-7}, {1e-7, 1 - 1e-7}}}.chain()
	good, leaky := c.block(nil), c.block(nil)
	for range 40 {
		good = good.twofold()
		next := newMoments(2, 0)
		multiply(leaky.law, leaky.law, 0, next.law)
		leaky = next
	}
	for x := range 2 {
		within(t, "the sum of a law", floats.Sum(row(good.law, x)), 1, 1e-15)
	}
	if off := math.Abs(floats.Sum(row(leaky.law, 0)) - 1); !(off > 1e-6) {
		t.Errorf("a law that is never divided by its sum is off by %.2g alone", off)
	}
}

// uniform is a chain with this matrix, which leaves the uniform law invariant.
func uniform(at [][]float64) problem {
	q := problem{at: at}
	for range at {
		q.p = append(q.p, 1/float64(len(at)))
	}
	return q
}

// zeros is a matrix of zeros.
func zeros(n int) [][]float64 {
	m := make([][]float64, n)
	for x := range m {
		m[x] = make([]float64, n)
	}
	return m
}

// lazyCycle goes round n states, and stays with this probability.
func lazyCycle(n int, stay float64) problem {
	m := zeros(n)
	for x := range m {
		m[x][(x+1)%n] = 1 - stay
		m[x][x] = stay
	}
	return uniform(m)
}

// around is a function on n states, near a value.
func around(r *rand.Rand, n int, value float64) []float64 {
	h := make([]float64, n)
	for x := range h {
		h[x] = value + 3*r.NormFloat64()
	}
	return h
}

// TestCycles: a chain that goes round has the errors of a part of the last round, after any number of steps up to 1e12,
// whatever the size of the values. After whole rounds there is none, and none is left to chance.
func TestCycles(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, n := range []int{2, 5} {
		q := lazyCycle(n, 0)
		functions := [][]float64{[]float64{1, 0, 1, 3, -2}[:n], around(r, n, 1e9)}
		starts := [][]float64{q.p, at(1, n)}
		for way, ns := range map[string][]int{"the plan": {1e3, 1e12, 1e12 - 1}, "steps": {1, 1e3, 1e3 + 1}} {
			all := ways[way](t, q.chain(), functions, starts, ns)
			q.hold(t, "a cycle by "+way, functions, starts, all, 1e-13)
			for f := range functions {
				for _, a := range all[f][1] {
					if a.Variance != 0 || a.N%n == 0 && a.MSE() != 0 {
						t.Errorf("%s: round %d from a state after %d steps: %+v", way, n, a.N, a)
					}
				}
			}
		}
	}
}

// TestNearlyPeriodic: chains that go round, but for a step in 2 to 1e12, or that go round by classes of
// states in which they move at random, keep nine digits over 1e12 steps.
func TestNearlyPeriodic(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	const rare = 0x1p-25
	for name, q := range map[string]problem{
		"three classes of two": uniform([][]float64{{0, 0, .5, .5, 0, 0}, {0, 0, .5, .5, 0, 0}, {0, 0, 0, 0, .5, .5},
			{0, 0, 0, 0, .5, .5}, {.5, .5, 0, 0, 0, 0}, {.5, .5, 0, 0, 0, 0}}),
		"a cycle of 3 and one of 2, that rarely meet": uniform([][]float64{{rare, 1 - rare, 0, 0, 0}, {0, rare, 1 - rare, 0, 0},
			{1 - rare, 0, 0, rare, 0}, {0, 0, rare, 0, 1 - rare}, {0, 0, 0, 1 - rare, rare}}),
		"two states that stay by 1e-12":       lazyCycle(2, 1e-12),
		"six states that stay by 1e-3":        lazyCycle(6, 1e-3),
		"a walk round four that rarely stays": ring(4, 1e-8),
	} {
		n := len(q.p)
		functions := [][]float64{[]float64{1, 0, 1, 0, 1, 0}[:n], around(r, n, 1e9)}
		starts, ns := [][]float64{at(0, n)}, []int{1e12 - r.IntN(6)}
		all := ways["the plan"](t, q.chain(), functions, starts, ns)
		q.hold(t, name, functions, starts, all, 1e-9)
	}
}

// drawScales draws masses over some decades, and moves that are accepted like those of Metropolis. Every
// state has its own time scale, up to 10^slow steps.
func drawScales(r *rand.Rand, n int, decades, slow float64) problem {
	q := problem{at: make([][]float64, n), p: make([]float64, n)}
	scale := make([]float64, n)
	for x := range n {
		q.at[x] = make([]float64, n)
		q.p[x], scale[x] = math.Pow(10, -decades*r.Float64()), slow*r.Float64()
	}
	for x := range n {
		for y := range x {
			v := 0.9 / float64(n) * math.Pow(10, -max(scale[x], scale[y]))
			q.at[x][y], q.at[y][x] = v*min(1, q.p[y]/q.p[x]), v*min(1, q.p[x]/q.p[y])
		}
	}
	for x := range n {
		q.at[x][x] = 1 - floats.Sum(q.at[x])
	}
	floats.Scale(1/floats.Sum(q.p), q.p)
	return q
}

// beside is two chains side by side, of which the first has this mass.
func beside(a, b problem, mass float64) (q problem) {
	m, n := len(a.p), len(b.p)
	for x := range m {
		q.at, q.p = append(q.at, append(append([]float64{}, a.at[x]...), make([]float64, n)...)), append(q.p, mass*a.p[x])
	}
	for x := range n {
		q.at, q.p = append(q.at, append(make([]float64, m), b.at[x]...)), append(q.p, (1-mass)*b.p[x])
	}
	return q
}

// TestScales: chains of several time scales from 1 to 1e13 steps, such that do not connect their states,
// and rings that nearly have a period, keep nine digits over 1e12 steps.
func TestScales(t *testing.T) {
	r := rand.New(rand.NewPCG(0, 77))
	for name, q := range map[string]problem{
		"scales": drawScales(r, 4, 0, 13), "scales and masses": drawScales(r, 4, 40, 8),
		"apart": beside(drawScales(r, 2, 3, 5), drawScales(r, 3, 3, 1), 1e-4),
		"ring":  ring(4, math.Pow(10, -12*r.Float64())),
	} {
		n := len(q.p)
		functions := [][]float64{[]float64{3, -1, 4, -2, 5}[:n]}
		starts := [][]float64{q.p, at(floats.MinIdx(q.p), n)}
		all := ways["the plan"](t, q.chain(), functions, starts, []int{3, 1e12})
		q.hold(t, name, functions, starts, all, 1e-9)
	}
}

// TestPlan: few steps of a chain are taken one by one, and many are doubled. A row costs as much
// whichever way it comes, so that less work is asked for fewer functions.
func TestPlan(t *testing.T) {
	c := ring(40, 0.5).chain()
	for _, k := range []struct {
		ns       []int
		one, two int
	}{
		{[]int{1, 2, 5}, 3, 0},
		{[]int{1, 2, 1e6}, 2, 1},
		{[]int{1e6, 1e12}, 0, 2},
		{nil, 0, 0},
	} {
		p := c.plan(7, k.ns)
		if len(p.one) != k.one || len(p.two) != k.two {
			t.Errorf("of %v, %d are stepped to and %d doubled, not %d and %d", k.ns, len(p.one), len(p.two), k.one, k.two)
		}
	}
	if few, many := c.Work(1, []int{1e6}), c.Work(7, []int{1e6}); !(few < many) {
		t.Errorf("one function needs %g operations, seven %g", few, many)
	}
	// Five steps by blocks of up to two are two of them and one of 1, after one doubling of 40 rows.
	if rows := doubledRows(40, []int{5}, 1); rows != 40+3*pullRows {
		t.Errorf("%g rows, not 70", rows)
	}
}
