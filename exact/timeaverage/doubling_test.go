package timeaverage

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// geometric is the sum of lambda^i for i from 0 to N-1, where lambda = 1 - e.
func geometric(N, e float64) float64 {
	if e > 0.5 {
		return (1 - math.Pow(1-e, N)) / e
	}
	return -math.Expm1(N*math.Log1p(-e)) / e
}

// autoregressive is the variance of a sum of N steps of a stationary chain over that of the
// function, if the autocorrelations are powers of lambda = 1 - e. It loses digits if N e is small.
func autoregressive(N, e float64) float64 {
	return N + 2*(1-e)/e*(N-geometric(N, e))
}

// TestTwoStates: on two states every function is an eigenfunction. From a state the bias is
// lambda + ... + lambda^N times what the function is there. The chain that moves once in 1e7 steps
// is followed over 1e12 steps, where any leak of probability would show.
func TestTwoStates(t *testing.T) {
	for _, c := range []struct {
		e  float64
		ns []int
	}{
		{1.25, []int{1, 7, 1000, 1e6, 1e12}},
		{1, []int{1, 7, 1000, 1e6, 1e12}},
		{0.1, []int{1, 7, 1000, 1e6, 1e12}},
		{1e-7, []int{1e6, 1e7, 1e9, 1e12}},
	} {
		q := problem{p: []float64{0.25, 0.75}, at: [][]float64{{1 - 0.75*c.e, 0.75 * c.e}, {0.25 * c.e, 1 - 0.25*c.e}}}
		all := ways["the plan"](t, q.chain(), [][]float64{{2, -1}}, [][]float64{q.p, {1, 0}}, c.ns)[0]
		for k, n := range c.ns {
			N := float64(n)
			variance := 9 * 0.25 * 0.75 * autoregressive(N, c.e)
			within(t, "the error of a stationary chain", all[0][k].MSE(), variance/N/N, 1e-11)
			within(t, "the bias from a state", all[1][k].Bias, 2.25*(1-c.e)*geometric(N, c.e)/N, 1e-11)
		}
	}
}

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

// TestRing: a wave round the ring is an eigenfunction, so that its autocorrelations are those of
// an autoregression. Twelve states without staying have period 2.
func TestRing(t *testing.T) {
	for _, stay := range []float64{0, 0.3} {
		q, wave := ring(12, stay), make([]float64, 12)
		for x := range wave {
			wave[x] = math.Cos(2 * math.Pi * float64(x) / 12)
		}
		e := (1 - stay) * (1 - math.Cos(2*math.Pi/12))
		for way, measure := range ways {
			for _, n := range []int{1, 2, 50, 3001, 1e6} {
				if n == 1e6 && way != "the plan" {
					continue
				}
				a := measure(t, q.chain(), [][]float64{wave}, [][]float64{q.p}, []int{n})[0][0][0]
				within(t, "the error of a wave by "+way, a.MSE(), 0.5*autoregressive(float64(n), e)/float64(n)/float64(n), 1e-11)
			}
		}
	}
}

// TestSettled: from one state of a ring of 40 the moments are those of long blocks, whichever block
// the chain has settled in.
func TestSettled(t *testing.T) {
	q := ring(40, 0.2)
	c, h, n := q.chain(), draw(rand.New(rand.NewPCG(1, 3)), 40), 100_003
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

// TestNoChance: a chain that never moves, and one that goes round, have no variance at all from a
// state. What they err is bias.
func TestNoChance(t *testing.T) {
	still := problem{p: []float64{0.25, 0.75}, at: [][]float64{{1, 0}, {0, 1}}}
	third := 1. / 3
	round := problem{p: []float64{third, third, third}, at: [][]float64{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}}
	h := []float64{4, 1, -5}
	for way, measure := range ways {
		for _, n := range []int{1, 2, 3, 100, 1001} {
			a := measure(t, still.chain(), [][]float64{{4, 0}}, [][]float64{{1, 0}, still.p}, []int{n})[0]
			if a[0][0].Variance != 0 {
				t.Errorf("%s: a chain that never moves has the variance %g", way, a[0][0].Variance)
			}
			within(t, way+": the bias of a chain that never moves", a[0][0].Bias, 3, 1e-14)
			within(t, way+": its RESS from an exact start", a[1][0].RESS(), 1, 1e-14)
			b := measure(t, round.chain(), [][]float64{h}, [][]float64{{1, 0, 0}}, []int{n})[0][0][0]
			if b.Variance != 0 {
				t.Errorf("%s: a chain that goes round has the variance %g", way, b.Variance)
			}
			left := []float64{0, 1, -4}[n%3] / float64(n) // round once sums to 0
			if !(math.Abs(b.Bias-left) <= 1e-13) {
				t.Errorf("%s: going round %d steps has the bias %g, not %g", way, n, b.Bias, left)
			}
		}
	}
}

// TestDraws: independent draws have an effective sample size of N, however many.
func TestDraws(t *testing.T) {
	q := problem{p: []float64{0.25, 0.75}, at: [][]float64{{0.25, 0.75}, {0.25, 0.75}}}
	for way, measure := range ways {
		for _, n := range []int{1, 10, 1000, 1e6} {
			a := measure(t, q.chain(), [][]float64{{0, 1}}, [][]float64{{1, 0}}, []int{n})[0][0][0]
			within(t, "RESS by "+way, a.RESS(), float64(n), 1e-11)
		}
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
	q := drawReversible(rand.New(rand.NewPCG(7, 8)), 1, 1)
	n := len(q.p)
	h := draw(rand.New(rand.NewPCG(9, 10)), n)
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
