package experiments

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/orbits"
	"breadboard/grid/text"
	"breadboard/toys"
)

// OwnOrbits are those of the symmetries that the toy declares. Any other name is a file: on each line a relabelling of
// the cells, the number of the image of each cell, from 0.
const OwnOrbits = "own"

// takeOrbits puts the orbits of the cells in the place of the cells, before the target is made, if the setting says so.
func (s *Space) takeOrbits() error {
	_, file := InitialFile(s.Initial)
	switch name := s.TargetName(); {
	case s.onOrbits() && s.Axes != "":
		return Faultf("%v %s is given, but the states of %s are orbits, and a move changes one site; leave it out",
			FieldAxes,
			s.Axes, name)
	case file && (s.onOrbits() || s.Orbits != ""):
		return Faultf("%v %s has a number for each cell, and the states of %s are orbits; uniform, tempered:BETA or "+
			"a model's prior would do", FieldInitial, s.Initial, name)
	case s.Orbits == "":
		return nil
	case s.onOrbits():
		return Faultf("%v %s is given, but the states of %s are orbits already; leave it out",
			FieldOrbits, s.Orbits, name)
	case s.Matrix != "":
		return Faultf("%v %s has a row for each cell, and %v walks orbits; leave one of them out", FieldMatrix,
			s.Matrix,
			FieldOrbits)
	}
	own := s.ownSymmetries()
	box := s.Grid
	cells := s.target
	made := s.makeTarget
	table := func() toys.Target { // the target on all cells, made once and if it is needed
		if cells.LogF == nil {
			cells = made()
		}
		return cells
	}
	t := toys.Symmetric{Name: s.TargetName(), Grid: box, LogF: own.LogF}
	if own.LogF == nil || s.Orbits != OwnOrbits {
		s.tabled = box.Size()
	}
	if own.LogF == nil {
		t.LogF = func(at []int) float64 { return table().LogF[box.Index(at...)] }
	}
	by, err := s.symmetries(own, box)
	if err != nil {
		return err
	}
	n := by.Orbits()
	if n > toys.MostCells {
		return Faultf("%v: %s has %.4g orbits; at most %d would do", FieldOrbits, t.Name, n, toys.MostCells)
	}
	s.box = box
	s.Grid = grid.New(int(n))
	s.target = toys.Target{}
	s.makeTarget = func() toys.Target {
		on := t.On(orbits.NewSpace(box, by))
		if own.LogF == nil && table().Model != nil {
			on.Model = onOrbits(*table().Model, on.Orbits)
		}
		return on
	}
	s.unbroken = func(on *orbits.Space) error {
		logf := func(x int) float64 { return t.LogF(box.Coords(x)) }
		switch {
		case s.Orbits == OwnOrbits && own.LogF != nil && box.Size() > mostCompared: // the toy declares both
			return unbroken(t, by, logf, on.Size(), on.Cell)
		case own.LogF == nil && table().Model != nil:
			for _, step := range table().Model.Steps {
				if err := unbroken(t, by, func(x int) float64 { return step[x] }, box.Size(), nil); err != nil {
					return err
				}
			}
		}
		return unbroken(t, by, logf, box.Size(), nil)
	}
	return nil
}

// symmetries are those that the setting names, on the box of the cells.
func (s *Space) symmetries(own toys.Symmetric, box grid.Grid) (*orbits.Group, error) {
	if s.Orbits != OwnOrbits {
		return openRelabellings(s.Orbits, box)
	}
	if own.By == nil {
		return nil, Faultf("%v: %s declares no symmetries; %v=FILE, with relabellings of its cells, would do",
			FieldOrbits,
			s.TargetName(), FieldOrbits)
	}
	for _, one := range own.By() {
		if err := one.Check(box); err != nil {
			return nil, Faultf("%v: with %v %s not every symmetry of %s takes moves to moves: %v; %v %v would do",
				FieldOrbits,
				FieldAxes, s.Axes, s.TargetName(), err, FieldAxes, grid.Any)
		}
	}
	group, err := orbits.NewGroup(box, own.By()...)
	if err != nil {
		return nil, Faultf("%v: %s has %v", FieldOrbits, s.TargetName(), err)
	}
	return group, nil
}

// ownSymmetries are those that the toy declares, if any.
func (s *Space) ownSymmetries() (own toys.Symmetric) {
	if toy, params, err := findToy(s.Toy); err == nil && toy.Symmetric != nil {
		seed := uint64(0)
		if s.Seed != nil {
			seed = *s.Seed
		}
		own, _ = toy.Symmetric(params, seed) // the parameters were read before
	}
	return own
}

