package aidestudy

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains/aide"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// sided returns a program on the target of a setting, at the Ts of a study.
func sided(t *testing.T, common experiments.Setting, text string, ts ...int) PlacedProgram {
	t.Helper()
	spec, err := Read(experiments.FieldProgram, text)
	must.Do(t, err)
	return must.Have(spec.Place(must.Have(common.Annealer())(t), ts))(t)
}

// compared is the row of two programs on the target of a setting, at T levels.
func compared(t *testing.T, common experiments.Setting, T int, gold, target string, o Options) Comparison {
	t.Helper()
	s := Study{Gold: sided(t, common, gold, T), Programs: []PlacedProgram{sided(t, common, target, T)},
		Common: must.Have(common.Annealer())(t), Options: o}
	return must.Have(s.Compare(t.Context(), []int{T}, nil))(t)[0]
}

// few are options of an estimate that nobody looks at.
var few = Options{Runs: Counts{Gold: 2, Target: 2}, Meta: oneEach}

// TestMeasure: the drop to M is the difference of the estimates, and the bias that is left is that of the estimate.
func TestMeasure(t *testing.T) {
	o := Options{Runs: Counts{Gold: 500, Target: 400}, Meta: Counts{Gold: 1, Target: 8}, Seed: 2}
	r := compared(t, experiments.Setting{Toy: "barrier"}, 20, "posterior", "sir:4", o)
	if off := r.AtOne.Value - r.Drop.Value - r.Estimate.Value; !(math.Abs(off) < 1e-12) ||
		!(r.Drop.Value > 5*r.Drop.StdErr) {
		t.Errorf("the estimate is off by %g from the one at M = 1 less the drop, %v ± %v", off,
			r.Drop.Value, r.Drop.StdErr)
	}
	if left := r.Estimate.Value - r.Symmetrised(); !(math.Abs(left-r.Bias.Value) < 5*r.Estimate.StdErr) {
		t.Errorf("the bias left is %v, and the estimate is %v above the divergence", r.Bias.Value, left)
	}
	if r.Bias.StdErr != r.Drop.StdErr {
		t.Errorf("the bias has an error of %v, and the drop to it of %v", r.Bias.StdErr, r.Drop.StdErr)
	}
	o.Meta = oneEach
	r = compared(t, experiments.Setting{Toy: "barrier"}, 20, "posterior", "sir:4", o)
	if r.Bias.Value != r.Exact.Bias.Total() || !math.IsNaN(r.Bias.StdErr) {
		t.Errorf("at M = 1 the bias is %+v, and exactly %v", r.Bias, r.Exact.Bias.Total())
	}
}

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

// TestLook: here the estimate drops by log 2 each time M doubles.
func TestLook(t *testing.T) {
	for _, c := range []struct {
		bias float64
		m    int
	}{{1.9 * math.Ln2, 2}, {2.1 * math.Ln2, 4}, {7.9 * math.Ln2, 16}, {8.1 * math.Ln2, 0}} {
		r := Comparison{Options: few, Halving: Halving{Searched: 16}}
		r.Exact.Bias.TargetOwn = c.bias
		r.searchByLooks(looksOf(16), Counts{Gold: 16, Target: 16})
		if r.M != c.m || len(r.Curve) != 5 {
			t.Errorf("a bias of %v is halved by M = %d, want %d; %v", c.bias, r.M, c.m, r.Curve)
		}
		for i, at := range r.Curve {
			must.Near(t, at.Bias.Value, c.bias-float64(i)*math.Ln2, 1e-12, "at M = %d the bias", at.M)
		}
		must.Near(t, r.Falls.Target.Value, 4*math.Ln2, 1e-12, "the fall by the program")
	}
}

// TestSearchExactly: on a tiny space the M is exact: the least at which the exact bias is half. Looks agree with it,
// and their paired falls with the exact ones, within five standard errors.
func TestSearchExactly(t *testing.T) {
	common := experiments.Setting{Toy: "clustering:2:2"}
	o := Options{Runs: Counts{Gold: 2000, Target: 2000}, Meta: Counts{Gold: 2, Target: 2}, Seed: 1}
	s := Study{Options: o}
	gold := must.Have(s.prepare(t.Context(), sided(t, common, "sir:2", 3), 0, nil))(t)
	target := must.Have(s.prepare(t.Context(), sided(t, common, "ais", 3), 0, nil))(t)
	row := Comparison{Options: o, Exact: Exact{Distance: accounts.DistanceOf(gold.side.Account, target.side.Account)}}
	sides := [2]accounts.Side{gold.side, target.side}
	r := must.Have(measure(t.Context(), gold.Program, target.Program, sides, row, nil))(t)
	if !r.Exactly {
		t.Fatal("the M was found from looks")
	}
	half := r.Exact.Bias.Total() / 2
	for m, above := range map[int]bool{r.M - 1: true, r.M: false} {
		d, err := accounts.DistanceAtRuns(t.Context(), gold.side, target.side, Counts{Gold: m, Target: m})
		if err != nil || (d.Bias.Total() > half) != above {
			t.Errorf("at M = %d the bias is %v, and half of it %v, %v", m, d.Bias.Total(), half, err)
		}
	}
	if !(r.Falls.Gold.Value > 0 && r.Falls.Target.Value > 0) {
		t.Errorf("the exact falls are %v and %v, want more than 0", r.Falls.Gold.Value, r.Falls.Target.Value)
	}
	looked := must.Have(measure(t.Context(), gold.Program, target.Program, [2]accounts.Side{}, row, nil))(t)
	if looked.Falls.Runs != r.Falls.Runs {
		t.Fatalf("falls of %v, want %v", looked.Falls.Runs, r.Falls.Runs)
	}
	for name, pair := range map[string][2]sample.Estimate{"bias": {looked.Bias, r.Bias},
		"fall by the gold standard": {looked.Falls.Gold, r.Falls.Gold},
		"fall by the program":       {looked.Falls.Target, r.Falls.Target}} {
		if z := (pair[0].Value - pair[1].Value) / pair[0].StdErr; !(math.Abs(z) < 5) {
			t.Errorf("the %s is %v ± %v from looks, and exactly %v", name, pair[0].Value, pair[0].StdErr, pair[1].Value)
		}
	}
}
