package aide_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

// expected is the expectation of the estimate over all paths of the dice.
func expected(gold, target programs.Program, m aide.Counts) (sum float64) {
	var e aide.Estimate
	once := aide.Counts{Gold: 1, Target: 1}
	for prob := range enumerate.Every(func(d chains.Dice) { e = aide.Run(gold, target, once, m, d) }) {
		value, _ := e.At(m)
		sum += prob * value
	}
	return sum
}

// counts rise in each number of runs.
var counts = []aide.Counts{{Gold: 1, Target: 1}, {Gold: 2, Target: 1}, {Gold: 1, Target: 2}, {Gold: 2, Target: 2}}

// pairs are programs of two and three picks a run on two cells.
func pairs() (p programs.Problem, all [][2]programs.Program) {
	p = chaintest.Tilted(kernels.Metropolis{}, 3)
	sir, ais := programs.NewSIR(p, 2), programs.AIS{Problem: p}
	return p, [][2]programs.Program{{sir, ais}, {programs.NewPosterior(p), ais},
		{programs.NewImportance(p), programs.NewHMEChain(p, 2)}}
}

// What the estimator's own code says on average is the definition, and a mean of weights is not.
func TestRunIsTheDefinition(t *testing.T) {
	p, all := pairs()
	for _, pair := range all {
		gold, target := lawOf(pair[0], p), lawOf(pair[1], p)
		for _, m := range counts[:3] { // the fourth has the other test
			got := expected(pair[0], pair[1], m)
			if want := slow(gold, target, m, ofInverses); !(math.Abs(got-want) < rounded) {
				t.Errorf("%T and %T at %v: %.15g is expected, and %.15g is right", pair[0], pair[1], m, got, want)
			}
			wrong := slow(gold, target, m, inverseOfMean)
			if m.Target > 1 && math.Abs(got-wrong) < 1e-4 {
				t.Errorf("%T and %T at %v: the estimate may have a mean of weights", pair[0], pair[1], m)
			}
		}
	}
}

// Theorem 1: the expectation does not rise with either number of runs. It is never below the
// symmetrised divergence. Estimates from the first runs of every look have the same expectation as
// runs of that number.
func TestExpectationFallsToTheDivergence(t *testing.T) {
	p, all := pairs()
	for _, pair := range all {
		gold, target := lawOf(pair[0], p), lawOf(pair[1], p)
		least, q, r := 0., gold.q(), target.q()
		for x := range q {
			least += (q[x] - r[x]) * math.Log(q[x]/r[x])
		}
		most, once := aide.Counts{Gold: 2, Target: 2}, aide.Counts{Gold: 1, Target: 1}
		var e aide.Estimate
		values, drops := make([]float64, len(counts)), make([]float64, len(counts))
		for prob := range enumerate.Every(func(d chains.Dice) { e = aide.Run(pair[0], pair[1], once, most, d) }) {
			for i, m := range counts {
				value, _ := e.At(m)
				drop, _ := e.Drop(m, most)
				values[i], drops[i] = values[i]+prob*value, drops[i]+prob*drop
			}
		}
		for i, m := range counts {
			if want := slow(gold, target, m, ofInverses); !(math.Abs(values[i]-want) < rounded) {
				t.Errorf("%T and %T at %v: %.15g from the first runs, and %.15g is right", pair[0], pair[1], m,
					values[i], want)
			}
			if !(values[i] >= least-rounded) {
				t.Errorf("%T and %T at %v: %g is below %g", pair[0], pair[1], m, values[i], least)
			}
			if !(drops[i] >= -rounded) || math.Abs(values[i]-drops[i]-values[len(values)-1]) > rounded {
				t.Errorf("%T and %T: it drops by %g from %v", pair[0], pair[1], drops[i], m)
			}
		}
	}
}

// rounded is some roundings in a sum over 10^5 paths.
const rounded = 1e-12

