package experiments

import (
	"cmp"
	"errors"

	"breadboard/toys"
)

// A Found is what the names of a setting lead to: entries of catalogues, and the sizes that follow from them. It is
// known before a large target is made, so that one can first ask if it is TooLarge. Chain makes the target.
type Found struct {
	// with the defaults filled in; Seed is nil if nothing is random, and Axes empty if they are the target's
	Setting
	foundTarget

	kernel   foundKernel
	bridge   foundBridge
	schedule foundSchedule
	ends     func() (bothEnds, error) // the ends of the annealing; small ones are made already
}

// Find looks up every name and reads the files. A target of at most MostKept cells is made at once, so that all
// faults come together: each names its field or its file, and says what would do.
func (s Setting) Find() (Found, error) { return s.find(Setting.findTarget) }

// FindOn is Find on a given target, as On takes it.
func (s Setting) FindOn(t toys.Target) (Found, error) {
	if t.Model != nil {
		s.Initial = cmp.Or(s.Initial, Prior)
	}
	return s.find(func(s Setting) (foundTarget, error) {
		on := givenTarget(t)
		on.seed = s.Seed
		return s.placed(on)
	})
}

// Beside finds another setting on the target of f, which the other setting only names. If f has no target, because it
// was not found, only the names are looked up.
func (f Found) Beside(other Setting) (Found, error) {
	return other.find(func(s Setting) (foundTarget, error) {
		on := f.foundTarget
		on.seed = s.Seed
		return on, nil
	})
}

// find is Find with a way to find the target. Each finder looks up what some names name, and returns it or the fault of
// these names. What needs the states is looked up after the target.
func (s Setting) find(target func(Setting) (foundTarget, error)) (Found, error) {
	f := Found{Setting: s.WithDefaults()}
	noName := f.findNames()
	var noTarget, noRows error
	f.foundTarget, noTarget = target(f.Setting)
	if f.Grid.Size() == 0 {
		return f, errors.Join(noName, noTarget)
	}
	f.Seed = f.seed
	f.Axes = f.axes
	switch {
	case f.Matrix != "":
		f.kernel, f.schedule, noRows = f.openMatrices(f.Grid.Size())
	case f.Exec != "":
		f.kernel, noRows = f.openAsked(f.Grid.Size())
	}
	if noForm := f.fitKernel(); noForm != nil {
		return f, errors.Join(noName, noTarget, noForm)
	}
	return f, errors.Join(noName, noTarget, noRows, f.findEnds())
}

// findNames looks up what needs no target. A folder of matrices has a kernel and a schedule, and is read when the
// states are known; the kernel of a program too is made then.
func (f *Found) findNames() error {
	var noKernel, noSchedule, noBridge, noProgram error
	switch {
	case f.Exec != "":
		f.schedule, noSchedule = parseSchedule(f.Schedule)
		noKernel = f.checkAsked(f.schedule)
	case f.Matrix != "":
		noKernel = f.checkAlone()
	default:
		f.kernel, noKernel = f.findKernel()
		f.schedule, noSchedule = parseSchedule(f.Schedule)
	}
	f.bridge, noBridge = f.findBridge()
	if f.Program != "" {
		noProgram = CheckPrograms(f.Program)
	}
	return errors.Join(noKernel, noSchedule, f.checkRepeat(), noBridge, noProgram)
}

// fitKernel is the fault of a kernel that has no form on the target's axes.
func (f Found) fitKernel() error {
	if f.kernel.Kernel == nil { // there is a fault already
		return nil
	}
	return Fits(f.Kernel, f.kernel.Kernel, f.Grid)
}

// MostKept is the number of states up to which a target is made as it is found, and a run keeps its laws.
const MostKept = 1 << 18

// findEnds says how the ends are made. Small ones are made at once, so that their faults come with all others.
func (f *Found) findEnds() error {
	of := *f
	f.ends = of.makeEnds
	if !f.small() {
		return nil
	}
	made, err := f.makeEnds()
	f.ends = func() (bothEnds, error) { return made, err }
	return err
}

// small reports whether the target is made at once.
func (f Found) small() bool { return f.Grid.Size() <= MostKept }

// makeEnds makes the target and the initial density.
func (f Found) makeEnds() (bothEnds, error) {
	target := f.make()
	from, err := makeInitial(f.Initial, target)
	return bothEnds{from, target}, err
}

// Pinned is the setting with the kinds of its axes, as a result has them also if they are the target's own.
func (f Found) Pinned() Setting {
	f.Axes = axesOf(f.Grid)
	return f.Setting
}

// Doubts are faults of files that were read as log f, but look like something else.
func (f Found) Doubts() []error {
	if !f.readsFile() || !f.small() && f.Target == "" { // a toy is made later
		return nil
	}
	of, _ := f.ends()
	return f.doubts(of)
}
