package apart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// sided returns a program on the target of a setting, at the Ts of a study.
func sided(t *testing.T, common experiments.Setting, text string, ts ...int) Side {
	t.Helper()
	spec, err := Read(experiments.FieldProgram, text)
	must.Do(t, err)
	space, err := common.Find()
	must.Do(t, err)
	_, ts, err = spec.Find(space, nil, ts)
	must.Do(t, err)
	chain, err := spec.Setting(common).Chain()
	must.Do(t, err)
	return must.Have(spec.On(chain, ts))(t)
}

// aimedAt aims a program at the annealing of T levels.
func aimedAt(t *testing.T, common experiments.Setting, T int, text string) aimed {
	t.Helper()
	var a aimed
	must.Do(t, a.aim(t.Context(), Study{}, sided(t, common, text, T), 0, nil))
	return a
}

// With the posterior as the gold standard, what AIDE expects of annealing is B.
func TestExpectedIsB(t *testing.T) {
	for kernel, toy := range map[string]string{"metropolis": "barrier", "cycle": "clustering:2:2"} {
		const T = 30
		s := experiments.Setting{Toy: toy, Kernel: kernel}
		chain := must.Have(s.Chain())(t)
		a, _, err := chain.At(t.Context(), T)
		must.Do(t, err)
		r := must.Have(exact.Run(t.Context(), a))(t)
		got := pair(aimedAt(t, s, T, "posterior"), aimedAt(t, s, T, "ais")).Exact.Expected
		if !(math.Abs(got-r.B()) <= 1e-12*r.B()) {
			t.Errorf("%s, %s: %v is expected, and B is %v", toy, kernel, got, r.B())
		}
	}
}

// pairs are quite different pairs with an exact distance.
var pairs = []struct {
	common       experiments.Setting
	T            int
	gold, target string
}{
	{experiments.Setting{Toy: "barrier"}, 20, "sir:4", "ais:kernel=king:T=12"},
	{experiments.Setting{Toy: "funnel", Kernel: "cycle"}, 10, "ais:initial=tempered:0.3", "importance:kernel=slice"},
}

// The 95% interval of the estimate holds what is expected for at least 7 of 10 seeds.
func TestEstimateHoldsTheExpectation(t *testing.T) {
	n := Counts{Gold: 100, Target: 100}
	const seeds = 10
	const least = 7 // of which 8 hold it but for once in a hundred times
	for _, c := range pairs {
		p, held := pair(aimedAt(t, c.common, c.T, c.gold), aimedAt(t, c.common, c.T, c.target)), 0
		for seed := range seeds {
			looks, err := sample.AIDE(t.Context(), p.Gold, p.Target, n, one, sample.Options{Seed: uint64(seed)})
			must.Do(t, err)
			if in := estimate(looks.At(one)).Interval(0.95); in.Low <= p.Exact.Expected && p.Exact.Expected <= in.High {
				held++
			}
		}
		if held < least {
			t.Errorf("%s and %s: %d of %d intervals hold %v, want %d", c.gold, c.target, held, seeds,
				p.Exact.Expected, least)
		}
	}
}

// The drop to M is the difference of the estimates, and the bias that is left is that of the estimate.
func TestMeasure(t *testing.T) {
	gold := aimedAt(t, pairs[0].common, 20, "posterior")
	target := aimedAt(t, pairs[0].common, 20, "sir:4")
	o := Options{Runs: Counts{Gold: 500, Target: 400}, Meta: Counts{Gold: 1, Target: 8}, Seed: 2}
	p := pair(gold, target)
	r, err := measure(t.Context(), p, o, nil)
	if err != nil || len(r.Warnings) > 0 {
		t.Fatal(r.Warnings, err)
	}
	p.Exact.Off = 1e-3
	if loose, err := measure(t.Context(), p, o, nil); err != nil || len(loose.Warnings) == 0 {
		t.Errorf("loose exact numbers are not told: %v", err)
	}
	if off := r.AtOne.Value - r.Drop.Value - r.Estimate.Value; !(math.Abs(off) < 1e-12) ||
		!(r.Drop.Value > 5*r.Drop.StdErr) {
		t.Errorf("the estimate is off by %g from the one at M = 1 less the drop, %v ± %v", off,
			r.Drop.Value, r.Drop.StdErr)
	}
	if left := r.Estimate.Value - r.Symmetrised(); !(math.Abs(left-r.Bias.Value) < 5*r.Estimate.StdErr) {
		t.Errorf("the bias left is %v, and the estimate is %v above the divergence", r.Bias.Value, left)
	}
}

