package aide_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// counts rise in each number of runs.
var counts = []aide.Counts{{Gold: 1, Target: 1}, {Gold: 2, Target: 1}, {Gold: 1, Target: 2}, {Gold: 2, Target: 2}}

// side makes the account of a tiny program.
func side(t *testing.T, e tiny) accounts.Side {
	t.Helper()
	p := chaintest.Tilted(kernels.Identity{}, 2)
	p.Bridge = chains.Geometric{From: logs(0.5, 0.5), To: logs(1, 3)}
	a := must.Have(accounts.Of(t.Context(), e, p, nil))(t)
	s := must.Have(accounts.NewSide(t.Context(), a, e, p))(t)
	return s
}

// TestEstimateHasTheExpectation: the estimator's own code has the expectation of package accounts, whichever program is
// called the gold standard. By Theorem 1 that does not rise with either number of runs, and is never below the
// symmetrised divergence. Estimates from the first runs of every look have the expectation of that number of runs, and
// so has Pooled, for any numbers of looks; here its error is smaller. With a wrong weight the densities of looks do not
// fit the ratio, and all three change.
func TestEstimateHasTheExpectation(t *testing.T) {
	const rounded = 1e-12 // some roundings in a sum over a thousand paths
	most := aide.Counts{Gold: 2, Target: 2}
	once := aide.Counts{Gold: 1, Target: 1}
	var e aide.Estimate
	values := make([]float64, len(counts))
	drops := make([]float64, len(counts))
	for prob := range enumerate.Every(func(d chains.Dice) { e = looked(gold, target, once, most, d) }) {
		for i, m := range counts {
			value, _ := e.At(m)
			drop, _ := e.Drop(m, most)
			values[i] += prob * value
			drops[i] += prob * drop
		}
	}
	for i, m := range counts {
		want := must.Have(accounts.DistanceAtRuns(t.Context(), side(t, gold), side(t, target), m))(t)
		own, pooled, square, pooledSquare := means(t, gold, target, once, m)
		back, _, _, _ := means(t, target, gold, once, aide.Counts{Gold: m.Target, Target: m.Gold})
		if off := max(math.Abs(values[i]-want.Expected), math.Abs(own-want.Expected), math.Abs(back-own),
			math.Abs(pooled-want.Expected)); !(off < rounded) {
			t.Errorf("at %v: %.15g from the first runs, %.15g, %.15g back, and %.15g pooled; %.15g is right", m,
				values[i],
				own, back, pooled, want.Expected)
		}
		if !(pooledSquare < square) {
			t.Errorf("at %v: the mean square is %v pooled, and %v of At", m, pooledSquare, square)
		}
		if !(values[i] > want.Symmetrised()) {
			t.Errorf("at %v: %g is below %g", m, values[i], want.Symmetrised())
		}
		if !(drops[i] >= -rounded) || math.Abs(values[i]-drops[i]-values[len(values)-1]) > rounded {
			t.Errorf("it drops by %g from %v", drops[i], m)
		}
	}
	if at, pooled, _, _ := means(t, gold, target, aide.Counts{Gold: 2, Target: 1},
		once); !(math.Abs(at-pooled) < rounded) {
		t.Errorf("of two looks and one %v is expected, and pooled %v", at, pooled)
	}
	wrong := target
	wrong.r[1] = [2]float64{0.3, 0.9} // not a distribution
	at, pooled, _, _ := means(t, gold, wrong, once, once)
	if min(math.Abs(at-values[0]), math.Abs(at-pooled)) < 1e-3 {
		t.Errorf("with a wrong weight %v is expected too, or pooled %v", at, pooled)
	}
}

// same uses the same dice for all runs.
func same(d chains.Dice) func(look, of, run int) chains.Dice {
	return func(_, _, _ int) chains.Dice { return d }
}

// looked makes n looks at runs of each program, by m runs of each.
func looked(gold, target aide.Program[int], n, m aide.Counts, d chains.Dice) aide.Estimate {
	return aide.Estimate{Gold: aide.Looks(gold, target, m.Gold, m.Target, n.Gold, same(d)),
		Target: aide.Looks(target, gold, m.Target, m.Gold, n.Target, same(d))}
}

// logs returns the logs of weights.
func logs(weights ...float64) []float64 {
	for i, w := range weights {
		weights[i] = math.Log(w)
	}
	return weights
}

// twoLooks has ratios that can be worked out by hand. At one run of each gold's are log 3/2 and
// log 1/2, and the target's log 4 and log 1. At two runs, with 1/w averaged, gold's are log 45/32 and
// log 3/4, and the target's log 3/2 and log 1.
func twoLooks() aide.Estimate {
	return aide.Estimate{
		Gold: []aide.Look{
			{Own: logs(2, 4), Other: logs(3, 5)}, // (3/8)/(4/15)
			{Own: logs(2, 2), Other: logs(1, 3)}, // (1/2)/(2/3)
		},
		Target: []aide.Look{
			{Own: logs(1, 2), Other: logs(4, 4./3)}, // (3/4)/(1/2)
			{Own: logs(7, 7), Other: logs(7, 7)},
		},
	}
}

