package apart

import (
	"math"
	"testing"

	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
)

// sided returns a program on the target of a setting, at the Ts of a study.
func sided(t *testing.T, common experiments.Setting, text string, ts ...int) Side {
	t.Helper()
	spec, err := Read(experiments.FieldProgram, text)
	if err != nil {
		t.Fatal(err)
	}
	space, err := common.Space()
	if err != nil {
		t.Fatal(err)
	}
	_, ts, err = spec.Space(space, nil, ts)
	if err != nil {
		t.Fatal(err)
	}
	chain, err := spec.Setting(common).Chain()
	if err != nil {
		t.Fatal(err)
	}
	side, err := spec.On(chain, ts)
	if err != nil {
		t.Fatal(err)
	}
	return side
}

// aimedAt aims a program at the annealing of T levels.
func aimedAt(t *testing.T, common experiments.Setting, T int, text string) aimed {
	t.Helper()
	a, err := sided(t, common, text, T).aim(t.Context(), 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// With the posterior as the gold standard, what AIDE expects of annealing is B.
func TestExpectedIsB(t *testing.T) {
	for _, toy := range []string{"easy", "hard", "barrier", "golf", "funnel", "ising:2x2:0.4", "clustering:4:2"} {
		for _, kernel := range []string{"metropolis", "cycle", "lifted"} {
			for _, T := range []int{2, 7, 300} {
				s := experiments.Setting{Toy: toy, Kernel: kernel}
				chain, err := s.Chain()
				if err != nil {
					t.Fatal(err)
				}
				a, _, err := chain.At(t.Context(), T)
				if err != nil {
					t.Fatal(err)
				}
				r, err := exact.Run(t.Context(), a)
				if err != nil {
					t.Fatal(err)
				}
				got := pair(aimedAt(t, s, T, "posterior"), aimedAt(t, s, T, "ais")).Exact.Expected
				if !(math.Abs(got-r.B()) <= 1e-12*r.B()) {
					t.Errorf("%s, %s, T = %d: %v is expected, and B is %v", toy, kernel, T, got, r.B())
				}
			}
		}
	}
}

// pairs are quite different pairs with an exact distance.
var pairs = []struct {
	common       experiments.Setting
	T            int
	gold, target string
}{
	{experiments.Setting{Toy: "easy"}, 30, "posterior", "ais"},
	{experiments.Setting{Toy: "barrier"}, 20, "sir:4", "ais:kernel=king:T=12"},
	{experiments.Setting{Toy: "clustering:3:2"}, 4, "vb", "smc-data:2"},
	{experiments.Setting{Toy: "funnel", Kernel: "lifted"}, 10, "ais:initial=tempered:0.3", "importance:kernel=swap"},
}

// If the two programs change places, the exact numbers stay to the last bit.
func TestExactIsSymmetric(t *testing.T) {
	for _, c := range pairs {
		gold, target := aimedAt(t, c.common, c.T, c.gold), aimedAt(t, c.common, c.T, c.target)
		there, back := pair(gold, target).Exact, pair(target, gold).Exact
		for name, v := range map[string][2]float64{
			"expected":           {there.Expected, back.Expected},
			"symmetrised":        {there.Symmetrised(), back.Symmetrised()},
			"the sum of biases":  {there.Bias.Total(), back.Bias.Total()},
			"KL(gold || target)": {there.Laws.Forward, back.Laws.Reverse},
		} {
			if v[0] != v[1] {
				t.Errorf("%s and %s: %s is %v, and %v the other way", c.gold, c.target, name, v[0], v[1])
			}
		}
		if off := there.Symmetrised() + there.Bias.Total() - there.Expected; !(math.Abs(off) < 1e-12) {
			t.Errorf("%s and %s: the divergence and its bias are off what is expected by %g", c.gold, c.target, off)
		}
	}
}

// The 95% interval of the estimate holds what is expected for at least 91 of 100 seeds: 95 less two
// standard errors of the number.
func TestEstimateHoldsTheExpectation(t *testing.T) {
	n := Counts{Gold: 200, Target: 200}
	for _, c := range pairs {
		p, held := pair(aimedAt(t, c.common, c.T, c.gold), aimedAt(t, c.common, c.T, c.target)), 0
		for seed := range 100 {
			looks, err := sample.AIDE(t.Context(), p.Gold, p.Target, n, one, sample.Options{Seed: uint64(seed)})
			if err != nil {
				t.Fatal(err)
			}
			in := estimate(looks.At(one)).Interval(0.95)
			if in.Low <= p.Exact.Expected && p.Exact.Expected <= in.High {
				held++
			}
		}
		if held < 91 {
			t.Errorf("%s and %s: %d of 100 intervals hold %v, want 91", c.gold, c.target, held, p.Exact.Expected)
		}
	}
}

// Loose exact numbers are told.
func TestMeasureTellsOff(t *testing.T) {
	s := experiments.Setting{Toy: "easy"}
	p := pair(aimedAt(t, s, 5, "posterior"), aimedAt(t, s, 5, "importance"))
	for off, tells := range map[float64]bool{1e-3: true, 1e-9: false} {
		p.Exact.Off = off
		r, err := Measure(t.Context(), p, Options{Runs: Counts{Gold: 2, Target: 2}, Meta: one}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(r.Warnings) > 0; got != tells {
			t.Errorf("off by %g: the warnings are %q", off, r.Warnings)
		}
	}
}

// The drop to M is the difference of the estimates, and the bias that is left is that of the estimate.
func TestMeasure(t *testing.T) {
	gold, target := aimedAt(t, pairs[1].common, 20, "posterior"), aimedAt(t, pairs[1].common, 20, "sir:4")
	o := Options{Runs: Counts{Gold: 500, Target: 400}, Meta: Counts{Gold: 1, Target: 8}, Seed: 2}
	r, err := Measure(t.Context(), pair(gold, target), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if off := r.AtOne.Value - r.Drop.Value - r.Estimate.Value; !(math.Abs(off) < 1e-12) {
		t.Errorf("the estimate is off by %g from the one at M = 1 less the drop", off)
	}
	if !(r.Drop.Value > 5*r.Drop.StdErr) {
		t.Errorf("the drop is %v ± %v, want more than five standard errors", r.Drop.Value, r.Drop.StdErr)
	}
	if left := r.Estimate.Value - r.Symmetrised(); !(math.Abs(left-r.Bias.Value) < 5*r.Estimate.StdErr) {
		t.Errorf("the bias left is %v, and the estimate is %v above the divergence", r.Bias.Value, left)
	}
}
