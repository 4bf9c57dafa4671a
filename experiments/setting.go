package experiments

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/orbits"
	"breadboard/toys"
)

// A Setting names an annealing, as flags, files of lists and journals do: by the names of catalogues and by files. No
// other struct lists these names. An empty field stands for its default.
//
// A sweep also pins the files: each checksum is the SHA-256 of a file's content, in
// hexadecimal digits, and is empty if the name is not a file.
type Setting struct {
	Toy       string  `json:"toy,omitempty"`    // of toys.Catalogue, as barrier or ising:3x3:0.4; this or Target
	Target    string  `json:"target,omitempty"` // a file for toys.Open; with Box a formula for toys.Formula
	Box       string  `json:"grid,omitempty"`   // of a formula, as 15x15
	TargetSum string  `json:"target_sha256,omitempty"`
	Density   string  `json:"density,omitempty"` // what files hold, of the Catalogue; log if empty
	Axes      string  `json:"axes,omitempty"`    // the kinds of the axes, or one for all; the target's own if empty
	Seed      *uint64 `json:"seed,omitempty"`    // of a random toy; nil is the toy's own
	Data      string  `json:"data,omitempty"`    // a file for toys.OpenData; simulated by the seed if empty
	DataSum   string  `json:"data_sha256,omitempty"`
	Kernel    string  `json:"kernel"`           // of kernels.Named; the first if empty; or Matrix
	Repeat    int     `json:"repeat,omitempty"` // the steps of the kernel at each level; 1 if 0
	// the symmetry whose orbits are walked in place of cells; empty is none
	Orbits      string `json:"orbits,omitempty"`
	OrbitsSum   string `json:"orbits_sha256,omitempty"`
	Matrix      string `json:"matrix,omitempty"` // a folder for outside.OpenFolder, which has the schedule and T too
	MatrixSum   string `json:"matrix_sha256,omitempty"`
	Bridge      string `json:"bridge"`  // of chains.Bridges; the first if empty
	Initial     string `json:"initial"` // of the Catalogue; if empty uniform, or prior for a model
	InitialSum  string `json:"initial_sha256,omitempty"`
	Schedule    string `json:"schedule"` // of the Catalogue; linear if empty
	ScheduleSum string `json:"schedule_sha256,omitempty"`
	SkipLast    bool   `json:"skip_last_kernel,omitempty"` // leave out the last kernel
	Program     string `json:"program,omitempty"`          // of programs.Catalogue; annealing if empty
	T           int    `json:"T"`                          // levels; 0 if the T are chosen later
}

// WithDefaults returns the setting with the default of every name that is empty. The kernel of
// matrices has the name of their folder.
func (s Setting) WithDefaults() Setting {
	if s.Matrix != "" {
		s.Kernel, s.Schedule = cmp.Or(s.Kernel, s.Matrix), cmp.Or(s.Schedule, OfMatrices)
	}
	s.Kernel = cmp.Or(s.Kernel, Specs(FieldKernel)[0])
	s.Repeat = cmp.Or(s.Repeat, 1)
	s.Bridge = cmp.Or(s.Bridge, Specs(FieldBridge)[0])
	if s.IsModel() {
		s.Initial = cmp.Or(s.Initial, Prior)
	}
	s.Initial = cmp.Or(s.Initial, "uniform")
	s.Schedule = cmp.Or(s.Schedule, "linear")
	return s
}

// IsModel reports whether the toy is a model.
func (s Setting) IsModel() bool {
	return slices.ContainsFunc(toys.Catalogue, func(t toys.Toy) bool { return t.Name == stem(s.Toy) && t.Model != nil })
}

// TargetName is the toy's name or the file's. The posterior of data from a file also has the
// name of that file, as in "clustering:6:2 of y.csv".
func (s Setting) TargetName() string {
	if s.Data != "" {
		return s.Toy + " of " + s.Data
	}
	return cmp.Or(s.Toy, s.Target)
}

