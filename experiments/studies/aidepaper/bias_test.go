package aidepaper

import (
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/particles"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
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

// The committed exact numbers are those that are made today, as far as that takes little time, and so
// are those of a sampled row.
func TestCommittedBiasIsUpToDate(t *testing.T) {
	z := fullBias
	r := newRegression(z.points)
	z.runs, z.particles = []int{1}, z.particles[:2]
	rows := must.Have(exactBias(t.Context(), r, z, nil))(t)
	sampled := must.Have(sampledBias(t.Context(), r, z, nil))(t)
	found := 0
	recorded := 0
	want := slices.Concat(ownLaws(r), rows, descentRows(vbSteps[:4], Size{}), sampled)
	for _, was := range reporttest.Rows(t, reports, "bias.json") {
		program := was["program"].(string)
		size := int(was["size"].(float64))
		M := int(was["M"].(float64))
		theirs := recordedBias(program, size, M)
		if was["authors"] != nil {
			recorded++
			reporttest.Today(t, "their AIDE", theirs.Value, was["authors"])
			reporttest.Today(t, "their error", theirs.Err, was["authors_stderr"])
		}
		for _, r := range want {
			if program == r.Program && size == r.Size && M == r.M {
				found++
				if !math.IsNaN(r.J) {
					reporttest.Today(t, program+": J", r.J, was["J"])
				}
				reporttest.Today(t, program+": AIDE", r.AIDE, was["aide"])
			}
		}
	}
	if lines := len(authorsRows(authorsBias)); found != len(want) || recorded != lines {
		t.Errorf("%d of %d rows are committed, and %d of the authors' %d lines", found, len(want), recorded, lines)
	}
}

// reports has the committed study, of which the long form makes more again.
const reports = "../../../reports/aide"

var long = os.Getenv("BREADBOARD_LONG") != ""

// alike allows for the rounding of sums over a lattice.
func alike(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-11*max(1, math.Abs(want))) {
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
	mh := newSampler(r.grid, r.steps[0], r.joint(), r.joint())
	smc := newSampler(r.grid, r.steps[0], r.steps[1], r.joint())
	for _, steps := range []int{0, 1, 2, 7} {
		p := still(r, steps)
		a := must.Have(accounts.Of(t.Context(), programs.AIS{Problem: p}, p))(t)
		alike(t, "J of MH", mh.walk(steps).J(), a.J())
		alike(t, "AIDE of MH", mh.walk(steps).single(), a.B())
	}
	p := r.problem(chains.Linear(2))
	p.SkipLast = true
	e := must.Have(programs.NewSMCData(p, 1, programs.Sequence{Proposal: programs.Prior, Steps: smcSteps}))(t)
	a := must.Have(accounts.Of(t.Context(), e, p))(t)
	alike(t, "J of SMC", smc.walk(smcSteps).J(), a.J())
	alike(t, "AIDE of SMC", smc.walk(smcSteps).single(), a.B())
	if wrong := smc.walk(smcSteps + 1).J(); math.Abs(wrong-a.J()) < 1e-3 {
		t.Error("one step more is not seen")
	}
}

// With several runs the expectations are those of accounts.Between, which knows the law of every weight.
// At M = 1 the integral is the sum.
func TestExpectationsAreApart(t *testing.T) {
	r := newRegression(7)
	s := newSampler(r.grid, r.steps[0], r.joint(), r.joint())
	walks := []walk{s.walk(1), s.walk(3)}
	for i, steps := range []int{1, 3} {
		p := still(r, steps)
		target := side(t, programs.AIS{Problem: p}, p)
		gold := side(t, programs.NewPosterior(p), p)
		for _, M := range []int{1, 2, 10} {
			d := must.Have(accounts.Between(t.Context(), gold, target, aide.Counts{Gold: 1, Target: M}))(t)
			values := must.Have(s.expectations(t.Context(), walks, M))(t)
			alike(t, "AIDE", values[i], d.Expected)
		}
	}
}

func side(t *testing.T, e programs.Program, p programs.Problem) accounts.Side {
	t.Helper()
	a := must.Have(accounts.Of(t.Context(), e, p))(t)
	s := must.Have(accounts.NewSide(t.Context(), a, e, p, math.MaxInt))(t)
	return s
}

// The lattice has the numbers of the continuous problem in four digits and more.
func TestRegressionIsContinuous(t *testing.T) {
	for points, fine := range map[int]bool{81: true, 9: false} {
		r := newRegression(points)
		prior := newSampler(r.grid, r.steps[0], r.joint(), r.joint()).walk(0).J()
		for what, pair := range map[string][2]float64{"log p(y)": {chains.LogSum(r.joint()), closedLogP()},
			"J of the prior": {prior, closedJ(distuv.UnitNormal, distuv.UnitNormal)}} {
			if same := math.Abs(pair[0]/pair[1]-1) < 1e-6; same != fine { // the prior has 4e-9 outside
				t.Errorf("with %d points %s is %v, want %v", points, what, pair[0], pair[1])
			}
		}
	}
}

// The closed forms are those of sums with pencil and paper: a ~ N(0, 1/3) and b ~ N(8/9, 1/9) given
// the data, y has the covariance (6 -3; -3 6).
func TestClosedForms(t *testing.T) {
	alike(t, "log p(y)", closedLogP(), -math.Log(2*math.Pi)-math.Log(27)/2-24./27/2)
	alike(t, "J of the prior", closedJ(distuv.UnitNormal, distuv.UnitNormal), (3+1./3-2)/2+(9+1./9-2)/2+64./81*10/2)
}
