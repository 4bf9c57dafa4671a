package aidepaper

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// dense is the mean of log w over a proposal, summed on a lattice of its own that is finer and wider
// than those of the study: the estimate of log p(y) with one draw.
func dense(q proposal) (sum float64) {
	const step = 1e-3
	for x := -9.; x < 9; x += step {
		a := modesTerms[0].LogProb(x) + math.Log(modesShares[0])
		b := modesTerms[1].LogProb(x) + math.Log(modesShares[1])
		like := floats.LogSumExp([]float64{a, b})
		sum += step * q.Prob(x) * (modesPrior.LogProb(x) + like - q.LogProb(x))
	}
	return sum
}

// oneDraws are the accounts of the SIRs with one draw on the lattice of the study, by proposal.
var oneDraws = sync.OnceValue(func() map[string]accounts.Account {
	all := map[string]accounts.Account{}
	for _, q := range modesProposals {
		all[q.name], _ = newModesSpace(modesPoints).account(context.Background(), q, 1)
	}
	return all
})

// On the lattice of the study log p(y), the mass of the mode and the log estimate with one draw are
// those of the continuous problem.
func TestModesAreContinuous(t *testing.T) {
	s := newModesSpace(modesPoints)
	if left := s.left(s.target()); !(math.Abs(left-0.7) < 1e-12) { // prior and likelihood are even in x but for 0.7
		t.Errorf("the posterior has %v below 0, want 0.7", left)
	}
	for _, q := range modesProposals {
		a := oneDraws()[q.name]
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

// The committed SIRs are those that are made today: some of them, or in the long form all.
func TestCommittedModesAreUpToDate(t *testing.T) {
	s := newModesSpace(modesPoints)
	gold := oneDraws()[Broad]
	if long {
		gold = must.Have(s.account(t.Context(), modesProposals[1], mostModesDraws))(t)
	}
	rows := reporttest.Rows(t, reports, "modes.json")
	if len(rows) != 2*len(modesDraws) {
		t.Fatalf("%d rows are committed, want %d", len(rows), 2*len(modesDraws))
	}
	for i, was := range rows {
		q := modesProposals[i/len(modesDraws)]
		draws := modesDraws[i%len(modesDraws)]
		if (draws > 2 || draws == 2 && q.name == Broad) && !long {
			continue
		}
		a := oneDraws()[q.name]
		if draws > 1 {
			a = must.Have(s.account(t.Context(), q, draws))(t)
		}
		r := s.measure(q, draws, gold, a)
		what := fmt.Sprintf("%s with %d draws: ", q.name, draws)
		for key, got := range map[string]float64{"e_log": r.LogML, "below_0": r.Left, "J": r.Posterior.J,
			"aide": r.Posterior.Expected} {
			reporttest.Today(t, what+key, got, was[key])
		}
		if long {
			reporttest.Today(t, what+"J from the gold standard", r.Gold.J, was["gold_J"])
			reporttest.Today(t, what+"AIDE from it", r.Gold.Expected, was["gold_aide"])
		} else if own := r.Gold.J; q.name == Broad && draws == 1 && own != 0 {
			t.Errorf("from itself it is %v", own)
		}
	}
}
