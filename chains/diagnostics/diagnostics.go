// Package diagnostics has the diagnostics of the literature: what people compute from the output
// of a few chains to judge whether it can be trusted. Each is one line of the Catalogue and names
// the paper that defines it. All see only the values of one function along the chains, one slice a
// chain, all of the same length; none sees the target. All diagnostics of some chains take one Chains,
// which shares their work:
//
//	c := diagnostics.NewChains(values)
//	for _, d := range diagnostics.Catalogue {
//		fmt.Println(d.Name, d.Of(c))
//	}
//
// Where a diagnostic has nothing to say it is NaN, and NaN is never fine:
//
//   - if all values of all chains are equal: a chain that is stuck and a function that is constant
//     look alike;
//   - if chains have fewer than four values, or a value is infinite or NaN;
//   - if there is one chain, for the R-hat that compares whole chains.
//
// Chains that each stand still, at different values, have R-hat +Inf and a small ESS: 0, or about
// half a draw for each chain or half chain that is compared. Of them the tests are NaN.
package diagnostics

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// A Kind is the scale of a diagnostic.
type Kind string

// ESS counts independent draws, for all chains together. RHat is a ratio of standard deviations
// and near 1 where all is well. Score is standard normal there, and PValue uniform on [0, 1].
const (
	ESS    Kind = "ESS"
	RHat   Kind = "R-hat"
	Score  Kind = "z"
	PValue Kind = "p"
)

// A Diagnostic is a number computed from chains.
type Diagnostic struct {
	Name  string // as "ess-monotone"
	Kind  Kind
	About string
	Cite  string // the paper and its equation
	Of    func(c *Chains) float64
	// Fine is the customary rule: whether this value says that all is well, for so many chains.
	Fine func(value float64, chains int) bool
}

// atLeast is the rule that a value is fine from a threshold on.
func atLeast(threshold float64) func(value float64, chains int) bool {
	return func(value float64, _ int) bool { return value >= threshold }
}

// below is the rule that a value is fine below a threshold, and not at it.
func below(threshold float64) func(value float64, chains int) bool {
	return func(value float64, _ int) bool { return value < threshold }
}

// hundredEach is the rule of Vehtari et al. (2021): 400 for four chains, 100 for each.
func hundredEach(value float64, chains int) bool { return value >= 100*float64(chains) }

// enough is the number of effective draws that Turner and Neal (2017) call a success.
const enough = 12

// Catalogue has every diagnostic. It is NaN where none has anything to say.
var Catalogue = guarded([]Diagnostic{
	{"ess-positive", ESS, "draws over the autocorrelation time, summed while pairs of lags are positive",
		"Geyer 1992, Section 3.3, initial positive sequence; several chains: Vehtari et al. 2021, Section 3.2",
		func(c *Chains) float64 { return c.series().geyer(false) }, atLeast(enough)},
	{"ess-monotone", ESS, "draws over the autocorrelation time, pairs of lags positive and made to fall",
		"Geyer 1992, Section 3.3, initial monotone sequence; several chains: Vehtari et al. 2021, Section 3.2",
		func(c *Chains) float64 { return c.series().geyer(true) }, atLeast(enough)},
	{"ess-batch", ESS, "draws by the variance of the means of batches of sqrt(n) values; summed over chains",
		"Flegal and Jones 2010, Section 3, batches of floor(sqrt n)",
		func(c *Chains) float64 { return c.series().summed(batchMeans) }, atLeast(enough)},
	{"ess-overlapping", ESS, "draws by the means of all runs of sqrt(n) values, overlapping; summed over chains",
		"Flegal and Jones 2010, Section 3, batches of floor(sqrt n); Meketon and Schmeiser 1984",
		func(c *Chains) float64 { return c.series().summed(overlappingMeans) }, atLeast(enough)},
	{"ess-autoregressive", ESS, "draws by the spectrum at 0 of a fitted autoregression; summed over chains",
		"Plummer et al. 2006 (coda, effectiveSize); Thompson 2010",
		autoregressiveDraws, atLeast(enough)},
	{"ess-bulk", ESS, "ess-monotone of the normal scores of halved chains",
		"Vehtari et al. 2021, bulk-ESS; ESS as in their Section 3.2",
		func(c *Chains) float64 { return c.scores().geyer(true) }, hundredEach},
	{"ess-tail", ESS, "the lesser ess-monotone of being below the 5% and the 95% quantile, of halved chains",
		"Vehtari et al. 2021, tail-ESS; ESS as in their Section 3.2",
		tail, hundredEach},
	{"r-hat-classic", RHat, "pooled over within variance of whole chains, with the correction for few chains",
		"Gelman and Rubin 1992, Section 2; factor (d+3)/(d+1) of Brooks and Gelman 1998",
		classic, below(1.1)}, // Gelman et al., Bayesian Data Analysis, 2nd edition
	{"r-hat-split", RHat, "pooled over within variance of halved chains",
		"Gelman et al. 2013, Bayesian Data Analysis, 3rd edition, Eq. (11.4)",
		func(c *Chains) float64 { return c.halves().reduction() }, below(1.1)}, // Section 11.4
	{"r-hat-rank", RHat, "the larger r-hat-split of the normal scores of h and of its distance from the median",
		"Vehtari et al. 2021, rank-normalized split-R-hat and its folded form",
		rankReduction, below(1.01)}, // Vehtari et al. 2021
	{"geweke", Score, "the first tenth of chains against their last half, over its standard error",
		"Geweke 1992; spectra by autoregression as in coda (Plummer et al. 2006)",
		drift, func(z float64, _ int) bool { return math.Abs(z) < 1.96 }}, // 5%, two-sided
	{"heidelberger-welch", PValue,
		"a test that partial sums of chains are a Brownian bridge, before any value is discarded",
		"Heidelberger and Welch 1983, Cramer-von Mises; spectrum as in coda (Plummer et al. 2006)",
		stationarity, atLeast(0.05)}, // Heidelberger and Welch 1983; coda's default
})

