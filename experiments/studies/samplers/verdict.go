package samplers

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains/diagnostics"
	"breadboard/experiments"
	"breadboard/experiments/score"
)

// A Setup is what a verdict is about: one chain alone, or all chains together.
type Setup string

// The setups.
const (
	OneChain  Setup = "one chain"
	AllChains Setup = "all chains"
)

// A Verdict counts how often a diagnostic is wrong: by its customary rule, and with the threshold at which it cries as
// often as any other. RESS is that of all draws that the diagnostic sees, exactly. Of K chains seen one by one each
// counts as 1/K.
type Verdict struct {
	Diagnostic string  `column:"diagnostic"`
	Setup      Setup   `column:"setup"`
	Start      string  `column:"start"`
	Failed     int     `column:"failed"`    // the runs whose RESS is below score.Enough, 12
	Densities  int     `column:"densities"` // on which they are
	Fooled     float64 `column:"fooled"`    // those of them that it calls fine
	Sound      int     `column:"sound"`     // the runs with which nothing is wrong: see Run.Sound
	Cries      float64 `column:"cries"`     // those of them that it does not call fine
	// Threshold is the value from which on it cries at Alarms of the sound, or less, and Missed the share of the failed
	// at which it does not cry then. Both are NaN without sound runs.
	Threshold float64 `column:"threshold,known"`
	Missed    float64 `column:"missed,known"`
}

// Alarms is the share of sound runs at which diagnostics cry where they are compared at equal alarms.
const Alarms = 0.05

// FooledShare is how often the diagnostic says fine where the sampler failed.
func (v Verdict) FooledShare() float64 { return v.Fooled / float64(v.Failed) }

// CriesShare is how often it cries where nothing is wrong.
func (v Verdict) CriesShare() float64 { return v.Cries / float64(v.Sound) }

// Sound says that nothing is wrong with a run: one chain already has an RESS of 12, and the start has
// cost it at most half of its draws, which are N over the autocorrelation time. A run whose limit is not
// known, of a chain of more than 600 states, is not called sound.
func (r Run) Sound() bool { return r.RESS >= score.Enough && r.RESS >= r.Limit/2 }

// control says that a kernel is no sampler, but what samplers are compared with: it draws
// independently, or never moves.
func control(kernel string) bool { return kernel == "perfect" || kernel == "identity" }

// verdicts are those on every diagnostic, in each setup and from each start, by the runs of samplers
// whose RESS is known.
func verdicts(all []diagnostics.Diagnostic, runs []Run) (out []Verdict) {
	for i, d := range all {
		for _, setup := range []Setup{OneChain, AllChains} {
			says := func(r Run) bool { return !math.IsNaN(r.Alone(i)) }
			if setup == OneChain && !slices.ContainsFunc(runs, says) {
				continue // it never says anything of one chain
			}
			for _, start := range startsOf(runs) {
				v := Verdict{Diagnostic: d.Name, Setup: setup, Start: start}
				var failed, sound []float64 // what it says
				sees := 1
				parts := 1
				on := map[string]bool{}
				for _, r := range runs {
					if r.Start != start || control(r.Kernel) || r.Class() == "ks" {
						continue
					}
					ress, said := r.RESS, r.Each[i]
					if setup == AllChains {
						ress = r.Pooled
						said = r.Values[i : i+1]
						sees = r.Chains
					}
					parts = len(said)
					if ress < score.Enough {
						failed, on[r.Density] = append(failed, said...), true
					}
					if r.Sound() {
						sound = append(sound, said...)
					}
				}
				fine := func(said []float64) (n float64) {
					for _, v := range said {
						if d.Fine(v, sees) {
							n++
						}
					}
					return n / float64(parts)
				}
				v.Failed = len(failed) / parts
				v.Densities = len(on)
				v.Sound = len(sound) / parts
				v.Fooled = fine(failed)
				v.Cries = float64(v.Sound) - fine(sound)
				v.Threshold, v.Missed = equalAlarms(d.Kind, failed, sound)
				out = append(out, v)
			}
		}
	}
	return out
}

