package aidepaper

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"
)

// rare is the probability below which a sum of squares is not chance: one in a thousand.
const rare = 1e-3

// Findings are the supplement's claims about forty galaxies, and what is seen beside them.
func (s GalaxiesStudy) Findings() []Finding {
	return []Finding{s.findUnswept(), s.findTheirReverse(), s.findExcess(), s.findNoBound(), s.findRejuvenation(),
		s.findProbe(), s.findOneParticle(), s.findGold()}
}

// agreement is the probability of differences at least as large as those from the recorded values, if
// only errors make them.
func (s GalaxiesStudy) agreement(of func(r GalaxyRow) Sampled, which func(r GalaxyRow) bool) (p float64, text string) {
	sum, rows := 0.0, 0
	for _, r := range s.Rows {
		if which(r) {
			sum += squaredZ(of(r), r.RecordedAIDE)
			rows++
		}
	}
	p = distuv.ChiSquared{K: float64(rows)}.Survival(sum)
	return p, fmt.Sprintf("the sum of %d squared differences, each over its variance, is %.1f (p = %.2g)", rows, sum, p)
}

func squaredZ(a, b Sampled) float64 {
	return (a.Value - b.Value) * (a.Value - b.Value) / (a.Err*a.Err + b.Err*b.Err)
}

// away reports whether a mean is more than two standard errors of both from another.
func away(a, b Sampled) bool { return squaredZ(a, b) > 4 }

func right(r GalaxyRow) Sampled { return r.AIDE }
func wrong(r GalaxyRow) Sampled { return r.Wrong }

func swept(r GalaxyRow) bool   { return r.Sweeps > 0 }
func unswept(r GalaxyRow) bool { return r.Sweeps == 0 }

func (s GalaxiesStudy) findUnswept() Finding {
	p, text := s.agreement(right, unswept)
	return Finding{"Without sweeps our estimates are the authors'", p > rare,
		text + ", though all share the runs of one gold standard"}
}

func (s GalaxiesStudy) findTheirReverse() Finding {
	theirs, text := s.agreement(wrong, swept)
	ours, more := s.agreement(right, swept)
	return Finding{"With sweeps the recorded estimates are what their reverse gives, and not what the right one gives",
		theirs > rare && ours < rare, "their reverse: " + text + "; right reverse: " + more}
}

func (s GalaxiesStudy) findExcess() Finding {
	larger, rows, most := 0, 0, GalaxyRow{}
	for _, r := range s.Rows {
		if swept(r) {
			rows++
			if r.Excess.Value > 2*r.Excess.Err {
				larger++
			}
			if r.Excess.Value > most.Excess.Value {
				most = r
			}
		}
	}
	return Finding{"Their reverse makes AIDE larger (in most programs, by more than two standard errors)", 2*larger > rows,
		fmt.Sprintf("in %d of %d; by %.1f ± %.1f nats for the %s proposal with P = %d and %d sweeps", larger, rows,
			most.Excess.Value, most.Excess.Err, most.Proposal, most.P, most.Sweeps)}
}

func (s GalaxiesStudy) findNoBound() Finding {
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
	return Finding{"With their reverse AIDE is no upper bound of J", below > 0,
		fmt.Sprintf("on four galaxies its expectation is below J in %d of %d cases, as in %.4f where J is %.4f; with many "+
			"runs in reverse it would be below in %d", below, len(s.Bounds), example.Wrong, example.J, later)}
}

// most is the largest number of particles among the targets.
func (s GalaxiesStudy) most() int { return s.Rows[len(s.Rows)-1].P }

func (s GalaxiesStudy) findRejuvenation() Finding {
	holds, text := true, ""
	for _, p := range []Proposal{PriorProposal, OptimalProposal} {
		none, four := s.At(GalaxyCase{p, s.most(), 0}), s.At(GalaxyCase{p, s.most(), 4})
		holds = holds && away(none.AIDE, four.AIDE) && four.AIDE.Value < none.AIDE.Value &&
			away(none.Clusters, s.Golds[0].Clusters) && !away(four.Clusters, s.Golds[0].Clusters)
		text += fmt.Sprintf("%s: AIDE %.1f ± %.1f without sweeps and %.1f ± %.1f with four, clusters %.1f and %.1f; ", p,
			none.AIDE.Value, none.AIDE.Err, four.AIDE.Value, four.AIDE.Err, none.Clusters.Value, four.Clusters.Value)
	}
	return Finding{fmt.Sprintf("Both techniques say that rejuvenation matters (P = %d)", s.most()), holds,
		text + fmt.Sprintf("the gold standard has %.1f ± %.1f clusters", s.Golds[0].Clusters.Value, s.Golds[0].Clusters.Err)}
}

func (s GalaxiesStudy) findProbe() Finding {
	fine, far, most := 0, 0, GalaxyRow{}
	for _, r := range s.Rows {
		if away(r.Clusters, s.Golds[0].Clusters) {
			continue
		}
		fine++
		if r.AIDE.Value > 1 && r.AIDE.Value > 2*r.AIDE.Err {
			far++
			if r.AIDE.Value > most.AIDE.Value {
				most = r
			}
		}
	}
	return Finding{"AIDE is more conservative than the number of clusters", 2*far > fine,
		fmt.Sprintf("%d programs have the gold standard's number of clusters, to two standard errors; AIDE gives %d of "+
			"them more than one nat, and %.0f nats to the %s proposal with P = %d and %d sweeps", fine, far,
			most.AIDE.Value, most.Proposal, most.P, most.Sweeps)}
}

func (s GalaxiesStudy) findOneParticle() Finding {
	none, four := s.At(GalaxyCase{PriorProposal, 1, 0}), s.At(GalaxyCase{PriorProposal, 1, 4})
	nearer, rises, cases := 0, 0, 0
	for _, b := range s.Bounds {
		if b.Proposal == PriorProposal {
			cases++
			if b.J < b.Unswept {
				nearer++
				if b.Right > b.Unswept {
					rises++
				}
			}
		}
	}
	return Finding{"With one particle and the prior proposal AIDE rises with sweeps, also with the right reverse",
		four.AIDE.Value > none.AIDE.Value && away(four.AIDE, none.AIDE),
		fmt.Sprintf("from %.0f ± %.0f to %.0f ± %.0f; on four galaxies J falls in %d of %d cases, and AIDE rises in %d of "+
			"these", none.AIDE.Value, none.AIDE.Err, four.AIDE.Value, four.AIDE.Err, nearer, cases, rises)}
}

func (s GalaxiesStudy) findGold() Finding {
	own, holds, text := s.Golds[0], true, []string(nil)
	for _, g := range s.Golds {
		holds = holds && !away(g.AIDE, own.AIDE) && !away(g.LogML, own.LogML)
		text = append(text, fmt.Sprintf("%d particles and %d values: AIDE %.1f ± %.1f, log estimate of p(y) %.2f ± %.2f",
			g.P, g.Lattice, g.AIDE.Value, g.AIDE.Err, g.LogML.Value, g.LogML.Err))
	}
	return Finding{"No change is seen (two standard errors) with the gold standard's particles or the lattice's fineness",
		holds, strings.Join(text, "; ")}
}
