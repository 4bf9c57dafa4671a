package aidepaper

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/experiments/studies/models/mixture"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// The first four galaxies, in the long form all: AIDE's expectation is at least J with the right reverse. With the
// authors' it is at least the divergence of which one half is from another filter. With one particle and no sweeps a
// filter has one way to a partition, and AIDE has no bias. The committed values are those of today.
func TestBoundsOfFewGalaxies(t *testing.T) {
	for _, was := range reporttest.Rows(t, reports, "galaxies-few.json") {
		from := int(was["first"].(float64))
		p := programs.Proposal(was["proposal"].(string))
		if from > 0 && !long {
			continue
		}
		m := mixture.New(standardised()[from:from+FewGalaxies], mixture.At(FewHypers))
		b := bound(m, p, from)
		all := m.States()
		logp := []float64(nil)
		if !(b.Right >= b.J) {
			t.Errorf("galaxies from %d, %s: AIDE is %g, below J = %g", from, p, b.Right, b.J)
		}
		if !(b.Wrong >= b.Half) {
			t.Errorf("galaxies from %d, %s: the authors' AIDE is %g, below %g", from, p, b.Wrong, b.Half)
		}
		for _, x := range all {
			logp = append(logp, m.LogJoint(x))
		}
		got := enumerated(Case{p, 1, 0}.programs(m)[0], all).expected(chains.Normalized(logp))
		if !(math.Abs(got-b.Unswept) < 1e-12) {
			t.Errorf("%s: AIDE is %.15g, and J %.15g", p, got, b.Unswept)
		}
		for key, got := range map[string]float64{"J": b.J, "aide": b.Right, "theirs": b.Wrong, "their_bound": b.Half,
			"unswept": b.Unswept} {
			reporttest.Today(t, key, got, was[key])
		}
	}
}

// few is a gold standard of four galaxies, with a target.
func few(P, runs int) (gold, Case) {
	m := mixture.New(standardised()[:FewGalaxies], mixture.At(FewHypers))
	return gold{Case{programs.Optimal, P, 1}, m, make([]drawn, runs), 0}, Case{programs.Prior, P, 1}
}

// The estimates of many runs on four galaxies are their expectations, by enumeration of both programs.
func TestCompareEstimatesTheExpectation(t *testing.T) {
	g, target := few(1, 1000)
	all := g.model.States()
	eg := enumerated(g.programs(g.model)[0], all)
	et := enumerated(target.programs(g.model)[0], all)
	wrongGold := enumerated(g.programs(g.model)[1], all)
	wrong := enumerated(target.programs(g.model)[1], all)
	right := floats.Dot(eg.q, et.reverse) + floats.Dot(et.q, eg.reverse) - eg.forward - et.forward
	more := floats.Dot(eg.q, wrong.reverse) - floats.Dot(eg.q, et.reverse)
	goldMore := floats.Dot(et.q, wrongGold.reverse) - floats.Dot(et.q, eg.reverse)
	r := must.Have(g.compare(t.Context(), []Case{target}, nil))(t)[0].row(1, supplement(Size{}).recorded)
	for _, c := range []struct {
		what string
		got  Sampled
		want float64
	}{{"AIDE", r.AIDE, right}, {"the authors' AIDE", r.Wrong, right + more +
		goldMore}, {"their excess", r.Excess, more},
		{"that of the gold standard", r.GoldExcess, goldMore}} {
		if !(math.Abs(c.got.Value-c.want) < 4*c.got.Err) { // one seed in 16,000 would be further off
			t.Errorf("%s is %v, and its expectation %g", c.what, c.got, c.want)
		}
	}
}

// Where the gold standard goes back from a quarter of the runs, the standard error is the spread of such estimates, and
// their mean is the expectation.
func TestErrorOfFewRunsBack(t *testing.T) {
	const runs, groups = 40, 60
	g, c := few(2, runs*groups)
	all := must.Have(g.compare(t.Context(), []Case{c}, nil))(t)[0]
	back := reversals(len(all.runs))
	for i, r := range all.runs {
		all.reverse(back, i, g.Case, g.model, r.x, goldInReverse)
	}
	var values, variances []float64
	for from := 0; from < runs*groups; from += runs {
		part := target{all.Case, all.runs[from : from+runs], reversed{all.gold[0][from : from+runs]},
			reversed{back[0][from : from+runs/4]}}
		s := part.apart(0)
		values = append(values, s.Value)
		variances = append(variances, s.Err*s.Err)
	}
	if whole, mean := all.apart(0), meanOf(values); !(math.Abs(mean.z(whole)) < 4) {
		t.Errorf("the mean of %d estimates is %v, and that of all runs %v", groups, mean, whole)
	}
	// The variance of 60 values has a relative error of 0.2 for normal values.
	if ratio := stat.Variance(values, nil) / stat.Mean(variances, nil); !(ratio > 0.5 && ratio < 2) {
		t.Errorf("the variance of %d estimates is %.2f of what their errors say", groups, ratio)
	}
}

// In the authors' code a sweep in reverse goes through its loop over the points, and so redraws α, where one point is
// left, and nowhere else. Julia's range t:1 has max(0, 2-t) members.
func TestAuthorsLoopRunsOnceAtTheSecondPoint(t *testing.T) {
	m := mixture.New(standardised()[:FewGalaxies], mixture.Quantiles(8))
	c := Case{programs.Optimal, 1, 1}
	whole := c.drawn(m, forward, 0).x
	right := c.programs(m)[0].Sequence
	f := c.programs(m)[1].Sequence
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
			t.Errorf("%d points left: α changed %d times by the authors' reverse, %d by the right one", left, theirs,
				ours)
		}
		whole, _ = right.Back(left, whole, c.dice(targetInReverse, 99))
	}
}

