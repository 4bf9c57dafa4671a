package samplers

import (
	"math"
	"slices"

	"breadboard/chains/diagnostics"
	"breadboard/experiments/score"
)

// A Setup is what a verdict is about: one chain alone, or all chains together.
type Setup string

// The setups.
const (
	OneChain  Setup = "one chain"
	AllChains Setup = "all chains"
)

// A Verdict counts how often a diagnostic's customary rule is wrong. RESS is that of all draws
// that the diagnostic sees, exactly. Of K chains seen one by one each counts as 1/K.
type Verdict struct {
	Diagnostic string
	Setup      Setup
	Start      string
	Failed     int     // the runs whose RESS is below score.Enough, 12
	Fooled     float64 // those of them that it calls fine
	Sound      int     // the runs with which nothing is wrong: see Run.Sound
	Cries      float64 // those of them that it does not call fine
}

// FooledShare is how often the diagnostic says fine where the sampler failed.
func (v Verdict) FooledShare() float64 { return v.Fooled / float64(v.Failed) }

// CriesShare is how often it cries where nothing is wrong.
func (v Verdict) CriesShare() float64 { return v.Cries / float64(v.Sound) }

// Sound says that nothing is wrong with a run: one chain already has an RESS of 12, and the start has
// cost it at most half of its draws, which are N over the autocorrelation time. A run whose limit is not
// known, of a chain of more than 600 states, is not called sound.
func (r Run) Sound() bool { return r.RESS >= score.Enough && r.RESS >= r.Limit/2 }

// Control says that a kernel is no sampler, but what samplers are compared with: it draws
// independently, or never moves.
func (r Run) Control() bool { return r.Kernel == "perfect" || r.Kernel == "identity" }

// verdicts are those on every diagnostic, in each setup and from each start, by the runs of samplers
// whose RESS is known.
func verdicts(all []diagnostics.Diagnostic, runs []Run) (out []Verdict) {
	for i, d := range all {
		for _, setup := range []Setup{OneChain, AllChains} {
			if setup == OneChain && !saysOfOne(runs, i) {
				continue
			}
			for _, start := range startsOf(runs) {
				v := Verdict{Diagnostic: d.Name, Setup: setup, Start: start}
				for _, r := range runs {
					if r.Start == start && !r.Control() && r.Class() != "ks" {
						v.add(r, i, d)
					}
				}
				out = append(out, v)
			}
		}
	}
	return out
}

// add counts a run. i is the diagnostic's place among its values.
func (v *Verdict) add(r Run, i int, d diagnostics.Diagnostic) {
	ress, fine := r.RESS, r.Fine[i]
	if v.Setup == AllChains {
		ress, fine = r.Pooled, 0
		if d.Fine(r.Values[i], r.Chains) {
			fine = 1
		}
	}
	if ress < score.Enough {
		v.Failed++
		v.Fooled += fine
	}
	if r.Sound() {
		v.Sound++
		v.Cries += 1 - fine
	}
}

// startsOf are the names of the starts, each once.
func startsOf(runs []Run) (names []string) {
	for _, r := range runs {
		if !slices.Contains(names, r.Start) {
			names = append(names, r.Start)
		}
	}
	return names
}

// saysOfOne says whether the i-th diagnostic ever says anything of one chain.
func saysOfOne(runs []Run, i int) bool {
	return slices.ContainsFunc(runs, func(r Run) bool { return !math.IsNaN(r.Alone[i]) })
}
