package apart

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
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
	if !strings.Contains(all, "with more reverse runs of the program, which it does not if both programs obey their law") {
		t.Errorf("the warnings are %q", all)
	}
	if strings.Contains(all, "runs of the gold standard") {
		t.Errorf("the gold standard is told too: %q", all)
	}
}
