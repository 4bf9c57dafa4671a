package experiments

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/grid"
	"breadboard/toys"
)

// A foundTarget is a target before it is made, which may be large.
type foundTarget struct {
	Grid grid.Grid // of its states, with axes of the kinds on which walkers move
	axes string    // the words for their kinds; empty if these are the target's own
	seed *uint64   // nil if nothing is random
	make func() toys.Target
}

// givenTarget is a target that is made already.
func givenTarget(t toys.Target) foundTarget {
	return foundTarget{Grid: t.Grid, make: func() toys.Target { return t }}
}

// of is the target with axes of these kinds. If they are its own, the setting is the one that names none.
func (t foundTarget) of(kinds []grid.Kind) foundTarget {
	if slices.Equal(t.Grid.Of(kinds...).Kinds(), t.Grid.Kinds()) {
		return t
	}
	own := t.make
	t.Grid = t.Grid.Of(kinds...)
	t.axes = axesOf(t.Grid)
	t.make = func() toys.Target {
		made := own()
		made.Grid = made.Grid.Of(kinds...)
		return made
	}
	return t
}

// TargetGrid returns the grid of the target's cells before the target is made, which may be large. A target from a
// file is read.
func (s Setting) TargetGrid() (grid.Grid, error) {
	t, err := s.findCells()
	return t.Grid, err
}

// findTarget finds the target on the axes that the setting names. Where their names are wrong, it returns the target on
// its own axes beside the fault, so that other faults come too.
func (s Setting) findTarget() (foundTarget, error) {
	t, err := s.findCells()
	if err != nil {
		return t, err
	}
	return s.placed(t)
}

// placed puts a target on the axes that the setting names.
func (s Setting) placed(t foundTarget) (foundTarget, error) {
	if s.Axes == "" {
		return t, nil
	}
	kinds, err := ReadKinds(s.Axes, t.Grid)
	if err != nil {
		t.axes = s.Axes
		return t, err
	}
	return t.of(kinds), nil
}

// findCells finds the target on its own axes. A toy's target is made later. Beside a fault the target is empty.
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
	case s.Toy == "" && s.Target == "":
		return Faultf("no target: %v NAME, one of %s, or %v FILE.csv would do",
			FieldToy, strings.Join(Specs(FieldToy), ", "), FieldTarget)
	}
	return nil
}

// findFile reads a target from a file.
func (s Setting) findFile() (foundTarget, error) {
	t, err := toys.Open(s.Target)
	return givenTarget(t), err
}

// checkRandom is the fault of data or a seed that the toy does not take.
func (s Setting) checkRandom(toy toys.Toy) error {
	switch {
	case s.Data != "" && !toy.Model:
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
	made, err := toy.Read(params)
	if err != nil {
		return none, Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	found := foundTarget{Grid: made.Grid, seed: s.Seed}
	if s.Data == "" {
		found.make = func() toys.Target { return made.Target(s.seedOrZero()) }
		return found, nil
	}
	y, err := toys.OpenRows(s.Data) // the error begins with the file's name
	if err != nil {
		return none, err
	}
	if err := made.Model.Check(y); err != nil {
		return none, fmt.Errorf("%s: %w", s.Data, err)
	}
	found.make = func() toys.Target {
		t := made.Model.Given(y)
		t.Name = s.TargetName()
		return t
	}
	return found, nil
}

// ReadKinds reads the kinds of the axes of g, one word for each or one for all. No word gives none.
func ReadKinds(words string, g grid.Grid) (kinds []grid.Kind, err error) {
	if words == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(words, ",") {
		k := slices.Index(grid.Kinds, strings.ToLower(strings.TrimSpace(word)))
		if k < 0 {
			return nil, Unknown(FieldAxes, strings.TrimSpace(word), grid.Kinds)
		}
		kinds = append(kinds, grid.Kind(k))
	}
	if len(kinds) > 1 && len(kinds) != g.Axes() {
		return nil, Faultf("%v %s: %d words; one for all axes of %v, or one for each, %d in all, would do", FieldAxes,
			words, len(kinds), g, g.Axes())
	}
	return kinds, nil
}

// axesOf writes the kinds of the axes of g: a word for each, or one for all.
func axesOf(g grid.Grid) string {
	var words []string
	for _, k := range g.Kinds() {
		words = append(words, k.String())
	}
	if all := slices.Compact(slices.Clone(words)); len(all) == 1 {
		return all[0]
	}
	return strings.Join(words, ",")
}

// isWall reports whether a log density is that of a cell without mass.
func isWall(v float64) bool { return math.IsInf(v, -1) }
