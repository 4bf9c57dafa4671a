package experiments

import (
	"errors"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// A Space is the state space on which an annealing will run. It is known from the
// names alone: nothing of the size of a large target is made yet, so that one can ask
// first what a run will Need. Chain makes the target.
type Space struct {
	Setting           // with the defaults filled in; Seed is nil if nothing is random
	Grid    grid.Grid // the target's
	States  float64   // how many the kernel runs on: the cells, or more
	Steep   bool      // the log density is known, and too steep for the fast path

	kernel   chains.Kernel
	bridge   func(from, to []float64) chains.Bridge
	schedule schedule
	toy      func() toys.Target // makes the target
	made     toys.Target        // a target that was read, or is small; LogF is nil for others
	from     []float64          // the initial log density of a target that is made
}

// Space looks up every name and reads the files. A target of at most MostUnasked cells
// is made at once, so that all faults come together.
func (s Setting) Space() (Space, error) {
	space := Space{Setting: s.WithDefaults()}
	kernel, size, noKernel := family(FieldKernel, space.Kernel, kernels.Families)
	bridge, param, noBridge := family(FieldBridge, space.Bridge, chains.Bridges)
	var noSchedule, tooMany, noEnds error
	space.schedule, noSchedule = parseSchedule(space.Schedule)
	space.bridge = func(from, to []float64) chains.Bridge { return bridge(param, from, to) }
	if err := space.findTarget(); err != nil {
		return space, errors.Join(noKernel, noBridge, noSchedule, err)
	}
	if kernel != nil {
		space.kernel = kernel(size)
		if space.States = float64(chains.States(space.kernel, space.Grid)); space.States > toys.MostCells {
			tooMany = Faultf("%v %s: on %v it runs on %.0f states; at most %d would do",
				FieldKernel, space.Kernel, space.Grid, space.States, toys.MostCells)
		}
	}
	if space.Grid.Size() <= MostUnasked {
		noEnds = space.makeEnds()
	}
	return space, errors.Join(noKernel, noBridge, noSchedule, tooMany, noEnds)
}

// makeEnds makes the target and the initial density, unless they are there.
func (s *Space) makeEnds() (err error) {
	if s.made.LogF == nil {
		s.made = s.toy()
	}
	if s.from == nil {
		s.from, err = initial(s.Initial, s.made)
	}
	return err
}

// MostLevels is the largest T that is taken: beyond it the betas alone would
// fill the memory of a small machine.
const MostLevels = 10_000_000

// Levels checks the Ts asked for; if none are, it returns the others. A schedule
// from a file has its own T: no other may be asked for, and none needs to be.
func (s Space) Levels(asked []int, others ...int) ([]int, error) {
	if T := s.schedule.fixed; T > 0 {
		for _, other := range asked {
			if other != T {
				return nil, Faultf("%v %d, but %v %s has %d betas; leave %v out, or give %d",
					FieldT, other, FieldSchedule, s.Schedule, T, FieldT, T)
			}
		}
		return []int{T}, nil
	}
	if len(asked) == 0 {
		asked = others
	}
	if len(asked) == 0 {
		return nil, Faultf("%v is missing; a number of levels from 2, or several separated by commas, would do", FieldT)
	}
	for _, T := range asked {
		if T < 2 || T > MostLevels {
			return nil, Faultf("%v %d; a number of levels from 2 to %d would do", FieldT, T, MostLevels)
		}
		if err := s.schedule.affords(T); err != nil {
			return nil, Faultf("%v %s: %v", FieldSchedule, s.Schedule, err)
		}
	}
	return asked, nil
}

// pulled reports whether an exact run carries p along and needs no logarithms: it does
// on many states, on the geometric bridge, unless the density is too steep.
func (s Space) pulled() bool {
	return s.States >= exact.MostChecked && s.Bridge == chains.Bridges[0].Name && !s.Steep
}

// Chain makes the target and all the rest that the names stand for.
func (s Space) Chain() (Chain, error) {
	if err := s.makeEnds(); err != nil {
		return Chain{}, err
	}
	c := Chain{Space: s, Target: s.made, bridge: s.bridge(s.from, s.made.LogF)}
	c.made, c.from = toys.Target{}, nil
	c.opened = c.openGrid()
	a := c.annealing(chains.Linear(3)) // three levels of any schedule have all that Check looks at
	if err := a.Check(); err != nil {
		return Chain{}, fmt.Errorf("the initial density %s with %s: %w", s.Initial, c.Target.Name, err)
	}
	c.Steep = c.pulled() && !exact.OnePass(a)
	c.lengths = newLengths(c)
	return c, nil
}
