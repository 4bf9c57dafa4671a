package aide

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	algorithm "breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// alike allows for the rounding of sums over a lattice.
func alike(t *testing.T, what string, got, want float64) {
	t.Helper()
	must.Close(t, got, want, 1e-11, "%s", what)
}

// TestSMCObeysTheLaw: SMC obeys the law of programs, atom by atom, and does not if its first weight leaves out the
// datum.
func TestSMCObeysTheLaw(t *testing.T) {
	r := newRegression(2)
	logf := r.joint()
	logR := chains.LogSum(logf)
	target := make([]float64, len(logf))
	for x, v := range logf {
		target[x] = math.Exp(v - logR)
	}
	cells := []int{0, 1, 2, 3}
	for _, P := range []int{1, 2} {
		good := newSMC(r, 1, P)
		bad := good
		bad.logs = append([][]float64{good.logs[1]}, good.logs[1:]...)
		for s, obeys := range map[*smc]bool{&good: true, &bad: false} {
			f := chaintest.AtomsAmong(*s, cells, target, logR, func(x int) int { return x }).Finding()
			if f.OK != obeys {
				t.Errorf("with %d particles: %v", P, f)
			}
		}
	}
}

// still is MH as annealing that jumps to the posterior at once, and makes some steps there.
func still(t *testing.T, r regression, steps int) programs.Problem {
	betas := make([]float64, max(steps, 1)+1)
	for t := range betas[1:] {
		betas[t+1] = 1
	}
	p := r.problem(must.Have(chains.NewSchedule(betas))(t))
	p.SkipLast = steps == 0
	return p
}

// TestPowersAreTheAccounts: J and AIDE at M = 1 in closed form agree with the accounts, which push distributions step
// by step; those of SMC with one particle do too.
func TestPowersAreTheAccounts(t *testing.T) {
	r := newRegression(15)
	mh := newSampler(r.grid, r.steps[0], r.joint(), r.joint())
	smc := newSampler(r.grid, r.steps[0], r.steps[1], r.joint())
	for _, steps := range []int{0, 1, 2, 7} {
		p := still(t, r, steps)
		a := must.Have(accounts.Of(t.Context(), programs.AIS{Problem: p}, p, nil))(t)
		alike(t, "J of MH", mh.walk(steps).J(), a.J())
		alike(t, "AIDE of MH", must.Have(mh.walk(steps).expectation(t.Context(), 1))(t).Value, a.B())
	}
	p := r.problem(chains.Linear(2))
	p.SkipLast = true
	e := must.Have(programs.NewSMCData(p, programs.Sequence{Proposal: programs.Prior, Steps: smcSteps}))(t)
	a := must.Have(accounts.Of(t.Context(), e, p, nil))(t)
	alike(t, "J of SMC", smc.walk(smcSteps).J(), a.J())
	alike(t, "AIDE of SMC", must.Have(smc.walk(smcSteps).expectation(t.Context(), 1))(t).Value, a.B())
}

// TestExpectationsAreApart: with several runs the expectation is the one of accounts.DistanceAtRuns, which knows the
// distribution of every weight: of MH, and of SMC with one particle, on few points.
func TestExpectationsAreApart(t *testing.T) {
	compare := func(w walk, e programs.Program, p programs.Problem) {
		target := side(t, e, p)
		gold := side(t, programs.NewPosterior(p), p)
		for _, M := range []int{1, 2, 3} {
			d := must.Have(accounts.DistanceAtRuns(t.Context(), gold, target, algorithm.Counts{Gold: 1, Target: M}))(t)
			alike(t, "AIDE", must.Have(w.expectation(t.Context(), M))(t).Value, d.Expected)
		}
	}
	r := newRegression(3)
	for _, steps := range []int{1, 3} {
		p := still(t, r, steps)
		compare(newSampler(r.grid, r.steps[0], r.joint(), r.joint()).walk(steps), programs.AIS{Problem: p}, p)
	}
	r = newRegression(2)
	p := r.problem(chains.Linear(2))
	p.SkipLast = true
	e := must.Have(programs.NewSMCData(p, programs.Sequence{Proposal: programs.Prior, Steps: 1}))(t)
	compare(newSampler(r.grid, r.steps[0], r.steps[1], r.joint()).walk(1), e, p)
}

func side(t *testing.T, e programs.Program, p programs.Problem) accounts.Side {
	t.Helper()
	a := must.Have(accounts.Of(t.Context(), e, p, nil))(t)
	return must.Have(accounts.NewSide(t.Context(), a, e, p))(t)
}

// TestRegressionIsContinuous: the lattice has the numbers of the continuous problem, with paper and pencil, in four
// digits and more.
func TestRegressionIsContinuous(t *testing.T) {
	for points, fine := range map[int]bool{RegressionPoints: true, fewPoints: true, 9: false} {
		r := newRegression(points)
		prior := newSampler(r.grid, r.steps[0], r.joint(), r.joint()).walk(0).J()
		for what, pair := range map[string][2]float64{"log p(y)": {chains.LogSum(r.joint()), logPData},
			"J of the prior": {prior, fit{distuv.UnitNormal, distuv.UnitNormal}.J()}} {
			if same := math.Abs(pair[0]/pair[1]-1) < 1e-6; same != fine { // the prior has 4e-9 outside
				t.Errorf("with %d points %s is %v, want %v", points, what, pair[0], pair[1])
			}
		}
	}
}

// TestGradientHasTheMomentsOfNormalDraws: the estimate of the gradient from one draw has the moments that it has of
// normal draws, by an integral over z and u, and the gradient as its mean.
func TestGradientHasTheMomentsOfNormalDraws(t *testing.T) {
	f := fit{distuv.Normal{Mu: 0.3, Sigma: 0.9}, distuv.Normal{Mu: -0.2, Sigma: 0.9}}
	v := newDescent()
	var got, want [5]float64
	gradients := enumerate.Distribution(func(d chains.Dice) float64 { byA, _ := v.gradient(f, d); return byA })
	for g, prob := range gradients {
		for k := range got {
			got[k] += prob * math.Pow(g, float64(k))
		}
	}
	const step = 0.05
	for z := -11.; z < 11; z += step {
		for u := -11.; u < 11; u += step {
			x := f.a.Mu + f.a.Sigma*z
			y := f.b.Mu + f.b.Sigma*u
			rise := logPData + posteriorA.LogProb(x) + posteriorB.LogProb(y) - f.a.LogProb(x) - f.b.LogProb(y)
			g := rise * z / f.a.Sigma
			for k := range want {
				want[k] += step * step * distuv.UnitNormal.Prob(z) * distuv.UnitNormal.Prob(u) * math.Pow(g, float64(k))
			}
		}
	}
	for k := range got {
		alike(t, "a moment of the gradient", got[k]/want[k], 1)
	}
	alike(t, "the gradient", got[1], (posteriorA.Mu-f.a.Mu)/(posteriorA.Sigma*posteriorA.Sigma))
}
