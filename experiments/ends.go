package experiments

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// findTarget makes the target, or reads it. Before one is made whose size depends
// on its parameters, consent is asked; of others afterwards.
func (c *Chain) findTarget(consent func(grid.Grid) error) (err error) {
	switch {
	case c.Toy != "" && c.TargetFile != "":
		return fmt.Errorf("--toy %s and --target %s are both given; one of the two would do", c.Toy, c.TargetFile)
	case c.TargetFile != "" && c.Seed != nil:
		return fmt.Errorf("%s %d is given, but nothing in --target %s is random; leave it out", c.SeedFlag, *c.Seed, c.TargetFile)
	case c.TargetFile != "":
		if c.Target, err = toys.Open(c.TargetFile); err == nil {
			err = consent(c.Target.Grid)
		}
		return err
	case c.Toy == "":
		return fmt.Errorf("no target: --toy NAME, one of %s, or --target FILE.csv would do", strings.Join(ToySpecs(), ", "))
	}
	toy, params, err := FindToy(c.Toy)
	switch {
	case err != nil:
		return err
	case c.Seed != nil && !toy.Seeded:
		return fmt.Errorf("%s %d is given, but --toy %s has no randomness; leave it out", c.SeedFlag, *c.Seed, c.Toy)
	case c.Seed == nil && toy.Seeded:
		c.Seed = &toy.Seed
	}
	seed := uint64(0)
	if c.Seed != nil {
		seed = *c.Seed
	}
	if toy.With == nil {
		c.Target = toy.Of(seed)
		return consent(c.Target.Grid)
	}
	if toy.Box != nil {
		g, err := toy.Box(params)
		if err != nil {
			return fmt.Errorf("--toy %s: %w", c.Toy, err)
		}
		if err := consent(g); err != nil {
			return err
		}
	}
	if c.Target, err = toy.With(params, seed); err != nil {
		return fmt.Errorf("--toy %s: %w", c.Toy, err)
	}
	if toy.Box == nil {
		err = consent(c.Target.Grid)
	}
	return err
}

// ToySpecs lists what a toy can be called.
func ToySpecs() []string {
	var all []string
	for _, t := range toys.Catalogue {
		all = append(all, t.Spec())
	}
	return all
}

// FindToy looks "name" or "name:parameters" up in the catalogue of toys, and
// returns the parameters apart, as many as the toy has.
func FindToy(spec string) (toys.Toy, []string, error) {
	name, text, given := strings.Cut(spec, ":")
	for _, t := range toys.Catalogue {
		switch {
		case t.Name != name:
			continue
		case t.Params == "" && given:
			return t, nil, fmt.Errorf("--toy %s: %s takes no parameter; %s would do", spec, name, name)
		case t.Params == "":
			return t, nil, nil
		}
		params := strings.Split(text, ":")
		if want := strings.Split(t.Params, ":"); text == "" || len(params) != len(want) {
			return t, nil, fmt.Errorf("--toy %s: %s is called by its parameters; %s, as in %s:%s, would do", spec, name, t.Spec(), name, t.Example)
		}
		return t, params, nil
	}
	return toys.Toy{}, nil, Unknown("--toy", spec, ToySpecs())
}

// Initials lists what an initial density can be called, each with a line.
var Initials = []chains.Entry[struct{}]{
	{Name: "uniform", About: "the same everywhere off the walls"},
	{Name: "tempered:BETA", About: "the target's own, f_T^BETA, with its walls"},
	{Name: "file:PATH", About: "from a file like a target's"},
}

// InitialSpecs lists what an initial density can be called.
func InitialSpecs() []string {
	var all []string
	for _, e := range Initials {
		all = append(all, e.Name)
	}
	return all
}

// initial is the initial log density: uniform off the walls, the target's to a
// power, or a file's, whose path needs no "file:" where it exists or ends in .csv.
func (c *Chain) initial() ([]float64, error) {
	name, text, given := strings.Cut(c.Initial, ":")
	switch {
	case name == "uniform" && given:
		return nil, fmt.Errorf("--initial %s: uniform takes no parameter; uniform would do", c.Initial)
	case name == "uniform":
		return chains.Uniform(c.Target.LogF), nil
	case name == "tempered":
		return c.tempered(text)
	case name == "file" && given:
		return toys.OpenInitial(text, c.Target.Grid)
	case looksLikeFile(c.Initial, ".csv"):
		return toys.OpenInitial(c.Initial, c.Target.Grid)
	}
	return nil, Unknown("--initial", c.Initial, InitialSpecs())
}

// closed lists the target's walls without mass inside the bridge: averages of other
// kinds than the geometric have mass wherever the initial density has, and a
// kernel must be able to go there.
func (c *Chain) closed() []int {
	if !slices.ContainsFunc(c.Target.LogF, func(v float64) bool { return math.IsInf(v, -1) }) {
		return nil
	}
	inside := make([]float64, len(c.Target.LogF))
	c.bridge.At(inside, 0.5)
	var walls []int
	for x, v := range inside {
		if c.Target.Grid.Wall(x) && math.IsInf(v, -1) {
			walls = append(walls, x)
		}
	}
	return walls
}

// tempered refuses powers that are no finite numbers, or lead to such.
func (c *Chain) tempered(text string) ([]float64, error) {
	beta, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(beta) || math.IsInf(beta, 0) {
		return nil, fmt.Errorf("--initial %s: %q is not a BETA; a finite number, as in tempered:0.5, would do", c.Initial, text)
	}
	from := chains.Tempered(c.Target.LogF, beta)
	for x, v := range from {
		if math.Abs(v) > toys.Largest && !math.IsInf(c.Target.LogF[x], -1) {
			return nil, fmt.Errorf("--initial %s: log f of cell %v becomes %g; a power that keeps it within %g would do", c.Initial, c.Target.Grid.Coords(x), v, toys.Largest)
		}
	}
	return from, nil
}

// fits is the error where the space has too many states, or consent is not given.
func (c Chain) fits(s Space) error {
	switch {
	case s.States > toys.MostCells:
		return fmt.Errorf("--kernel %s: on %v it runs on %.0f states; at most %d would do", c.Kernel, s.Grid, s.States, toys.MostCells)
	case c.Consent != nil:
		return c.Consent(s)
	}
	return nil
}

// recheck asks for consent again where the annealing is larger than is run in full
// and no shallow one.
func (c Chain) recheck(a chains.Annealing, bridge func(from, to []float64) chains.Bridge) error {
	s := c.space(c.Target.Grid, bridge)
	if c.Consent == nil || !s.pulled() || exact.Shallow(a) {
		return nil
	}
	s.Steep = true
	return c.Consent(s)
}