// heavy has too large a weight forward, and so breaks the law.
type heavy struct{ cells }

func (p heavy) Forward(d chains.Dice) (x int, logw float64) {
	x, logw = p.cells.Forward(d)
	return x, logw + 3
}

func (p heavy) Forwards(dice []chains.Dice) (xs []int, logw []float64) {
	xs, logw = p.cells.Forwards(dice)
	for i := range logw {
		logw[i] += 3
	}
	return xs, logw
}

// The estimate rises if forward weights are wrong, and a warning says so.
func TestRiseIsTold(t *testing.T) {
	s := experiments.Setting{Toy: "easy"}
	gold := aimedAt(t, s, 9, "posterior")
	target := aimedAt(t, s, 9, "ais")
	p := Pair[int]{Gold: gold.cells, Target: heavy{target.cells}, Unknown: []string{"broken"}}
	r, err := measure(t.Context(), p, Options{Runs: Counts{Gold: 500, Target: 500},
		Meta: Counts{Gold: 1, Target: 8}}, nil)
	must.Do(t, err)
	all := strings.Join(r.Warnings, "; ")
	if !strings.Contains(all, "rises with more reverse runs of the program, in the looks at its own runs: if it "+
		"obeys its law") {
		t.Errorf("the warnings are %q", all)
	}
	if strings.Contains(all, "reverse runs of the gold standard") {
		t.Errorf("the gold standard is told too: %q", all)
	}
}

// rare returns cell 0 and obeys the law. One reverse run in 5000 has a weight of 1/3, and the others 1. So
// a reverse run is often seen to have what no forward run has.
type rare struct{}

func (rare) weight(i int) float64 { return -math.Log(3) * float64(i) }

func (r rare) Forward(d chains.Dice) (x int, logw float64) {
	return 0, r.weight(d.Pick([]float64{4999, 3}))
}

func (r rare) Reverse(_ int, d chains.Dice) float64 { return r.weight(d.Pick([]float64{4999, 1})) }

// A program that obeys its law is not accused. By four standard errors it would be, in a third of all seeds.
func TestRareWeightsAreNotAccused(t *testing.T) {
	m, rises := Counts{Gold: 1, Target: 100}, 0
	for seed := range uint64(3) {
		looks := must.Have(sample.AIDE(t.Context(), aide.Program[int](constant(0)), aide.Program[int](rare{}),
			Counts{Gold: 2, Target: 1000}, m, sample.Options{Seed: seed}))(t)
		f := newFalls(looks, m)
		if f.Target.Value < -4*f.Target.StdErr {
			rises++
		}
		if w := f.warnings(); w != nil {
			t.Errorf("seed %d: the warnings are %q", seed, w)
		}
	}
	if rises == 0 {
		t.Error("no estimate rises by four standard errors: the test tests nothing")
	}
}

// constant always has the same weight.
type constant float64

func (c constant) Forward(chains.Dice) (x int, logw float64) { return 0, float64(c) }

func (c constant) Reverse(int, chains.Dice) float64 { return float64(c) }

// looksOf has one look of the target, whose log weights halve the mean of 1/w with every M: 1, 1/2, 1/4
// and so on.
func looksOf(m int) aide.Estimate {
	other := make([]float64, m)
	for k := range other {
		if other[k] = 0; k > 0 {
			other[k] = math.Inf(1) // 1/w is 0
		}
	}
	l := aide.Look{Own: slices.Repeat([]float64{0}, m), Other: slices.Repeat([]float64{0}, m)}
	return aide.Estimate{Gold: []aide.Look{l}, Target: []aide.Look{{Own: other, Other: l.Other}}}
}

// biased is a row whose exact bias at M = 1 is this.
func biased(bias float64, meta Counts) Row {
	r := Row{Options: Options{Meta: meta}}
	r.Exact.Bias = accounts.Bias{TargetOwn: bias}
	return r
}

