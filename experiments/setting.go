package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// A Setting names annealings the way flags do: by the names of catalogues and
// by files. The zero value of a field leaves it to its default.
type Setting struct {
	Toy        string  // of toys.Catalogue, "name:parameters" where it has any; this or TargetFile
	TargetFile string  // a file for toys.Open
	Seed       *uint64 // of a random toy; nil is the toy's own
	SeedFlag   string  // what the seed's flag is called; "--seed" where empty
	Kernel     string  // of kernels.Families, "name:parameter" where it has one; the first where empty
	Bridge     string  // of chains.Bridges, "name:parameter" where it has one; the first where empty
	Schedule   string  // one of ScheduleSpecs; "linear" where empty
	Initial    string  // one of InitialSpecs; "uniform" where empty
	SkipLast   bool    // leave out the last kernel

	// Consent is asked once all names are known, before anything of the size of a
	// toy's target is made; its error is then the only one. It is asked again where a
	// large target turns out to be steep, and dearer for it. nil consents to all.
	Consent func(Space) error
}

// A Chain is a setting with all its names looked up and its files read: an
// annealing for every T.
type Chain struct {
	Setting // with defaults filled in; Seed is nil where nothing is random
	Target  toys.Target

	kernel   chains.Kernel
	bridge   chains.Bridge
	walls    []int // those of the target, but where the bridge has mass inside
	schedule schedule
	lengths  *lengths // shared by chains that differ in their schedules alone
}

// Chain looks everything up. The error joins all faults in one line; each names
// the flag or the file, what was found and what would do.
func (s Setting) Chain() (Chain, error) {
	s.SeedFlag = cmp.Or(s.SeedFlag, "--seed")
	s.Kernel = cmp.Or(s.Kernel, kernels.Catalogue[0].Name)
	s.Bridge = cmp.Or(s.Bridge, chains.Bridges[0].Name)
	s.Schedule = cmp.Or(s.Schedule, "linear")
	s.Initial = cmp.Or(s.Initial, "uniform")
	c := Chain{Setting: s}
	var faults oneLine
	kernel, size, err := family("--kernel", s.Kernel, kernels.Families, KernelSpecs())
	faults.add(err)
	if kernel != nil {
		c.kernel = kernel(size)
	}
	between, param, err := family("--bridge", s.Bridge, chains.Bridges, BridgeSpecs())
	faults.add(err)
	c.schedule, err = parseSchedule(s.Schedule)
	faults.add(err)
	bridge := func(from, to []float64) chains.Bridge { return between(param, from, to) }
	consent := func(g grid.Grid) error {
		switch {
		case faults == nil:
			return c.fits(c.space(g, bridge))
		case faults != nil && g.Size() > MostUnasked:
			return errUnmade
		}
		return nil
	}
	if err := c.findTarget(consent); errors.Is(err, errUnmade) {
		return Chain{}, faults
	} else if err != nil {
		faults.add(err)
	} else if from, err := c.initial(); err != nil {
		faults.add(err)
	} else if between != nil {
		c.bridge = bridge(from, c.Target.LogF)
		c.walls = c.closed()
	}
	if faults != nil {
		return Chain{}, faults
	}
	a := c.on(chains.Linear(3)) // three levels of any schedule have all that Check looks at
	if err := a.Check(); err != nil {
		return Chain{}, fmt.Errorf("the initial density %s with %s: %w", s.Initial, c.Target.Name, err)
	}
	if err := c.recheck(a, bridge); err != nil {
		return Chain{}, err
	}
	c.Consent = nil
	c.lengths = newLengths(c)
	return c, nil
}

// WithSchedule is the chain with another schedule. What is known of the bridge and
// the kernel, whatever the schedule, is shared.
func (c Chain) WithSchedule(spec string) (Chain, error) {
	var err error
	c.Schedule = cmp.Or(spec, "linear")
	c.schedule, err = parseSchedule(c.Schedule)
	return c, err
}

// errUnmade is that a large target is not made where something else is wrong.
var errUnmade = errors.New("not made")

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
		if c.schedule.truth != nil {
			if err := c.schedule.truth.levels(T); err != nil {
				return nil, fmt.Errorf("--schedule %s: %w", c.Schedule, err)
			}
		}
	}
	return asked, nil
}

// At is the annealing of T levels, T being one that Levels lets pass, and how its
// schedule was chosen where truth was asked, which may take long; else nil. The
// error is ctx's or Unfit.
func (c Chain) At(ctx context.Context, T int) (chains.Annealing, *tuning.Choice, error) {
	a := c.on(chains.Linear(2)) // which of an extended chain takes long
	s, choice, err := c.schedule.of(ctx, a, c.lengths, T)
	a.Schedule = s
	return a, choice, err
}

// Length is the friction length of the chain's bridge under its kernel, computed
// once for all schedules. The error says where there is none.
func (c Chain) Length() (*tuning.Length, error) { return c.lengths.Friction() }

func (c Chain) on(s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: c.Target.Grid.WithWalls(c.walls...), Bridge: c.bridge, Schedule: s, Kernel: c.kernel, SkipLast: c.SkipLast}.Extended()
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
