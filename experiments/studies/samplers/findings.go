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

func (s Study) findings() []experiments.Finding {
	below, more, _ := s.shares("exact", false)
	optimism := fmt.Sprintf("from an exact draw the real ESS is below the 95%% region of the estimated one in %s of the "+
		"runs for means, %s for variances and %s for KS", below...)
	g := s.verdict("geweke", OneChain, "exact")
	geweke := fmt.Sprintf("from an exact draw it calls %s of the failed chains fine, and %s of the sound ones",
		percent(g.FooledShare()), percent(1-g.CriesShare()))
	for _, start := range startsOf(s.Runs) {
		if start != "exact" {
			b, _, _ := s.shares(start, false)
			optimism += fmt.Sprintf("; from %s %s, %s and %s", append([]any{start}, b...)...)
			w := s.verdict("geweke", OneChain, start)
			geweke += fmt.Sprintf("; from %s %s and %s", start, percent(w.FooledShare()), percent(1-w.CriesShare()))
		}
	}
	independent, _, fewer := s.shares("exact", true)
	runs := s.calibration(usual, "mean", "exact", true).Runs
	e, r := s.verdict(usual, AllChains, "exact"), s.verdict("r-hat-split", AllChains, "exact")
	failed, biased := 0, 0 // how much of the failures is the fault of the start
	for _, r := range s.Runs {
		if r.Start != "exact" && !r.Control() && r.RESS < score.Enough {
			failed++
			if r.Blame > 0.5 {
				biased++
			}
		}
	}
	share := float64(biased) / float64(failed)
	return []experiments.Finding{
		experiments.Find("ESS is optimistic: 55%, 68% and 83% of the runs are below the region, not 2.5%", more, "%s",
			optimism),
		experiments.Find("On independent draws ESS is calibrated", fewer, "%s, %s and %s of the runs of the perfect "+
			"kernel are below the region; 2.5%% would be right, of KS about none, and of %d means up to %s by chance",
			append(independent, runs, percent(byChance(runs)))...),
		s.bimodal(),
		// A diagnostic is worth something if it calls failures fine less often than it does what is sound. It is said to be
		// worthless if the two are within a tenth of each other.
		experiments.Find("Geweke's diagnostic is worthless", 1-g.CriesShare()-g.FooledShare() < 0.1, "%s", geweke),
		// R-hat and ESS are about equal if both shares, of failures that they call fine and of sound runs at which they
		// cry, are within a tenth of each other.
		experiments.Find("R-hat and ESS are about equal",
			math.Abs(e.FooledShare()-r.FooledShare()) < 0.1 && math.Abs(e.CriesShare()-r.CriesShare()) < 0.1,
			"of all chains together that failed, from an exact draw, %s calls %s fine and R-hat %s; they cry at %s and %s of "+
				"the sound", usual, percent(e.FooledShare()), percent(r.FooledShare()), percent(e.CriesShare()),
			percent(r.CriesShare())),
		experiments.Find("Failures are the walk's fault, more than the start's", share < 0.5,
			"of %d time averages from a bad start that failed, %s owe most of their error to its bias", failed, percent(share)),
	}
}

// shares are the runs from a start below the region, for the paper's three classes; more says that all
// are more than chance explains, and fewer that none is.
func (s Study) shares(start string, perfect bool) (below []any, more, fewer bool) {
	more, fewer = true, true
	for _, class := range []string{"mean", "var", "ks"} {
		c := s.calibration(usual, class, start, perfect)
		below = append(below, percent(c.Below))
		more, fewer = more && c.Below > byChance(c.Runs), fewer && c.Below <= byChance(c.Runs)
	}
	return below, more, fewer
}

// bimodal counts means. From an exact draw RESS is never below 1: an average varies no more than one
// of its terms. Between are those with an RESS from 1 to 1% of the steps, as from 1 to 5 of 500: with
// fewer steps fewer can be there.
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
	return experiments.Find("Success is bimodal: the efficiency is above 1%, or RESS is below 1",
		between < low && between < all-low-between, "of %d means from a bad start %s are above 1%%, %s below 1, and %s "+
			"between, with an RESS from 1 to %g", all, of(all-low-between), of(low), of(between), 0.01*float64(s.N))
}

