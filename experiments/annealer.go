package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// An Annealer has the target, bridge and kernel of a setting, and makes an annealing of any number of levels (At).
type Annealer struct {
	Resolved
	Target  toys.Target
	Command Command // the program exec; none if its Program is nil

	Watch func(share float64) // sees how far At is, in a search or in asking for rows; may be nil

	bridge      chains.Bridge
	opened      grid.Grid    // the target's, less the walls that have mass at betas between 0 and 1 (openAt)
	lengths     *lengths     // thermodynamic lengths of the bridge, which choose schedules; copies share them
	commandRows *commandRows // of Exec; nil if there is no function that asks for them
	misses      string       // how far the matrices miss their levels; "" if they leave them invariant
}

// Annealer looks everything up, reads the files and makes the target. The error joins all faults in one line.
func (s Setting) Annealer() (Annealer, error) {
	f, err := s.Find()
	if err != nil {
		return Annealer{}, err
	}
	return f.Annealer()
}

// AnnealerOn returns the annealer on a given target, which Toy and Seed of the setting only name. The annealing of a
// model begins at its prior, unless the setting says otherwise.
func (s Setting) AnnealerOn(t toys.Target) (Annealer, error) {
	f, err := s.FindOn(t)
	if err != nil {
		return Annealer{}, err
	}
	return f.Annealer()
}

// Annealer makes the target, the bridge to it, and the kernel on its states.
func (f Resolved) Annealer() (Annealer, error) {
	an := Annealer{Resolved: f, Target: f.make(), lengths: &lengths{known: map[string]*tuning.Length{}}}
	an.Target.Grid = f.Grid
	from, err := f.initial(an.Target)
	if err != nil {
		return Annealer{}, err
	}
	an.bridge, err = f.bridge(from, an.Target)
	if err != nil {
		return Annealer{}, err
	}
	an.opened = f.Grid
	if slices.ContainsFunc(an.Target.LogF, isWall) {
		// At each beta between 0 and 1 a bridge has mass in the same cells.
		an.opened = openAt(f.Grid, an.bridge, 0.5)
	}
	a := an.shortest()
	if err := a.Check(); err != nil {
		return Annealer{}, fmt.Errorf("the initial density %s with %s: %w", f.Initial, an.TargetName(), err)
	}
	if f.Matrix != "" {
		an.kernel, an.misses, err = f.byMatrices(a)
		if err != nil {
			return Annealer{}, err
		}
	}
	if f.Program != "" {
		if err := CheckProgramsOn(an, f.Program); err != nil {
			return Annealer{}, err
		}
	}
	return an, nil
}

// openAt returns g without the walls where the bridge has mass at beta. All averages but the geometric one have mass
// wherever the initial density has mass, and a kernel must be able to go there.
func openAt(g grid.Grid, b chains.Bridge, beta float64) grid.Grid {
	logf := make([]float64, g.Size())
	b.At(logf, beta)
	return g.WallsWhere(func(x int) bool { return g.Wall(x) && isWall(logf[x]) })
}

// TargetName returns the target's name in the setting, or its own name if the setting has none.
func (an Annealer) TargetName() string { return cmp.Or(an.Setting.TargetName(), an.Target.Name) }

// NameSpan returns an error about the span of a log density as a fault that names the end which spans more. Other
// errors stay as they are.
func (an Annealer) NameSpan(err error) error {
	if !errors.Is(err, exact.ErrSpan) {
		return err
	}
	if first, last := an.shortest().Ends(); chains.LogSpan(first) > chains.LogSpan(last) {
		return Faultf("%v %s: %v", FieldInitial, an.Initial, err)
	}
	return Faultf("%s: %v", an.TargetName(), err)
}

// Base returns the annealing over these betas; a caller may replace its kernel. A wall of its grid has no mass at any
// level at which a kernel moves. A schedule that stays at beta 0 moves at the initial density, which may have mass
// where the target has a wall.
func (an Annealer) Base(s chains.Schedule) chains.Annealing {
	g := an.opened
	if s.Beta(2) == 0 { // the first level that has a kernel
		g = openAt(g, an.bridge, 0)
	}
	return chains.Annealing{Grid: g, Bridge: an.bridge, Schedule: s, Kernel: an.kernel, SkipLast: an.SkipLast}
}

