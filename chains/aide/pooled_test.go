package aide_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/enumerate"
)

// A tiny program draws u and returns it or not: x is 1 with probability p[u]. Its log weight is that of
// the law of package programs, with f = (1, 3).
type tiny struct {
	u [2]float64    // the law of u
	p [2]float64    // of x = 1, by u
	r [2][2]float64 // the law of u in reverse, by x
}

func (t tiny) logw(x, u int) float64 {
	px := t.p[u]
	if x == 0 {
		px = 1 - px
	}
	return math.Log([]float64{1, 3}[x] * t.r[x][u] / (t.u[u] * px))
}

func (t tiny) Forward(d chains.Dice) (x int, logw float64) {
	u := d.Pick(t.u[:])
	x = d.Pick([]float64{1 - t.p[u], t.p[u]})
	return x, t.logw(x, u)
}

func (t tiny) Reverse(x int, d chains.Dice) float64 { return t.logw(x, d.Pick(t.r[x][:])) }

var (
	gold   = tiny{[2]float64{0.3, 0.7}, [2]float64{0.9, 0.6}, [2][2]float64{{0.2, 0.8}, {0.5, 0.5}}}
	target = tiny{[2]float64{0.5, 0.5}, [2]float64{0.2, 0.8}, [2][2]float64{{0.6, 0.4}, {0.1, 0.9}}}
)

// means are the expectations of At and of Pooled, and of the squares of both, over all dice.
func means(t *testing.T, other tiny, n, m aide.Counts) (at, pooled, atSquare, pooledSquare float64) {
	t.Helper()
	var e aide.Estimate
	for prob := range enumerate.Every(func(d chains.Dice) { e = aide.Run(gold, other, n, m, d) }) {
		a, _ := e.At(m)
		p, _ := e.Pooled(m)
		at, pooled, atSquare, pooledSquare = at+prob*a, pooled+prob*p, atSquare+prob*a*a, pooledSquare+prob*p*p
	}
	return at, pooled, atSquare, pooledSquare
}

// The expectation of Pooled is that of At, for any numbers of runs, and here its error is smaller.
func TestPooledHasTheExpectation(t *testing.T) {
	for _, c := range []struct{ n, m aide.Counts }{
		{aide.Counts{Gold: 1, Target: 1}, aide.Counts{Gold: 1, Target: 1}},
		{aide.Counts{Gold: 2, Target: 1}, aide.Counts{Gold: 1, Target: 1}},
		{aide.Counts{Gold: 1, Target: 1}, aide.Counts{Gold: 2, Target: 3}},
	} {
		at, pooled, atSquare, pooledSquare := means(t, target, c.n, c.m)
		if !(math.Abs(at-pooled) < 1e-12) { // sums of at most 10^4 terms below 10
			t.Errorf("%+v: the expectation is %v, want %v", c, pooled, at)
		}
		if !(pooledSquare < atSquare) {
			t.Errorf("%+v: the mean square is %v, and %v of At", c, pooledSquare, atSquare)
		}
	}
}

// A program with a wrong weight has looks whose densities are not what the ratio says.
func TestPooledSeesAWrongWeight(t *testing.T) {
	wrong := target
	wrong.r[1] = [2]float64{0.3, 0.9} // not a law
	one := aide.Counts{Gold: 1, Target: 1}
	if at, pooled, _, _ := means(t, wrong, one, one); math.Abs(at-pooled) < 1e-3 {
		t.Errorf("both expectations are %v", at)
	}
}

// Far apart, no number overflows.
func TestPooledOfLargeRatios(t *testing.T) {
	look := func(own, other float64) []aide.Look {
		return []aide.Look{{Own: []float64{own}, Other: []float64{other}}}
	}
	e := aide.Estimate{Gold: look(0, 2000), Target: look(0, 2000)}
	if got, _ := e.Pooled(aide.Counts{Gold: 1, Target: 1}); got != 4000 {
		t.Errorf("found %v, want 4000", got)
	}
}

// A flat program returns 1 with its probability, which is known.
type flat float64

func (f flat) logw(x int) float64 { return -math.Log([]float64{1 - float64(f), float64(f)}[x]) }

func (f flat) Forward(d chains.Dice) (x int, logw float64) {
	x = d.Pick([]float64{1 - float64(f), float64(f)})
	return x, f.logw(x)
}

func (f flat) Reverse(x int, _ chains.Dice) float64 { return f.logw(x) }

// Far apart Pooled may have the larger variance, within the bound of Veach and Guibas.
func TestPooledFarApart(t *testing.T) {
	var e aide.Estimate
	one := aide.Counts{Gold: 1, Target: 1}
	all := enumerate.Every(func(d chains.Dice) {
		e = aide.Run[int](flat(1e-7), flat(1-1e-9), aide.Counts{Gold: 9, Target: 1}, one, d)
	})
	mean, at, pooled := 0., 0., 0.
	for prob := range all {
		a, _ := e.At(one)
		mean += prob * a
	}
	for prob := range all {
		a, _ := e.At(one)
		p, _ := e.Pooled(one)
		at, pooled = at+prob*(a-mean)*(a-mean), pooled+prob*(p-mean)*(p-mean)
	}
	if bound := at + mean*mean*(1-1./10); !(pooled > at && pooled <= bound) {
		t.Errorf("the variance is %v, want more than %v of At and at most %v", pooled, at, bound)
	}
}
