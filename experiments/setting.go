package experiments

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/toys"
)

// A Setting names annealings the way flags do: by the names of catalogues and
// by files. The zero value of a field leaves it to its default.
type Setting struct {
	Toy         string  // of toys.Catalogue; this or TargetFile
	TargetFile  string  // a file for toys.Open
	Seed        *uint64 // of a random toy; nil is the toy's own
	SeedFlag    string  // what the seed's flag is called; "--seed" where empty
	Kernel      string  // of chains.Kernels; the first where empty
	Bridge      string  // of chains.Bridges; the first where empty
	Schedule    string  // of chains.Schedules, "name:parameter" where it has one, or a file; "linear" where empty
	InitialFile string  // a file for toys.OpenInitial; where empty, uniform where the target has mass
	SkipLast    bool    // leave out the last kernel
}

// A Chain is a setting with all its names looked up and its files read: an
// annealing for every T.
type Chain struct {
	Setting // with defaults filled in; Seed is nil where nothing is random
	Target  toys.Target

	kernel   chains.Kernel
	bridge   chains.Bridge
	schedule schedule
}

// Chain looks everything up. The error joins all faults in one line; each names
// the flag or the file, what was found and what would do.
func (s Setting) Chain() (Chain, error) {
	s.SeedFlag = cmp.Or(s.SeedFlag, "--seed")
	s.Kernel = cmp.Or(s.Kernel, chains.Kernels[0].Name)
	s.Bridge = cmp.Or(s.Bridge, chains.Bridges[0].Name)
	s.Schedule = cmp.Or(s.Schedule, "linear")
	c := Chain{Setting: s}
	var faults oneLine
	var err error
	c.kernel, err = Find("--kernel", s.Kernel, chains.Kernels)
	faults.add(err)
	between, err := Find("--bridge", s.Bridge, chains.Bridges)
	faults.add(err)
	c.schedule, err = parseSchedule(s.Schedule)
	faults.add(err)
	if err := c.findTarget(); err != nil {
		faults.add(err)
	} else if from, err := c.initial(); err != nil {
		faults.add(err)
	} else if between != nil {
		c.bridge = between(from, c.Target.LogF)
	}
	if faults != nil {
		return Chain{}, faults
	}
	// Three levels of any schedule have all that Check looks at.
	if err := c.on(chains.Linear(3)).Check(); err != nil {
		return Chain{}, fmt.Errorf("%s with %s: %w", cmp.Or(s.InitialFile, "the uniform initial density"), c.Target.Name, err)
	}
	return c, nil
}

func (c *Chain) findTarget() (err error) {
	var names []string
	for _, t := range toys.Catalogue {
		names = append(names, t.Name)
	}
	list := strings.Join(names, ", ")
	switch {
	case c.Toy != "" && c.TargetFile != "":
		return fmt.Errorf("--toy %s and --target %s are both given; one of the two would do", c.Toy, c.TargetFile)
	case c.TargetFile != "" && c.Seed != nil:
		return fmt.Errorf("%s %d is given, but nothing in --target %s is random; leave it out", c.SeedFlag, *c.Seed, c.TargetFile)
	case c.TargetFile != "":
		c.Target, err = toys.Open(c.TargetFile)
		return err
	case c.Toy == "":
		return fmt.Errorf("no target: --toy NAME, one of %s, or --target FILE.csv would do", list)
	}
	i := slices.Index(names, c.Toy)
	if i < 0 {
		return Unknown("--toy", c.Toy, names)
	}
	toy := toys.Catalogue[i]
	switch {
	case c.Seed != nil && !toy.Seeded:
		return fmt.Errorf("%s %d is given, but --toy %s has no randomness; leave it out", c.SeedFlag, *c.Seed, toy.Name)
	case c.Seed == nil && toy.Seeded:
		c.Seed = &toy.Seed
	}
	seed := uint64(0)
	if c.Seed != nil {
		seed = *c.Seed
	}
	c.Target = toy.Of(seed)
	return nil
}

func (c *Chain) initial() ([]float64, error) {
	if c.InitialFile == "" {
		return chains.Uniform(c.Target.LogF), nil
	}
	return toys.OpenInitial(c.InitialFile, c.Target.Grid)
}

// MostLevels is the largest T that is taken: beyond it the betas alone would
// fill the memory of a small machine.
const MostLevels = 10_000_000

// Levels checks the Ts asked for; where there are none it returns the others. A
// schedule from a file has its own T: nothing else may be asked for, and nothing
// needs to be.
func (c Chain) Levels(asked []int, others ...int) ([]int, error) {
	if T := c.schedule.levels.Len(); T > 0 {
		for _, other := range asked {
			if other != T {
				return nil, fmt.Errorf("-T %d, but --schedule %s has %d betas; leave -T out, or give %d", other, c.Schedule, T, T)
			}
		}
		return []int{T}, nil
	}
	if len(asked) == 0 {
		asked = others
	}
	if len(asked) == 0 {
		return nil, errors.New("-T is missing; a number of levels from 2, or several separated by commas, would do")
	}
	for _, T := range asked {
		if T < 2 || T > MostLevels {
			return nil, fmt.Errorf("-T %d; a number of levels from 2 to %d would do", T, MostLevels)
		}
	}
	return asked, nil
}

// At is the annealing of T levels, T being one that Levels lets pass.
func (c Chain) At(T int) chains.Annealing { return c.on(c.schedule.of(T)) }

func (c Chain) on(s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: c.Target.Grid, Bridge: c.bridge, Schedule: s, Kernel: c.kernel, SkipLast: c.SkipLast}
}

// oneLine is several errors told in one line.
type oneLine []error

func (f *oneLine) add(err error) {
	if err != nil {
		*f = append(*f, err)
	}
}

func (f oneLine) Error() string {
	s := make([]string, len(f))
	for i, err := range f {
		s[i] = err.Error()
	}
	return strings.Join(s, "; ")
}

func (f oneLine) Unwrap() []error { return f }
