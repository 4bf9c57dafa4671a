package apart

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/sample"
	"breadboard/experiments"
)

// The paired falls from looks agree with the exact ones within five standard errors.
func TestFalls(t *testing.T) {
	s := experiments.Setting{Toy: "clustering:2:2"}
	p := pair(aimedAt(t, s, 3, "sir:2"), aimedAt(t, s, 3, "ais"))
	want, err := exactFalls(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if !(want.Gold.Value > 0 && want.Target.Value > 0) {
		t.Fatalf("the exact falls are %v and %v, want more than 0", want.Gold.Value, want.Target.Value)
	}
	looks, err := sample.AIDE(t.Context(), p.Gold, p.Target, Counts{Gold: 5000, Target: 5000}, want.Runs,
		sample.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	got := newFalls(looks, want.Runs)
	for _, f := range []struct {
		name      string
		got, want sample.Estimate
	}{{"gold standard", got.Gold, want.Gold}, {"program", got.Target, want.Target}} {
		if z := (f.got.Value - f.want.Value) / f.got.StdErr; !(math.Abs(z) < 5) {
			t.Errorf("by the %s it falls %v ± %v, and exactly %v", f.name, f.got.Value, f.got.StdErr, f.want.Value)
		}
	}
	if w := got.warnings(); w != nil {
		t.Errorf("the warnings are %q", w)
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
	gold, target := aimedAt(t, s, 9, "posterior"), aimedAt(t, s, 9, "ais")
	p := Pair[int]{Gold: gold.cells, Target: heavy{target.cells}, Unknown: []string{"broken"}}
	r, err := Measure(t.Context(), p, Options{Runs: Counts{Gold: 500, Target: 500}, Meta: Counts{Gold: 1, Target: 8}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(r.Warnings, "; ")
	if !strings.Contains(all, "rises with more reverse runs of the program, in the looks at its own runs: if it obeys "+
		"its law") {
		t.Errorf("the warnings are %q", all)
	}
	if strings.Contains(all, "reverse runs of the gold standard") {
		t.Errorf("the gold standard is told too: %q", all)
	}
}

// rare returns cell 0 and obeys the law. One reverse run in 5000 has a weight of 1/3, and the others 1. So
// a reverse run is often seen to have what no forward run has.
type rare struct{}

func (rare) weight(i int) float64 { return []float64{0, -math.Log(3)}[i] }

func (r rare) Forward(d chains.Dice) (x int, logw float64) {
	return 0, r.weight(d.Pick([]float64{4999, 3}))
}

func (r rare) Reverse(_ int, d chains.Dice) float64 { return r.weight(d.Pick([]float64{4999, 1})) }

// A program that obeys its law is not accused. By four standard errors it would be, in a third of all seeds.
func TestRareWeightsAreNotAccused(t *testing.T) {
	m, rises := Counts{Gold: 1, Target: 100}, 0
	for seed := range uint64(12) {
		looks, err := sample.AIDE(t.Context(), aide.Program[int](constant(0)), aide.Program[int](rare{}),
			Counts{Gold: 2, Target: 1000}, m, sample.Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
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
