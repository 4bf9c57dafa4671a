package samplers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/experiments/studies/samplers/regression"
)

// usual is the ESS that the findings speak of.
const usual = score.UsualESS

// byChance is the largest share of some runs that an ESS has below its region if it is right. It expects
// 2.5%, and at most three standard deviations more: 7.2% of 100 runs, and 16% of 12.
func byChance(runs int) float64 {
	const expect = 0.025
	return expect + 3*math.Sqrt(expect*(1-expect)/float64(runs))
}

// A Finding is what a claim comes to from one start.
type Finding struct {
	Paper   bool   `column:"paper"` // the paper says so; else it is asked here alone
	Claim   string `column:"finding"`
	Start   string `column:"start"`
	Holds   bool   `column:"holds"`
	Numbers string `column:"numbers"` // those of the claim
}

func find(paper bool, claim, start string, holds bool, numbers string, of ...any) Finding {
	return Finding{paper, claim, start, holds, fmt.Sprintf(numbers, of...)}
}

// findings are the claims about runs and scores, from each start that there is.
func (s Study) findings() (all []Finding) {
	for _, start := range startsOf(s.Runs) {
		below, more, _, best := s.shares(start, false)
		independent, _, fewer, _ := s.shares(start, true)
		e := s.verdict(usual, AllChains, start)
		r := s.verdict("r-hat-split", AllChains, start)
		g := s.verdict("geweke", OneChain, start)
		equal := func(a, b float64) bool { return math.Abs(a-b) < 0.1 }
		all = append(all,
			find(true, "ESS is optimistic: more than 2.5% of the real ESS are below its 95% region, of means, "+
				"variances and KS distances (there 55%, 68% and 83%)", start, more, "%s, %s, %s", below...),
			find(true, "ESS is best calibrated for means", start, best, "%s, %s, %s", below...),
			find(false, "On independent draws ESS is right: 2.5% are below the region, and of KS about none", start,
				fewer,
				"%s, %s, %s; by chance up to %s", append(independent,
					percent(byChance(s.calibration(usual, "mean", start, true).Runs)))...),
			// Two are about equal if the shares of failures that they call fine are within a tenth of each other.
			find(false, "By their rules, ESS of at least 12 and R-hat below 1.1, both miss about equally many of the "+
				"failures of all chains together", start, equal(e.FooledShare(),
				r.FooledShare()), "ESS %s, R-hat %s", percent(e.FooledShare()),
				percent(r.FooledShare())),
			find(false, "So they do at equal alarms, 5% of the sound", start, equal(e.Missed, r.Missed),
				"ESS %s, R-hat %s", percent(e.Missed), percent(r.Missed)),
			// It would find Alarms of the failures if it saw nothing.
			find(false, "At equal alarms Geweke's diagnostic of one chain finds more failures than a blind one, "+
				"which finds 5%",
				start, 1-g.Missed > 2*Alarms, "%s", percent(1-g.Missed)))
	}
	return slices.DeleteFunc(append(all, s.averages()...), func(f Finding) bool {
		return strings.Contains(f.Numbers, "NaN") // of no runs at all
	})
}

// shares are the runs from a start below the region, for the paper's three classes; more says that all
// are more than chance explains, fewer that none is, and best that the means are the fewest.
func (s Study) shares(start string, perfect bool) (below []any, more, fewer, best bool) {
	more = true
	fewer = true
	best = true
	means := s.calibration(usual, "mean", start, perfect).Below
	for _, class := range []string{"mean", "var", "ks"} {
		c := s.calibration(usual, class, start, perfect)
		below = append(below, percent(c.Below))
		best = best && means <= c.Below
		more = more && c.Below > byChance(c.Runs)
		fewer = fewer && c.Below <= byChance(c.Runs)
	}
	return below, more, fewer, best
}

// averages are the claims about exact scores after N steps. From an exact draw RESS is never below 1: an average
// varies no more than one of its terms. Between are means with an RESS from 1 to 1% of the steps, as from 1 to 5 of
// 500: with fewer steps fewer can be there. A failure is the start's fault if more than half of its mean squared error
// is the bias.
func (s Study) averages() (all []Finding) {
	last := those(slices.Concat(s.Scores, s.Worst), func(r score.Row) bool {
		return r.Budget == s.N && !r.Distance() && !control(r.Kernel)
	})
	for start, of := range experiments.GroupBy(last, func(r score.Row) string { return r.Start }) {
		means := those(of, func(r score.Row) bool { return r.Class() == "mean" })
		low := those(means, func(r score.Row) bool { return r.RESS() < 1 })
		high := those(means, func(r score.Row) bool { return r.RESS() >= 0.01*float64(r.N) })
		between := len(means) - len(low) - len(high)
		failed := those(of, func(r score.Row) bool { return !r.Solved() })
		biased := those(failed, func(r score.Row) bool { return r.Bias*r.Bias > r.MSE()/2 })
		share := func(n int, of []score.Row) string { return percent(float64(n) / float64(len(of))) }
		all = append(all, find(true, "Success is bimodal: the efficiency of means is above 1%, or RESS is below 1, "+
			"and few are between",
			start, between < len(low) && between < len(high), "%s above, %s below, %s between, of %d",
			share(len(high), means), share(len(low), means), share(between, means), len(means)))
		if start != "exact" {
			all = append(all, find(false, "Failures are the walk's fault: less than half owe most of their error to "+
				"the start's bias",
				start, 2*len(biased) < len(failed), "%s of %d", share(len(biased), failed), len(failed)))
		}
	}
	return all
}

