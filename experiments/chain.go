package experiments

import (
	"cmp"
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// A Chain is a setting with its target made: an annealing for every T.
type Chain struct {
	Space
	Target toys.Target

	bridge  chains.Bridge
	opened  grid.Grid       // the target's, without walls in which the bridge has mass
	lengths lengths         // shared by chains that differ in their schedules alone
	parted  func() []string // computes Parted once
}

// TargetName returns the name in the setting, or the target's own name if the setting has none.
func (c Chain) TargetName() string { return cmp.Or(c.Setting.TargetName(), c.Target.Name) }

// WithSchedule returns the chain with another schedule. The two share the lengths of the
// bridge, which do not depend on the schedule. Matrices have no other schedule than their own.
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
	a, choice, _, err = c.AtWith(ctx, T, nil)
	return a, choice, err
}

// AtWith is At for a study that runs the annealing afterwards. It reports the progress of the
// choice, and returns the progress for the rest.
func (c Chain) AtWith(ctx context.Context, T int, tell Progress) (a chains.Annealing, choice *tuning.Choice,
	rest Progress, err error) {
	a = c.annealing(c.few()) // extending the chain takes long, so it is done once
	t := c.schedule.truth
	if t == nil {
		a.Schedule = c.schedule.formula(T)
		return a, nil, tell, nil
	}
	levels, choosing := 0, tell.Share(0, t.passes, t.passes+1)
	chosen, err := c.schedule.choose(ctx, a, c.lengths, T, func(more int) {
		levels += more
		choosing.tell(levels, t.gradients*T)
	})
	if err != nil {
		return a, nil, nil, err
	}
	a.Schedule = chosen.Schedule
	return a, &chosen, tell.Share(t.passes, t.passes+1, t.passes+1), nil
}

// Base returns the annealing over these betas on the target's own cells, before its kernel
// adds any. A caller may put another kernel in its place, and extend it.
func (c Chain) Base(s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: c.Target.Grid, Bridge: c.bridge, Schedule: s, Kernel: c.kernel, SkipLast: c.SkipLast}
}

// Ends returns the log densities of the initial law and of the target, by cell.
func (c Chain) Ends() (initial, target []float64) { return c.Base(chains.Linear(2)).Ends() }

// Reversible reports whether the kernel is its own reversal.
func (c Chain) Reversible() bool {
	a := c.annealing(c.few())
	op := a.Kernel.On(a.Grid)
	return op.Reversal() == op
}

// Extended reports whether the chain's kernel needs more states than the target has
// cells.
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
	a := c.Base(s)
	a.Grid = c.opened
	return a.Extended()
}

// openGrid returns the target's grid, in which only cells without mass inside the bridge
// stay walls. Averages other than the geometric one have mass wherever the initial density
// has, and a kernel must be able to go there.
func (c Chain) openGrid() grid.Grid {
	g := c.Target.Grid
	if !slices.ContainsFunc(c.Target.LogF, func(v float64) bool { return math.IsInf(v, -1) }) {
		return g
	}
	inside := make([]float64, g.Size())
	c.bridge.At(inside, 0.5)
	return g.WallsWhere(func(x int) bool { return g.Wall(x) && math.IsInf(inside[x], -1) })
}
