package experiments

import (
	"errors"
	"strings"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/toys"
)

// The names that only models know: the prior, as an initial density, and the observations, as the
// bridge from the prior to the posterior.
const (
	prior        = "prior"
	observations = "observations"
)

// observed returns the observations of a model, or nil.
func observed(t toys.Target) *chains.Observations {
	if t.Model == nil {
		return nil
	}
	return &chains.Observations{Steps: t.Model.Steps, Axes: t.Model.Axes, LogRelabelings: t.Model.LogRelabelings}
}

// Problem returns the problem of an annealing that At made. It has a model's observations if the annealing begins at
// the prior. It has an exact draw, if there is one, if the kernel runs on cells without states of its own.
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
		return toys.Family{}, Faultf("%v %s is no model; one of %s would do", FieldToy, s.Toy, strings.Join(Models(), ", "))
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

// findProgram reads the spec of a program, such as smc:8.
func findProgram(spec string) (programs.Maker, error) {
	if spec == "" {
		return nil, Faultf("%v: a name is empty; names such as %s, separated by single commas, would do", FieldProgram,
			"ais,smc:8")
	}
	m, known, err := programs.Read(spec)
	switch {
	case !known:
		return nil, Unknown(FieldProgram, spec, Specs(FieldProgram))
	case err != nil:
		return nil, Faultf("%v %s: %v", FieldProgram, spec, err)
	}
	return m, nil
}

// CheckPrograms returns the faults of all specs, joined.
func CheckPrograms(specs ...string) error {
	var faults []error
	for _, spec := range specs {
		_, err := findProgram(spec)
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// Suits returns a fault for every program that needs something which the chain lacks, such as a model's data.
func (c Chain) Suits(specs ...string) error {
	var faults []error
	for _, spec := range specs {
		_, err := c.suits(spec)
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// Reverses returns a fault if the chain lacks something that the program needs, or the program cannot run in reverse.
func (c Chain) Reverses(spec string) error {
	e, err := c.suits(spec)
	if _, ok := e.(programs.Program); err == nil && !ok {
		return Faultf("%v %s: it has no reverse, and both programs are to run in reverse; ais or smc:8, say, would do",
			FieldProgram, spec)
	}
	return err
}

func (c Chain) suits(spec string) (programs.Estimator, error) {
	if c.Matrix != "" && spec != "ais" {
		return nil, Faultf("%v %s: %v %s has kernels for its own annealing alone; ais, or none, would do",
			FieldProgram, spec, FieldMatrix, c.Matrix)
	}
	e, _, err := c.program(c.annealing(c.few()), spec)
	return e, err
}

// program aims a program at an annealing that At made.
func (c Chain) program(a chains.Annealing, spec string) (programs.Estimator, programs.Problem, error) {
	p := c.Problem(a)
	m, err := findProgram(spec)
	if err != nil {
		return nil, p, err
	}
	e, err := m(p)
	if err != nil {
		err = Faultf("%v %s: %v", FieldProgram, spec, err)
	}
	return e, p, err
}
