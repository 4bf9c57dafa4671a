package samplers

import (
	"fmt"
	"math"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/samplers/regression"
)

// A Meta is Section 5's regression on the runs from one start.
type Meta struct {
	Start string
	regression.Table
}

// method is the one of this name.
func (m Meta) method(name string) regression.Method {
	for _, one := range m.Methods {
		if one.Name == name {
			return one
		}
	}
	panic("samplers: no method " + name)
}

// loss is the log loss of a method in excess of that of the Gaussian process with all features.
func (m Meta) loss(method string) regression.Loss { return m.method(method).NLL }

// metaFindings are what the paper says of Table 2, here by the runs from an exact draw. They are
// about log losses. Something is there if it is two standard errors from 0; that nothing is there may
// also mean that the densities are too few to show it.
func metaFindings(all []Meta) (f []experiments.Finding) {
	if len(all) == 0 || all[0].Unseen < 2 {
		return nil // differences of one density have no error
	}
	first := all[0]
	f = append(f, experiments.Finding{Claim: "Diagnostics predict the deviation of ESS",
		Holds: matters(first.loss("iid")), Evidence: losses(all, "iid", "linear")})
	apart := first.method("GP-ESS").Against(first.method("GP-GR")) // on the same densities
	f = append(f, experiments.Finding{Claim: "What ESS and R-hat still predict is equal",
		Holds: math.Abs(apart.Delta) < 2*apart.StdErr,
		Evidence: fmt.Sprintf("%s; from %s their difference is %+.3f ± %.3f", losses(all, "GP-ESS", "GP-GR"), first.Start,
			apart.Delta, apart.StdErr)})
	f = append(f, experiments.Finding{Claim: "Geweke's diagnostic predicts nothing",
		Holds: !matters(first.loss("GP-G")), Evidence: losses(all, "GP-G")})
	return append(f, experiments.Finding{Claim: "The dimension predicts nothing",
		Holds: !matters(first.loss("GP-D")), Evidence: losses(all, "GP-D")})
}

// matters reports whether a method is worse than the first by two standard errors.
func matters(l regression.Loss) bool { return l.Delta > 2*l.StdErr }

// losses says what methods lose, start by start.
func losses(all []Meta, methods ...string) string {
	var text []string
	for _, m := range all {
		for _, name := range methods {
			l := m.loss(name)
			text = append(text, fmt.Sprintf("from %s %s has %+.3f ± %.3f nats", m.Start, name, l.Delta, l.StdErr))
		}
	}
	return strings.Join(text, "; ")
}
