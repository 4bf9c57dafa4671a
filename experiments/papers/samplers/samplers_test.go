package samplers

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains"
	"breadboard/experiments/papers"
	"breadboard/experiments/score"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/toys/zoo"
)

// small is a design for tests.
var small = design{chains: 4, steps: 40, budget: 40, learnt: 20, seed: 3}

// found measures kernels, all if none are named, on densities.
func found(t *testing.T, d design, densities string, named ...string) Results {
	t.Helper()
	list := must.Have(zoo.Select(densities))(t)
	return must.Have(d.measure(t.Context(), papers.Options{}, list, these(named...)))(t)
}

// these returns some samplers; all of them, if none is named.
func these(named ...string) []chains.Entry[chains.Kernel] {
	return slices.DeleteFunc(samplers(), func(k chains.Entry[chains.Kernel]) bool {
		return len(named) > 0 && !slices.Contains(named, k.Name)
	})
}

// TestSameOnAnyCores: one worker and four measure the same, and another seed draws other chains.
func TestSameOnAnyCores(t *testing.T) {
	on := func(d design, workers int) Results {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		return found(t, d, "beetles", "metropolis", "slice", "perfect")
	}
	other := small
	other.seed++
	one := on(small, 1)
	if diff := cmp.Diff(one, on(small, 4), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("one worker and four differ: %s", diff)
	}
	if cmp.Equal(one.Runs, on(other, 4).Runs, cmpopts.EquateNaNs()) {
		t.Error("two seeds give the same runs")
	}
}

// TestComplete: each kernel has a run of each axis, and within the budget a score of each estimate, but identity, which
// evaluates nothing. Independent draws are worth their number, exactly.
func TestComplete(t *testing.T) {
	f := found(t, small, "stackloss")
	all := len(samplers())
	if f.LeftOut != 0 || len(f.Runs) != 2*all || len(f.Scores) != 6*(all-1) {
		t.Errorf("%d are left out, %d runs and %d scores of %d kernels", f.LeftOut, len(f.Runs), len(f.Scores), all)
	}
	for i, r := range f.Runs {
		if r.Kernel == "stretch" && !slices.Contains([]string{"stretch", "hamiltonian:3"}, f.Runs[i-1].Kernel) {
			t.Errorf("the kernel before stretch is %s", f.Runs[i-1].Kernel)
		}
		if !(r.Mean > 0 && r.Var > 0 && r.KS > 0) || math.IsNaN(r.ExactMean) != (r.Kernel == "stretch") {
			t.Errorf("the run %+v", r)
		}
		if r.Kernel == "perfect" {
			must.Near(t, r.ExactMean, float64(small.steps), 1e-9, "the RESS of draws")
		}
	}
	for _, r := range f.Scores {
		if r.Kernel == "lazy:0.5" && r.N != 2*small.budget {
			t.Errorf("half an evaluation a step buys %d steps of %d", r.N, small.budget)
		}
	}
}

// TestCommittedIsToday: committed numbers of Figure 3 are measured again today: of a density by chains and exactly, and
// of those of a quick look by the chains of stretch. The budget of Table 1 changes none of them.
func TestCommittedIsToday(t *testing.T) {
	d := paper
	d.budget = 1
	f := found(t, d, "beetles", "metropolis", "perfect", "hamiltonian:3")
	f.Runs = append(f.Runs, found(t, d, quickDensities, "stretch").Runs...)
	committed := map[[3]any]map[string]any{}
	for _, row := range reporttest.ReadCSV(t, "..", "..", "..", "reports", "samplers", "figure3.csv") {
		committed[[3]any{row["density"], row["kernel"], row["axis"]}] = row
	}
	for _, r := range f.Runs {
		row := committed[[3]any{r.Density, r.Kernel, float64(r.Axis)}]
		for column, now := range map[string]float64{"ess": r.ESS, "mean": r.Mean, "var": r.Var, "ks": r.KS,
			"exact_mean": r.ExactMean, "exact_var": r.ExactVar} {
			if was, ok := row[column].(float64); ok != !math.IsNaN(now) || ok && math.Abs(now/was-1) > 1e-9 {
				t.Errorf("%s on %s: %s of axis %d is %v, and %v is committed", r.Kernel, r.Density, column, r.Axis, now,
					row[column])
			}
		}
	}
}

// TestBrokenEstimatesAreFoundOut: of independent draws an honest ESS is off in 2.5% of the runs: of some hundred, in
// nine at most. One that is twice too large is off where chi-squared with eight degrees is above 17.5/2, which has
// probability 0.36. One that counts steps is found out by a sampler.
func TestBrokenEstimatesAreFoundOut(t *testing.T) {
	d := design{chains: 8, steps: 200, budget: 1, seed: 2}
	runs := map[string][]Run{} // by kernel
	for _, z := range must.Have(zoo.Select("posteriors"))(t) {
		here := newDensity(z)
		for _, k := range these("perfect", "metropolis") {
			subject := score.NewKernelOnDensity(here.target, k.Name, k.Make)
			cells := d.draw(subject, here.start, d.steps)
			for axis := range here.distances {
				runs[k.Name] = append(runs[k.Name], d.run(pair{here, k}, axis, cells))
			}
		}
	}
	independent := runs["perfect"]
	below := func(runs []Run, ess func(r Run) float64) float64 {
		runs = slices.Clone(runs)
		for i := range runs {
			runs[i].ESS = ess(runs[i])
		}
		return Calibrate(runs, d.chains, func(r Run) float64 { return r.Mean }).Below
	}
	if honest := below(independent, func(r Run) float64 { return r.ESS }); honest > 9./104 {
		t.Errorf("of draws an honest ESS is off in %v of the runs", honest)
	}
	if doubled := below(independent, func(r Run) float64 { return 2 * r.ESS }); doubled < 0.25 || doubled > 0.5 {
		t.Errorf("of draws a doubled ESS is off in %v of the runs", doubled)
	}
	z := 0.0
	for _, r := range independent {
		z += r.Geweke / float64(len(independent))
	}
	must.Near(t, z, math.Sqrt(2/math.Pi), 0.1, "of draws the mean of |z|, which is that of a standard normal")
	if steps := below(runs["metropolis"], func(Run) float64 { return float64(d.steps) }); steps < 0.9 {
		t.Errorf("of Metropolis the number of steps is off in %v of the runs", steps)
	}
}

// TestStdErrOfCalibration: runs on one density count once in the standard error.
func TestStdErrOfCalibration(t *testing.T) {
	var runs []Run
	for _, r := range []Run{{Density: "a", Mean: 1}, {Density: "a", Mean: 1}, {Density: "b", Mean: 100},
		{Density: "b", Mean: math.NaN()}} {
		r.ESS = 100
		runs = append(runs, r)
	}
	c := Calibrate(runs, 8, func(r Run) float64 { return r.Mean })
	if want := (Calibration{Runs: 3, Below: 2. / 3, StdErr: 0.5}); !cmp.Equal(c, want, cmpopts.EquateApprox(0, 1e-12)) {
		t.Errorf("%+v, want %+v", c, want)
	}
}