func TestEstimateByHand(t *testing.T) {
	e := twoLooks()
	one := aide.Counts{Gold: 1, Target: 1}
	two := aide.Counts{Gold: 2, Target: 2}
	check := func(what string, value, stderr float64, gold, target [2]float64) {
		t.Helper()
		want := (gold[0] + gold[1] + target[0] + target[1]) / 2
		must.Near(t, value, want, 1e-15, "%s", what)
		// The variance of two numbers is half the square of their distance, and that of their mean a quarter.
		want = math.Hypot(gold[0]-gold[1], target[0]-target[1]) / 2
		must.Near(t, stderr, want, 1e-15, "%s has the error", what)
	}
	log := math.Log
	value, stderr := e.At(one)
	check("the estimate at 1", value, stderr, [2]float64{log(1.5), log(0.5)}, [2]float64{log(4), 0})
	value, stderr = e.At(two)
	check("the estimate at 2", value, stderr, [2]float64{log(45. / 32), log(0.75)}, [2]float64{log(1.5), 0})
	value, stderr = e.Drop(one, two)
	check("the drop", value, stderr, [2]float64{log(16. / 15), log(2. / 3)}, [2]float64{log(8. / 3), 0})
	e.Gold = e.Gold[:1]
	if _, stderr := e.At(one); !math.IsNaN(stderr) {
		t.Errorf("of one look the standard error is %v", stderr)
	}
}

// lost makes runs of weight 0 alone, and must not run in reverse.
type lost struct{ tiny }

func (lost) Forward(chains.Dice) (x int, logw float64) { return 0, math.Inf(-1) }

func (lost) Reverse(int, chains.Dice) float64 { panic("a run of weight 0 is run in reverse") }

// TestLostRuns: one lost run of either program, among runs that are not lost, makes every estimate infinite, whatever M
// is. So does one that the other program never makes.
func TestLostRuns(t *testing.T) {
	one := aide.Look{Own: make([]float64, 8), Other: make([]float64, 8)}
	gone := aide.Looks[int](lost{}, lost{}, 8, 8, 1, same(nil))[0]
	never := aide.Look{Own: make([]float64, 8), Other: slices.Repeat([]float64{math.Inf(1)}, 8)}
	for what, e := range map[string]aide.Estimate{
		"a lost run of the gold standard":    {Gold: []aide.Look{one, gone}, Target: []aide.Look{one, one}},
		"a lost run of the program":          {Gold: []aide.Look{one, one}, Target: []aide.Look{one, gone}},
		"a run that the program never makes": {Gold: []aide.Look{one, never}, Target: []aide.Look{one, one}},
	} {
		for m := 1; m <= 8; m++ {
			at := aide.Counts{Gold: m, Target: m}
			value, _ := e.At(at)
			pooled, _ := e.Pooled(at)
			if !math.IsInf(value, 1) || !math.IsInf(pooled, 1) {
				t.Errorf("%s, M = %d: the estimate is %v, pooled %v", what, m, value, pooled)
			}
		}
	}
}

// A tiny program draws u and returns it or not: x is 1 with probability p[u]. Its log weight follows the law of package
// programs, with f = (1, 3).
type tiny struct {
	u [2]float64    // the distribution of u
	p [2]float64    // of x = 1, by u
	r [2][2]float64 // the distribution of u in reverse, by x
}

func (t tiny) logw(x, u int) float64 {
	px := t.p[u]
	if x == 0 {
		px = 1 - px
	}
	f := []float64{1, 3}
	return math.Log(f[x] * t.r[x][u] / (t.u[u] * px))
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

// Cost is not used.
func (t tiny) Cost() float64 { return 1 }

// means returns the expectations of At and of Pooled, and of the squares of both, over all dice.
func means(t *testing.T, one, other aide.Program[int], n, m aide.Counts) (at, pooled, atSquare, pooledSquare float64) {
	t.Helper()
	var e aide.Estimate
	for prob := range enumerate.Every(func(d chains.Dice) { e = looked(one, other, n, m, d) }) {
		a, _ := e.At(m)
		p, _ := e.Pooled(m)
		at += prob * a
		pooled += prob * p
		atSquare += prob * a * a
		pooledSquare += prob * p * p
	}
	return at, pooled, atSquare, pooledSquare
}

// TestPooledOfLargeRatios: no number overflows if programs are far apart.
func TestPooledOfLargeRatios(t *testing.T) {
	look := func(own, other float64) []aide.Look {
		return []aide.Look{{Own: []float64{own}, Other: []float64{other}}}
	}
	e := aide.Estimate{Gold: look(0, 2000), Target: look(0, 2000)}
	if got, _ := e.Pooled(aide.Counts{Gold: 1, Target: 1}); got != 4000 {
		t.Errorf("found %v, want 4000", got)
	}
}
