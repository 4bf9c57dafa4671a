package experiments

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// A Chain has the target, bridge and kernel of a setting, and makes an annealing of any T.
type Chain struct {
	Found
	Target toys.Target

	bridge      chains.Bridge
	opened      grid.Grid // the target's, without walls in which the bridge has mass
	lengths     *lengths
	commandRows *commandRows // of Exec; nil if there is no function that asks for them
}

// Chain looks everything up, reads the files and makes the target. The error joins all faults in one line.
func (s Setting) Chain() (Chain, error) {
	f, err := s.Find()
	if err != nil {
		return Chain{}, err
	}
	return f.Chain()
}

// ChainOn returns the chain on a given target, which Toy and Seed of the setting only name. The annealing of a model
// begins at its prior, unless the setting says otherwise.
func (s Setting) ChainOn(t toys.Target) (Chain, error) {
	f, err := s.FindOn(t)
	if err != nil {
		return Chain{}, err
	}
	return f.Chain()
}

// Chain makes the target, the bridge to it, and the kernel on its states.
func (f Found) Chain() (Chain, error) {
	c := Chain{Found: f, Target: f.make(), lengths: &lengths{known: map[string]*tuning.Length{}}}
	c.Target.Grid = f.Grid
	from, err := f.initial(c.Target)
	if err != nil {
		return Chain{}, err
	}
	if path, ok := InitialFile(f.Initial); ok {
		c.doubts = slices.Concat(f.doubts, probabilityDoubts(path, from))
	}
	c.bridge, err = f.bridge(from, c.Target)
	if err != nil {
		return Chain{}, err
	}
	c.opened = f.Grid
	if slices.ContainsFunc(c.Target.LogF, isWall) {
		c.opened = openAt(f.Grid, c.bridge, 0.5)
	}
	a := c.shortest()
	if err := a.Check(); err != nil {
		return Chain{}, fmt.Errorf("the initial density %s with %s: %w", f.Initial, c.TargetName(), err)
	}
	if f.Matrix != "" {
		c.kernel, err = f.kernelOfMatrices(a)
		if err != nil {
			return Chain{}, err
		}
	}
	if f.Program != "" {
		if err := CheckProgramsOn(c, f.Program); err != nil {
			return Chain{}, err
		}
	}
	return c, nil
}

// repeated returns the kernel that makes as many steps of k at each level as the setting says. T, the schedule and the
// weights stay as they are. The reversal makes as many steps back, and the last kernel is left out with all its steps.
func (s Setting) repeated(k chains.Kernel) chains.Kernel {
	if s.Repeat <= 1 || k == nil {
		return k
	}
	return kernels.Repeat{Times: s.Repeat, Kernel: k}
}

// openAt returns g without the walls where the bridge has mass at beta. All averages but the geometric one have mass
// wherever the initial density has mass, and a kernel must be able to go there.
func openAt(g grid.Grid, b chains.Bridge, beta float64) grid.Grid {
	logf := make([]float64, g.Size())
	b.At(logf, beta)
	return g.WallsWhere(func(x int) bool { return g.Wall(x) && isWall(logf[x]) })
}

// TargetName returns the target's name in the setting, or its own name if the setting has none.
func (c Chain) TargetName() string { return cmp.Or(c.Setting.TargetName(), c.Target.Name) }

// WithSchedule returns the chain with another schedule, unless its kernel is a folder of matrices with their own. Both
// chains share the lengths of the bridge, which do not depend on the schedule.
func (c Chain) WithSchedule(spec string) (Chain, error) {
	if c.Matrix != "" && spec == OfMatrices {
		return c, nil
	}
	var err error
	c.Schedule = cmp.Or(spec, "linear")
	c.schedule, err = parseSchedule(c.Schedule)
	return c, err
}

// Base returns the annealing over these betas; a caller may replace its kernel. A wall of its grid has no mass at any
// level at which a kernel moves. A schedule that stays at beta 0 moves at the initial density, which may have mass
// where the target has a wall.
func (c Chain) Base(s chains.Schedule) chains.Annealing {
	g := c.opened
	if s.Beta(2) == 0 {
		g = openAt(g, c.bridge, 0)
	}
	return chains.Annealing{Grid: g, Bridge: c.bridge, Schedule: s, Kernel: c.kernel, SkipLast: c.SkipLast}
}

// shortest returns an annealing of as few levels as a check of the chain needs. Matrices have only their own levels.
func (c Chain) shortest() chains.Annealing {
	if c.Matrix != "" {
		return c.Base(c.schedule.curve(c.schedule.own))
	}
	return c.Base(chains.Linear(3))
}

// Reversible reports whether the kernel is its own reversal.
func (c Chain) Reversible() bool {
	a := c.shortest()
	op := chains.On(a.Kernel, a.Grid)
	return op.Reversal() == op
}

// At returns the annealing of T levels, where T is one that Levels allows. A schedule that is chosen by exact numbers
// may take long; choice says how it was chosen, and is nil for the others. The error is ctx's, or a Fault if the
// annealing has no such schedule.
func (c Chain) At(ctx context.Context, T int) (a chains.Annealing, choice *chains.Chosen, err error) {
	betas, choice, err := c.betas(ctx, T)
	if err != nil {
		return a, nil, err
	}
	a = c.Base(betas)
	if c.Exec != "" {
		a.Kernel, err = c.kernelOfCommand(ctx, a)
	}
	return a, choice, err
}

// Ends returns the log densities of the initial distribution and of the target, by cell.
func (c Chain) Ends() (initial, target []float64) { return c.Base(chains.Linear(2)).Ends() }

// GridName returns the grid for people, as in "7x7".
func (c Chain) GridName() string { return c.Target.Grid.String() }
