package experiments

import (
	"strings"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/toys"
)

// The names that only a model has: its prior as the initial density, and its observations as
// the bridge from there to the posterior.
const (
	prior        = "prior"
	observations = "observations"
)

// observing returns a fault if the bridge goes through observations and the target has none,
// or the annealing does not begin at the prior.
func (s Space) observing() error {
	switch {
	case s.Bridge != observations:
		return nil
	case !s.IsModel():
		return Faultf("%v %s: %s is no model and has no observations; a model, such as %s, would do",
			FieldBridge, s.Bridge, s.TargetName(), "clustering:6:2")
	case s.Initial != prior:
		return Faultf("%v %s begins at the prior, and %v is %s; %v %s would do",
			FieldBridge, s.Bridge, FieldInitial, s.Initial, FieldInitial, prior)
	}
	return nil
}

// observed returns the observations of a model, or nil.
func observed(t toys.Target) *chains.Observations {
	if t.Model == nil {
		return nil
	}
	return &chains.Observations{Steps: t.Model.Steps, Axes: t.Model.Axes, LogRelabelings: t.Model.LogRelabelings}
}

// Problem returns what a program needs of an annealing that At made. A model's observations
// belong to it if it begins at the prior. An exact draw does if the kernel runs on the cells.
func (c Chain) Problem(a chains.Annealing) programs.Problem {
	p := programs.Problem{Annealing: a, Sample: -1}
	if c.Target.Model == nil {
		return p
	}
	if c.Initial == prior {
		p.Observed = observed(c.Target)
	}
	if !c.Extended() {
		p.Sample = c.Target.Model.Latents
	}
	return p
}

// Family returns the model that the setting names, with hyperparameters, for observations of
// width numbers each.
func (s Setting) Family(width int) (toys.Family, error) {
	if s.Toy == "" {
		return toys.Family{}, Faultf("no model: %v NAME, one of %s, would do", FieldToy, strings.Join(Models(), ", "))
	}
	toy, params, err := findToy(s.Toy)
	switch {
	case err != nil:
		return toys.Family{}, err
	case toy.Family == nil:
		return toys.Family{}, Faultf("%v %s is no model; one of %s would do", FieldToy, s.Toy, strings.Join(Models(), ", "))
	}
	f, err := toy.Family(params, width)
	if err != nil {
		err = Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	return f, err
}

// Models lists the toys that are models, with the names of their parameters.
func Models() (specs []string) {
	for _, t := range toys.Catalogue {
		if t.Family != nil {
			specs = append(specs, t.Spec())
		}
	}
	return specs
}