func guarded(all []Diagnostic) []Diagnostic {
	for i, d := range all {
		all[i].Of = func(c *Chains) float64 {
			if c.silent {
				return math.NaN()
			}
			return d.Of(c)
		}
	}
	return all
}

// Chains are the values of one function along a few chains, and what several diagnostics compute from
// them: it is computed once, when the first diagnostic asks for it. A Chains is not for several
// goroutines at a time.
type Chains struct {
	Values [][]float64 // by chain and step

	silent  bool // no diagnostic has anything to say: too few values, odd ones, or all equal
	series  func() *series
	halves  func() *series  // the halved chains
	scores  func() *series  // the normal scores of the halves
	ranking func() *ranking // of the values of the whole chains
}

// NewChains returns chains of these values, a slice a chain. It panics if there is none, or if they differ
// in length.
func NewChains(values [][]float64) *Chains {
	if len(values) == 0 {
		panic("diagnostics: no chains")
	}
	n := len(values[0])
	for _, c := range values {
		if len(c) != n {
			panic(fmt.Sprintf("diagnostics: chains of %d and %d values", n, len(c)))
		}
	}
	all := slices.Concat(values...)
	odd := func(v float64) bool { return v-v != 0 }
	other := func(v float64) bool { return v != all[0] }
	c := &Chains{Values: values} // halves of four values have variances
	c.silent = n < 4 || slices.ContainsFunc(all, odd) || !slices.ContainsFunc(all, other)
	c.series = sync.OnceValue(func() *series { return newSeries(values) })
	c.halves = sync.OnceValue(func() *series { return newSeries(halves(values)) })
	c.ranking = sync.OnceValue(func() *ranking { return newRanking(values) })
	c.scores = sync.OnceValue(func() *series { return newSeries(c.ranking().halves().normalScores()) })
	return c
}

