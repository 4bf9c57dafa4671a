package hidden_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/laws"
	"breadboard/chains/models/hidden"
	"breadboard/chains/particles"
	"breadboard/chains/programs"
)

var proposals = []programs.Proposal{programs.Prior, programs.Optimal}

func atoms(m *hidden.Model, p hidden.Program) chaintest.Atoms {
	all, posterior, logP := paths(m)
	return chaintest.AtomsAmong(p, all, posterior, logP, number)
}

func finding(m *hidden.Model, p hidden.Program) laws.Finding { return atoms(m, p).Finding() }

func TestProgramsKeepTheLaw(t *testing.T) {
	for name, m := range map[string]*hidden.Model{"small": small(t), "holey": holey(t)} {
		if f := finding(m, hidden.NewPosterior(m)); !f.OK {
			t.Errorf("%s, posterior: %v", name, f)
		}
		for _, proposal := range proposals {
			s := hidden.NewSequence(m, proposal)
			for _, P := range []int{1, 2} {
				if f := finding(m, particles.SMC[*hidden.Path]{Sequence: s, P: P}); !f.OK {
					t.Errorf("%s, SMC, %s proposal, P = %d: %v", name, proposal, P, f)
				}
				if f := finding(m, hidden.Filter{Sequence: s, P: P}); !f.OK {
					t.Errorf("%s, filter, %s proposal, P = %d: %v", name, proposal, P, f)
				}
			}
		}
	}
}

// A path that no forward run returns has an infinite weight in reverse, as has one that stopped early.
func TestImpossiblePaths(t *testing.T) {
	m := holey(t)
	for _, proposal := range proposals {
		f := hidden.Filter{Sequence: hidden.NewSequence(m, proposal), P: 2}
		for _, p := range []*hidden.Path{hidden.PathOf(0, 1, 0), hidden.PathOf(1), hidden.PathOf(1, 1, 1, 0)} {
			if logw := f.Reverse(p, nil); logw < 1e300 {
				t.Errorf("%s proposal, path %v: log w is %v in reverse, want +Inf", proposal, p.States(), logw)
			}
		}
	}
}

// shifted weighs the kept particle at each step by its state after the step, where the optimal
// proposal's weight is that of the state before. The authors of AIDE made this mistake.
type shifted struct{ hidden.Sequence }

func (s shifted) Back(t int, x *hidden.Path, d chains.Dice) (before *hidden.Path, logw float64) {
	before, logw = s.Sequence.Back(t, x, d)
	if t > 0 {
		logw = math.Log(floats.Dot(s.Model.Next(x.State), s.Model.Seen(t)))
	}
	return before, logw
}

// early weighs by the symbol before.
type early struct{ hidden.Sequence }

func (s early) Forward(t int, x *hidden.Path, d chains.Dice) (next *hidden.Path, logw float64) {
	next, _ = s.Sequence.Forward(t, x, d)
	return next, math.Log(s.Model.Seen(max(t-1, 0))[next.State])
}

// marginals draws each state from its posterior marginal.
type marginals struct{ hidden.Posterior }

func (p marginals) Forward(d chains.Dice) (x *hidden.Path, logw float64) {
	var states []int
	for t := range p.Model.Len() {
		x, logw = p.Posterior.Forward(d)
		states = append(states, x.States()[t])
	}
	return hidden.PathOf(states...), logw
}

// replaced does not keep the path in its conditional run.
type replaced struct{ hidden.Filter }

func (f replaced) Reverse(_ *hidden.Path, d chains.Dice) float64 {
	_, logw := f.Forward(d)
	return logw
}

func TestBrokenProgramsAreFound(t *testing.T) {
	m := small(t)
	prior, optimal := hidden.NewSequence(m, programs.Prior), hidden.NewSequence(m, programs.Optimal)
	for name, p := range map[string]hidden.Program{
		"the authors' mistake, P = 1":  particles.SMC[*hidden.Path]{Sequence: shifted{optimal}, P: 1},
		"the authors' mistake, P = 2":  particles.SMC[*hidden.Path]{Sequence: shifted{optimal}, P: 2},
		"weighed by the symbol before": particles.SMC[*hidden.Path]{Sequence: early{prior}, P: 1},
		"states drawn one by one":      marginals{hidden.NewPosterior(m)},
		"nothing is kept, prior":       replaced{hidden.Filter{Sequence: prior, P: 2}},
		"nothing is kept, optimal":     replaced{hidden.Filter{Sequence: optimal, P: 2}},
	} {
		if f := finding(m, p); f.OK {
			t.Errorf("%s: no law is broken", name)
		}
	}
}

func TestRead(t *testing.T) {
	m := small(t)
	for spec, want := range map[string]programs.Proposal{"smc-data:7": programs.Prior,
		"smc-data:7:proposal=prior": programs.Prior, "smc-data:7:proposal=optimal": programs.Optimal} {
		p, err := hidden.Read(spec, m)
		if f, ok := p.(hidden.Filter); err != nil || !ok || f.P != 7 || f.Proposal != want {
			t.Errorf("%s: %v, %v", spec, p, err)
		}
	}
	if p, err := hidden.Read("posterior", m); err != nil {
		t.Errorf("posterior: %v, %v", p, err)
	}
}

func TestReadRefuses(t *testing.T) {
	for spec, says := range map[string]string{
		"ais":                        "ais is no program of a hidden Markov model; posterior or smc-data:10:proposal",
		"smc-data":                   "P is missing; smc-data:P[:proposal=prior|optimal], as in smc-data:10:proposal",
		"smc-data:0":                 `P is "0", and no whole number from 1 to 1000000`,
		"smc-data:5:proposal=likely": `proposal is "likely", and not prior or optimal`,
		"smc-data:5:steps=2":         `"steps=2" is no parameter of smc-data`,
		"posterior:3":                `"3" is no parameter of posterior; posterior would do`,
	} {
		if _, err := hidden.Read(spec, small(t)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: the error is %v, and %q is missing", spec, err, says)
		}
	}
}
