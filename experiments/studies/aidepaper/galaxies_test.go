package aidepaper

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/models/mixture"
	"breadboard/chains/programs"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// The first four galaxies, in the long form all: AIDE's expectation is at least J with the right reverse. With the
// authors' it is at least the divergence of which one half is from another filter. With one particle and no sweeps a
// filter has one way to a partition, and AIDE has no bias. The committed values are those of today.
func TestBoundsOfFewGalaxies(t *testing.T) {
	for _, was := range reporttest.Rows(t, reports, "galaxies-few.json") {
		from, p := int(was["first"].(float64)), programs.Proposal(was["proposal"].(string))
		if from > 0 && !long {
			continue
		}
		m := mixture.New(standardised()[from:from+FewGalaxies], mixture.At(FewHypers))
		b, all, logp := bound(m, p, from), m.States(), []float64(nil)
		if !(b.Right >= b.J) {
			t.Errorf("galaxies from %d, %s: AIDE is %g, below J = %g", from, p, b.Right, b.J)
		}
		if !(b.Wrong >= b.Half) {
			t.Errorf("galaxies from %d, %s: the authors' AIDE is %g, below %g", from, p, b.Wrong, b.Half)
		}
		for _, x := range all {
			logp = append(logp, m.LogJoint(x))
		}
		got := enumerated(Case{p, 1, 0}.program(m), all).expected(chains.Normalized(logp))
		if !(math.Abs(got-b.Unswept) < 1e-12) {
			t.Errorf("%s: AIDE is %.15g, and J %.15g", p, got, b.Unswept)
		}
		for key, got := range map[string]float64{"J": b.J, "aide": b.Right, "theirs": b.Wrong, "their_bound": b.Half,
			"unswept": b.Unswept} {
			reporttest.Today(t, key, got, was[key])
		}
	}
}

