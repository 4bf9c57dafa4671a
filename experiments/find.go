package experiments

import (
	"cmp"
	"errors"

	"breadboard/chains/kernels"
	"breadboard/toys"
)

// MostRepeats bounds the steps of a kernel at each level.
const MostRepeats = 1000

// Find looks up every name and reads the target's file. The error joins all faults: each names its field or its file,
// and says what to use.
func (s Setting) Find() (Resolved, error) {
	target, noTarget := s.findSpace()
	return s.findOn(target, noTarget)
}

// FindOn looks up the names for a target that the caller made, which Toy and Seed only name.
func (s Setting) FindOn(t toys.Target) (Resolved, error) {
	target, noAxes := s.withAxes(spaceOf(t))
	target.seed = s.Seed
	return s.findOn(target, noAxes)
}

// FindTarget looks up the target alone. With looks up the other names, also if the target has a fault.
func (s Setting) FindTarget() (Resolved, error) {
	target, err := s.findSpace()
	if err == nil {
		s.Seed = target.seed
	}
	return Resolved{Setting: s, space: target}, err
}

// With looks up the other names of a setting on this target.
func (f Resolved) With(s Setting) (Resolved, error) {
	s.Toy = f.Toy
	s.Target = f.Target
	s.Data = f.Data
	return s.findOn(f.space, nil)
}

// findOn looks up all names but the target's. The target is empty if noTarget says why it was not found.
func (s Setting) findOn(target space, noTarget error) (Resolved, error) {
	if target.model {
		s.Initial = cmp.Or(s.Initial, Prior)
	}
	f := Resolved{Setting: s.WithDefaults(), space: target}
	f.Seed = target.seed
	f.Axes = target.axes
	cells := target.Grid.Size()
	if cells == 0 {
		// No target was found, which is a fault. If its name is a model's, names that need a model are no second one.
		f.model = s.IsModel()
	}
	noRoom := f.CheckCells("a run", f.cellBytes())
	var noKernel, noSchedule, noSteps, noProgram error
	switch {
	case f.Matrix != "" && f.Exec != "":
		noKernel = Faultf(bothGiven, FieldExec, f.Exec, FieldMatrix, f.Matrix)
	case f.Matrix != "":
		f.matrices, f.schedule, noKernel = f.findMatrices(cells)
		f.kernel = kernels.Matrices{N: cells} // stands in until Annealer reads them
	case f.Exec != "":
		f.schedule, noSchedule = parseSchedule(f.Schedule)
		noKernel = f.checkExec(cells)
		f.kernel = kernels.Matrices{N: cells} // stands in until At asks the command
	default:
		f.schedule, noSchedule = parseSchedule(f.Schedule)
		f.kernel, noKernel = FindKernel(f.Kernel)
		if noKernel == nil && cells > 0 && noRoom == nil { // operators may have vectors
			noKernel = Fits(f.Kernel, f.kernel, target.Grid)
		}
	}
	f.kernel = f.repeated(f.kernel)
	if f.Repeat < 1 || f.Repeat > MostRepeats {
		noSteps = Faultf("%v is a number of steps at each level; use one from 1 to %d", FieldRepeat, MostRepeats)
	}
	var noBridge, noInitial error
	f.bridge, noBridge = f.findBridge()
	f.initial, noInitial = f.findInitial()
	if f.Program != "" {
		noProgram = CheckPrograms(f.Program)
	}
	return f, errors.Join(noKernel, noSchedule, noSteps, noBridge, noProgram, noTarget, noRoom,
		noInitial)
}

// Levels checks the given ts. If there are none, it returns the T of a schedule from a file, or else byDefault.
func (f Resolved) Levels(ts []int, byDefault ...int) ([]int, error) {
	switch {
	case f.Matrix != "" && len(ts) > 0:
		return nil, Faultf("%v %d, but %v %s stands at %d betas of its own; leave %v out",
			FieldT, ts[0], FieldMatrix, f.Matrix, f.schedule.own, FieldT)
	case len(ts) == 0 && f.schedule.own > 0:
		return []int{f.schedule.own}, nil
	case len(ts) == 0:
		ts = byDefault
	}
	if len(ts) == 0 {
		return nil, Faultf("%v is missing; use a number of levels from 2, or several separated by commas", FieldT)
	}
	for _, T := range ts {
		if T < 2 {
			return nil, Faultf("%v %d; use a number of levels from 2", FieldT, T)
		}
		if err := errors.Join(f.schedule.check(T), f.checkLevels(T)); err != nil {
			return nil, err
		}
	}
	return ts, nil
}
