package samplers

import (
	"fmt"
	"math"

	"breadboard/experiments"
	"breadboard/experiments/score"
)

// usual is the ESS that the findings speak of.
const usual = score.UsualESS

// expect is the share of the runs that an ESS would have below its region if it were right. It may be
// twice that by chance.
const expect = 0.025

// findings are the paper's claims at this size.
func (s Study) findings() []experiments.Finding {
	return []experiments.Finding{s.optimism(), s.control(), s.bimodal(), s.geweke(), s.equals(), s.blame()}
}

// shares are the runs from a start below the region, for the paper's three classes.
func (s Study) shares(start string, perfect bool) (mean, variance, ks float64) {
	return s.calibration(usual, "mean", start, perfect).Below, s.calibration(usual, "var", start, perfect).Below,
		s.calibration(usual, "ks", start, perfect).Below
}

func (s Study) optimism() experiments.Finding {
	m, v, k := s.shares("exact", false)
	text := fmt.Sprintf("from an exact draw the real ESS is below the 95%% region of the estimated one in %s of the runs "+
		"for means, %s for variances and %s for KS", percent(m), percent(v), percent(k))
	for _, start := range startsOf(s.Runs) {
		if start != "exact" {
			m, v, k := s.shares(start, false)
			text += fmt.Sprintf("; from %s %s, %s and %s", start, percent(m), percent(v), percent(k))
		}
	}
	return experiments.Finding{Claim: "ESS is optimistic: 55%, 68% and 83% of the runs are below the region, not 2.5%",
		Holds: min(m, v, k) > 2*expect, Evidence: text}
}

func (s Study) control() experiments.Finding {
	m, v, k := s.shares("exact", true)
	return experiments.Finding{Claim: "On independent draws ESS is calibrated", Holds: max(m, v, k) < 2*expect,
		Evidence: fmt.Sprintf("%s, %s and %s of the runs of the perfect kernel are below the region; 2.5%% would be right",
			percent(m), percent(v), percent(k))}
}

// bimodal counts means. From an exact draw RESS is never below 1: an average varies no more than one
// of its terms.
func (s Study) bimodal() experiments.Finding {
	low, between, all := 0, 0, 0
	for _, r := range s.Runs {
		if r.Class() == "mean" && r.Start != "exact" && !r.Control() {
			all++
			switch {
			case r.RESS < 1:
				low++
			case r.RESS < 0.01*float64(r.N):
				between++
			}
		}
	}
	of := func(n int) string { return percent(float64(n) / float64(all)) }
	return experiments.Finding{Claim: "Success is bimodal: the efficiency is above 1%, or RESS is below 1",
		Holds: between < low && between < all-low-between,
		Evidence: fmt.Sprintf("of %d means from a bad start %s are above 1%%, %s below 1, and %s between", all,
			of(all-low-between), of(low), of(between))}
}

// verdict is the one with these names.
func (s Study) verdict(diagnostic string, setup Setup, start string) Verdict {
	for _, v := range s.Verdicts {
		if v.Diagnostic == diagnostic && v.Setup == setup && v.Start == start {
			return v
		}
	}
	return Verdict{}
}

// geweke: a diagnostic is worth something if it calls failures fine less often than it does what is
// sound. It is said to be worthless if the two are within a tenth of each other.
func (s Study) geweke() experiments.Finding {
	v := s.verdict("geweke", OneChain, "exact")
	fooled, fine := v.FooledShare(), 1-v.CriesShare()
	text := fmt.Sprintf("from an exact draw it calls %s of the failed chains fine, and %s of the sound ones",
		percent(fooled), percent(fine))
	for _, start := range startsOf(s.Runs) {
		if start != "exact" {
			w := s.verdict("geweke", OneChain, start)
			text += fmt.Sprintf("; from %s %s and %s", start, percent(w.FooledShare()), percent(1-w.CriesShare()))
		}
	}
	return experiments.Finding{Claim: "Geweke's diagnostic is worthless", Holds: fine-fooled < 0.1, Evidence: text}
}

func (s Study) equals() experiments.Finding {
	e, r := s.verdict(usual, AllChains, "exact"), s.verdict("r-hat-split", AllChains, "exact")
	return experiments.Finding{Claim: "R-hat and ESS are about equal",
		Holds: math.Abs(e.FooledShare()-r.FooledShare()) < 0.1,
		Evidence: fmt.Sprintf("of all chains together that failed, from an exact draw, %s calls %s fine and R-hat %s; "+
			"they cry at %s and %s of the sound", usual, percent(e.FooledShare()), percent(r.FooledShare()),
			percent(e.CriesShare()), percent(r.CriesShare()))}
}

// blame: how much of the failures is the fault of the start.
func (s Study) blame() experiments.Finding {
	failed, biased := 0, 0
	for _, r := range s.Runs {
		if r.Start != "exact" && !r.Control() && r.RESS < score.Enough {
			failed++
			if r.Blame > 0.5 {
				biased++
			}
		}
	}
	share := float64(biased) / float64(failed)
	return experiments.Finding{Claim: "Failures are the walk's fault, more than the start's", Holds: share < 0.5,
		Evidence: fmt.Sprintf("of %d time averages from a bad start that failed, %s owe most of their error to its bias",
			failed, percent(share))}
}

// percent is a share in per cent.
func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