func (s Study) verdict(diagnostic string, setup Setup, start string) Verdict {
	for _, v := range s.Verdicts {
		if v.Diagnostic == diagnostic && v.Setup == setup && v.Start == start {
			return v
		}
	}
	return Verdict{}
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

// metaFindings are what the paper says of Table 2, here by the runs from an exact draw. They are
// about log losses in excess of that of the Gaussian process with all features. Something is there if it is two
// standard errors from 0; that nothing is there may also mean that the densities are too few to show it.
func metaFindings(all []Meta) (f []experiments.Finding) {
	if len(all) == 0 || all[0].Unseen < 2 {
		return nil // differences of one density have no error
	}
	first := all[0]
	matters := func(method string) bool { l := first.method(method).NLL; return l.Delta > 2*l.StdErr }
	apart := first.method("GP-ESS").Against(first.method("GP-GR")) // on the same densities
	return []experiments.Finding{
		experiments.Find("Diagnostics predict the deviation of ESS", matters("iid"), "%s", losses(all, "iid", "linear")),
		experiments.Find("What ESS and R-hat still predict is equal", math.Abs(apart.Delta) < 2*apart.StdErr,
			"%s; from %s their difference is %+.3f ± %.3f", losses(all, "GP-ESS", "GP-GR"), first.Start, apart.Delta,
			apart.StdErr),
		experiments.Find("Geweke's diagnostic predicts nothing", !matters("GP-G"), "%s", losses(all, "GP-G")),
		experiments.Find("The dimension predicts nothing", !matters("GP-D"), "%s", losses(all, "GP-D")),
	}
}

// losses says what methods lose, start by start.
func losses(all []Meta, methods ...string) string {
	var text []string
	for _, m := range all {
		for _, name := range methods {
			l := m.method(name).NLL
			text = append(text, fmt.Sprintf("from %s %s has %+.3f ± %.3f nats", m.Start, name, l.Delta, l.StdErr))
		}
	}
	return strings.Join(text, "; ")
}

// mostDeviation is the largest ESSD that the regression is told of, in either direction: Φ^-1 of the
// double next to 1 is 8.2, so that Eq. (8) as it stands gives no more. Chains that never moved
// would have hundreds otherwise, and their squares would be all of the mean squared error.
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
		if r.Start != start || r.Class() != "mean" || r.Control() {
			continue
		}
		var x []float64
		for _, f := range features {
			i := s.Index(f.diagnostic)
			v := r.Alone[i]
			if f.name == "GR" {
				v = r.Values[i]
			}
			x = append(x, f.of(v))
		}
		d.X = append(d.X, append(x, float64(r.Axes)))
		d.Y = append(d.Y, max(-mostDeviation, min(mostDeviation, ESSD(r.Alone[ess], r.Sampled, r.Chains))))
		d.Groups = append(d.Groups, r.Density)
	}
	return d
}

// ESSD is the deviation of a real ESS, measured on k chains, from an estimated one by Eq. (8):
// Φ^-1(the chi-squared CDF with k degrees of freedom at k ess/ress). It is standard normal if the
// errors are as large as with ess independent draws, and above 0 if they are larger.
//
// Each tail is computed by itself, so that an ESS of 1000 where the real one is 0.1 has an ESSD
// of 283: 1 less its probability, 1e-17000, is no float.
func ESSD(ess, ress float64, k int) float64 {
	half, x := float64(k)/2, ess/ress*float64(k)/2
	if math.IsNaN(x) || math.IsInf(x, 1) {
		return x
	}
	low, high := mathext.GammaIncReg(half, x), mathext.GammaIncRegComp(half, x)
	switch {
	case low < 0.5 && low > 1e-290:
		return distuv.UnitNormal.Quantile(low)
	case low < 0.5: // the first term of the series, x^a e^-x / Γ(a+1), which lacks a relative x
		lg, _ := math.Lgamma(half + 1)
		return -fromTail(half*math.Log(x) - x - lg)
	case high > 1e-290:
		return -distuv.UnitNormal.Quantile(high)
	}
	return fromTail(logUpper(half, x))
}

// logUpper is log Q(a, x) for large x: the asymptotic series of Γ(a, x), whose terms fall until
// their number is near x (Abramowitz and Stegun 1964, 6.5.32).
func logUpper(a, x float64) float64 {
	lg, _ := math.Lgamma(a)
	sum, term := 1.0, 1.0
	for i := 1.0; i < x && math.Abs(term) > 1e-17*sum; i++ {
		term *= (a - i) / x
		sum += term
	}
	return (a-1)*math.Log(x) - x - lg + math.Log(sum)
}

// fromTail returns z such that a standard normal is above z with probability e^logp, if that is
// below 1e-290 and z above 36. There the tail is φ(z)/z (1 - 1/z² + 3/z^4 ...). Each step of
// Newton's method has the slope -z of the leading term, and gains three digits.
func fromTail(logp float64) float64 {
	if math.IsInf(logp, -1) {
		return math.Inf(1)
	}
	z := math.Sqrt(-2 * logp)
	for range 20 {
		s := 1 / (z * z)
		tail := -z*z/2 - math.Log(z) - math.Log(2*math.Pi)/2 + math.Log1p(-s*(1-3*s*(1-5*s)))
		z += (tail - logp) / z
	}
	return z
}