// OnBox stands behind the name of a formula where nothing else has its grid: " on 15x15". Of other targets it is "".
func (s Setting) OnBox() string {
	if s.Box == "" {
		return ""
	}
	return " on " + s.Box
}

// TargetLabel is TargetName for people, with the seed or the grid of a formula: "hard, seed 7", "-r^2/4 on 15x15".
func (s Setting) TargetLabel() string {
	if s.Seed == nil {
		return s.TargetName() + s.OnBox()
	}
	return fmt.Sprintf("%s, seed %d", s.TargetName(), *s.Seed)
}

// Chain looks everything up, reads the files and makes the target. The error joins all
// faults in one line; each names its field or its file, and says what would do.
func (s Setting) Chain() (Chain, error) { return made(s.Space()) }

// made makes the target of a space that was found.
func made(s Space, err error) (Chain, error) {
	if err != nil {
		return Chain{}, err
	}
	return s.Chain()
}

// A Space is the state space on which an annealing will run. It follows from the names alone, before a large target is
// made, so that one can first ask for its Need. Chain makes the target.
type Space struct {
	// with the defaults filled in; Seed is nil if nothing is random, and Axes empty if they are the target's
	Setting
	Grid   grid.Grid // the target's, with axes of the kinds on which walkers move
	States float64   // the number that the kernel runs on: the cells, or more
	Steep  bool      // the log density is known, and too steep for the fast path

	kernel     chains.Kernel
	bridge     func(from, to []float64) chains.Bridge // nil if it needs more than two densities
	densities  int                                    // the number that a model keeps; 0 for other targets
	schedule   schedule
	makeTarget func() toys.Target
	target     toys.Target // if it was read, or is small; LogF is nil for others
	initial    []float64   // the initial log density of a target that is made
	// the number of cells that differ in log density at an end; 0 if it is not known
	classes   int
	box       grid.Grid                 // of the cells whose orbits are walked; empty if cells are
	tabled    int                       // the cells whose log f is listed, though their orbits are walked
	exchanged bool                      // the target's states are orbits without a box of cells
	unbroken  func(*orbits.Space) error // whether the symmetries leave log f alone; nil if there are none
	matrices  [][]float64               // from the folder, by level; nil if the kernel is of the catalogue
}

// Space looks up every name and reads the files. A target of at most MostUnasked cells
// is made at once, so that all faults come together.
func (s Setting) Space() (Space, error) { return s.space((*Space).findTarget) }

// On is Chain on a given target. Toy and Seed of the setting only name it. The annealing of a
// model begins at its prior, unless the setting says otherwise.
func (s Setting) On(t toys.Target) (Chain, error) { return made(s.SpaceOn(t)) }

// SpaceOn is Space on a given target, as On takes it.
func (s Setting) SpaceOn(t toys.Target) (Space, error) {
	if t.Model != nil {
		s.Initial = cmp.Or(s.Initial, Prior)
	}
	return s.space(func(space *Space) error {
		space.target, space.Grid = t, t.Grid
		if t.Orbits != nil {
			if box, by := t.Orbits.Box(); by != nil {
				space.box = box
			}
		}
		if t.Model != nil {
			space.densities = t.Model.N + 1
		}
		return nil
	})
}

// Beside returns the space of another setting on the target of s, which the other setting only names.
// If s has no target, because it was not found, only the names are looked up.
func (s Space) Beside(other Setting) (Space, error) {
	return other.space(func(space *Space) error {
		space.Grid = s.Grid
		space.densities = s.densities
		space.makeTarget = s.makeTarget
		space.target = s.target
		return nil
	})
}

