package experiments

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/text"
	"breadboard/toys"
)

// TargetGrid returns the grid of the target before the target is made, which may be large. A target from
// a file is read.
func (s Setting) TargetGrid() (grid.Grid, error) {
	space := Space{Setting: s}
	err := space.findTarget()
	return space.Grid, err
}

// setAxes gives the grid the kinds of axes that the setting names. It forgets the names if the target has these kinds:
// the setting is then the one that names none.
func (s *Space) setAxes() error {
	kinds, err := ReadKinds(s.Axes, s.Grid)
	if err != nil || kinds == nil {
		return err
	}
	own := s.Grid.Kinds()
	s.Grid, s.Axes = s.Grid.Of(kinds...), ""
	if !slices.Equal(own, s.Grid.Kinds()) {
		s.Axes = axesOf(s.Grid)
	}
	return nil
}

// Pinned is the setting with the kinds of its axes, as a result has them also if they are the target's own.
func (s Space) Pinned() Setting {
	s.Axes = axesOf(s.cellsBox())
	return s.Setting
}

// Fits returns why a kernel has no form on the axes of g, and what would do, or nil.
func Fits(name string, k chains.Kernel, g grid.Grid) error {
	why := chains.Fits(k, g)
	if why == nil {
		return nil
	}
	return Faultf("%v %s has no form on the %v %s of %v: %v; %v %s, or %v line, would do", FieldKernel, name, FieldAxes,
		axesOf(g), g, why, FieldKernel, Specs(FieldKernel)[0], FieldAxes)
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
			words,
			len(kinds), g, g.Axes())
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

// findTarget finds the target's grid, and reads a target or the data of a model from a file. It checks the seed and the
// data against the toy, and fills the default seed in. A toy's target is made later.
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
	case s.Target == "" && s.Box != "":
		return Faultf("%v %s without a formula; %v '-r^2/4', say, would do", FieldGrid, s.Box, FieldTarget)
	case s.Target != "":
		if s.Box == "" {
			s.target, err = toys.Open(s.Target, s.density())
		} else if s.target, err = toys.Formula(s.Target, s.Box, s.density(), toys.MostFormula); err != nil {
			return Faultf("%v: %v", FieldTarget, err)
		}
		if s.Grid = s.target.Grid; errors.Is(err, os.ErrNotExist) && strings.ContainsAny(s.Target, "()^*") {
			err = Faultf("%v; if it is a formula, its grid, as %v 15x15, is missing", err, FieldGrid)
		}
		return err
	case s.Toy == "":
		return Faultf("no target: %v NAME, one of %s, or %v FILE.csv would do",
			FieldToy, strings.Join(Specs(FieldToy), ", "), FieldTarget)
	}
	toy, params, err := findToy(s.Toy)
	switch {
	case err != nil:
		return err
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
	s.exchanged = toy.Exchangeable
	seed := uint64(0)
	if s.Seed != nil {
		seed = *s.Seed
	}
	if s.Orbits == OwnOrbits && toy.Symmetric != nil { // whose cells may be too many for a table
		own, err := toy.Symmetric(params, seed)
		if err != nil {
			return Faultf("%v %s: %v", FieldToy, s.Toy, err)
		}
		s.Grid = own.Grid
		if own.LogF != nil {
			return nil
		}
	}
	if toy.With == nil {
		s.target = toy.Of(seed)
		s.Grid = s.target.Grid
	} else if s.Grid, s.makeTarget, err = toy.With(params, seed); err != nil {
		return Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	if toy.Model == nil {
		return nil
	}
	m, err := toy.Model(params)
	if err != nil {
		panic(err) // unreachable: With has read the same parameters
	}
	if s.densities = m.N + 1; s.Data == "" {
		return nil
	}
	y, err := toys.OpenData(s.Data, m) // the error begins with the file's name
	s.makeTarget = func() toys.Target {
		t := m.Given(y)
		t.Name = s.TargetName()
		return t
	}
	return err
}

// ErrNotRandom is in the error of a seed for a target in which nothing is random.
var ErrNotRandom = errors.New("leave it out")

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

// initial returns the initial log density for a target. d says what a file holds.
func initial(spec string, d toys.Density, target toys.Target) ([]float64, error) {
	if path, ok := InitialFile(spec); ok {
		return toys.OpenInitial(path, d, target.Grid)
	}
	name, word, given := strings.Cut(spec, ":")
	switch {
	case given && (name == "uniform" || name == Prior):
		return nil, Faultf("%v %s: %s takes no parameter; %s would do", FieldInitial, spec, name, name)
	case name == "uniform":
		return target.Uniform(), nil
	case spec == Prior && target.Model == nil:
		return nil, Faultf("%v %s: %s has none, for it is no model; uniform would do", FieldInitial, spec, target.Name)
	case spec == Prior:
		return target.Model.Steps[0], nil
	case name != "tempered":
		return nil, Unknown(FieldInitial, spec, Specs(FieldInitial))
	}
	beta, err := text.Float(word)
	if err != nil {
		return nil, Faultf("%v %s: %q is not a BETA; a finite number, as in tempered:0.5, would do", FieldInitial,
			spec, word)
	}
	from := chains.Tempered(target.LogF, beta)
	if target.Orbits != nil {
		from = chains.Tempered(target.Cells, beta)
		floats.Add(from, target.Orbits.LogSizes)
	}
	for x, v := range from {
		if math.Abs(v) > toys.Largest && !math.IsInf(target.LogF[x], -1) {
			return nil, Faultf("%v %s: log f of cell %v becomes %g; a power that keeps it within %g would do",
				FieldInitial, spec, target.Grid.Coords(x), v, toys.Largest)
		}
	}
	return from, nil
}

// InitialFile returns the path of an initial density that comes from a file: "file:PATH",
// or a PATH that exists or ends in .csv, .npy or .npz. A name of the catalogue is not a path.
func InitialFile(spec string) (path string, ok bool) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return path, true
	}
	if inCatalogue(FieldInitial, stem(spec)) {
		return "", false
	}
	return spec, looksLikeFile(spec, ".csv", ".npy", ".npz")
}