// The estimates of many runs on four galaxies are their expectations, by enumeration of both programs.
func TestCompareEstimatesTheExpectation(t *testing.T) {
	const runs = 1000
	m := mixture.New(standardised()[:FewGalaxies], mixture.At(FewHypers))
	gold, target := Case{programs.Optimal, 1, 1}, Case{programs.Prior, 1, 1}
	g := must.Have(newGold(t.Context(), gold, m, runs, nil))(t)
	rows := must.Have(g.compare(t.Context(), []Case{target}, runs, nil))(t)
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

// In the authors' code a sweep in reverse goes through its loop over the points, and so redraws α, where one point is
// left, and nowhere else. Julia's range t:1 has max(0, 2-t) members.
func TestAuthorsLoopRunsOnceAtTheSecondPoint(t *testing.T) {
	m := mixture.New(standardised()[:FewGalaxies], mixture.Quantiles(8))
	c := Case{programs.Optimal, 1, 1}
	whole := c.drawn(m, 0).x
	f, right := authorsReverse{c.filter(m)}, c.filter(m)
	for left := FewGalaxies - 1; left > 0; left-- {
		theirs, ours := 0, 0 // of fifty times, those at which α changed
		for i := range 50 {
			d := func() chains.Dice { return c.dice(targetInReverse, i) }
			if x, _ := f.Back(left, whole, d()); x.Places[4] != whole.Places[4] {
				theirs++
			}
			if x, _ := right.Back(left, whole, d()); x.Places[4] != whole.Places[4] {
				ours++
			}
		}
		if want := max(0, 2-left) > 0; theirs > 0 != want || ours == 0 {
			t.Errorf("%d points left: α changed %d times by the authors' reverse, %d by the right one", left, theirs, ours)
		}
		whole, _ = right.Back(left, whole, c.dice(targetInReverse, 99))
	}
}

// The committed galaxies are those that are made today, as far as that takes little time: what filters
// with one particle and at most one sweep return, in the long form with four and more.
func TestCommittedGalaxiesAreUpToDate(t *testing.T) {
	m := mixture.New(standardised(), mixture.Quantiles(newPlan(Size{}).lattice))
	found := 0
	for _, was := range reporttest.Rows(t, reports, "galaxies.json") {
		p, _ := was["proposal"].(string)
		particles, _ := was["P"].(float64)
		sweeps, _ := was["sweeps"].(float64)
		c := Case{programs.Proposal(p), int(particles), int(sweeps)}
		estimate, theirs := c.recorded()
		reporttest.Today(t, p+": their AIDE", estimate.Value, was["recorded"])
		reporttest.Today(t, p+": their clusters", theirs.Value, was["recorded_clusters"])
		if particles > 4 || particles+sweeps > 2 && !long {
			continue
		}
		found++
		var runs []drawn
		for i := range newPlan(Size{}).runs {
			runs = append(runs, c.drawn(m, i))
		}
		clusters, logML := summarised(runs)
		reporttest.Today(t, p+": clusters", clusters.Value, was["clusters"])
		reporttest.Today(t, p+": log estimate", logML.Value, was["e_log"])
	}
	if found < 4 {
		t.Errorf("%d programs with one or four particles are committed", found)
	}
}

// In the long form: all programs without sweeps are measured from the same 24 draws of the gold standard, and 24 others
// move all eight estimates together. The page of the galaxies has these numbers.
func TestDrawsOfTheGoldStandardMoveAllTogether(t *testing.T) {
	if !long {
		return
	}
	p := newPlan(Size{})
	m := mixture.New(standardised(), mixture.Quantiles(p.lattice))
	g := must.Have(newGold(t.Context(), p.gold, m, 2*p.goldRuns, nil))(t)
	for _, c := range p.cases()[:2*len(p.particles)] {
		var halves [2][]float64
		for i, r := range g.runs {
			half := i / p.goldRuns
			halves[half] = append(halves[half], c.program(m).Reverse(r.x, c.dice(targetInReverse, i))-r.logw)
		}
		was, other := meanOf(halves[0]), meanOf(halves[1])
		if t.Logf("%v: %.2f, and %.2f from other draws: %+.2f", c, was, other, other.Value-was.Value); other.Value > was.Value {
			t.Errorf("%v does not move with the others", c)
		}
	}
}

// claimed is a study in which all findings hold.
func claimed() (s Galaxies) {
	for _, c := range newPlan(Size{}).cases() {
		at := 40 / float64(c.P)
		if c.Sweeps == 0 {
			at += 20
		}
		if c.Proposal == programs.Prior && c.P == 1 {
			at += 10 * float64(c.Sweeps)
		}
		r := GalaxyRow{Case: c, AIDE: Sampled{Value: at, Err: 1}, Clusters: Sampled{Value: 3, Err: 0.1}}
		r.Wrong, r.Excess = r.AIDE, Sampled{Value: 0, Err: 0}
		if c.Sweeps > 0 {
			r.Wrong.Value, r.Excess, r.Clusters.Value = at+5, Sampled{Value: 5, Err: 1}, 7
		}
		r.RecordedAIDE = r.Wrong
		s.Rows = append(s.Rows, r)
	}
	clusters, logML := Sampled{Value: 7, Err: 0.1}, Sampled{Value: -48, Err: 1}
	s.Golds = []Gold{{Clusters: clusters, AIDE: Sampled{Value: 2, Err: 1}, LogML: logML},
		{Clusters: clusters, AIDE: Sampled{Value: 3, Err: 1}, LogML: logML}}
	s.Bounds = []BoundRow{{Proposal: programs.Prior, J: 2, Right: 4, Wrong: 1, Half: 1, Unswept: 3}}
	return s
}

// All findings hold of numbers that bear them out, and numbers that say otherwise turn each verdict.
func TestGalaxyFindingsCanFail(t *testing.T) {
	each := func(change func(r *GalaxyRow)) func(s *Galaxies) {
		return func(s *Galaxies) {
			for i := range s.Rows {
				change(&s.Rows[i])
			}
		}
	}
	for i, spoil := range []func(s *Galaxies){
		each(func(r *GalaxyRow) { r.RecordedAIDE.Value += 10 }),
		each(func(r *GalaxyRow) { r.RecordedAIDE = r.AIDE }),
		each(func(r *GalaxyRow) { r.Excess.Value = 1 }),
		func(s *Galaxies) { s.Bounds[0].Wrong = 3 },
		each(func(r *GalaxyRow) { r.AIDE.Value = 20 }),
		each(func(r *GalaxyRow) { r.AIDE.Value = 0.5 }),
		each(func(r *GalaxyRow) { r.AIDE.Value = 20 }),
		func(s *Galaxies) { s.Golds[1].LogML.Value = -40 },
	} {
		s := claimed()
		if f := s.Findings()[i]; !f.Holds {
			t.Errorf("finding %d, %s, does not hold: %s", i, f.Claim, f.Evidence)
		}
		spoil(&s)
		if f := s.Findings()[i]; f.Holds {
			t.Errorf("finding %d, %s, holds with other numbers: %s", i, f.Claim, f.Evidence)
		}
	}
}