// space is Space with a way to find the target. Each finder looks up what some names name, and returns the fault of
// these names. What needs a grid is looked up after the target; all faults come together.
func (s Setting) space(find func(*Space) error) (Space, error) {
	space := Space{Setting: s.WithDefaults()}
	noName := errors.Join(space.findKernel(), space.findRepeats(), space.findBridge(), space.findProgram(),
		s.CheckDensity())
	if err := find(&space); err != nil || space.Grid.Size() == 0 {
		return space, errors.Join(noName, err)
	}
	noKinds := space.setAxes()
	if noKinds != nil && space.Orbits != "" { // no target is made before its orbits are
		return space, errors.Join(noName, noKinds)
	}
	if noKinds == nil {
		if err := space.takeOrbits(); err != nil { // there may be no target
			return space, errors.Join(noName, err)
		}
	}
	noMatrices := space.findMatrices()
	noForm, ok := space.findStates()
	if !ok {
		return space, errors.Join(noName, noKinds, noForm)
	}
	return space, errors.Join(noName, noKinds, noMatrices, noForm, space.findEnds())
}

// findKernel looks up the kernel and the schedule. A folder of matrices has both.
func (s *Space) findKernel() error {
	switch {
	case s.Matrix == "":
		var noKernel, noSchedule error
		s.kernel, noKernel = FindKernel(s.Kernel)
		s.schedule, noSchedule = parseSchedule(s.Schedule)
		return errors.Join(noKernel, noSchedule)
	case s.Kernel != s.Matrix:
		return Faultf("%v %s and %v %s are both given; one of the two would do", FieldMatrix, s.Matrix, FieldKernel,
			s.Kernel)
	case s.Schedule != OfMatrices:
		return Faultf("%v %s stands at its own betas, so %v %s cannot be kept; leave %v out", FieldMatrix, s.Matrix,
			FieldSchedule, s.Schedule, FieldSchedule)
	}
	return nil
}

// findRepeats gives the kernel its steps at each level.
func (s *Space) findRepeats() (err error) {
	s.kernel, err = s.repeated(s.kernel)
	return err
}

// findBridge looks up the bridge. Two bridges need more than two densities, and are made with the target.
func (s *Space) findBridge() error {
	switch {
	case stem(s.Bridge) == moments:
		_, _, err := s.momentsOf()
		return err
	case s.Bridge != observations:
		bridge, param, err := family(FieldBridge, s.Bridge, chains.Bridges)
		s.bridge = func(from, to []float64) chains.Bridge { return bridge(param, from, to) }
		return err
	case !s.IsModel():
		return Faultf("%v %s: %s is no model and has no observations; a model, such as %s, would do", FieldBridge,
			s.Bridge, s.Setting.TargetName(), "clustering:6:2")
	case s.Initial != Prior:
		return Faultf("%v %s begins at the prior, and %v is %s; %v %s would do", FieldBridge, s.Bridge, FieldInitial,
			s.Initial, FieldInitial, Prior)
	}
	return nil
}

// findProgram checks the name of the program, if there is one.
func (s *Space) findProgram() error {
	if s.Program == "" {
		return nil
	}
	return programs.Check(s.Program)
}

// findMatrices reads the folder of matrices, if there is one.
func (s *Space) findMatrices() error {
	if s.Matrix == "" {
		return nil
	}
	return s.openMatrices()
}

// findStates finds the states on which the kernel runs. It is not ok if the kernel has no form there.
func (s *Space) findStates() (fault error, ok bool) {
	if s.kernel == nil {
		return nil, true
	}
	if s.onOrbits() {
		if why := kernels.WalksOrbits(s.kernel, s.box); why != nil {
			return s.noOrbits(why), false
		}
	}
	if noForm := Fits(s.Kernel, s.kernel, s.cellsBox()); noForm != nil {
		return noForm, false
	}
	s.States = float64(chains.States(s.kernel, s.Grid))
	if s.States > toys.MostCells {
		return Faultf("%v %s: on %v it runs on %.0f states; at most %d would do", FieldKernel, s.Kernel, s.Grid,
			s.States, toys.MostCells), true
	}
	return nil, true
}

// findEnds makes a small target and its initial density at once, so that their faults come with all others.
func (s *Space) findEnds() error {
	if max(s.Grid.Size(), s.tabled) > MostUnasked {
		return nil
	}
	err := s.makeEnds()
	known := map[[2]float64]bool{} // pairs of log densities at both ends, unless one of them is missing
	for x := range min(len(s.initial), len(s.target.LogF)) {
		known[[2]float64{s.initial[x], s.target.LogF[x]}] = true
	}
	s.classes = len(known)
	return err
}

