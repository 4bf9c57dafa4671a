package samplers

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/diagnostics"
	"breadboard/exact/timeaverage"
	"breadboard/experiments/score"
)

// studied is a study of made-up shares: of runs below the region of an ESS, for samplers and for
// independent draws, and of failures that R-hat's rule calls fine.
func studied(below, perfect, fooled float64) Study {
	s := Study{N: 1000, Runs: []Run{{Start: "exact", Function: "mean:1", Kernel: "metropolis"}}}
	for _, class := range []string{"mean", "var", "ks"} {
		s.Calibrations = append(s.Calibrations,
			Calibration{Diagnostic: usual, Class: class, Start: "exact", Runs: 100, Below: below},
			Calibration{Diagnostic: usual, Class: class, Start: "exact", Runs: 100, Below: perfect, Perfect: true})
	}
	s.Verdicts = []Verdict{
		{Diagnostic: "geweke", Setup: OneChain, Start: "exact", Failed: 100, Missed: fooled},
		{Diagnostic: usual, Setup: AllChains, Start: "exact", Failed: 100, Fooled: 20, Missed: 0.2},
		{Diagnostic: "r-hat-split", Setup: AllChains, Start: "exact", Failed: 100,
			Fooled: 100 * fooled, Missed: fooled},
	}
	return s
}

// Each claim holds of numbers that bear it out, and does not hold of others.
func TestFindings(t *testing.T) {
	worse := studied(0.5, 0.02, 0)
	worse.Calibrations[2].Below, worse.Calibrations[4].Below = 0.6, 0.7
	for _, c := range []struct {
		claim   string
		yes, no Study
	}{
		{"ESS is optimistic", studied(0.5, 0.02, 0), studied(0.03, 0.02, 0)},
		{"ESS is best calibrated", worse, crossed(worse)},
		{"On independent draws", studied(0.5, 0.02, 0), studied(0.5, 0.2, 0)},
		{"At equal alarms Geweke", studied(0.5, 0.02, 0.85), studied(0.5, 0.02, 0.93)},
		{"By their rules", studied(0.5, 0.02, 0.25), studied(0.5, 0.02, 0.5)},
		{"So they do at equal alarms", studied(0.5, 0.02, 0.25), studied(0.5, 0.02, 0.5)},
		{"On independent draws", few(studied(0.5, 1./12, 0)), few(studied(0.5, 3./12, 0))},
	} {
		if !holds(t, c.yes, c.claim) {
			t.Errorf("%q does not hold of numbers that bear it out", c.claim)
		}
		if holds(t, c.no, c.claim) {
			t.Errorf("%q holds of numbers that do not", c.claim)
		}
	}
}

// crossed has the means and the variances of the samplers for each other.
func crossed(s Study) Study {
	s.Calibrations = slices.Clone(s.Calibrations)
	s.Calibrations[0].Below, s.Calibrations[2].Below = s.Calibrations[2].Below, s.Calibrations[0].Below
	return s
}

// few is a study of twelve runs of each kind: one below the region is no surprise.
func few(s Study) Study {
	for i := range s.Calibrations {
		s.Calibrations[i].Runs = 12
	}
	return s
}

// averaged is a study of means with these real ESS after 1000 steps; biased of the failures are off by their bias.
func averaged(biased int, ress ...float64) (s Study) {
	s.N = 1000
	for i, v := range ress {
		a := timeaverage.Accuracy{N: 1000, Spread: v, Variance: 1}
		if i < biased {
			a.Bias, a.Variance = math.Sqrt(0.6), 0.4
		}
		right := score.Row{Start: "fit", Function: "mean:1", Kernel: "metropolis", Budget: 1000, Accuracy: a}
		early := right
		control := right
		sampled := right
		early.Budget = 10
		control.Kernel = "identity"
		sampled.Function = "ks:1"
		s.Scores = append(s.Scores, right, early, control, sampled)
	}
	return s
}

// Bimodal means that few means are between RESS 1 and an efficiency of 1%, from whatever start.
func TestAverages(t *testing.T) {
	for _, c := range []struct {
		claim string
		yes   Study
		no    Study
	}{
		{"Success is bimodal", averaged(0, 0.5, 0.5, 3, 20, 30), averaged(0, 0.5, 3, 3, 20, 30, 40)},
		{"Failures are the walk's fault", averaged(1, 0.5, 0.5, 3, 20, 30), averaged(2, 0.5, 0.5, 3, 20, 30)},
	} {
		if !holds(t, c.yes, c.claim) || holds(t, c.no, c.claim) {
			t.Errorf("%q does not hold of numbers that bear it out, or of others it does", c.claim)
		}
	}
}

// holds is the verdict on the claim that begins so.
func holds(t *testing.T, s Study, claim string) bool {
	t.Helper()
	for _, f := range s.findings() {
		if strings.HasPrefix(f.Claim, claim) {
			return f.Holds
		}
	}
	t.Fatalf("no finding claims %q", claim)
	return false
}