// Here the estimate drops by log 2 each time M doubles.
func TestSampled(t *testing.T) {
	for _, c := range []struct {
		bias float64
		m    int
	}{{1.9 * math.Ln2, 2}, {2.1 * math.Ln2, 4}, {7.9 * math.Ln2, 16}, {8.1 * math.Ln2, 0}} {
		r := biased(c.bias, one)
		r.Searched = 16
		r.sampled(looksOf(16))
		if r.M != c.m {
			t.Errorf("a bias of %v is halved by M = %d, want %d", c.bias, r.M, c.m)
		}
		if len(r.Curve) != 5 {
			t.Errorf("the curve has %d points, want 5", len(r.Curve))
		}
		for i, at := range r.Curve {
			must.Near(t, at.Bias.Value, c.bias-float64(i)*math.Ln2, 1e-12, "at M = %d the bias", at.M)
		}
	}
}

// There is no search without a bias that is known, finite and not 0.
func TestSearch(t *testing.T) {
	for _, c := range []struct {
		bias    float64
		unknown []string
		meta    Counts
		most    int
		why     string
	}{
		{0.3, nil, one, 16, ""},
		{0.3, nil, Counts{Gold: 100, Target: 50}, 50, ""},
		{1e-14, nil, one, 0, NoBias},
		{math.Inf(1), nil, one, 0, "the bias is infinite"},
		{math.NaN(), nil, one, 0, "the bias is not known"},
		{0.3, []string{"too large"}, one, 0, "the exact divergence is not known"},
	} {
		r := biased(c.bias, c.meta)
		r.Unknown = c.unknown
		exactly, err := r.search(t.Context(), nil)
		if err != nil || exactly || r.Searched != c.most || r.Why != c.why {
			t.Errorf("bias %v, M = %v: searched exactly: %v, up to %d, want %d; %q, want %q; %v",
				c.bias, c.meta, exactly,
				r.Searched, c.most, r.Why, c.why, err)
		}
	}
}

// On a tiny space the M is exact: the least at which the exact bias is half. Looks agree with it, and their paired
// falls with the exact ones, within five standard errors.
func TestSearchExactly(t *testing.T) {
	s := experiments.Setting{Toy: "clustering:2:2"}
	p := pair(aimedAt(t, s, 3, "sir:2"), aimedAt(t, s, 3, "ais"))
	o := Options{Runs: Counts{Gold: 2000, Target: 2000}, Meta: Counts{Gold: 2, Target: 2}, Seed: 1}
	r, err := measure(t.Context(), p, o, nil)
	if err != nil || !r.Exactly {
		t.Fatalf("the M was found exactly: %v, %v", r.Exactly, err)
	}
	half := p.Exact.Bias.Total() / 2
	for m, above := range map[int]bool{r.M - 1: true, r.M: false} {
		d, _, err := p.Biases(t.Context(), Counts{Gold: m, Target: m}, 1)
		if err != nil || (d.Bias.Total() > half) != above {
			t.Errorf("at M = %d the bias is %v, and half of it %v, %v", m, d.Bias.Total(), half, err)
		}
	}
	p.Biases = nil
	if !(r.Falls.Gold.Value > 0 && r.Falls.Target.Value > 0) {
		t.Errorf("the exact falls are %v and %v, want more than 0", r.Falls.Gold.Value, r.Falls.Target.Value)
	}
	looked, err := measure(t.Context(), p, o, nil)
	if err != nil || looked.Falls.Runs != r.Falls.Runs || looked.Warnings != nil {
		t.Fatalf("falls of %v, want %v; %q, %v", looked.Falls.Runs, r.Falls.Runs, looked.Warnings, err)
	}
	for name, pair := range map[string][2]sample.Estimate{"bias": {looked.Bias, r.Bias},
		"fall by the gold standard": {looked.Falls.Gold,
			r.Falls.Gold}, "fall by the program": {looked.Falls.Target, r.Falls.Target}} {
		if z := (pair[0].Value - pair[1].Value) / pair[0].StdErr; !(math.Abs(z) < 5) {
			t.Errorf("the %s is %v ± %v from looks, and exactly %v", name, pair[0].Value, pair[0].StdErr, pair[1].Value)
		}
	}
}
