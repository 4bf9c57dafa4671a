package samplers

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/diagnostics"
	"breadboard/experiments/score"
	"breadboard/experiments/studies/samplers/regression"
)

// usual is the ESS that the study speaks of.
const usual = score.UsualESS

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

// asked are the diagnostics of the features.
func asked() (all []diagnostics.Diagnostic) {
	for _, f := range features {
		all = append(all, diagnostics.Catalogue[slices.IndexFunc(diagnostics.Catalogue,
			func(d diagnostics.Diagnostic) bool { return d.Name == f.diagnostic })])
	}
	return all
}

// control says that a kernel is no sampler, but what samplers are compared with: it draws
// independently, or never moves.
func control(kernel string) bool { return kernel == "perfect" || kernel == "identity" }

// mostRows bounds the runs that a Gaussian process learns from. Its time grows with their cube: five processes take
// seconds with 500 runs.
const mostRows = 500

// deviations are the rows of the regression: samplers alone, since independent draws and chains that
// never move are what they are compared with. ESS is the mean over the chains, as in Eq. (8); R-hat is
// of all chains, and Geweke's z the mean of |z|.
func (s Study) deviations() (d regression.Data) {
	for _, f := range features {
		d.Names = append(d.Names, f.name)
	}
	d.Names = append(d.Names, "D")
	ess := s.Index(usual)
	for _, r := range s.Runs {
		if r.Class() != "mean" || control(r.Kernel) {
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