// onOrbits is a model whose densities are on orbits.
func onOrbits(m toys.Observed, space *orbits.Space) *toys.Observed {
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

// mostRelabellings is the size of the longest file of relabellings, as of a table of log f: some images of all cells.
const mostRelabellings = 64 << 20

// readRelabellings reads the file whole, or refuses it: a device has no end.
func readRelabellings(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return text.ReadAll(file, mostRelabellings)
}

// openRelabellings reads a file of relabellings, one a line.
func openRelabellings(path string, box grid.Grid) (*orbits.Group, error) {
	content, err := readRelabellings(path)
	if err != nil {
		return nil, Faultf("%v: %v", FieldOrbits, text.Unreadable(path, err, "a file of relabellings"))
	}
	data := text.Trim(content)
	if data == "" {
		return nil, Faultf("%v %s is empty; a line with the images of all cells would do", FieldOrbits, path)
	}
	var by []orbits.Symmetry
	for row, err := range text.Rows(data, "file") {
		wrong := func(format string, args ...any) (*orbits.Group, error) {
			return nil, Faultf("%v %s, row %d: "+format, append([]any{FieldOrbits, path, len(by) + 1}, args...)...)
		}
		if err != nil {
			return nil, Faultf("%v %s: %v", FieldOrbits, path, err)
		}
		if n := row.Len(); n != box.Size() {
			return wrong("%d numbers for %d cells; one for each would do", n, box.Size())
		}
		image, seen := make([]int, box.Size()), make([]bool, box.Size())
		for x, word := range row.Fields() {
			y, err := strconv.Atoi(word)
			if err != nil || y < 0 || y >= box.Size() || seen[y] {
				return wrong("%s is no cell of %v, or stands twice; the numbers from 0 to %d in the order of the "+
					"images of the cells would do", text.Quote(word), box, box.Size()-1)
			}
			image[x], seen[y] = y, true
		}
		one, err := orbits.SymmetryOf(box, image)
		if err != nil {
			return wrong("%v; one that takes each line of neighbours to a line of neighbours would do", err)
		}
		by = append(by, one)
	}
	group, err := orbits.NewGroup(box, by...)
	if err != nil {
		return nil, Faultf("%v %s has %v", FieldOrbits, path, err)
	}
	return group, nil
}

// walked puts the kernel of c on the orbits of its target.
func (c *Chain) walked() error {
	space := c.Target.Orbits
	if space == nil || c.kernel == nil {
		return nil
	}
	if c.unbroken != nil {
		if err := c.unbroken(space); err != nil {
			return err
		}
	}
	kernel, err := kernels.NewOrbital(c.kernel, space, OfCells(c.bridge, c.Target))
	if err != nil {
		return c.noOrbits(err)
	}
	c.kernel = kernel
	return nil
}

// noOrbits is the fault of a kernel that cannot walk the orbits.
func (s Space) noOrbits(why error) error {
	return Faultf("%v %s has no form on the orbits of %s: %v; metropolis, barker, heat-bath or slice would do",
		FieldKernel,
		s.Kernel, s.TargetName(), why)
}

// Where names the grid for people, as in "7x7", and the cells of orbits, as in "433 orbits of 65,536 cells".
func (c Chain) Where() string {
	on, g := c.Target.Orbits, c.Target.Grid
	if on == nil {
		return g.String()
	}
	if box, by := on.Box(); by != nil {
		return text.Thousands(g.Size()) + " orbits of " + text.Thousands(box.Size()) + " cells"
	}
	return fmt.Sprintf("%v orbits of %d^%d cells", g, on.Axis[0].Size(), on.Axes)
}

// OfCells is a bridge to a target on orbits with the densities of single cells in place of theirs.
func OfCells(b chains.Bridge, t toys.Target) chains.Bridge {
	if b, ok := b.(chains.Geometric); ok {
		from := slices.Clone(b.From)
		floats.Sub(from, t.Orbits.LogSizes)
		return chains.Geometric{From: from, To: t.Cells}
	}
	return less{b, t.Orbits.LogSizes}
}

// less is a bridge without the sizes of orbits.
type less struct {
	chains.Bridge
	logSizes []float64
}

func (b less) At(dst []float64, beta float64) {
	b.Bridge.At(dst, beta)
	floats.Sub(dst, b.logSizes)
}