// shortest returns an annealing of as few levels as a check needs. Matrices have only their own levels.
func (an Annealer) shortest() chains.Annealing {
	if an.Matrix != "" {
		return an.Base(an.schedule.curve(an.schedule.own))
	}
	return an.Base(chains.Linear(3))
}

// Reversible reports whether the kernel is its own reversal.
func (an Annealer) Reversible() bool {
	a := an.shortest()
	op := chains.On(a.Kernel, a.Grid)
	return op.Reversal() == op
}

// WithRows returns the annealer with what has the rows of its kernel. The annealer and its copies ask once for each
// beta.
func (an Annealer) WithRows(by Stepper) Annealer {
	an.commandRows = &commandRows{by: by.Anew(), rows: map[float64]levelRows{}}
	return an
}

// Followed says how the rows of the command are known; "" if it tells them itself, or if there is none.
func (an Annealer) Followed() string {
	if an.commandRows == nil {
		return ""
	}
	return an.commandRows.said
}

// betas returns the schedule of T levels. choice says how exact numbers chose it; it is nil if they did not.
func (an Annealer) betas(ctx context.Context, T int) (s chains.Schedule, choice *chains.SearchResult, err error) {
	o := an.schedule.optimal
	if o == nil {
		return an.schedule.curve(T), nil, nil
	}
	err = an.schedule.check(T)
	if err != nil {
		return s, nil, err
	}
	if an.Exec != "" && o.byKernel() {
		an.kernel, err = an.interpolated(ctx)
	}
	var chosen chains.SearchResult
	switch {
	case err != nil:
	case o.search != nil:
		chosen, err = o.search(ctx, an.shortest(), T, an.Watch)
	default:
		var l *tuning.Length
		l, err = an.length(ctx, o.name)
		if err == nil {
			chosen = chains.SearchResult{Schedule: l.Schedule(T), Value: l.Total(), Converged: true}
		}
	}
	if err != nil && ctx.Err() == nil {
		err = Faultf("%v %s: %v", FieldSchedule, o.name, err)
	}
	return chosen.Schedule, &chosen, err
}

// length returns the length of the bridge under the kernel by the optimum of this name.
func (an Annealer) length(ctx context.Context, name string) (*tuning.Length, error) {
	an.lengths.mu.Lock()
	defer an.lengths.mu.Unlock()
	l := an.lengths.known[name]
	if l != nil {
		return l, nil
	}
	l, err := optimumOf(name).length(ctx, an.Base(chains.Linear(2)))
	if err == nil {
		an.lengths.known[name] = l
	}
	return l, err
}

// At returns the annealing of T levels, where T is one that Levels allows. A schedule that is chosen by exact numbers
// may take long; choice says how it was chosen, and is nil for the others. The error is ctx's, a Fault if the annealing
// has no such schedule, or a MissError beside the annealing, of which only the forward chain means something then.
func (an Annealer) At(ctx context.Context, T int) (a chains.Annealing, choice *chains.SearchResult, err error) {
	betas, choice, err := an.betas(ctx, T)
	if err != nil {
		return a, nil, err
	}
	a = an.Base(betas)
	misses := an.misses
	if an.Exec != "" {
		a.Kernel, misses, err = an.byRows(a, func(t int) (levelRows, error) {
			if an.Watch != nil {
				an.Watch(float64(t-1) / float64(T))
			}
			return an.commandRows.atLevel(ctx, a, t, an.Exec)
		})
		if err == nil {
			err = an.commandRows.agree(ctx, a.Grid, an.Exec)
		}
	}
	if err == nil && misses != "" {
		field, kernel := FieldMatrix, an.Matrix
		if an.Exec != "" {
			field, kernel = FieldExec, execName(an.Exec)
		}
		const says = "%v %s: the steps miss p: %s; use steps that breadboard validate accepts, or breadboard exact " +
			"or sweep, without programs, which have their J"
		err = MissError{Fault{says, []any{field, kernel, misses}}, misses}
	}
	return a, choice, err
}

// A MissError says that the rows of a kernel miss their levels, and how far: it has no reverse chain, and no B.
type MissError struct {
	Fault
	Misses string
}

// Unwrap returns the fault.
func (e MissError) Unwrap() error { return e.Fault }

// Ends returns the log densities of the initial distribution and of the target, by cell.
func (an Annealer) Ends() (initial, target []float64) { return an.Base(chains.Linear(2)).Ends() }

// GridName returns the grid for people, as in "7x7".
func (an Annealer) GridName() string { return an.Target.Grid.String() }
