package aidepaper

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/experiments"
)

// rare is the probability below which a sum of squares is not chance: one in a thousand.
const rare = 1e-3

// Findings are the supplement's claims about forty galaxies, and what is seen beside them.
func (s Galaxies) Findings() []experiments.Finding {
	right, wrong := func(r GalaxyRow) Sampled { return r.AIDE }, func(r GalaxyRow) Sampled { return r.Wrong }
	unswept, same := s.agreement(right, false)
	theirs, text := s.agreement(wrong, true)
	ours, more := s.agreement(right, true)
	return []experiments.Finding{
		experiments.Find("Without sweeps no difference from the authors' estimates is significant (one in a thousand)",
			unswept > rare, "%s, though all share the runs of one gold standard", same),
		experiments.Find("With sweeps the recorded estimates are what their reverse gives, and not what the right one gives",
			theirs > rare && ours < rare, "their reverse: %s; right reverse: %s", text, more),
		s.findExcess(), s.findNoBound(), s.findRejuvenation(), s.findProbe(), s.findOneParticle(), s.findGold()}
}

// agreement is the probability of differences at least as large as those from the recorded values, if
// only errors make them. It is of the programs with sweeps, or of those without.
func (s Galaxies) agreement(of func(r GalaxyRow) Sampled, swept bool) (p float64, text string) {
	sum, rows := 0.0, where(s.Rows, func(r GalaxyRow) bool { return r.Sweeps > 0 == swept })
	for _, r := range rows {
		z := of(r).z(r.RecordedAIDE)
		sum += z * z
	}
	p = distuv.ChiSquared{K: float64(len(rows))}.Survival(sum)
	return p, fmt.Sprintf("the sum of %d squared differences, each over its variance, is %.1f (p = %.2g)", len(rows), sum,
		p)
}

// away reports whether a mean is more than two standard errors of both from another.
func away(a, b Sampled) bool { return math.Abs(a.z(b)) > 2 }

func (s Galaxies) findExcess() experiments.Finding {
	larger, most := 0, GalaxyRow{}
	swept := where(s.Rows, func(r GalaxyRow) bool { return r.Sweeps > 0 })
	for _, r := range swept {
		if r.Excess.Value > 2*r.Excess.Err {
			larger++
		}
		if r.Excess.Value > most.Excess.Value {
			most = r
		}
	}
	rows := len(swept)
	return experiments.Find("Their reverse makes AIDE larger (in most programs, by more than two standard errors)", 2*larger > rows,
		"in %d of %d; by %.1f ± %.1f nats for the %s proposal with P = %d and %d sweeps", larger, rows, most.Excess.Value,
		most.Excess.Err, most.Proposal, most.P, most.Sweeps)
}

func (s Galaxies) findNoBound() experiments.Finding {
	below, later, example := 0, 0, BoundRow{J: math.Inf(1)}
	for _, b := range s.Bounds {
		if b.Wrong < b.J {
			below++
			if example.Wrong == 0 || b.Wrong/b.J < example.Wrong/example.J {
				example = b
			}
		}
		if b.Half < b.J {
			later++
		}
	}
	return experiments.Find("With their reverse AIDE is no upper bound of J", below > 0,
		"on four galaxies its expectation is below J in %d of %d cases, as in %.4f where J is %.4f; with many runs in "+
			"reverse it would be below in %d", below, len(s.Bounds), example.Wrong, example.J, later)
}

func (s Galaxies) findRejuvenation() experiments.Finding {
	holds, text, gold := true, "", s.Golds[0].Clusters
	most := s.Rows[len(s.Rows)-1].P
	for _, p := range galaxyProposals {
		none, four := s.At(Case{p, most, 0}), s.At(Case{p, most, 4})
		holds = holds && away(none.AIDE, four.AIDE) && four.AIDE.Value < none.AIDE.Value &&
			away(none.Clusters, gold) && !away(four.Clusters, gold)
		text += fmt.Sprintf("%s: AIDE %.1f ± %.1f without sweeps and %.1f ± %.1f with four, clusters %.1f and %.1f; ", p,
			none.AIDE.Value, none.AIDE.Err, four.AIDE.Value, four.AIDE.Err, none.Clusters.Value, four.Clusters.Value)
	}
	return experiments.Find(fmt.Sprintf("Both techniques say that rejuvenation matters (P = %d)", most), holds,
		"%sthe gold standard has %.1f ± %.1f clusters", text, gold.Value, gold.Err)
}

func (s Galaxies) findProbe() experiments.Finding {
	fine := where(s.Rows, func(r GalaxyRow) bool { return !away(r.Clusters, s.Golds[0].Clusters) })
	far, most := where(fine, func(r GalaxyRow) bool { return r.AIDE.Value > 1 && r.AIDE.Value > 2*r.AIDE.Err }), GalaxyRow{}
	for _, r := range far {
		if r.AIDE.Value > most.AIDE.Value {
			most = r
		}
	}
	return experiments.Find("AIDE is more conservative than the number of clusters", 2*len(far) > len(fine),
		"%d programs have the gold standard's number of clusters, to two standard errors; AIDE gives %d of them more than "+
			"one nat, and %.0f nats to the %s proposal with P = %d and %d sweeps", len(fine), len(far), most.AIDE.Value, most.Proposal,
		most.P, most.Sweeps)
}

func (s Galaxies) findOneParticle() experiments.Finding {
	none, four := s.At(Case{PriorProposal, 1, 0}).AIDE, s.At(Case{PriorProposal, 1, 4}).AIDE
	prior := where(s.Bounds, func(b BoundRow) bool { return b.Proposal == PriorProposal })
	nearer := where(prior, func(b BoundRow) bool { return b.J < b.Unswept })
	rises := where(nearer, func(b BoundRow) bool { return b.Right > b.Unswept })
	return experiments.Find("With one particle and the prior proposal AIDE rises with sweeps, also with the right reverse",
		four.Value > none.Value && away(four, none),
		"from %.0f ± %.0f to %.0f ± %.0f; on four galaxies J falls in %d of %d cases, and AIDE rises in %d of these",
		none.Value, none.Err, four.Value, four.Err, len(nearer), len(prior), len(rises))
}

func (s Galaxies) findGold() experiments.Finding {
	own, holds, text := s.Golds[0], true, []string(nil)
	for _, g := range s.Golds {
		holds = holds && !away(g.AIDE, own.AIDE) && !away(g.LogML, own.LogML)
		text = append(text, fmt.Sprintf("%d particles and %d values: AIDE %.1f ± %.1f, log estimate of p(y) %.2f ± %.2f",
			g.P, g.Lattice, g.AIDE.Value, g.AIDE.Err, g.LogML.Value, g.LogML.Err))
	}
	return experiments.Find("No change is seen (two standard errors) with the gold standard's particles or the lattice's fineness",
		holds, "%s", strings.Join(text, "; "))
}
