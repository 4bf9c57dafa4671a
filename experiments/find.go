package experiments

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// MostKept bounds the states on which a run keeps its distributions.
const MostKept = 1 << 18

// MostRepeats bounds the steps of a kernel at each level.
const MostRepeats = 1000

// MostLevels bounds T: with more levels the betas alone would fill the memory of a small machine.
const MostLevels = 10_000_000

// A Resolved has what was found by the names of a setting: entries of catalogues, and the grid of the states. The
// target may be large, and is made by Annealer.
type Resolved struct {
	// Setting has its defaults filled in. Seed is nil if nothing is random, and Axes is empty if the axes are the
	// target's own.
	Setting
	space

	kernel   chains.Kernel
	matrices [][]float64 // of the kernel, by level; nil if the kernel is not a folder of matrices
	schedule schedule
	initial  func(toys.Target) ([]float64, error)
	bridge   func(initial []float64, to toys.Target) (chains.Bridge, error)
}

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

// WithSchedule returns what was found, with the schedule of another. Annealers of both may share the lengths of the
// bridge, which do not depend on the schedule.
func (f Resolved) WithSchedule(of Resolved) Resolved {
	f.Schedule = of.Schedule
	f.schedule = of.schedule
	return f
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
		noKernel = f.checkExec(f.schedule, cells)
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

// FullSetting returns the setting with the kinds of its axes, also if they are the target's own.
func (f Resolved) FullSetting() Setting {
	f.Axes = axesOf(f.Grid)
	return f.Setting
}

// Doubts returns the doubts about files that were read as log f but look like something else.
func (f Resolved) Doubts() []error { return f.doubts }

// StepCost returns the mean number of evaluations of the density in the kernel's steps at a level, without the one for
// the weight; NaN if it is not known.
func (f Resolved) StepCost() float64 { return f.kernel.Cost(f.Grid) }

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
		if T < 2 || T > MostLevels {
			return nil, Faultf("%v %d; use a number of levels from 2 to %d", FieldT, T, MostLevels)
		}
		if err := errors.Join(f.schedule.check(T), f.checkLevels(T)); err != nil {
			return nil, err
		}
	}
	return ts, nil
}

// A space describes a target that is not made yet, because it may be large.
type space struct {
	Grid         grid.Grid // of its states, with axes of the kinds on which walkers move
	axes         string    // the words for their kinds; empty if they are the target's own
	seed         *uint64   // nil if nothing is random
	model        bool
	make         func() toys.Target // on its own axes
	observations int                // of a model
	read         [][]float64        // the numbers of files
	doubts       []error            // about files
}

// Fingerprint returns the SHA-256 of all numbers that were read from files, in hexadecimal digits: log f, data,
// matrices, the initial density and betas. It is empty if there are none. How a file writes them does not change it.
func (f Resolved) Fingerprint() string {
	read := slices.Concat(f.read, f.matrices)
	if f.schedule.own > 0 {
		read = append(read, f.schedule.curve(f.schedule.own).Betas())
	}
	if read == nil {
		return ""
	}
	h := sha256.New()
	for _, numbers := range read {
		fmt.Fprintln(h, f.Grid, len(numbers))
		addNumbers(h, numbers)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// RowsFingerprint returns the SHA-256 of the rows of a command at ten betas, 0.1 to 1, in hexadecimal digits. It
// changes with the command, unless the rows differ only at other betas.
func (an Annealer) RowsFingerprint(ctx context.Context) (string, error) {
	a := an.Base(chains.Linear(11))
	h := sha256.New()
	for t := 2; t <= a.T(); t++ {
		rows, err := an.commandRowsAt(ctx, a, t)
		if err != nil {
			return "", err
		}
		addNumbers(h, rows.p)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// addNumbers adds the bits of the numbers to a hash.
func addNumbers(h hash.Hash, numbers []float64) {
	for some := range slices.Chunk(numbers, 4096) { // each is copied
		_ = binary.Write(h, binary.LittleEndian, some)
	}
}
