package bias

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/particles"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments/aidepaper/terms"
	"breadboard/reports/reporttest"
)

// SMC obeys the law of programs, atom by atom. It does not if its first weight leaves out the datum.
func TestTakeInObeysTheLaw(t *testing.T) {
	r := newRegression(2)
	logf := r.joint()
	logR := chains.LogSum(logf)
	target := make([]float64, len(logf))
	for x, v := range logf {
		target[x] = math.Exp(v - logR)
	}
	good := newTakeIn(r, 1)
	bad := good
	bad.logs = append([][]float64{good.logs[1]}, good.logs[1:]...)
	cells := []int{0, 1, 2, 3}
	for _, P := range []int{1, 2} {
		for s, obeys := range map[*takeIn]bool{&good: true, &bad: false} {
			f := chaintest.AtomsAmong(particles.SMC[int]{Sequence: *s, P: P}, cells, target, logR,
				func(x int) int { return x }).Finding()
			if f.OK != obeys {
				t.Errorf("with %d particles: %v", P, f)
			}
		}
	}
}

// Sampled AIDE of SMC with one particle is near the exact expectation, by both estimates.
func TestSampledBiasIsNearTheExact(t *testing.T) {
	r := newRegression(41)
	gold := programs.NewPosterior(r.problem(chains.Linear(2)))
	one := particles.SMC[int]{Sequence: newTakeIn(r, smcSteps), P: 1}
	s := newSampler(r.grid, r.steps[0], r.steps[1], r.joint())
	m := aide.Counts{Gold: 1, Target: 10}
	exact, err := s.expectations(t.Context(), []walk{s.walk(smcSteps)}, m.Target)
	if err != nil {
		t.Fatal(err)
	}
	e, err := sample.AIDE(t.Context(), gold, one, aide.Counts{Gold: 4000, Target: 4000}, m, sample.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	at, atErr := e.At(m)
	pooled, pooledErr := e.Pooled(m)
	if !(math.Abs(at-exact[0]) < 4*atErr) {
		t.Errorf("AIDE is %v ± %v, want %v", at, atErr, exact[0])
	}
	if !(math.Abs(pooled-exact[0]) < 4*pooledErr) {
		t.Errorf("pooled AIDE is %v ± %v, want %v", pooled, pooledErr, exact[0])
	}
	if wrong := s.walk(smcSteps).single(); math.Abs(pooled-wrong) < 4*pooledErr {
		t.Error("M = 1 is not told from M = 10")
	}
}

// Every line of the authors' numbers belongs to a row.
func TestRecordedBias(t *testing.T) {
	lines := strings.Count(recordedRegression, "\n") - 1
	found := 0
	for _, M := range biasRuns {
		for program, sizes := range map[string][]int{MH: mhSteps, SMC: smcParticles, FixedVB: {0}} {
			for _, size := range sizes {
				if v := recordedBias(program, size, M); !math.IsNaN(v.AIDE) && v.Err > 0 {
					found++
				}
			}
		}
	}
	if found != lines {
		t.Errorf("%d of %d lines belong to rows", found, lines)
	}
}

// The committed exact numbers are those that are made today, as far as that takes little time, and so
// are those of a sampled row.
func TestCommittedBiasIsUpToDate(t *testing.T) {
	z := sizeOf(terms.Size{})
	r := newRegression(z.points[len(z.points)-2])
	z.runs, z.particles = []int{1}, smcParticles[:2]
	rows, err := exactBias(t.Context(), r, z, nil)
	if err != nil {
		t.Fatal(err)
	}
	vb, err := vbBias(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	sampled, err := sampledBias(t.Context(), r, z, nil)
	if err != nil {
		t.Fatal(err)
	}
	found, want := 0, append(append(rows, vb...), sampled...)
	for _, was := range reporttest.Rows(t, reports, "bias.json") {
		for _, r := range want {
			if was["program"] == r.Program && was["size"] == float64(r.Size) && was["M"] == float64(r.M) {
				found++
				what := fmt.Sprintf("%s %d", r.Program, r.Size)
				if !math.IsNaN(r.J) {
					reporttest.Today(t, what+": J", r.J, was["J"])
				}
				reporttest.Today(t, what+": AIDE", r.AIDE, was["aide"])
			}
		}
	}
	if found != len(want) {
		t.Errorf("%d of %d rows are committed", found, len(want))
	}
}

// reports has the committed study.
var reports = filepath.Join("..", "..", "..", "reports", "aide")
