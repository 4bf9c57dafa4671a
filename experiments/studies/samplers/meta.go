package samplers

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/experiments/studies/samplers/regression"
)

// mostDeviation is the largest ESSD that the regression is told of, in either direction: Φ^-1 of the
// double next to 1 is 8.2, so that Eq. (8) as it stands gives no more. Chains that never moved
// would have hundreds otherwise, and their squares would be all of the mean squared error.
const mostDeviation = 8.2

// features are those of Section 5, by the diagnostics that they are logarithms of: the classic ones of
// the paper.
var features = []struct {
	name, diagnostic string
	of               func(v float64) float64
}{
	{"ESS", usual, math.Log},
	{"GR", "r-hat-classic", func(v float64) float64 { return math.Log(math.Abs(v - 1)) }},
	{"G", "geweke", func(v float64) float64 { return math.Log(math.Abs(v)) }},
}

// mostRows is how many runs a Gaussian process learns from. Its time grows with their cube: five of
// them take seconds with 500.
const mostRows = 500

// metas predict the ESSD of means from diagnostics and from the dimension on densities that are held
// out (Section 5), a table for each start. The error is ctx's.
func (s Study) metas(ctx context.Context) (all []Meta, err error) {
	for _, start := range startsOf(s.Runs) {
		t, err := regression.Design{Held: 0.2, Most: mostRows, Seed: 1}.Compare(ctx, s.deviations(start), nil)
		if err != nil {
			return nil, err
		}
		all = append(all, Meta{start, t})
	}
	return all, nil
}

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
// errors are those of ess independent draws, and above 0 if they are larger.
//
// Each tail is computed by itself, so that an ESS of 1000 where the real one is 0.1 has an ESSD
// of 283: 1 less its probability, 1e-17000, is no float.
func ESSD(ess, ress float64, k int) float64 {
	half, x := float64(k)/2, ess/ress*float64(k)/2
	if math.IsNaN(x) {
		return x
	}
	if math.IsInf(x, 1) {
		return x
	}
	low, high := mathext.GammaIncReg(half, x), mathext.GammaIncRegComp(half, x)
	switch {
	case low < 0.5 && low > 1e-290:
		return distuv.UnitNormal.Quantile(low)
	case low < 0.5:
		return -fromTail(logLower(half, x))
	case high > 1e-290:
		return -distuv.UnitNormal.Quantile(high)
	}
	return fromTail(logUpper(half, x))
}

// logLower is the logarithm of the regularised incomplete gamma function P(a, x) for small x: its
// first term, x^a e^-x / Γ(a+1). What it lacks is a relative x.
func logLower(a, x float64) float64 {
	lg, _ := math.Lgamma(a + 1)
	return a*math.Log(x) - x - lg
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