// Which program is called the gold standard does not matter.
func TestExpectationIsSymmetric(t *testing.T) {
	_, all := pairs()
	for _, pair := range all {
		there := expected(pair[0], pair[1], aide.Counts{Gold: 2, Target: 1})
		back := expected(pair[1], pair[0], aide.Counts{Gold: 1, Target: 2})
		if !(math.Abs(there-back) < rounded) {
			t.Errorf("%T and %T: %.15g there and %.15g back", pair[0], pair[1], there, back)
		}
	}
}

// logs are the logs of weights.
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
	e, one, two := twoLooks(), aide.Counts{Gold: 1, Target: 1}, aide.Counts{Gold: 2, Target: 2}
	check := func(what string, value, stderr float64, gold, target [2]float64) {
		t.Helper()
		want := (gold[0] + gold[1] + target[0] + target[1]) / 2
		if !(math.Abs(value-want) < 1e-15) {
			t.Errorf("%s is %.16g, and %.16g is right", what, value, want)
		}
		// The variance of two numbers is half the square of their distance, and that of their mean a quarter.
		want = math.Hypot(gold[0]-gold[1], target[0]-target[1]) / 2
		if !(math.Abs(stderr-want) < 1e-15) {
			t.Errorf("%s has the error %.16g, and %.16g is right", what, stderr, want)
		}
	}
	log := math.Log
	value, stderr := e.At(one)
	check("the estimate at 1", value, stderr, [2]float64{log(1.5), log(0.5)}, [2]float64{log(4), 0})
	value, stderr = e.At(two)
	check("the estimate at 2", value, stderr, [2]float64{log(45. / 32), log(0.75)}, [2]float64{log(1.5), 0})
	value, stderr = e.Drop(one, two)
	check("the drop", value, stderr, [2]float64{log(16. / 15), log(2. / 3)}, [2]float64{log(8. / 3), 0})
}

// A program that has been run once has no standard error.
func TestOneLookHasNoError(t *testing.T) {
	e := twoLooks()
	e.Gold = e.Gold[:1]
	if _, stderr := e.At(aide.Counts{Gold: 1, Target: 1}); !math.IsNaN(stderr) {
		t.Errorf("the standard error is %v", stderr)
	}
}

// Weights of 0 forward and of ∞ in reverse make the estimate infinite. The first is not run in
// reverse: cell 1 has no mass under the target.
func TestInfiniteWeights(t *testing.T) {
	p, _ := pairs()
	from, to := p.Ends()
	inf := math.Inf(-1)
	for what, bridge := range map[string]chains.Geometric{
		"a cell without mass at the end":   {From: from, To: []float64{to[0], inf}},
		"a cell without mass at the start": {From: []float64{from[0], inf}, To: to},
	} {
		p.Bridge = bridge
		truth := programs.NewPosterior(p)
		for _, e := range []programs.Program{programs.NewImportance(p), programs.AIS{Problem: p}} {
			if v := expected(truth, e, aide.Counts{Gold: 1, Target: 2}); !math.IsInf(v, 1) {
				t.Errorf("%s: the expectation from %T is %v", what, e, v)
			}
			if v := expected(e, truth, aide.Counts{Gold: 2, Target: 1}); !math.IsInf(v, 1) {
				t.Errorf("%s: the expectation to %T is %v", what, e, v)
			}
		}
	}
}

// Two own looks with S/V of 5/2 and of 3/4: their product is 15/8.
func TestChancesByHand(t *testing.T) {
	e := aide.Estimate{Gold: []aide.Look{{Own: logs(4, 1)}, {Own: logs(2, 4)}}, Target: []aide.Look{{Own: logs(1, 4)}}}
	gold, target := e.Chances(aide.Counts{Gold: 2, Target: 2})
	if want := 8. / 15; !(math.Abs(gold-want) < 1e-15) {
		t.Errorf("the chance of the gold standard's looks is %v, want %v", gold, want)
	}
	if target != 1 {
		t.Errorf("the chance of the target's looks is %v, want 1", target)
	}
}