// equalAlarms returns the threshold beyond which a diagnostic cries at no more than Alarms of the sound, and the share
// of the failed at which it does not. Where it says nothing it cries; if of too many sound ones, there is none.
func equalAlarms(kind diagnostics.Kind, failed, sound []float64) (threshold, missed float64) {
	alarming := func(values []float64) (all []float64) { // the larger the more, as an R-hat
		for _, v := range values {
			switch {
			case math.IsNaN(v):
				v = math.Inf(1)
			case kind == diagnostics.ESS || kind == diagnostics.PValue:
				v = -v
			case kind == diagnostics.Score:
				v = math.Abs(v)
			}
			all = append(all, v)
		}
		return all
	}
	failed, sound = alarming(failed), alarming(sound)
	slices.Sort(sound)
	most := int(Alarms * float64(len(sound)))
	if len(failed) == 0 || len(sound) == 0 || math.IsInf(sound[len(sound)-1-most], 1) {
		return math.NaN(), math.NaN()
	}
	threshold = sound[len(sound)-1-most]
	quiet := slices.DeleteFunc(slices.Clone(failed), func(a float64) bool { return a > threshold })
	missed = float64(len(quiet)) / float64(len(failed))
	if kind == diagnostics.ESS || kind == diagnostics.PValue {
		threshold = -threshold
	}
	return threshold, missed
}

func startsOf(runs []Run) []string {
	return experiments.Distinct(runs, func(r Run) string { return r.Start })
}

// A Calibration says how the real ESS falls about what a diagnostic predicts (Figure 3). If the
// mean of the diagnostic over K chains is m, and the K errors are those of m independent draws,
// then m K/RESS is chi-squared with K degrees of freedom.
type Calibration struct {
	Diagnostic string `column:"diagnostic"` // of those that estimate an ESS
	Class      string `column:"class"`      // mean, var, logf or ks
	Start      string `column:"start"`
	Perfect    bool   `column:"perfect"` // of the kernel of independent draws; else of all samplers
	Runs       int    `column:"runs"`    // those with a value of the diagnostic
	// Below is the share of the runs whose real ESS is below the 95% region of m independent
	// draws, and Above the share above it; 2.5% would be right. Of KS distances of independent draws hardly any
	// is outside: their squares vary half as much as those of normal errors.
	Below float64 `column:"below"`
	Above float64 `column:"above"`
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
			m := r.Alone(i)
			if r.Kernel == "identity" || math.IsNaN(m) {
				continue
			}
			key := Calibration{Diagnostic: d.Name, Class: r.Class(), Start: r.Start, Perfect: control(r.Kernel)}
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
	return first(s.Calibrations, func(c Calibration) bool {
		return c.Diagnostic == diagnostic && c.Class == class && c.Start == start && c.Perfect == perfect
	})
}

// first is the first that is so, or none.
func first[T any](all []T, is func(T) bool) (one T) {
	if i := slices.IndexFunc(all, is); i >= 0 {
		one = all[i]
	}
	return one
}

// A Counterpart says how far an ESS of one chain is from the exact number that it estimates, over the runs of
// samplers whose time averages are known exactly: by the 5%, 50% and 95% quantiles of the ratio.
type Counterpart struct {
	Diagnostic string  `column:"diagnostic"`
	Estimates  string  `column:"estimates"` // in words
	Start      string  `column:"start"`
	Runs       int     `column:"runs"` // those in which both numbers are finite
	Low        float64 `column:"low"`
	Median     float64 `column:"median"`
	High       float64 `column:"high"`
}

// counterparts are those of every diagnostic that estimates an ESS, for each start. It is not known of a KS distance.
func counterparts(all []diagnostics.Diagnostic, runs []Run) (out []Counterpart) {
	for i, d := range all {
		for _, start := range startsOf(runs) {
			var off []float64
			for _, r := range runs {
				v := r.Alone(i) / r.Limit
				if r.Start == start && d.Kind == diagnostics.ESS && !control(r.Kernel) && v-v == 0 {
					off = append(off, v)
				}
			}
			if len(off) == 0 {
				continue
			}
			slices.Sort(off)
			at := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, off, nil) }
			out = append(out, Counterpart{d.Name, d.Estimates, start, len(off), at(0.05), at(0.5), at(0.95)})
		}
	}
	return out
}