// onOrbits reports whether states are orbits of cells.
func (s Space) onOrbits() bool { return s.box.Size() > 0 || s.exchanged || s.target.Orbits != nil }

// StateName is what the states of the target are: "orbits" or "cells".
func (s Space) StateName() string {
	if s.onOrbits() {
		return "orbits"
	}
	return "cells"
}

// cellsBox is the box of the cells, which the states are or whose orbits they are.
func (s Space) cellsBox() grid.Grid {
	if s.box.Size() > 0 {
		return s.box
	}
	return s.Grid
}

// makeEnds makes the target and the initial density, unless they are there.
func (s *Space) makeEnds() (err error) {
	if s.target.LogF == nil {
		s.target = s.makeTarget()
	}
	s.target.Grid = s.target.Grid.Of(s.Grid.Kinds()...)
	if s.initial == nil {
		s.initial, err = initial(s.Initial, s.density(), s.target)
	}
	return err
}

// MostLevels is the largest allowed T: beyond it the betas alone would fill the memory of a small machine.
const MostLevels = 10_000_000

// Levels checks the Ts asked for. If there are none it returns the T of a schedule that comes
// from a file, or else others.
func (s Space) Levels(asked []int, others ...int) ([]int, error) {
	if s.Matrix != "" && len(asked) > 0 {
		return nil, Faultf("%v %d, but %v %s stands at %d betas of its own; leave %v out",
			FieldT, asked[0], FieldMatrix, s.Matrix, s.schedule.own, FieldT)
	}
	switch {
	case len(asked) == 0 && s.schedule.own > 0:
		return []int{s.schedule.own}, nil
	case len(asked) == 0:
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

// pulled reports whether an exact run carries p along and needs no logarithms. It does
// so on many states, on the geometric bridge, unless the density is too steep.
func (s Space) pulled() bool {
	return s.States >= exact.MostChecked && s.Bridge == chains.Bridges[0].Name && !s.Steep
}

// Chain makes the target and looks up everything else.
func (s Space) Chain() (Chain, error) {
	if err := s.makeEnds(); err != nil {
		return Chain{}, err
	}
	c := Chain{Space: s, Target: s.target}
	switch {
	case s.Bridge == observations:
		c.bridge = *Observed(c.Target)
	case stem(s.Bridge) == moments:
		var err error
		if c.bridge, err = s.makeMoments(s.initial, s.target); err != nil {
			return Chain{}, err
		}
	default:
		c.bridge = s.bridge(s.initial, s.target.LogF)
	}
	c.target, c.initial = toys.Target{}, nil
	// Only cells without mass inside the bridge stay walls. Averages other than the geometric one have mass wherever
	// the initial density has, and a kernel must be able to go there.
	g := c.Target.Grid
	if slices.ContainsFunc(c.Target.LogF, func(v float64) bool { return math.IsInf(v, -1) }) {
		inside := make([]float64, g.Size())
		c.bridge.At(inside, 0.5)
		c.opened = g.WallsWhere(func(x int) bool { return g.Wall(x) && math.IsInf(inside[x], -1) })
	} else {
		c.opened = g
	}
	if err := c.walked(); err != nil {
		return Chain{}, err
	}
	a := c.annealing(c.few())
	if err := a.Check(); err != nil {
		return Chain{}, fmt.Errorf("the initial density %s with %s: %w", s.Initial, c.TargetName(), err)
	}
	if s.Matrix != "" {
		if err := c.takeMatrices(); err != nil {
			return Chain{}, err
		}
	}
	if s.Program != "" {
		if err := programs.Suits(c, s.Program); err != nil {
			return Chain{}, err
		}
	}
	c.Steep = c.pulled() && !exact.OnePass(a)
	c.tuned = newTuned(c)
	c.parted = sync.OnceValue(c.findParted)
	return c, nil
}