// heavy has forward weights that are e² times too large.
type heavy struct{ tiny }

func (h heavy) Forward(d chains.Dice) (x int, logw float64) {
	x, logw = h.tiny.Forward(d)
	return x, logw + 2
}

// over is the probability that the chance of two own looks is at most 1/2.
func over(p aide.Program[int]) (atMostHalf float64) {
	var e aide.Estimate
	n, m := aide.Counts{Gold: 1, Target: 2}, aide.Counts{Gold: 1, Target: 3}
	for prob := range enumerate.Every(func(d chains.Dice) { e = aide.Run[int](gold, p, n, m, d) }) {
		if _, chance := e.Chances(m); chance <= 0.5 {
			atMostHalf += prob
		}
	}
	return atMostHalf
}

// Under the law a chance of 1/2 or less has probability 1/2 at most.
func TestChancesAreBounds(t *testing.T) {
	if got := over(target); !(got <= 0.5) {
		t.Errorf("a chance of 1/2 at most has probability %v", got)
	}
	if got := over(heavy{target}); !(got > 0.9) {
		t.Errorf("with forward weights that are too large a chance of 1/2 at most has probability %v", got)
	}
}

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

// An outcome is a cell and 1/w, with its probability: in reverse, given the cell.
type outcome struct {
	x          int
	xi, weight float64
	prob       float64
}

// A lawful is a program by the atoms of its law.
type lawful struct {
	forward []outcome
	reverse [][]outcome
}

func lawOf(e programs.Program, p programs.Problem) lawful {
	atoms := chaintest.AtomsOf(e, p)
	_, last := p.Ends()
	target := chains.Normalized(last)
	l := lawful{reverse: make([][]outcome, len(last))}
	for _, a := range atoms.Forward {
		l.forward = append(l.forward, outcome{a.X, math.Exp(-a.LogW), math.Exp(a.LogW), a.Mass * math.Exp(-a.LogW)})
	}
	for _, a := range atoms.Reverse {
		one := outcome{a.X, math.Exp(-a.LogW), math.Exp(a.LogW), a.Mass / target[a.X]}
		l.reverse[a.X] = append(l.reverse[a.X], one)
	}
	return l
}

// q is the law of the cell.
func (l lawful) q() []float64 {
	q := make([]float64, len(l.reverse))
	for _, o := range l.forward {
		q[o.x] += o.prob
	}
	return q
}

// A mean is what an estimator takes the log of, for some runs.
type mean func(runs []outcome) float64

// ofInverses is the mean of 1/w, as AIDE has it.
func ofInverses(runs []outcome) (sum float64) {
	for _, o := range runs {
		sum += o.xi / float64(len(runs))
	}
	return sum
}

// inverseOfMean is 1 over the mean of w, which is wrong.
func inverseOfMean(runs []outcome) float64 {
	sum := 0.
	for _, o := range runs {
		sum += o.weight / float64(len(runs))
	}
	return 1 / sum
}

// over is the expected log of the mean, over so many reverse runs from x beside those that were seen.
func (l lawful) over(x, more int, seen []outcome, m mean) (sum float64) {
	if more == 0 {
		return math.Log(m(seen))
	}
	for _, o := range l.reverse[x] {
		sum += o.prob * l.over(x, more-1, append(seen, o), m)
	}
	return sum
}

// half is the expected ratio of the looks at the runs of own.
func half(own, other lawful, owns, others int, m mean) (sum float64) {
	for _, o := range own.forward {
		sum += o.prob * (own.over(o.x, owns-1, []outcome{o}, m) - other.over(o.x, others, nil, m))
	}
	return sum
}

// slow is the expectation of AIDE's estimate by the definition.
func slow(gold, target lawful, c aide.Counts, m mean) float64 {
	return half(gold, target, c.Gold, c.Target, m) + half(target, gold, c.Target, c.Gold, m)
}
