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
