package galaxies

import (
	"math"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/mixture"
	"breadboard/experiments/aidepaper/terms"
	"breadboard/reports/reporttest"
)

func TestGalaxiesAreStandardised(t *testing.T) {
	mean, sd := stat.MeanStdDev(standardised(), nil)
	if len(Velocities()) != 40 {
		t.Errorf("%d galaxies, want 40", len(Velocities()))
	}
	if !(math.Abs(mean) < 1e-12 && math.Abs(sd-1) < 1e-12) {
		t.Errorf("mean %g and standard deviation %g, want 0 and 1", mean, sd)
	}
}

func TestRecorded(t *testing.T) {
	estimate, clusters := Case{OptimalProposal, 100, 4}.recorded()
	if estimate.Value != 0.7116334061137712 || clusters.Err != 0.17074783347274222 {
		t.Errorf("recorded are %v and %v", estimate, clusters)
	}
}

// AIDE's expectation is at least J with the right reverse. With the authors' it is at least the
// divergence of which one half is from another filter.
func TestBoundsOfFewGalaxies(t *testing.T) {
	for _, b := range bounds() {
		if !(b.Right >= b.J) {
			t.Errorf("galaxies from %d, %s: AIDE is %g, below J = %g", b.From, b.Proposal, b.Right, b.J)
		}
		if !(b.Wrong >= b.Half) {
			t.Errorf("galaxies from %d, %s: the authors' AIDE is %g, below %g", b.From, b.Proposal, b.Wrong, b.Half)
		}
	}
}

// With one particle and no sweeps a filter has one way to a partition. Then AIDE has no bias.
func TestUnsweptIsAIDEToo(t *testing.T) {
	m := mixture.New(standardised()[:FewGalaxies], mixture.At(FewHypers))
	all := m.States()
	logp := make([]float64, len(all))
	for i, x := range all {
		logp[i] = m.LogJoint(x)
	}
	for _, p := range []Proposal{PriorProposal, OptimalProposal} {
		got := enumerated(Case{p, 1, 0}.program(m), all).expected(chains.Normalized(logp))
		if want := bound(m, p, 0).Unswept; !(math.Abs(got-want) < 1e-12) {
			t.Errorf("%s: AIDE is %.15g, and J %.15g", p, got, want)
		}
	}
}

// The estimates of many runs on four galaxies are their expectations, by enumeration of both programs.
func TestCompareEstimatesTheExpectation(t *testing.T) {
	const runs = 4000
	m := mixture.New(standardised()[:FewGalaxies], mixture.At(FewHypers))
	gold, target := Case{OptimalProposal, 1, 1}, Case{PriorProposal, 1, 1}
	g, err := newGold(t.Context(), gold, m, runs, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := g.compare(t.Context(), []Case{target}, runs, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := m.States()
	eg, et, wrong := enumerated(gold.program(m), all), enumerated(target.program(m), all), enumerated(target.wrong(m), all)
	want := floats.Dot(eg.q, et.reverse) + floats.Dot(et.q, eg.reverse) - eg.forward - et.forward
	more := floats.Dot(eg.q, wrong.reverse) - floats.Dot(eg.q, et.reverse)
	r := rows[0].row(target)
	// One seed in 16,000 would be four standard errors off.
	if !(math.Abs(r.AIDE.Value-want) < 4*r.AIDE.Err) {
		t.Errorf("AIDE is %g ± %g, and its expectation %g", r.AIDE.Value, r.AIDE.Err, want)
	}
	if !(math.Abs(r.Excess.Value-more) < 4*r.Excess.Err) {
		t.Errorf("the authors' reverse adds %g ± %g, and %g in expectation", r.Excess.Value, r.Excess.Err, more)
	}
	if !(math.Abs(r.Wrong.Value-r.AIDE.Value-r.Excess.Value) < 1e-9) {
		t.Errorf("with the authors' reverse AIDE is %g, want %g", r.Wrong.Value, r.AIDE.Value+r.Excess.Value)
	}
}

// The committed galaxies are those that are made today, as far as that takes little time: what filters
// with one or four particles return, and the first exact values.
func TestCommittedGalaxiesAreUpToDate(t *testing.T) {
	m := mixture.New(standardised(), mixture.Quantiles(newPlan(terms.Size{}).lattice))
	found := 0
	for _, was := range reporttest.Rows(t, reports, "galaxies.json") {
		p, _ := was["proposal"].(string)
		particles, _ := was["P"].(float64)
		sweeps, _ := was["sweeps"].(float64)
		if particles > 4 {
			continue
		}
		found++
		c := Case{Proposal(p), int(particles), int(sweeps)}
		var runs []drawn
		for i := range newPlan(terms.Size{}).runs {
			runs = append(runs, c.drawn(m, i))
		}
		reporttest.Today(t, p+": clusters", clusters(runs).Value, was["clusters"])
		reporttest.Today(t, p+": log estimate", logML(runs).Value, was["e_log"])
	}
	if found != 14 {
		t.Errorf("%d programs with one or four particles are committed, want 14", found)
	}
	few := bound(mixture.New(standardised()[:FewGalaxies], mixture.At(FewHypers)), PriorProposal, 0)
	was := reporttest.Rows(t, reports, "galaxies-few.json")[0]
	reporttest.Today(t, "J", few.J, was["J"])
	reporttest.Today(t, "AIDE", few.Right, was["aide"])
	reporttest.Today(t, "AIDE with the authors' reverse", few.Wrong, was["theirs"])
	reporttest.Today(t, "J without sweeps", few.Unswept, was["unswept"])
}

// reports has the committed study.
var reports = filepath.Join("..", "..", "..", "reports", "aide")