// geyer returns the draws of all chains over their autocorrelation time
//
//	tau = -1 + 2 sum_k (rho_{2k} + rho_{2k+1}),
//
// whose sum ends before the first pair that is not positive. If monotone, no pair counts for
// more than the one before it. For reversible chains the true pairs are positive and fall.
//
// The autocorrelation at lag t is 1 - (W - gamma_t)/V (Vehtari et al. 2021, Section 3.2). gamma_t is
// the mean autocovariance of the chains, W their mean variance, and V = W (n-1)/n + the variance
// of their means. At lag 0 it is 1. Chains that disagree thus stay correlated at all lags. For one chain
// these are its own autocorrelations, as in Geyer, less 1/(n-1): W is divided by n-1 and gamma_t by n.
//
// Two details are those of Stan: the even lag of the pair at which the sum ends counts once if it
// is positive, and tau is at least 1/log10(draws), since 1000 draws are never known to be worth
// more than 3000.
func (s *series) geyer(monotone bool) float64 {
	m, n := len(s.chains), len(s.chains[0])
	within, pooled := s.withinPooled()
	rho := func(t int) float64 {
		if t == 0 {
			return 1
		}
		return 1 - (within-s.gamma(t))/pooled
	}
	tau, last := -1.0, math.Inf(1)
	for t := 0; t+1 < n; t += 2 {
		pair := rho(t) + rho(t+1)
		if pair <= 0 {
			tau += max(rho(t), 0)
			break
		}
		if monotone {
			pair = min(pair, last)
		}
		tau, last = tau+2*pair, pair
	}
	total := float64(m * n)
	return total / max(tau, 1/math.Log10(total))
}

// batchMeans returns the effective draws of one chain of variance s2. Its a batches of b = floor(sqrt n) values
// have means Y_k, and the asymptotic variance is b times the variance of the Y_k. Values after
// the last whole batch are left out of these, as the last 39 of 1000: 31 batches of 31 are 961.
func batchMeans(x []float64, s2 float64) float64 {
	b := int(math.Sqrt(float64(len(x))))
	var means []float64
	for len(x) >= (len(means)+1)*b {
		means = append(means, mean(x[len(means)*b:][:b]))
	}
	return draws(len(x), s2, float64(b)*variance(means))
}

// overlappingMeans returns the effective draws of one chain of n values and variance s2. The n - b + 1 runs of
// b = floor(sqrt n) values have means Y_j, and the asymptotic variance is estimated by
//
//	n b / ((n - b)(n - b + 1)) sum_j (Y_j - mean of all)^2.
func overlappingMeans(x []float64, s2 float64) float64 {
	n := len(x)
	b := int(math.Sqrt(float64(len(x))))
	center := mean(x)
	sum := 0.0
	squares := 0.0
	for i, v := range x {
		sum += v - center
		if i >= b {
			sum -= x[i-b] - center
		}
		if i >= b-1 {
			squares += (sum / float64(b)) * (sum / float64(b))
		}
	}
	spectrum := float64(n) * float64(b) / (float64(n-b) * float64(n-b+1)) * squares
	return draws(n, s2, spectrum)
}

// tail returns the lesser ESS of two events. An event that holds always has none, as that of
// values up to the 95% quantile, if the largest value is that common: on a lattice it may be. It
// is left out, and if both are, the result is NaN.
func tail(c *Chains) float64 {
	all, least := c.ranking(), math.NaN()
	parts := all.halves()
	largest := all.sorted(all.total() - 1)
	for _, p := range []float64{0.05, 0.95} {
		limit := all.quantile(p)
		if limit >= largest {
			continue
		}
		event := make([]float64, len(all.distinct)) // 1 for values up to the limit
		for i, v := range all.distinct {
			if v <= limit {
				event[i] = 1
			}
		}
		if ess := newSeries(parts.each(event)).geyer(true); !(ess >= least) {
			least = ess
		}
	}
	return least
}

// classic returns sqrt((d+3)/(d+1) V/W). W is the mean variance of the m chains, B/n the variance
// of their means, and V = W (n-1)/n + (1 + 1/m) B/n. d = 2 V^2/Var(V) are the degrees of freedom
// of V. It is NaN for one chain, and +Inf if all chains stand still at different values.
func classic(chains *Chains) float64 {
	if len(chains.Values) == 1 {
		return math.NaN()
	}
	m := float64(len(chains.Values))
	n := float64(len(chains.Values[0]))
	means := chains.series().means
	variances := chains.series().variances
	within := mean(variances)
	between := variance(means) // B/n
	v := within*(n-1)/n + (1+1/m)*between
	center := mean(means)
	squares := make([]float64, len(means))
	for i, x := range means {
		squares[i] = (x - center) * (x - center)
	}
	// Var(V) by the variances of W and B and their covariance.
	spread := (n-1)*(n-1)/(n*n)*variance(variances)/m +
		(1+1/m)*(1+1/m)*2*between*between/(m-1) +
		2*(n-1)/n*(1+1/m)*covariance(variances, squares)/m
	ratio := v / within
	if spread > 0 {
		d := 2 * v * v / spread
		ratio *= (d + 3) / (d + 1)
	}
	return math.Sqrt(ratio)
}

