package experiments

import (
	"strings"

	"breadboard/chains"
	"breadboard/toys"
)

// The names that only models know: the prior, as an initial density, and the observations, as the
// bridge from the prior to the posterior.
const (
	Prior        = "prior"
	observations = "observations"
)

// Observed returns the observations of a model, or nil.
func Observed(t toys.Target) *chains.Observations {
	if t.Model == nil {
		return nil
	}
	return &chains.Observations{Steps: t.Model.Steps, Axes: t.Model.Axes, LogRelabelings: t.Model.LogRelabelings}
}

// Family returns the family of the model that the setting names, with its hyperparameters on a
// lattice. An observation has width numbers.
func (s Setting) Family(width int) (toys.Family, error) {
	if s.Toy == "" {
		return toys.Family{}, Faultf("no model: %v NAME, one of %s, would do", FieldToy, strings.Join(Models(), ", "))
	}
	toy, params, err := findToy(s.Toy)
	switch {
	case err != nil:
		return toys.Family{}, err
	case toy.Family == nil && toy.Model != nil:
		return toys.Family{}, Faultf("%v %s has no hyperparameters; one of %s would do", FieldToy, s.Toy,
			strings.Join(Models(), ", "))
	case toy.Family == nil:
		return toys.Family{}, Faultf("%v %s is no model; one of %s would do", FieldToy, s.Toy,
			strings.Join(Models(), ", "))
	}
	f, err := toy.Family(params, width)
	if err != nil {
		err = Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	return f, err
}

// Models lists the toys that are models with hyperparameters, with the names of their parameters.
func Models() (specs []string) {
	for _, t := range toys.Catalogue {
		if t.Family != nil {
			specs = append(specs, t.Spec())
		}
	}
	return specs
}
