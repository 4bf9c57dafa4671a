package experiments

import (
	"errors"
	"strings"

	"breadboard/grid"
	"breadboard/toys"
)

// TargetGrid returns the grid of the target before the target is made, which may be large. A target from
// a file is read.
func (s Setting) TargetGrid() (grid.Grid, error) {
	space := Space{Setting: s}
	err := space.findTarget()
	return space.Grid, err
}

// findTarget finds the target's grid, and reads a target from a file. A toy's target is
// made later.
func (s *Space) findTarget() (err error) {
	switch {
	case s.Toy != "" && s.Target != "":
		return Faultf("%v %s and %v %s are both given; one of the two would do",
			FieldToy, s.Toy, FieldTarget, s.Target)
	case s.Toy == "" && s.Data != "":
		return Faultf("%v %s is given, but no model; %v clustering:6:2, say, would do", FieldData, s.Data, FieldToy)
	case s.Target != "" && s.Seed != nil:
		return Faultf("%v %d is given, but nothing in %v %s is random; %v",
			FieldSeed, *s.Seed, FieldTarget, s.Target, ErrNotRandom)
	case s.Target != "":
		s.target, err = toys.Open(s.Target, s.density())
		s.Grid = s.target.Grid
		return err
	case s.Toy == "":
		return Faultf("no target: %v NAME, one of %s, or %v FILE.csv would do",
			FieldToy, strings.Join(Specs(FieldToy), ", "), FieldTarget)
	}
	toy, params, err := findToy(s.Toy)
	if err == nil {
		err = s.settle(toy)
	}
	if err != nil {
		return err
	}
	if s.Grid, err = s.makeToy(toy, params); err != nil {
		return Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	return s.takeData(toy, params)
}

// ErrNotRandom is in the error of a seed for a target in which nothing is random.
var ErrNotRandom = errors.New("leave it out")

// settle checks the seed and the data against the toy, and fills the default seed in.
func (s *Space) settle(toy toys.Toy) error {
	switch {
	case s.Data != "" && toy.Model == nil:
		return Faultf("%v %s is given, but %v %s is no model; leave it out", FieldData, s.Data, FieldToy, s.Toy)
	case s.Data != "" && s.Seed != nil:
		return Faultf("%v %d is given, but nothing in %v %s is random; %v",
			FieldSeed, *s.Seed, FieldData, s.Data, ErrNotRandom)
	case s.Seed != nil && !toy.Seeded:
		return Faultf("%v %d is given, but %v %s has no randomness; %v",
			FieldSeed, *s.Seed, FieldToy, s.Toy, ErrNotRandom)
	case s.Data == "" && s.Seed == nil && toy.Seeded:
		s.Seed = &toy.Seed
	}
	return nil
}

// makeToy notes how to make the toy's target, and returns its grid.
func (s *Space) makeToy(toy toys.Toy, params []string) (g grid.Grid, err error) {
	seed := uint64(0)
	if s.Seed != nil {
		seed = *s.Seed
	}
	if toy.With == nil {
		s.target = toy.Of(seed)
		return s.target.Grid, nil
	}
	g, s.makeTarget, err = toy.With(params, seed)
	return g, err
}

// takeData counts the densities that a model keeps, and reads its data if they come from a
// file. The error begins with the file's name.
func (s *Space) takeData(toy toys.Toy, params []string) error {
	if toy.Model == nil {
		return nil
	}
	m, err := toy.Model(params)
	if err != nil {
		panic(err) // unreachable: makeToy has read the same parameters
	}
	if s.densities = m.N + 1; s.Data == "" {
		return nil
	}
	y, err := toys.OpenData(s.Data, m)
	s.makeTarget = func() toys.Target {
		t := m.Given(y)
		t.Name = s.TargetName()
		return t
	}
	return err
}

// findToy looks "name" or "name:parameters" up in the catalogue of toys, and returns
// the parameters separately, as many as the toy has.
func findToy(spec string) (toys.Toy, []string, error) {
	name, text, given := strings.Cut(spec, ":")
	for _, t := range toys.Catalogue {
		switch {
		case t.Name != name:
			continue
		case t.Params == "" && given:
			return t, nil, Faultf("%v %s: %s takes no parameter; %s would do", FieldToy, spec, name, name)
		case t.Params == "":
			return t, nil, nil
		}
		params := strings.Split(text, ":")
		if want := strings.Split(t.Params, ":"); text == "" || len(params) != len(want) {
			return t, nil, Faultf("%v %s: %s is called by its parameters; %s, as in %s:%s, would do",
				FieldToy, spec, name, t.Spec(), name, t.Example)
		}
		return t, params, nil
	}
	return toys.Toy{}, nil, Unknown(FieldToy, spec, Specs(FieldToy))
}
