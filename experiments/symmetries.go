package experiments

import (
	"math"
	"slices"
	"strings"
	"sync"

	"breadboard/grid"
	"breadboard/grid/orbits"
	"breadboard/toys"
)

// OwnOrbits are those of the symmetries that the toy declares. Any other name is a file: on each line a relabelling of
// the cells, the number of the image of each cell, from 0.
const OwnOrbits = "own"

// onOrbits puts the orbits of a target's cells in the place of the cells. If the setting names none, the target's own
// states are orbits, and stay.
func (s Setting) onOrbits(t foundTarget) (none foundTarget, err error) {
	err = s.checkOrbits(t.states)
	if err != nil {
		return none, err
	}
	if s.Orbits == "" {
		return t, nil
	}
	box := t.states.box()
	declared := s.declared()
	by, err := s.symmetries(declared, box)
	if err != nil {
		return none, err
	}
	n := by.Orbits()
	if n > toys.MostCells {
		return none, Faultf("%v: %s has %.4g orbits; at most %d would do", FieldOrbits, s.TargetName(), n,
			toys.MostCells)
	}
	of := toys.Symmetric{Name: s.TargetName(), Grid: box, LogF: declared.LogF, Bonds: t.parts.Bonds,
		Fields: t.parts.Fields}
	on := symmetricTarget{Symmetric: of, by: by, cells: func() toys.Target { return toys.Target{} },
		declared: s.Orbits == OwnOrbits && declared.LogF != nil}
	if declared.LogF == nil {
		made := t.make
		cells := sync.OnceValue(func() toys.Target {
			all, _ := made() // cells are made without a fault
			return all
		})
		on.cells = cells
		on.LogF = func(at []int) float64 { return cells().LogF[box.Index(at...)] }
	}
	if !on.declared {
		t.listed = box.Size()
	}
	t.Grid = grid.New(int(n))
	t.states = boxOrbits{commonOrbits{onBox{box}}}
	t.make = on.make
	return t, nil
}

// checkOrbits is the fault of names that do not go with orbits.
func (s Setting) checkOrbits(on stateSpace) error {
	_, file := InitialFile(s.Initial)
	name := s.TargetName()
	orbital := !on.byCell()
	switch {
	case orbital && s.Axes != "":
		return Faultf("%v %s is given, but the states of %s are orbits, and a move changes one site; leave it out",
			FieldAxes, s.Axes, name)
	case file && (orbital || s.Orbits != ""):
		return Faultf("%v %s has a number for each cell, and the states of %s are orbits; one of %s would do",
			FieldInitial, s.Initial, name, strings.Join(Names(FieldInitial), ", "))
	case s.Orbits == "":
		return nil
	case orbital:
		return Faultf("%v %s is given, but the states of %s are orbits already; leave it out", FieldOrbits, s.Orbits,
			name)
	case s.Exec != "":
		return Faultf("%v %s tells a row for each cell, and %v walks orbits; leave one of them out", FieldExec, s.Exec,
			FieldOrbits)
	case s.Matrix != "":
		return Faultf("%v %s has a row for each cell, and %v walks orbits; leave one of them out", FieldMatrix,
			s.Matrix, FieldOrbits)
	}
	return nil
}

// declared has the symmetries that the toy declares, if any, and its log f of a cell, if it says that.
func (s Setting) declared() toys.Symmetric {
	toy, params, err := findToy(s.Toy)
	if err != nil || toy.Symmetric == nil {
		return toys.Symmetric{}
	}
	declared, _ := toy.Symmetric(params, s.seedOrZero()) // the parameters were read before
	return declared
}

// symmetries are those that the setting names, on the box of the cells.
func (s Setting) symmetries(declared toys.Symmetric, box grid.Grid) (*orbits.Group, error) {
	if s.Orbits != OwnOrbits {
		return openRelabellings(s.Orbits, box)
	}
	if declared.By == nil {
		return nil, Faultf("%v: %s declares no symmetries; %v=FILE, with relabellings of its cells, would do",
			FieldOrbits, s.TargetName(), FieldOrbits)
	}
	for _, one := range declared.By() {
		if err := one.Check(box); err != nil {
			return nil, Faultf("%v: with %v %s not every symmetry of %s takes moves to moves: %v; %v %v would do",
				FieldOrbits, FieldAxes, s.Axes, s.TargetName(), err, FieldAxes, grid.Any)
		}
	}
	group, err := orbits.NewGroup(box, declared.By()...)
	if err != nil {
		return nil, Faultf("%v: %s has %v", FieldOrbits, s.TargetName(), err)
	}
	return group, nil
}

// symmetricTarget is a target on a box, whose orbits by a group are its states.
type symmetricTarget struct {
	toys.Symmetric
	by       *orbits.Group
	cells    func() toys.Target // the target on all cells, if log f is read from it: made once, and if it is needed
	declared bool               // the toy declares both the symmetries and log f
}

// make makes the target on orbits. It is a fault if a symmetry changes a log density.
func (t symmetricTarget) make() (toys.Target, error) {
	on := t.On(orbits.NewSpace(t.Grid, t.by))
	logf := func(x int) float64 { return t.LogF(t.Grid.Coords(x)) }
	if t.declared && t.Grid.Size() > mostCompared {
		return on, unbroken(t.Symmetric, t.by, logf, on.Orbits.Size(), on.Orbits.Cell)
	}
	m := t.cells().Model
	if m != nil {
		on.Model = observedOn(*m, on.Orbits)
		for _, step := range m.Steps {
			err := unbroken(t.Symmetric, t.by, func(x int) float64 { return step[x] }, t.Grid.Size(), nil)
			if err != nil {
				return on, err
			}
		}
	}
	return on, unbroken(t.Symmetric, t.by, logf, t.Grid.Size(), nil)
}

// observedOn is a model whose densities are on orbits.
func observedOn(m toys.Observed, space *orbits.Space) *toys.Observed {
	steps := m.Steps
	m.Steps, m.Latents = nil, -1
	for _, step := range steps {
		on := slices.Clone(space.LogSizes)
		for x := range on {
			on[x] += step[space.Cell(x)]
		}
		m.Steps = append(m.Steps, on)
	}
	return &m
}

// mostCompared is the largest box of which all cells are compared with their images, if the toy declares the symmetries
// and says log f of a cell. Of a larger one the first cells of orbits are.
const mostCompared = 1 << 16

// unbroken returns a fault if a symmetry changes a log density of t in one of these cells; nil is all.
func unbroken(t toys.Symmetric, by *orbits.Group, logf func(x int) float64, cells int, cell func(i int) int) error {
	for i := range cells {
		x := i
		if cell != nil {
			x = cell(i)
		}
		here := logf(x)
		for _, y := range by.Images(x) {
			there := logf(y)
			const alike = 1e-12 // of log f, and of 1
			size := max(1, min(math.Abs(here), math.Abs(there)))
			near := math.Abs(here-there) <= alike*size
			if here != there && !near {
				return Faultf("%v: a symmetry takes cell %v to %v, and log f of %s is %.10g and %.10g there; another "+
					"group would do", FieldOrbits, t.Grid.Coords(x), t.Grid.Coords(y), t.Name, here, there)
			}
		}
	}
	return nil
}