func those(rows []score.Row, are func(score.Row) bool) []score.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r score.Row) bool { return !are(r) })
}

func (s Study) verdict(diagnostic string, setup Setup, start string) Verdict {
	return first(s.Verdicts, func(v Verdict) bool {
		return v.Diagnostic == diagnostic && v.Setup == setup && v.Start == start
	})
}

func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// A Meta is Section 5's regression on the runs from one start.
type Meta struct {
	Start string `column:"start"`
	regression.Table
}

func (m Meta) method(name string) regression.Method {
	return m.Methods[slices.IndexFunc(m.Methods, func(one regression.Method) bool { return one.Name == name })]
}

// metaFindings judge what the paper says of Table 2, by the runs from each start. The claims are
// about log losses in excess of that of the Gaussian process with all features. Something is there if it is two
// standard errors from 0; that nothing is there may also mean that the densities are too few to show it.
func metaFindings(metas []Meta) (all []Finding) {
	for _, m := range metas {
		if m.Unseen < 2 {
			continue // differences of one density have no error
		}
		loss := func(method string) regression.Loss { return m.method(method).NLL }
		matters := func(l regression.Loss) bool { return l.Delta > 2*l.StdErr }
		apart := m.method("GP-ESS").Against(m.method("GP-GR")) // on the same densities
		all = append(all,
			find(true, "Diagnostics predict the deviation of ESS: without them a prediction loses nats (there "+
				"0.067(36))",
				m.Start, matters(loss("iid")), "%s", nats(loss("iid"))),
			find(true, "What ESS and R-hat still predict is equal (there 0.045 nats each)", m.Start,
				math.Abs(apart.Delta) < 2*apart.StdErr, "ESS %s, R-hat %s; apart %s", nats(loss("GP-ESS")),
				nats(loss("GP-GR")),
				nats(apart)),
			find(true, "Geweke's diagnostic predicts nothing more", m.Start, !matters(loss("GP-G")),
				"%s", nats(loss("GP-G"))),
			find(true, "The dimension predicts nothing more", m.Start, !matters(loss("GP-D")),
				"%s", nats(loss("GP-D"))))
	}
	return all
}

// nats says what a method loses.
func nats(l regression.Loss) string {
	return strings.ReplaceAll(fmt.Sprintf("%+.3f ± %.3f", l.Delta, l.StdErr), "-", "−")
}

// mostDeviation is the largest ESSD, in either direction: Φ^-1 of the double next to 1 is 8.2, so that Eq. (8) as it
// stands gives no more. Chains that never moved would have hundreds otherwise, and their squares would be all of the
// mean squared error.
const mostDeviation = 8.2

// features lists the features of Section 5. Each is a logarithm of a diagnostic in the form that the paper uses.
var features = []struct {
	name, diagnostic string
	of               func(v float64) float64
}{
	{"ESS", usual, math.Log},
	{"GR", "r-hat-classic", func(v float64) float64 { return math.Log(math.Abs(v - 1)) }},
	{"G", "geweke", func(v float64) float64 { return math.Log(math.Abs(v)) }},
}

// mostRows bounds the runs that a Gaussian process learns from. Its time grows with their cube: five processes take
// seconds with 500 runs.
const mostRows = 500

// deviations are the rows of the regression: samplers alone, since independent draws and chains that
// never move are what they are compared with. ESS is the mean over the chains, as in Eq. (8); R-hat is
// of all chains, and Geweke's z the mean of |z|.
func (s Study) deviations(start string) (d regression.Data) {
	for _, f := range features {
		d.Names = append(d.Names, f.name)
	}
	d.Names = append(d.Names, "D")
	ess := s.Index(usual)
	for _, r := range s.Runs {
		if r.Start != start || r.Class() != "mean" || control(r.Kernel) {
			continue
		}
		var x []float64
		for _, f := range features {
			i := s.Index(f.diagnostic)
			v := r.Alone(i)
			if f.name == "GR" {
				v = r.Values[i]
			}
			x = append(x, f.of(v))
		}
		d.X = append(d.X, append(x, float64(r.Axes)))
		d.Y = append(d.Y, ESSD(r.Alone(ess), r.Sampled, r.Chains))
		d.Groups = append(d.Groups, r.Density)
	}
	return d
}

// ESSD is the deviation of a real ESS, measured on k chains, from an estimated one by Eq. (8):
// Φ^-1(the chi-squared CDF with k degrees of freedom at k ess/ress). It is standard normal if the
// errors are as large as with ess independent draws, and above 0 if they are larger.
//
// The smaller tail is computed, and neither is smaller than that of mostDeviation.
func ESSD(ess, ress float64, k int) float64 {
	half := float64(k) / 2
	x := ess / ress * float64(k) / 2
	if math.IsNaN(x) || math.IsInf(x, 1) {
		return min(x, mostDeviation)
	}
	low := mathext.GammaIncReg(half, x)
	high := mathext.GammaIncRegComp(half, x)
	if low < high {
		return max(distuv.UnitNormal.Quantile(low), -mostDeviation)
	}
	return min(-distuv.UnitNormal.Quantile(high), mostDeviation)
}
