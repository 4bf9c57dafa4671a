package experiments

import (
	"cmp"
	"errors"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// A Found is what the names of a setting lead to: entries of catalogues, and the sizes that follow from them. It is
// known before a large target is made, so that one can first ask for its Need. Chain makes the target.
type Found struct {
	// with the defaults filled in; Seed is nil if nothing is random, and Axes empty if they are the target's
	Setting
	foundTarget
	States float64 // the number that the kernel runs on: those of the target, or more
	Steep  bool    // the log density is known, and too steep for the fast path

	kernel   foundKernel
	bridge   foundBridge
	schedule foundSchedule
	steps    foundSteps               // by level; nil if they are as many at each
	ends     func() (bothEnds, error) // the ends of the annealing; small ones are made already
}

// Find looks up every name and reads the files. A target of at most MostUnasked cells is made at once, so that all
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
	noName = errors.Join(noName, f.checkJoint())
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
	noForm, ok := f.findStates()
	if !ok {
		return f, errors.Join(noName, noTarget, noForm)
	}
	return f, errors.Join(noName, noTarget, noRows, noForm, f.findEnds())
}

// findNames looks up what needs no target. A folder of matrices has a kernel and a schedule, and is read when the
// states are known; the kernel of a program too is made then.
func (f *Found) findNames() error {
	var noKernel, noSchedule, noSteps, noBridge, noProgram error
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
		noProgram = programs.Check(f.Program)
	}
	if f.StepsByLevel != "" {
		f.steps, noSteps = f.findSteps()
	}
	return errors.Join(noKernel, noSchedule, f.checkRepeat(), noSteps, noBridge, noProgram)
}

// findStates counts the states on which the kernel runs. It is not ok if the kernel has no form there.
func (f *Found) findStates() (fault error, ok bool) {
	if f.kernel.onCells == nil { // there is a fault already
		return nil, true
	}
	fault = cmp.Or(f.checkMissing(), f.giveParts())
	if fault != nil {
		return fault, false
	}
	k := f.kernel.onCells
	if !f.kernel.later {
		fault = cmp.Or(f.noForm(f.states, f.parts, f.states.walks(k)), Fits(f.Kernel, k, f.states.box()))
	}
	if fault != nil {
		return fault, false
	}
	f.States = float64(chains.States(k, f.Grid))
	if f.States > toys.MostCells {
		would := lesser(f.Kernel, func(k chains.Kernel) bool {
			return float64(chains.States(k, f.Grid)) <= toys.MostCells
		})
		fault = Faultf("%v %s: on %v it runs on %.3g states, more than %.3g; %v %s would do", FieldKernel, f.Kernel,
			f.Grid, f.States, float64(toys.MostCells), FieldKernel, would)
	}
	return fault, true
}

// checkMissing is the fault of a schedule that is found by B, or by derivatives of J that a reversal gives, where the
// kernel misses its target.
func (f Found) checkMissing() error {
	if chains.Misses(f.kernel.onCells) == "" || !f.schedule.byKernel() {
		return nil
	}
	return Faultf("%v %v is found by the kernel's reversal, and %v %s misses its target and has none; one such as %s "+
		"would do", FieldSchedule, f.Schedule, FieldKernel, f.Kernel, Specs(FieldSchedule)[0])
}

// giveParts gives the kernel what it goes by of the target.
func (f *Found) giveParts() error {
	if f.kernel.bare == nil { // of matrices, or of a program
		return nil
	}
	if goesByParts(f.kernel.bare) {
		k, err := onParts(f.kernel.bare, f.parts, f.states, f.Drawn)
		if err != nil {
			return noParts(f.Kernel, f.kernel.bare, f.parts, f.TargetName(), f.states, err)
		}
		f.kernel = f.catalogued(k)
	}
	if f.Facts().Drawn && f.schedule.byKernel() {
		return Faultf("%v %s is found by the rows of the kernel, and %v %s has too many on %v; one that no kernel has "+
			"a part in, such as %s, would do", FieldSchedule, f.Schedule, FieldKernel, f.Kernel, f.Grid,
			Specs(FieldSchedule)[0])
	}
	return nil
}

// A command begins without asking up to this many cells.
const MostUnasked = 1 << 18

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
func (f Found) small() bool { return max(f.Grid.Size(), f.listed) <= MostUnasked }

// makeEnds makes the target and the initial density.
func (f Found) makeEnds() (bothEnds, error) {
	target, err := f.make()
	if err != nil {
		return bothEnds{}, err
	}
	from, err := makeInitial(f.Initial, target)
	return bothEnds{from, target}, err
}

// Pinned is the setting with the kinds of its axes, as a result has them also if they are the target's own.
func (f Found) Pinned() Setting {
	f.Axes = axesOf(f.states.box())
	return f.Setting
}

// StateName is what the states of the target are: "orbits" or "cells".
func (f Found) StateName() string { return f.states.name() }

// AboutStates explains to people what a state is, and how states are ordered; "" if they are cells.
func (f Found) AboutStates() string { return f.states.about() }

// ByCell reports whether each state of the target is one cell, and not an orbit of several.
func (f Found) ByCell() bool { return f.states.byCell() }

// Doubts are faults of files that were read as log f, but look like something else.
func (f Found) Doubts() []error {
	if !f.readsFile() || !f.small() && f.Target == "" { // a toy is made later
		return nil
	}
	of, _ := f.ends()
	return f.doubts(of)
}

// pulled reports whether an exact run carries p along and needs no logarithms. It does
// so on many states, on the geometric bridge, unless the density is too steep.
func (f Found) pulled() bool {
	return f.States >= exact.MostChecked && f.Bridge == chains.Bridges[0].Name && !f.Steep
}

// OnCells is the kernel on the cells of a box, along whose axes it moves. It is not known if its form is that of its
// bridge, which is not made yet: such a kernel draws its steps.
func (f Found) OnCells() (k chains.Kernel, box grid.Grid, known bool) {
	return f.kernel.onCells, f.states.box(), !f.kernel.later
}

// Pointwise reports whether the bridge tells the density of single cells, and needs no others for it.
func (f Found) Pointwise() bool {
	bridge, param, err := family(FieldBridge, f.Bridge, chains.Bridges)
	if err != nil { // more than two densities
		return false
	}
	_, pointwise := bridge(param, []float64{0}, []float64{0}).(chains.Pointwise)
	return pointwise
}

// Facts are the kernel's, known before the target is made.
func (f Found) Facts() chains.Facts {
	box := f.states.box()
	facts := chains.FactsOf(f.kernel.onCells, chains.Box(f.kernel.onCells, box))
	facts.Kept += f.states.lines()
	return facts
}
