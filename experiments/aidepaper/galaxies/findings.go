package galaxies

import (
	"fmt"
	"math"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/aidepaper/terms"

	"gonum.org/v1/gonum/stat/distuv"
)

// rare is the probability below which a sum of squares is not chance: one in a thousand.
const rare = 1e-3

// Findings are the supplement's claims about forty galaxies, and what is seen beside them.
func (s Study) Findings() []experiments.Finding {
	return []experiments.Finding{s.findUnswept(), s.findTheirReverse(), s.findExcess(), s.findNoBound(),
		s.findRejuvenation(), s.findProbe(), s.findOneParticle(), s.findGold()}
}

// agreement is the probability of differences at least as large as those from the recorded values, if
// only errors make them.
func (s Study) agreement(of func(r Row) terms.Sampled, which func(r Row) bool) (p float64, text string) {
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

func squaredZ(a, b terms.Sampled) float64 {
	return (a.Value - b.Value) * (a.Value - b.Value) / (a.Err*a.Err + b.Err*b.Err)
}

// away reports whether a mean is more than two standard errors of both from another.
func away(a, b terms.Sampled) bool { return squaredZ(a, b) > 4 }

func right(r Row) terms.Sampled { return r.AIDE }
func wrong(r Row) terms.Sampled { return r.Wrong }

func swept(r Row) bool   { return r.Sweeps > 0 }
func unswept(r Row) bool { return r.Sweeps == 0 }

func (s Study) findUnswept() experiments.Finding {
	p, text := s.agreement(right, unswept)
	return experiments.Finding{
		Claim: "Without sweeps no difference from the authors' estimates is significant (one in a thousand)",
		Holds: p > rare, Evidence: text + ", though all share the runs of one gold standard"}
}

func (s Study) findTheirReverse() experiments.Finding {
	theirs, text := s.agreement(wrong, swept)
	ours, more := s.agreement(right, swept)
	return experiments.Finding{
		Claim: "With sweeps the recorded estimates are what their reverse gives, and not what the right one gives",
		Holds: theirs > rare && ours < rare, Evidence: "their reverse: " + text + "; right reverse: " + more}
}

func (s Study) findExcess() experiments.Finding {
	larger, rows, most := 0, 0, Row{}
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
	return experiments.Finding{Claim: "Their reverse makes AIDE larger (in most programs, by more than two standard " +
		"errors)",
		Holds: 2*larger > rows,
		Evidence: fmt.Sprintf("in %d of %d; by %.1f ± %.1f nats for the %s proposal with P = %d and %d sweeps", larger, rows,
			most.Excess.Value, most.Excess.Err, most.Proposal, most.P, most.Sweeps)}
}

func (s Study) findNoBound() experiments.Finding {
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
	return experiments.Finding{Claim: "With their reverse AIDE is no upper bound of J", Holds: below > 0,
		Evidence: fmt.Sprintf(
			"on four galaxies its expectation is below J in %d of %d cases, as in %.4f where J is %.4f; with many "+
				"runs in reverse it would be below in %d", below, len(s.Bounds), example.Wrong, example.J, later)}
}

// most is the largest number of particles among the targets.
func (s Study) most() int { return s.Rows[len(s.Rows)-1].P }

func (s Study) findRejuvenation() experiments.Finding {
	holds, text := true, ""
	for _, p := range []Proposal{PriorProposal, OptimalProposal} {
		none, four := s.At(Case{p, s.most(), 0}), s.At(Case{p, s.most(), 4})
		holds = holds && away(none.AIDE, four.AIDE) && four.AIDE.Value < none.AIDE.Value &&
			away(none.Clusters, s.Golds[0].Clusters) && !away(four.Clusters, s.Golds[0].Clusters)
		text += fmt.Sprintf("%s: AIDE %.1f ± %.1f without sweeps and %.1f ± %.1f with four, clusters %.1f and %.1f; ", p,
			none.AIDE.Value, none.AIDE.Err, four.AIDE.Value, four.AIDE.Err, none.Clusters.Value, four.Clusters.Value)
	}
	return experiments.Finding{Claim: fmt.Sprintf("Both techniques say that rejuvenation matters (P = %d)", s.most()),
		Holds: holds,
		Evidence: text +
			fmt.Sprintf("the gold standard has %.1f ± %.1f clusters", s.Golds[0].Clusters.Value, s.Golds[0].Clusters.Err)}
}

func (s Study) findProbe() experiments.Finding {
	fine, far, most := 0, 0, Row{}
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
	return experiments.Finding{Claim: "AIDE is more conservative than the number of clusters", Holds: 2*far > fine,
		Evidence: fmt.Sprintf(
			"%d programs have the gold standard's number of clusters, to two standard errors; AIDE gives %d of "+
				"them more than one nat, and %.0f nats to the %s proposal with P = %d and %d sweeps", fine, far,
			most.AIDE.Value, most.Proposal, most.P, most.Sweeps)}
}

func (s Study) findOneParticle() experiments.Finding {
	none, four := s.At(Case{PriorProposal, 1, 0}), s.At(Case{PriorProposal, 1, 4})
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
	return experiments.Finding{
		Claim: "With one particle and the prior proposal AIDE rises with sweeps, also with the right reverse",
		Holds: four.AIDE.Value > none.AIDE.Value && away(four.AIDE, none.AIDE),
		Evidence: fmt.Sprintf(
			"from %.0f ± %.0f to %.0f ± %.0f; on four galaxies J falls in %d of %d cases, and AIDE rises in %d of "+
				"these", none.AIDE.Value, none.AIDE.Err, four.AIDE.Value, four.AIDE.Err, nearer, cases, rises)}
}

func (s Study) findGold() experiments.Finding {
	own, holds, text := s.Golds[0], true, []string(nil)
	for _, g := range s.Golds {
		holds = holds && !away(g.AIDE, own.AIDE) && !away(g.LogML, own.LogML)
		text = append(text, fmt.Sprintf("%d particles and %d values: AIDE %.1f ± %.1f, log estimate of p(y) %.2f ± %.2f",
			g.P, g.Lattice, g.AIDE.Value, g.AIDE.Err, g.LogML.Value, g.LogML.Err))
	}
	return experiments.Finding{
		Claim: "No change is seen (two standard errors) with the gold standard's particles or the lattice's fineness",
		Holds: holds, Evidence: strings.Join(text, "; ")}
}
