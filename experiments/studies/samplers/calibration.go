package samplers

import (
	"math"

	"breadboard/chains/diagnostics"
	"breadboard/experiments/score"
)

// A Calibration says how the real ESS falls about what a diagnostic predicts (Figure 3). If the
// mean of the diagnostic over K chains is m, and the K errors are those of m independent draws,
// then m K/RESS is chi-squared with K degrees of freedom.
type Calibration struct {
	Diagnostic string `column:"diagnostic"` // of those that estimate an ESS
	Class      string `column:"class"`      // mean, var, logf or ks
	Perfect    bool   `column:"perfect"`    // of the kernel of independent draws; else of all samplers
	Runs       int    `column:"runs"`       // those with a value of the diagnostic
	// Below is the share of the runs whose real ESS is below the 95% region of m independent
	// draws, and Above the share above it; 2.5% would be right. Of KS distances of independent draws hardly any
	// is outside: their squares vary half as much as those of normal errors.
	Below float64 `column:"below"`
	Above float64 `column:"above"`
}

// calibrations calibrates every diagnostic that estimates an ESS, for each class of functions.
func calibrations(all []diagnostics.Diagnostic, runs []Run) (out []Calibration) {
	for i, d := range all {
		if d.Kind != diagnostics.ESS {
			continue
		}
		at := map[Calibration]int{}
		for _, r := range runs {
			m := r.Alone(i)
			if r.Kernel == "identity" || math.IsNaN(m) {
				continue
			}
			key := Calibration{Diagnostic: d.Name, Class: r.Class(), Perfect: control(r.Kernel)}
			k, ok := at[key]
			if !ok {
				k = len(out)
				at[key], out = k, append(out, key)
			}
			low, high := score.Region(m, r.Chains)
			out[k].Runs++
			if r.Sampled < low {
				out[k].Below++
			} else if r.Sampled > high {
				out[k].Above++
			}
		}
	}
	for k := range out {
		out[k].Below /= float64(out[k].Runs)
		out[k].Above /= float64(out[k].Runs)
	}
	return out
}
