package samplers

import (
	"math"
	"slices"

	"breadboard/chains/diagnostics"
	"breadboard/experiments/score"
)

// A Calibration says how the real ESS falls about what a diagnostic predicts (Figure 3). If the
// mean of the diagnostic over K chains is m, and the K errors are those of m independent draws,
// then m K/RESS is chi-squared with K degrees of freedom.
type Calibration struct {
	Diagnostic string // of those that estimate an ESS
	Class      string // mean, var, logf or ks
	Start      string
	Perfect    bool // of the kernel of independent draws; else of all samplers
	Runs       int  // those with a value of the diagnostic
	// Below is the share of the runs whose real ESS is below the 95% region of m independent
	// draws, and Above the share above it; 2.5% would be right. Of KS distances of independent draws hardly any
	// is outside: their squares vary half as much as those of normal errors.
	Below, Above float64
}

// calibrations calibrates every diagnostic that estimates an ESS, for each class of functions and each
// start.
func calibrations(all []diagnostics.Diagnostic, runs []Run) (out []Calibration) {
	for i, d := range all {
		if d.Kind != diagnostics.ESS {
			continue
		}
		at := map[Calibration]int{}
		for _, r := range runs {
			m := r.Alone[i]
			if r.Kernel == "identity" || math.IsNaN(m) {
				continue
			}
			key := Calibration{Diagnostic: d.Name, Class: r.Class(), Start: r.Start, Perfect: r.Control()}
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

// calibration returns the one with these names; without runs if there is none.
func (s Study) calibration(diagnostic, class, start string, perfect bool) Calibration {
	i := slices.IndexFunc(s.Calibrations, func(c Calibration) bool {
		return c.Diagnostic == diagnostic && c.Class == class && c.Start == start && c.Perfect == perfect
	})
	if i < 0 {
		return Calibration{Diagnostic: diagnostic, Class: class, Start: start, Perfect: perfect}
	}
	return s.Calibrations[i]
}
