package experiments

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/toys"
)

// findTarget makes the target, or reads it.
func (c *Chain) findTarget() (err error) {
	switch {
	case c.Toy != "" && c.TargetFile != "":
		return fmt.Errorf("--toy %s and --target %s are both given; one of the two would do", c.Toy, c.TargetFile)
	case c.TargetFile != "" && c.Seed != nil:
		return fmt.Errorf("%s %d is given, but nothing in --target %s is random; leave it out", c.SeedFlag, *c.Seed, c.TargetFile)
	case c.TargetFile != "":
		c.Target, err = toys.Open(c.TargetFile)
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
	} else if c.Target, err = toy.With(params, seed); err != nil {
		err = fmt.Errorf("--toy %s: %w", c.Toy, err)
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

// mostMoves is how many moves from cell to cell an operator may have: an exact run
// writes all of them out, in 3 GB.
const mostMoves = 1 << 26

// small returns an error where the kernel has too many moves on the target's grid:
// two an axis in every cell, or more where it redraws axes or the whole state.
func (c *Chain) small() error {
	g := c.Target.Grid
	each := g.Moves()
	switch k := c.kernel.(type) {
	case chains.HeatBath, chains.Mixture:
		each = 0
		for axis := range g.Axes() {
			each += g.Len(axis) - 1
		}
	case chains.Blocks:
		each = int(k.Cost(g)) * (g.Axes() + k.Axes - 1) / k.Axes
	case chains.King:
		each = int(min(math.Pow(3, float64(g.Axes())), float64(g.Size()))) - 1
	case chains.Perfect, chains.Independence, chains.DelayedRejection, chains.Sweep:
		each = g.Size() - 1
	}
	if moves := each * g.Size(); moves > mostMoves {
		return fmt.Errorf("--kernel %s has %d moves between the %d cells of %s; up to %d would do", c.Kernel, moves, g.Size(), c.Target.Name, mostMoves)
	}
	return nil
}
