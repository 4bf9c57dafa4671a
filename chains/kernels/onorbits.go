package kernels

import (
	"reflect"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid/orbits"
)

// A kernel walks the orbits of cells by its definition alone, if the box is small enough for a step to be looked up
// among all cells. What it says of itself beside that, by one of these methods, makes it walk orbits of large boxes,
// and fast. A kernel that says nothing is right all the same.
//
// Each method is given the kernel that is asked about, and speaks for itself alone: a kernel that embeds Metropolis and
// changes its step has its methods, and is another kernel (isA).

// A Lined kernel picks a random axis, each as probable, and makes its step on that line alone. It says whether it picks
// among the axes that have moves, and not among all.
type Lined interface {
	OnLines(self chains.Kernel) (lined, thatMove bool)
}

// A Neighbourly kernel asks of a cell only which cells lie beside it, by how many moves, and for their densities. It
// says whether that is itself, has its definition on orbits, and counts the evaluations of a step from a cell with so
// many neighbours.
type Neighbourly interface {
	ByNeighbours(self chains.Kernel) bool
	OnNeighbours(s *orbits.Space) chains.Outcomes
	CostBeside(neighbours float64) float64
}

// A Massed kernel does on orbits what it does on cells, if it is given the masses of orbits.
type Massed interface {
	ByMass(self chains.Kernel) bool
}

// A Turn is the derivative of the log of the probability of accepting, as d = log f(y) - log f(x) changes at a rate.
type Turn func(d, rise float64) float64

// A Turned kernel accepts all moves between two orbits alike, by the quotient of their cells' densities. On these
// orbits it says how to pull by them, if it knows a fast way, and returns its Turn, which derivatives need. Nil is no
// such kernel here.
type Turned interface {
	OnOrbits(self chains.Kernel, s *orbits.Space, o *operators.Written) (turn Turn)
}

// A Rebuilt kernel is composed, and can be made of other parts. What it makes has its own type.
type Rebuilt interface {
	chains.Composed
	With(parts []chains.Kernel) chains.Kernel
}

// isA reports whether a kernel is a K, and not something that embeds one.
func isA[K chains.Kernel](k chains.Kernel) bool {
	_, is := k.(K)
	return is
}

// onLines asks a kernel whether it is Lined.
func onLines(k chains.Kernel) (lined, thatMove bool) {
	if l, ok := k.(Lined); ok {
		return l.OnLines(k)
	}
	return false, false
}

// axial reports whether a kernel is Lined.
func axial(k chains.Kernel) bool {
	lined, _ := onLines(k)
	return lined
}

// neighbourly returns a kernel that is Neighbourly.
func neighbourly(k chains.Kernel) (n Neighbourly, is bool) {
	n, is = k.(Neighbourly)
	return n, is && n.ByNeighbours(k)
}

// freely reports whether a kernel walks all orbits, and no step of it is looked up among cells.
func freely(k chains.Kernel) bool {
	_, beside := neighbourly(k)
	return beside || anywhere(k) || axial(k)
}

// single reports whether a kernel is Lined, and picks among the axes that have moves.
func single(k chains.Kernel) bool {
	lined, thatMove := onLines(k)
	return lined && thatMove
}

// anywhere reports whether a kernel is Massed.
func anywhere(k chains.Kernel) bool {
	m, ok := k.(Massed)
	return ok && m.ByMass(k)
}

// rebuilt makes a composed kernel of other parts. A kernel that embeds one that can be rebuilt is another, and cannot.
func rebuilt(k chains.Kernel, parts func(chains.Kernel) chains.Kernel) (chains.Kernel, bool) {
	c, ok := k.(Rebuilt)
	if !ok || reflect.TypeOf(c.With(c.Parts())) != reflect.TypeOf(k) {
		return nil, false
	}
	var others []chains.Kernel
	for _, p := range c.Parts() {
		others = append(others, parts(p))
	}
	return c.With(others), true
}