// ReadsDensity reports whether the target or the initial density is a file, to which Density applies.
func (s Setting) ReadsDensity() bool {
	_, file := InitialFile(s.Initial)
	return file || s.Target != ""
}

// ReadAs says whether files of densities are read as log f or p; "" if there are no files.
func (s Setting) ReadAs() string {
	if !s.ReadsDensity() {
		return ""
	}
	return string(s.density())
}

// density returns what files of densities hold.
func (s Setting) density() toys.Density {
	if s.Density == string(toys.P) {
		return toys.P
	}
	return toys.LogF
}

// CheckDensity returns a fault if the density is unknown, or if no file is read.
func (s Setting) CheckDensity() error {
	switch {
	case s.Density == "":
		return nil
	case !slices.Contains(Specs(FieldDensity), s.Density):
		return Unknown(FieldDensity, s.Density, Specs(FieldDensity))
	case !s.ReadsDensity():
		return Faultf("%v %s is given, but neither the target nor the initial density is a file; leave it out",
			FieldDensity, s.Density)
	}
	return nil
}

// Doubts are faults of files that were read as log f, but look like probabilities, or like a table with names of
// columns. Whoever says that they are log f has no doubts of the first kind.
func (s Space) Doubts() []error { return s.doubts(s.target, s.initial) }

// Doubts returns the doubts of the chain's space.
func (c Chain) Doubts() []error {
	if !c.ReadsDensity() {
		return nil
	}
	initial, _ := c.Ends()
	return c.doubts(c.Target, initial)
}

func (s Setting) doubts(target toys.Target, initial []float64) (doubts []error) {
	if target.Told != "" {
		doubts = append(doubts, Faultf("%s: read with %s: %v cells", s.Target, target.Told, target.Grid))
	}
	if target.Headed {
		doubts = append(doubts, Faultf("%s: row 1 looks like the names of columns, 0, 1 and so on, and is taken for "+
			"a row of the grid; the file without it, or with 0.0 in place of its 0, leaves this out", s.Target))
	}
	if s.Density != "" {
		return doubts
	}
	path, read := InitialFile(s.Initial)
	for _, file := range []struct {
		path string
		read bool
		logf []float64
	}{{s.Target, s.Target != "", target.LogF}, {path, read, initial}} {
		if file.read && len(file.logf) > 0 && toys.LikeP(file.logf) {
			doubts = append(doubts, Faultf("%s: the numbers look like probabilities, for they sum to %s, and are "+
				"taken for log f; %v p would take them as probabilities, and %v log leaves this out",
				file.path, fmt.Sprintf("%.3g", floats.Sum(file.logf)), FieldDensity, FieldDensity))
		}
	}
	return doubts
}