// reduction returns sqrt(V/W), the factor by which the scale may yet shrink. It is +Inf if all
// chains stand still, not all at the same value, and NaN if there is nothing to compare.
func (s *series) reduction() float64 {
	within, pooled := s.withinPooled()
	return math.Sqrt(pooled / within)
}

// rankReduction returns the larger R-hat of two. If all values are equally far from the median,
// as two values equally often, only the first is known.
func rankReduction(c *Chains) float64 {
	bulk := c.scores().reduction()
	spread := newSeries(c.ranking().halves().folded().normalScores()).reduction()
	if spread > bulk {
		return spread
	}
	return bulk
}

// stationarity returns the p-value of the least stationary of m chains, 1 - (1 - p)^m (Sidak). The
// whole chains are tested, since their time averages are what is judged: the paper goes on to
// discard tenths until the rest passes. It is NaN if a chain stands still.
func stationarity(chains *Chains) float64 {
	least := 1.0
	for _, c := range chains.Values {
		least = min(least, bridgeAbove(cramerVonMises(c))) // NaN stays
	}
	return -math.Expm1(float64(len(chains.Values)) * math.Log1p(-least))
}

// cramerVonMises returns the integral of the square of the bridge
//
//	B(k/n) = (x_1 + ... + x_k - k mean) / sqrt(n S).
//
// S is the spectrum at 0 of the second half alone, which a drift at the start does not raise.
func cramerVonMises(x []float64) float64 {
	n := float64(len(x))
	center := mean(x)
	sum := 0.0
	squares := 0.0
	for _, v := range x {
		sum += v - center
		squares += sum * sum
	}
	return squares / (n * n * spectrum(x[len(x)/2:]))
}

// bridgeAbove returns the probability that the integral of the square of a Brownian bridge is
// above a value (Csorgo and Faraway 1996, Eq. 1.2). Its distribution function is
//
//	1/(pi sqrt v) sum_j (-1)^j C(-1/2, j) sqrt(4j+1) exp(-u) K_{1/4}(u),    u = (4j+1)^2/(16 v).
func bridgeAbove(v float64) float64 {
	switch {
	case math.IsNaN(v):
		return v
	case v > 40: // below 1e-80
		return 0
	}
	sum, binomial := 0.0, 1.0 // (-1)^j C(-1/2, j) = (1/2)(3/2)...(j-1/2)/j!
	for j := range 40 {
		k := float64(4*j + 1)
		u := k * k / (16 * v)
		if u > 350 {
			break // exp(-2u) is 0
		}
		sum += binomial * math.Sqrt(k) * math.Exp(-2*u) * besselQuarter(u)
		binomial *= (float64(j) + 0.5) / float64(j+1)
	}
	return min(1, max(0, 1-sum/(math.Pi*math.Sqrt(v))))
}

// besselQuarter returns exp(u) K_{1/4}(u), the integral over t > 0 of
// exp(-u (cosh t - 1)) cosh(t/4). The trapezoid rule is exact to round-off for integrands that
// fall off like these.
func besselQuarter(u float64) float64 {
	const step = 1. / 16
	sum := 0.5
	for t := step; ; t += step {
		e := u * (math.Cosh(t) - 1)
		if e > 40 {
			return sum * step
		}
		sum += math.Exp(-e) * math.Cosh(t/4)
	}
}

// drift returns Geweke's z of all chains together,
//
//	sum (mean A - mean B) / sqrt(sum (S_A/|A| + S_B/|B|)),
//
// which for one chain is his. A is the first tenth of a chain, B its second half, and S the
// spectrum at 0. It is NaN for chains below 20 values, whose A has no variance, and for chains
// that all stand still.
func drift(chains *Chains) float64 {
	n := len(chains.Values[0])
	if n < 20 {
		return math.NaN()
	}
	difference, square := 0.0, 0.0
	for _, c := range chains.Values {
		a := c[:n/10]
		b := c[n-n/2:]
		difference += mean(a) - mean(b)
		square += spectrum(a)/float64(len(a)) + spectrum(b)/float64(len(b))
	}
	return difference / math.Sqrt(square)
}
