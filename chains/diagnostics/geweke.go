package diagnostics

import "math"

var geweke = Diagnostic{
	Name: "geweke", Kind: Score,
	About:     "the first tenth of chains against their last half, over its standard error",
	Cite:      "Geweke 1992; spectra by autoregression as in coda (Plummer et al. 2006)",
	Estimates: "the drift of the mean over its standard error: 0 if chains start from p",
	Of:        guarded(drift),
	Fine:      func(z float64, _ int) bool { return math.Abs(z) < 1.96 }, // 5%, two-sided
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
		a, b := c[:n/10], c[n-n/2:]
		difference += mean(a) - mean(b)
		square += spectrum(a)/float64(len(a)) + spectrum(b)/float64(len(b))
	}
	return difference / math.Sqrt(square)
}
