package bias

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// rounded bounds the rounding of sums over a lattice, relatively.
const rounded = 1e-11

func alike(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= rounded*max(1, math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// still is MH as annealing that jumps to the posterior at once, and makes so many steps there.
func still(r regression, steps int) programs.Problem {
	betas := make([]float64, max(steps, 1)+1)
	for t := range betas[1:] {
		betas[t+1] = 1
	}
	s, err := chains.NewSchedule(betas)
	if err != nil {
		panic(err)
	}
	p := r.problem(s)
	p.SkipLast = steps == 0
	return p
}

// J and AIDE at M = 1 in closed form are those of the accounts, which push laws step by step. So are
// those of SMC with one particle.
func TestPowersAreTheAccounts(t *testing.T) {
	r := newRegression(15)
	mh, smc := newSampler(r.grid, r.steps[0], r.joint(), r.joint()), newSampler(r.grid, r.steps[0], r.steps[1], r.joint())
	for _, steps := range []int{0, 1, 2, 7} {
		p := still(r, steps)
		a, err := accounts.Of(t.Context(), programs.AIS{Problem: p}, p)
		if err != nil {
			t.Fatal(err)
		}
		alike(t, "J of MH", mh.walk(steps).J(), a.J())
		alike(t, "AIDE of MH", mh.walk(steps).single(), a.B())
	}
	p := r.problem(chains.Linear(2))
	p.SkipLast = true
	e, err := programs.NewSMCData(p, 1, programs.Sequence{Proposal: programs.Prior, Steps: smcSteps})
	if err != nil {
		t.Fatal(err)
	}
	a, err := accounts.Of(t.Context(), e, p)
	if err != nil {
		t.Fatal(err)
	}
	alike(t, "J of SMC", smc.walk(smcSteps).J(), a.J())
	alike(t, "AIDE of SMC", smc.walk(smcSteps).single(), a.B())
	if wrong := smc.walk(smcSteps + 1).J(); math.Abs(wrong-a.J()) < 1e-3 {
		t.Error("one step more is not seen")
	}
}

// With several runs the expectations are those of accounts.Between, which knows the law of every weight.
// At M = 1 the integral is the sum.
func TestExpectationsAreApart(t *testing.T) {
	r := newRegression(9)
	s := newSampler(r.grid, r.steps[0], r.joint(), r.joint())
	walks := []walk{s.walk(1), s.walk(3)}
	for i, steps := range []int{1, 3} {
		p := still(r, steps)
		target, gold := side(t, programs.AIS{Problem: p}, p), side(t, programs.NewPosterior(p), p)
		for _, M := range []int{1, 2, 10} {
			d, err := accounts.Between(t.Context(), gold, target, aide.Counts{Gold: 1, Target: M})
			if err != nil {
				t.Fatal(err)
			}
			values, err := s.expectations(t.Context(), walks, M)
			if err != nil {
				t.Fatal(err)
			}
			alike(t, "AIDE", values[i], d.Expected)
		}
	}
}

// With one run AIDE of MH is the J of the prior, however many steps it makes (AIDE, supplement D): a
// reverse run from the posterior stays in it, and so the start of either run has the law that it has
// without steps.
func TestMHWithOneRun(t *testing.T) {
	r := newRegression(41)
	s := newSampler(r.grid, r.steps[0], r.joint(), r.joint())
	for _, steps := range mhSteps {
		alike(t, "AIDE", s.walk(steps).single(), s.walk(0).J())
	}
}

func side(t *testing.T, e programs.Program, p programs.Problem) accounts.Side {
	t.Helper()
	a, err := accounts.Of(t.Context(), e, p)
	if err != nil {
		t.Fatal(err)
	}
	s, err := accounts.NewSide(t.Context(), a, e, p, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
