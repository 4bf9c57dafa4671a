package experiments

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// A Chain is a setting with its target made: an annealing for every T.
type Chain struct {
	Space
	Target toys.Target
	// AllPairs has exact runs compare pairs of states at every step, however many there are.
	AllPairs bool

	bridge chains.Bridge
	opened grid.Grid // the target's, without walls in which the bridge has mass
	tuned
	parted func() []string // computes Parted once
}

// TargetName returns the name in the setting, or the target's own name if the setting has none.
func (c Chain) TargetName() string { return cmp.Or(c.Setting.TargetName(), c.Target.Name) }

// WithSchedule returns the chain with another schedule. The two share the lengths of the bridge and the searches for
// the best, which do not depend on the schedule. Matrices have no other schedule than their own.
func (c Chain) WithSchedule(spec string) (Chain, error) {
	if c.Matrix != "" && spec == OfMatrices {
		return c, nil
	}
	var err error
	c.Schedule = cmp.Or(spec, "linear")
	c.schedule, err = parseSchedule(c.Schedule)
	return c, err
}

// At returns the annealing of T levels; Levels says which T would do. A schedule made from
// the truth may take long, and choice then says how it was chosen; otherwise choice is
// nil. The error is ctx's, or a Fault if the annealing has no such schedule.
func (c Chain) At(ctx context.Context, T int) (a chains.Annealing, choice *tuning.Choice, err error) {
	a, choice, _, err = c.atWith(ctx, T, nil)
	return a, choice, err
}

// atWith is At for a study that runs the annealing afterwards. It reports the progress of the
// choice, and returns the progress for the rest.
func (c Chain) atWith(ctx context.Context, T int, tell Progress) (a chains.Annealing, choice *tuning.Choice,
	rest Progress, err error) {
	a = c.annealing(c.few()) // extending the chain takes long, so it is done once
	t := c.schedule.truth
	if t == nil {
		return c.over(a, c.schedule.formula(T)), nil, tell, nil
	}
	var chosen tuning.Choice
	if t.best == nil {
		var length *tuning.Length
		if length, err = c.lengths[t.name](ctx); err == nil {
			chosen = tuning.Choice{Schedule: length.Schedule(T), Value: length.Total(), Converged: true}
		}
	} else if err = c.schedule.affords(T); err == nil {
		levels, choosing := 0, tell.Share(0, t.passes, t.passes+1)
		chosen, err = c.searches[t.name]().Best(ctx, T, func(more int) {
			levels += more
			choosing.Tell(levels, t.gradients*T)
		})
	}
	if err != nil && ctx.Err() == nil {
		err = Faultf("%v %s: %v", FieldSchedule, t.name, err)
	}
	if err != nil {
		return a, nil, nil, err
	}
	return c.over(a, chosen.Schedule), &chosen, tell.Share(t.passes, t.passes+1, t.passes+1), nil
}

// over returns the annealing with these betas.
func (c Chain) over(a chains.Annealing, s chains.Schedule) chains.Annealing {
	if s.Beta(2) == 0 { // other cells may be open
		return c.annealing(s)
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
	a := c.annealing(c.few())
	op := a.Kernel.On(a.Grid)
	return op.Reversal() == op
}

// Extended reports whether the chain's kernel needs more states than the target has cells.
func (c Chain) Extended() bool { return c.States != float64(c.Target.Grid.Size()) }

// few is a schedule of as few levels as Check needs. Matrices are of their own levels alone.
func (c Chain) few() chains.Schedule {
	if c.Matrix != "" {
		return c.schedule.formula(0)
	}
	return chains.Linear(3)
}

// annealing returns the annealing to run, on all states that the kernel needs.
func (c Chain) annealing(s chains.Schedule) chains.Annealing {
	return c.Base(s).Extended()
}

// Fewest is the annealing of as few levels as a check of the chain needs. Matrices are of their own levels alone.
func (c Chain) Fewest() chains.Annealing { return c.annealing(c.few()) }

// WithFormula is the chain with a schedule that no catalogue has.
func (c Chain) WithFormula(name string, of func(T int) chains.Schedule) Chain {
	c.Schedule = name
	c.schedule = schedule{formula: of}
	return c
}

// Lifted adds a constant to the target's log density, and so to an initial density that is tempered from it. The
// bridge is one of chains.Bridges.
func (c Chain) Lifted(by float64) (Chain, error) {
	c.Toy += fmt.Sprintf("%+g", by)
	f := slices.Clone(c.Target.LogF)
	floats.AddConst(by, f)
	c.Target.LogF = f
	from, err := initial(c.Initial, c.density(), c.Target)
	if err == nil {
		c.bridge = c.Space.bridge(from, f)
	}
	return c, err
}

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
