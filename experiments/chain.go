package experiments

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// A Chain is what was found with its target made: an annealing for every T.
type Chain struct {
	Found
	Target toys.Target

	bridge  chains.Bridge
	kernel  chains.Kernel
	opened  grid.Grid // the target's, without walls in which the bridge has mass
	lengths lengths
	asked   *asked // nil if nobody tells the rows of Exec
}

// Chain looks everything up, reads the files and makes the target. The error joins all faults in one line.
func (s Setting) Chain() (Chain, error) { return chainOf(s.Find()) }

// On is Chain on a given target. Toy and Seed of the setting only name it. The annealing of a
// model begins at its prior, unless the setting says otherwise.
func (s Setting) On(t toys.Target) (Chain, error) { return chainOf(s.FindOn(t)) }

// chainOf makes the target of what was found.
func chainOf(f Found, err error) (Chain, error) {
	if err != nil {
		return Chain{}, err
	}
	return f.Chain()
}

// Chain makes the target, the bridge to it, and the kernel on its states.
func (f Found) Chain() (Chain, error) {
	of, err := f.ends()
	if err != nil {
		return Chain{}, err
	}
	c := Chain{Found: f, Target: of.target}
	c.bridge, err = f.bridge(of)
	if err != nil {
		return Chain{}, err
	}
	c.opened = openInside(c.Target.Grid, c.Target.LogF, c.bridge)
	a := c.Base(c.schedule.few())
	if err := a.Check(); err != nil {
		return Chain{}, fmt.Errorf("the initial density %s with %s: %w", f.Initial, c.TargetName(), err)
	}
	c.kernel = f.kernel.Kernel
	if f.Matrix != "" {
		c.kernel, err = f.takeMatrices(a, f.kernel.matrices)
		if err != nil {
			return Chain{}, err
		}
	}
	if f.Program != "" {
		if err := Suits(c, f.Program); err != nil {
			return Chain{}, err
		}
	}
	c.lengths = newLengths(func() chains.Annealing { return c.Base(chains.Linear(2)) })
	return c, nil
}

// openInside is g without the walls where the bridge to logf has mass inside: averages other than the geometric one
// have mass wherever the initial density has, and a kernel must be able to go there.
func openInside(g grid.Grid, logf []float64, b chains.Bridge) grid.Grid {
	if !slices.ContainsFunc(logf, isWall) {
		return g
	}
	inside := make([]float64, g.Size())
	b.At(inside, 0.5)
	return g.WallsWhere(func(x int) bool { return g.Wall(x) && isWall(inside[x]) })
}

// TargetName returns the name in the setting, or the target's own name if the setting has none.
func (c Chain) TargetName() string { return cmp.Or(c.Setting.TargetName(), c.Target.Name) }

// WithSchedule returns the chain with another schedule. The two share the lengths of the bridge, which do not depend on
// it. Matrices have no other schedule than their own.
func (c Chain) WithSchedule(spec string) (Chain, error) {
	if c.Matrix != "" && spec == OfMatrices {
		return c, nil
	}
	var err error
	c.Schedule = cmp.Or(spec, "linear")
	c.schedule, err = parseSchedule(c.Schedule)
	return c, err
}

// over returns the annealing with these betas.
func (c Chain) over(a chains.Annealing, s chains.Schedule) chains.Annealing {
	if s.Beta(2) == 0 { // other cells may be open
		return c.Base(s)
	}
	a.Schedule = s
	return a
}

// Base returns the annealing over these betas on the target's own cells, before its kernel
// adds any. A caller may put another kernel in its place, and extend it.
func (c Chain) Base(s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: c.openTo(s), Bridge: c.bridge, Schedule: s, Kernel: c.kernel, SkipLast: c.SkipLast}
}

// Ends returns the log densities of the initial law and of the target, by cell.
func (c Chain) Ends() (initial, target []float64) { return c.Base(chains.Linear(2)).Ends() }

// Reversible reports whether the kernel is its own reversal.
func (c Chain) Reversible() bool {
	a := c.Fewest()
	op := chains.On(a.Kernel, a.Grid)
	return op.Reversal() == op
}

// Fewest is the annealing of as few levels as a check of the chain needs. Matrices are of their own levels alone.
func (c Chain) Fewest() chains.Annealing { return c.Base(c.schedule.few()) }

// openTo is the grid of a schedule's levels, on which a wall has no mass at any level that a kernel moves at. A
// schedule that stands at beta 0 has such levels of the initial density, which may have mass where the target has a
// wall.
func (c Chain) openTo(s chains.Schedule) grid.Grid {
	if s.Beta(2) > 0 {
		return c.opened
	}
	first := make([]float64, c.opened.Size())
	c.bridge.At(first, 0)
	return c.opened.WallsWhere(func(x int) bool { return c.opened.Wall(x) && math.IsInf(first[x], -1) })
}

// Where names the grid for people, as in "7x7".
func (c Chain) Where() string { return c.Target.Grid.String() }

// Doubts returns the doubts of the chain's files.
func (c Chain) Doubts() []error {
	if !c.readsFile() {
		return nil
	}
	initial, _ := c.Ends()
	return c.doubts(bothEnds{initial, c.Target})
}

// StepCost is the mean number of evaluations of the density in the kernel's steps at a level, without the weight's;
// NaN if it is not known.
func (f Found) StepCost() float64 {
	return f.kernel.Cost(f.Grid)
}

// Length measures the bridge under the kernel by the name of a schedule of constant speed, as friction.
func (c Chain) Length(ctx context.Context, name string) (*tuning.Length, error) {
	return c.lengths[name](ctx)
}
