package experiments

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/toys"
)

// ErrNotRandom ends the error of a seed for a target in which nothing is random.
var ErrNotRandom = errors.New("leave it out")

// findSpace looks up the target. If the names of its axes are wrong, it returns a fault and the target on its own axes,
// so that other faults are found too. With any other fault the space is empty.
func (s Setting) findSpace() (space, error) {
	switch {
	case s.Toy != "" && s.Target != "":
		return space{}, Faultf(bothGiven, FieldToy, s.Toy, FieldTarget, s.Target)
	case s.Toy == "" && s.Data != "":
		return space{}, Faultf("%v %s is given, but no model; use %v %s", FieldData, s.Data, FieldToy,
			exampleModel)
	case s.Target != "" && s.Seed != nil:
		return space{}, s.notRandom(FieldTarget, s.Target)
	case s.Toy == "" && s.Target == "":
		return space{}, Faultf("no target: use %v NAME, such as %s, or %v FILE.csv; breadboard list toys has all",
			FieldToy, strings.Join(Specs(FieldToy)[:3], ", "), FieldTarget)
	}
	find := s.findNamed
	if s.Target != "" {
		find = s.openTarget
	}
	target, err := find()
	if err != nil {
		return space{}, err
	}
	return s.withAxes(target)
}

// notRandom returns the fault of a seed for a target in which nothing is random.
func (s Setting) notRandom(field Field, name string) error {
	return Faultf("%v %d is given, but nothing in %v %s is random; %v", FieldSeed, *s.Seed, field, name, ErrNotRandom)
}

// spaceOf returns the space of a target that is made already.
func spaceOf(t toys.Target) space {
	s := space{Grid: t.Grid, model: t.Model != nil, make: func() toys.Target { return t }}
	if s.model {
		s.observations = t.Model.N
	}
	return s
}

// openTarget reads a target from a file.
func (s Setting) openTarget() (space, error) {
	t, err := toys.Open(s.Target)
	target := spaceOf(t)
	target.read = [][]float64{t.LogF}
	target.doubts = append(target.doubts, probabilityDoubts(s.Target, t.LogF)...)
	for _, words := range t.Doubts {
		target.doubts = append(target.doubts, Faultf("%s: %s", s.Target, words))
	}
	return target, err
}

// probabilityDoubts returns a doubt if the numbers of a file of log f look like probabilities.
func probabilityDoubts(path string, logf []float64) []error {
	if len(logf) == 0 || !toys.LikeP(logf) {
		return nil
	}
	return []error{Faultf("%s: the numbers look like probabilities, for they sum to %s, and are taken for log f; of "+
		"probabilities use their logs", path, fmt.Sprintf("%.3g", floats.Sum(logf)))}
}

// findNamed looks up a toy, and reads the data of a model.
func (s Setting) findNamed() (none space, err error) {
	toy, params, err := findToy(s.Toy)
	switch {
	case err != nil:
		return none, err
	case s.Data != "" && !toy.Model:
		return none, Faultf("%v %s is given, but %v %s is no model; leave it out", FieldData, s.Data, FieldToy, s.Toy)
	case s.Data != "" && s.Seed != nil:
		return none, s.notRandom(FieldData, s.Data)
	case s.Seed != nil && !toy.Seeded:
		return none, Faultf("%v %d is given, but %v %s has no randomness; %v",
			FieldSeed, *s.Seed, FieldToy, s.Toy, ErrNotRandom)
	}
	made, err := toy.Read(params)
	if err != nil {
		return none, Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	target := space{Grid: made.Grid, seed: s.Seed, model: toy.Model, observations: made.Model.N}
	if s.Data == "" {
		if toy.Seeded {
			target.seed = cmp.Or(s.Seed, &toy.Seed)
		}
		target.make = func() toys.Target { return made.Target(*cmp.Or(target.seed, new(uint64))) }
		return target, nil
	}
	y, err := toys.OpenRows(s.Data) // the error begins with the file's name
	if err != nil {
		return none, err
	}
	if err := made.Model.Check(y); err != nil {
		return none, fmt.Errorf("%s: %w", s.Data, err)
	}
	target.read = y
	target.make = func() toys.Target {
		t := made.Model.Given(y)
		t.Name = s.TargetName()
		return t
	}
	return target, nil
}

// withAxes returns the target on the axes that the setting names. Kinds that are the target's own count as not named.
func (s Setting) withAxes(target space) (space, error) {
	if s.Axes == "" {
		return target, nil
	}
	kinds, err := ReadKinds(s.Axes, target.Grid)
	if err != nil {
		target.axes = s.Axes
		return target, err
	}
	g := target.Grid.Of(kinds...)
	if !slices.Equal(g.Kinds(), target.Grid.Kinds()) {
		target.Grid = g
		target.axes = axesOf(g)
	}
	return target, nil
}

// Observed returns the observations of a model, or nil.
func Observed(t toys.Target) *chains.Observations {
	if t.Model == nil {
		return nil
	}
	return &chains.Observations{Steps: t.Model.Steps, Axes: t.Model.Axes}
}

// Hierarchical returns the model that the setting names, with its hyperparameters on a lattice. An observation
// has width numbers.
func (s Setting) Hierarchical(width int) (toys.Hierarchical, error) {
	models := strings.Join(Models(), ", ")
	if s.Toy == "" {
		return toys.Hierarchical{}, Faultf("no model: use %v NAME, one of %s", FieldToy, models)
	}
	toy, params, err := findToy(s.Toy)
	switch {
	case err != nil:
		return toys.Hierarchical{}, err
	case !toy.Hierarchical:
		return toys.Hierarchical{}, Faultf("%v %s is no model with hyperparameters; use one of %s", FieldToy, s.Toy,
			models)
	}
	made, err := toy.Read(params)
	if err != nil {
		return toys.Hierarchical{}, Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	return made.Hierarchical(width), nil
}

// Models lists the toys that are models with hyperparameters, with the names of their parameters.
func Models() (specs []string) {
	for _, t := range toys.Catalogue {
		if t.Hierarchical {
			specs = append(specs, t.Spec())
		}
	}
	return specs
}

// exampleModel names a model of the catalogue in errors.
const exampleModel = "clustering:6:2"