// Runs of one diagnostic, large if fine, are counted by hand: two failed runs of which all chains
// together fool it once, and a sound one that it cries about.
func TestVerdictsCount(t *testing.T) {
	d := diagnostics.Diagnostic{Name: "large", Kind: diagnostics.ESS,
		Fine: func(v float64, _ int) bool { return v > 10 }}
	run := func(kernel, function string, ress, pooled, limit, value, fine float64) Run {
		each := make([]float64, 8) // of the chains, the share that is fine
		for k := range int(8 * fine) {
			each[k] = 20
		}
		return Run{Density: function, Kernel: kernel, Start: "exact", Function: function, Chains: 8, RESS: ress,
			Pooled: pooled, Limit: limit, Values: []float64{value}, Each: [][]float64{each}}
	}
	runs := []Run{
		run("a", "mean:1", 2, 11, 2, 20, 0.25),
		run("a", "var:1", 3, 11.9, 3, 5, 0.5),
		run("b", "mean:1", 50, 400, 60, 5, 0.875),
		run("c", "mean:1", 50, 400, 101, 5, 0), // the start has cost it half: not sound
		run("d", "mean:1", 11, 88, 11, 20, 1),  // one chain failed, and eight have not
		run("perfect", "mean:1", 1, 1, 1, 20, 1),
		run("a", "ks:1", math.NaN(), math.NaN(), math.NaN(), 20, 1),
	}
	got := verdicts([]diagnostics.Diagnostic{d}, runs)
	want := []Verdict{
		{Diagnostic: "large", Setup: OneChain, Start: "exact", Failed: 3, Densities: 2,
			Fooled: 1.75, Sound: 1, Cries: 0.125,
			Threshold: 0, Missed: 1},
		{Diagnostic: "large", Setup: AllChains, Start: "exact", Failed: 2, Densities: 2, Fooled: 1, Sound: 1, Cries: 1,
			Threshold: 5, Missed: 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("the verdicts are %+v, want %+v", got, want)
	}
}

// At equal alarms a diagnostic cries at 5% of the sound, however its values are scaled, and misses what its rule at
// that threshold misses. One that sees nothing misses 95%.
func TestEqualAlarms(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	var failed, sound []float64
	for range 20000 {
		failed = append(failed, 1+dice.NormFloat64())
		sound = append(sound, dice.NormFloat64())
	}
	for shift, want := range map[float64]float64{0: 0.740, 1: 0.95} { // Φ(1.645 - 1)
		moved := slices.Clone(failed)
		for i := range moved {
			moved[i] -= shift
		}
		threshold, missed := equalAlarms(diagnostics.RHat, moved, sound)
		cries, quiet := 0, 0 // counted anew
		for i := range sound {
			if sound[i] > threshold {
				cries++
			}
			if moved[i] <= threshold {
				quiet++
			}
		}
		if cries != 1000 || float64(quiet)/20000 != missed || math.Abs(missed-want) > 0.01 {
			t.Errorf("less %v: it cries at %d of 20000 and misses %v, %d; want %v", shift, cries, missed, quiet, want)
		}
	}
	// A small ESS alarms, and so does no value; of values that are all alike none is beyond the threshold.
	threshold, missed := equalAlarms(diagnostics.ESS, []float64{3, 2, math.NaN()}, []float64{3, 3, 9})
	if threshold != 3 || missed != 1./3 {
		t.Errorf("threshold %v, missed %v", threshold, missed)
	}
	if threshold, _ := equalAlarms(diagnostics.Score, []float64{-3}, []float64{1, -2}); threshold != 2 {
		t.Errorf("threshold %v of z", threshold)
	}
	if threshold, _ := equalAlarms(diagnostics.ESS, []float64{3}, []float64{math.NaN()}); !math.IsNaN(threshold) {
		t.Errorf("threshold %v where nothing is said of the sound", threshold)
	}
}

// A diagnostic that says nothing of one chain has no verdict on it.
func TestVerdictsOfSeveral(t *testing.T) {
	d := diagnostics.Diagnostic{Name: "several", Fine: func(float64, int) bool { return true }}
	runs := []Run{{Kernel: "a", Start: "exact", Function: "logf", Values: []float64{1},
		Each: [][]float64{{math.NaN()}}}}
	got := verdicts([]diagnostics.Diagnostic{d}, runs)
	if len(got) != 1 || got[0].Setup != AllChains {
		t.Errorf("the verdicts are %+v", got)
	}
}

// Ratios of estimates to limits are 0.5, 1 and 2; a control and a KS distance do not count, and an R-hat is no ESS.
func TestCounterparts(t *testing.T) {
	all := []diagnostics.Diagnostic{{Name: "ess", Kind: diagnostics.ESS, Estimates: "the limit"},
		{Name: "r", Kind: diagnostics.RHat}}
	run := func(kernel string, ess, limit float64) Run {
		return Run{Kernel: kernel, Start: "fit", Limit: limit, Each: [][]float64{{ess}, {1}}}
	}
	runs := []Run{run("a", 5, 10), run("b", 10, 10), run("c", 20, 10), run("perfect", 90, 10), run("a", 5, math.NaN())}
	got := counterparts(all, runs)
	want := []Counterpart{{"ess", "the limit", "fit", 3, 0.5, 1, 2}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