// The committed rows are those that are made today, as far as that takes little time: what filters with one particle
// and at most one sweep return, in the long form with four particles and more sweeps; and what the authors recorded.
func TestCommittedMixturesAreUpToDate(t *testing.T) {
	for name, p := range map[string]plan{"mixture": figure5(Size{}), "galaxies": supplement(Size{})} {
		m, found := mixture.New(p.points, mixture.Quantiles(1024)), 0
		for _, was := range reporttest.Rows(t, reports, name+".json") {
			particles, _ := was["P"].(float64)
			sweeps, _ := was["sweeps"].(float64)
			c := Case{programs.Proposal(was["proposal"].(string)), int(particles), int(sweeps)}
			theirs := authorsNumbers(p.recorded, string(c.Proposal), c.P, c.Sweeps)
			reporttest.Today(t, name+": their AIDE", theirs[0].Value, was["recorded"])
			reporttest.Today(t, name+": their clusters", theirs[1].Value, was["recorded_clusters"])
			if particles > 4 || particles+sweeps > 2 && !long {
				continue
			}
			found++
			var runs []drawn
			for i := range p.runs {
				runs = append(runs, c.drawn(m, forward, i))
			}
			clusters, logML := summarised(runs)
			reporttest.Today(t, name+": clusters", clusters.Value, was["clusters"])
			reporttest.Today(t, name+": log estimate", logML.Value, was["e_log"])
		}
		if found < 4 {
			t.Errorf("%s: %d programs with few particles are committed", name, found)
		}
	}
}

// claimed are the rows of a plan of which all findings hold.
func claimed(p plan) (s Mixture) {
	for _, g := range p.golds {
		g.Clusters = Sampled{7, 0.1}
		g.LogML = Sampled{-48, 1}
		g.AIDE = Sampled{2, 1}
		s.Golds = append(s.Golds, g)
		if g.Runs < p.runs {
			continue
		}
		for _, c := range p.cases {
			at := 40 / float64(c.P)
			if c.Sweeps == 0 {
				at += 20
			}
			if c.Proposal == programs.Prior && c.P == 1 {
				at += 10 * float64(c.Sweeps)
			}
			r := MixtureRow{Case: c, Gold: g.P, AIDE: Sampled{at, 1}, Wrong: Sampled{at, 1}, Clusters: Sampled{3, 0.1}}
			if c.Sweeps > 0 {
				r.Wrong.Value = at + 5
				r.Excess = Sampled{5, 1}
				r.Clusters.Value = 7
			}
			r.RecordedAIDE, r.RecordedClusters = r.Wrong, r.Clusters
			s.Rows = append(s.Rows, r)
		}
	}
	return s
}

func claimedGalaxies() Galaxies {
	return Galaxies{claimed(supplement(Size{})),
		[]BoundRow{{Proposal: programs.Prior, J: 2, Right: 4, Wrong: 1, Half: 1, Unswept: 3}}}
}

// each changes all rows.
func each(change func(r *MixtureRow)) func(s *Galaxies) {
	return func(s *Galaxies) {
		for i := range s.Rows {
			change(&s.Rows[i])
		}
	}
}

// turned fails t unless a finding holds before and not after.
func turned(t *testing.T, was, is experiments.Finding) {
	t.Helper()
	if !was.Holds {
		t.Errorf("%s: does not hold: %s", was.Claim, was.Evidence)
	}
	if is.Holds {
		t.Errorf("%s: holds with other numbers: %s", is.Claim, is.Evidence)
	}
}

// All findings hold of numbers that bear them out, and numbers that say otherwise turn each verdict.
func TestGalaxyFindingsCanFail(t *testing.T) {
	all := claimedGalaxies().Findings()
	for i, spoil := range []func(s *Galaxies){
		each(func(r *MixtureRow) { r.RecordedAIDE.Value += 10 }),
		each(func(r *MixtureRow) { r.RecordedAIDE = r.AIDE }),
		each(func(r *MixtureRow) { r.RecordedAIDE.Value += 10 }),
		each(func(r *MixtureRow) { r.RecordedAIDE = r.AIDE }),
		each(func(r *MixtureRow) { r.Excess.Value = 1 }),
		each(func(r *MixtureRow) { r.RecordedClusters.Value++ }),
		func(s *Galaxies) { s.Bounds[0].Wrong = 3 },
		each(func(r *MixtureRow) { r.AIDE.Value = 20 }),
		each(func(r *MixtureRow) { r.AIDE.Value = 0.5 }),
		each(func(r *MixtureRow) { r.AIDE.Value = 20 }),
		func(s *Galaxies) { s.Golds[2].LogML.Value = -40 },
	} {
		s := claimedGalaxies()
		spoil(&s)
		turned(t, all[i], s.Findings()[i])
	}
}

// Those that Figure 5 has and the supplement has not.
func TestMixtureFindingsCanFail(t *testing.T) {
	few := claimed(figure5(Size{}))
	few.Rows[0].Clusters = Sampled{7, 0.1}
	few.Rows[0].AIDE = Sampled{1000, 1}
	was := few.Findings()
	few.Rows[0].Clusters.Value, few.Rows[0].AIDE.Value = 3, 1
	is := few.Findings()
	for i := 4; i < len(was); i++ {
		turned(t, was[i], is[i])
	}
}
