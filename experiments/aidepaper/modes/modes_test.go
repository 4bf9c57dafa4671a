package modes

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"breadboard/chains"
	"breadboard/experiments/aidepaper/terms"
	"breadboard/reports/reporttest"

	"gonum.org/v1/gonum/floats"
)

// dense is the mean of log w over a proposal, summed on a lattice of its own that is finer and wider
// than those of the study: the estimate of log p(y) with one draw.
func dense(q proposal) (sum float64) {
	const step = 1e-3
	for x := -9.; x < 9; x += step {
		a, b := modesTerms[0].LogProb(x)+math.Log(modesShares[0]), modesTerms[1].LogProb(x)+math.Log(modesShares[1])
		like := floats.LogSumExp([]float64{a, b})
		sum += step * q.Prob(x) * (modesPrior.LogProb(x) + like - q.LogProb(x))
	}
	return sum
}

// On the lattice of the study log p(y), the mass of the mode and the log estimate with one draw are
// those of the continuous problem.
func TestModesAreContinuous(t *testing.T) {
	s := newModesSpace(modesPoints[2])
	if left := s.left(s.target()); !(math.Abs(left-0.7) < 1e-12) { // prior and likelihood are even in x but for 0.7
		t.Errorf("the posterior has %v below 0, want 0.7", left)
	}
	for _, q := range modesProposals {
		a, err := s.account(t.Context(), q, 1)
		if err != nil {
			t.Fatal(err)
		}
		if !(math.Abs(a.LogR-modesLogP()) < 3e-6) { // the proposals have 2e-6 of their mass outside
			t.Errorf("%s: log p(y) is %v, want %v", q.name, a.LogR, modesLogP())
		}
		if want := dense(q); !(math.Abs(a.FwdLogW()/want-1) < 1e-4) { // log w is -700 out there
			t.Errorf("%s: E log w is %v, want %v", q.name, a.FwdLogW(), want)
		}
	}
	if coarse := chains.LogSum(newModesSpace(24).logf); !(math.Abs(coarse-modesLogP()) > 1e-3) {
		t.Error("24 points would do as well")
	}
}

// A finer lattice does not change four digits of any number.
func TestModesLatticeIsFine(t *testing.T) {
	coarse, fine := newModesSpace(modesPoints[2]), newModesSpace(modesPoints[3])
	for _, draws := range []int{10, mostModesDraws} {
		for _, q := range modesProposals {
			a, err := coarse.account(t.Context(), q, draws)
			if err != nil {
				t.Fatal(err)
			}
			b, err := fine.account(t.Context(), q, draws)
			if err != nil {
				t.Fatal(err)
			}
			for what, pair := range map[string][2]float64{"J": {a.J(), b.J()}, "B": {a.B(), b.B()},
				"E log w": {a.FwdLogW(), b.FwdLogW()}} {
				if !(math.Abs(pair[0]/pair[1]-1) < 5e-5) {
					t.Errorf("%s with %d draws: %s changes from %v to %v", q.name, draws, what, pair[0], pair[1])
				}
			}
		}
	}
}

func TestCommittedModesAreUpToDate(t *testing.T) {
	s, err := Measure(t.Context(), terms.Size{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := reporttest.Rows(t, reports, "modes.json")
	if len(rows) != len(s.SIRs) {
		t.Fatalf("%d rows are committed, want %d", len(rows), len(s.SIRs))
	}
	for i, r := range s.SIRs {
		what := fmt.Sprintf("%s with %d draws", r.Proposal, r.P)
		reporttest.Today(t, what+": E log", r.LogML, rows[i]["e_log"])
		reporttest.Today(t, what+": mass below 0", r.Left, rows[i]["below_0"])
		reporttest.Today(t, what+": J", r.Posterior.J, rows[i]["J"])
		reporttest.Today(t, what+": AIDE", r.Posterior.Expected, rows[i]["aide"])
		reporttest.Today(t, what+": J from the gold standard", r.Gold.J, rows[i]["gold_J"])
		reporttest.Today(t, what+": AIDE from the gold standard", r.Gold.Expected, rows[i]["gold_aide"])
	}
}

// reports has the committed study.
var reports = filepath.Join("..", "..", "..", "reports", "aide")
