package samplers

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/experiments"
)

// A Panel is a panel of Figure 3, with one of the three estimates that a chain makes of an axis: of its mean, of its
// variance, and of its distribution, by the Kolmogorov-Smirnov distance (KS).
type Panel struct {
	Name  string              // mean, var or ks
	Real  func(r Run) float64 // returns the real ESS by the chains
	Exact func(r Run) float64 // returns the exact real ESS; nil for KS, which has none
}

// Panels lists the panels of Figure 3.
var Panels = []Panel{
	{"mean", func(r Run) float64 { return r.Mean }, func(r Run) float64 { return r.ExactMean }},
	{"var", func(r Run) float64 { return r.Var }, func(r Run) float64 { return r.ExactVar }},
	{"ks", func(r Run) float64 { return r.KS }, nil},
}

// A Calibration says how the real ESS compares with the estimated one (Figure 3). If the estimate is m, and the errors
// of K chains are those of m independent draws, then m K/RESS is chi-squared with K degrees of freedom.
type Calibration struct {
	Runs int // with an estimate
	// Below is the share of the runs whose real ESS is below the 95% region of m independent draws. For normal errors
	// 2.5% is right. KS distances vary less, and for independent draws are hardly ever outside.
	Below float64
	// StdErr is the standard error of Below. Densities are independent, and runs on one density are not.
	StdErr float64
}

// Calibrate calibrates a real ESS of runs with this number of chains. A run without an ESS is left out.
func Calibrate(runs []Run, chains int, real func(r Run) float64) Calibration {
	var c Calibration
	var shares []float64 // Below of each density
	for _, of := range experiments.GroupBy(runs, func(r Run) string { return r.Density }) {
		known := 0.0
		below := 0.0
		for _, r := range of {
			v := real(r)
			if math.IsNaN(r.ESS) || math.IsNaN(v) {
				continue
			}
			known++
			if low, _ := Region(r.ESS, chains); v < low {
				below++
			}
		}
		if known > 0 {
			c.Runs += int(known)
			c.Below += below
			shares = append(shares, below/known)
		}
	}
	c.Below /= float64(c.Runs)
	c.StdErr = stat.StdErr(stat.StdDev(shares, nil), float64(len(shares)))
	return c
}

// Region returns the middle 95% of the real ESS of k chains of m independent draws.
func Region(m float64, k int) (low, high float64) {
	chiSquared := distuv.ChiSquared{K: float64(k)}
	return m * float64(k) / chiSquared.Quantile(0.975), m * float64(k) / chiSquared.Quantile(0.025)
}

// SamplerRuns returns the runs of samplers, without those of controls, which draw independently or never move.
func (f Results) SamplerRuns() []Run {
	isControl := func(r Run) bool { return r.Kernel == "perfect" || r.Kernel == "identity" }
	return slices.DeleteFunc(slices.Clone(f.Runs), isControl)
}

// Independent returns the runs of independent draws, for which an honest ESS is right.
func (f Results) Independent() []Run {
	return slices.DeleteFunc(slices.Clone(f.Runs), func(r Run) bool { return r.Kernel != "perfect" })
}
