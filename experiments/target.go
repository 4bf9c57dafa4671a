package experiments

import (
	"errors"
	"os"
	"strings"

	"breadboard/grid"
	"breadboard/toys"
)

// TargetGrid returns the grid of the target's cells before the target is made, which may be large. A target from a
// file is read.
func (s Setting) TargetGrid() (grid.Grid, error) {
	t, err := s.findCells()
	return t.Grid, err
}

// findTarget finds the target on the axes and the orbits that the setting names. Where the names of axes are wrong,
// and no orbits are asked for, it returns the target on its own axes beside the fault, so that other faults come too.
func (s Setting) findTarget() (foundTarget, error) {
	t, err := s.findCells()
	if err != nil {
		return t, err
	}
	return s.placed(t)
}

// placed puts a target on the axes and the orbits that the setting names.
func (s Setting) placed(t foundTarget) (foundTarget, error) {
	s.Seed = t.seed
	kinds, noKinds := ReadKinds(s.Axes, t.Grid)
	if noKinds != nil && s.Orbits != "" {
		return foundTarget{}, noKinds
	}
	if noKinds != nil {
		t.axes = s.Axes
		return t, noKinds
	}
	t = t.of(kinds)
	s.Axes = t.axes
	if s.Orbits == "" && t.states.byCell() {
		return t, nil
	}
	return s.onOrbits(t)
}

// findCells finds the target on cells, or on the orbits that are its own states. A toy's target is made later. Beside a
// fault the target is empty.
func (s Setting) findCells() (none foundTarget, err error) {
	err = s.checkTarget()
	if err != nil {
		return none, err
	}
	if s.Target != "" {
		return s.findFile()
	}
	toy, params, err := findToy(s.Toy)
	if err != nil {
		return none, err
	}
	err = s.checkRandom(toy)
	if err != nil {
		return none, err
	}
	if s.Seed == nil && s.Data == "" && toy.Seeded {
		s.Seed = &toy.Seed
	}
	return s.findOf(toy, params)
}

// checkTarget is the fault of names of targets that do not go together.
func (s Setting) checkTarget() error {
	switch {
	case s.Toy != "" && s.Target != "":
		return Faultf("%v %s and %v %s are both given; one of the two would do",
			FieldToy, s.Toy, FieldTarget, s.Target)
	case s.Toy == "" && s.Data != "":
		return Faultf("%v %s is given, but no model; %v %s, say, would do", FieldData, s.Data, FieldToy, aModel())
	case s.Target != "" && s.Seed != nil:
		return Faultf("%v %d is given, but nothing in %v %s is random; %v",
			FieldSeed, *s.Seed, FieldTarget, s.Target, ErrNotRandom)
	case s.Target == "" && s.Box != "":
		return Faultf("%v %s without a formula; %v '-r^2/4', say, would do", FieldGrid, s.Box, FieldTarget)
	case s.Toy == "" && s.Target == "":
		return Faultf("no target: %v NAME, one of %s, or %v FILE.csv would do",
			FieldToy, strings.Join(Specs(FieldToy), ", "), FieldTarget)
	}
	return nil
}

// findFile reads a target from a file, or makes that of a formula.
func (s Setting) findFile() (foundTarget, error) {
	if s.Box != "" {
		t, err := toys.Formula(s.Target, s.Box, s.density(), toys.MostFormula)
		if err != nil {
			return foundTarget{}, Faultf("%v: %v", FieldTarget, err)
		}
		return givenTarget(t), nil
	}
	t, err := toys.Open(s.Target, s.density())
	if errors.Is(err, os.ErrNotExist) && strings.ContainsAny(s.Target, "()^*") {
		err = Faultf("%v; if it is a formula, its grid, as %v 15x15, is missing", err, FieldGrid)
	}
	return givenTarget(t), err
}

// checkRandom is the fault of data or a seed that the toy does not take.
func (s Setting) checkRandom(toy toys.Toy) error {
	switch {
	case s.Data != "" && toy.Model == nil:
		return Faultf("%v %s is given, but %v %s is no model; leave it out", FieldData, s.Data, FieldToy, s.Toy)
	case s.Data != "" && s.Seed != nil:
		return Faultf("%v %d is given, but nothing in %v %s is random; %v",
			FieldSeed, *s.Seed, FieldData, s.Data, ErrNotRandom)
	case s.Seed != nil && !toy.Seeded:
		return Faultf("%v %d is given, but %v %s has no randomness; %v",
			FieldSeed, *s.Seed, FieldToy, s.Toy, ErrNotRandom)
	}
	return nil
}

// ErrNotRandom is in the error of a seed for a target in which nothing is random.
var ErrNotRandom = errors.New("leave it out")

// findOf finds the target of a toy with these parameters, and reads the data of a model.
func (s Setting) findOf(toy toys.Toy, params []string) (none foundTarget, err error) {
	if s.Orbits == OwnOrbits && toy.Symmetric != nil { // whose cells may be too many for a table
		own, err := toy.Symmetric(params, s.seedOrZero())
		if err != nil {
			return none, Faultf("%v %s: %v", FieldToy, s.Toy, err)
		}
		if own.LogF != nil { // from which onOrbits makes the target
			return foundTarget{Grid: own.Grid, states: cellStates{onBox{own.Grid}}, seed: s.Seed,
				parts: s.declaredParts()}, nil
		}
	}
	if toy.With == nil {
		made := givenTarget(toy.Of(s.seedOrZero()))
		made.seed = s.Seed
		return made, nil
	}
	g, makes, err := toy.With(params, s.seedOrZero())
	if err != nil {
		return none, Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	found := foundTarget{Grid: g, states: cellStates{onBox{g}}, seed: s.Seed, parts: s.declaredParts()}
	if toy.Exchangeable {
		found.states = siteOrbits{commonOrbits{onBox{g}}}
	}
	if toy.Model != nil {
		m, err := toy.Model(params)
		if err != nil {
			panic(err) // unreachable: With has read the same parameters
		}
		found.densities = m.N + 1
		if s.Data != "" {
			y, err := toys.OpenData(s.Data, m) // the error begins with the file's name
			if err != nil {
				return none, err
			}
			makes = func() toys.Target {
				t := m.Given(y)
				t.Name = s.TargetName()
				return t
			}
		}
	}
	found.make = func() (toys.Target, error) { return makes(), nil }
	return found, nil
}
