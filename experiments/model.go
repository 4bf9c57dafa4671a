package experiments

import (
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/toys"
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
	case toy.Model && !toy.Family:
		return toys.Family{}, Faultf("%v %s has no hyperparameters; one of %s would do", FieldToy, s.Toy,
			strings.Join(Models(), ", "))
	case !toy.Model:
		return toys.Family{}, Faultf("%v %s is no model; one of %s would do", FieldToy, s.Toy,
			strings.Join(Models(), ", "))
	}
	made, err := toy.Read(params)
	if err != nil {
		return toys.Family{}, Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	return made.Family(width), nil
}

// Models lists the toys that are models with hyperparameters, with the names of their parameters.
func Models() (specs []string) {
	for _, t := range toys.Catalogue {
		if t.Family {
			specs = append(specs, t.Spec())
		}
	}
	return specs
}

// aModel is a model of the catalogue, for those who name none.
func aModel() string {
	i := slices.IndexFunc(toys.Catalogue, func(t toys.Toy) bool { return t.Model })
	return ExampleOf(toys.Catalogue[i])
}
