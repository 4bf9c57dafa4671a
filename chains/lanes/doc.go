// Package lanes has the loops over cells that every level of an annealing makes,
// four cells at a time where the machine has AVX, and the same loops in plain Go,
// which are what the others are held to: cell by cell they give the same bits. With
// the build tag purego, and on other machines, the plain ones do it all.
//
// The state is two functions u and v on the cells, and the mass p of each. A step
// of a kernel that proposes symmetrically along the edges of a grid pulls both:
//
//	(Tu)(x) = u(x) + 1/p(x) Σ_y c(x,y) (u(y) - u(x))
//
// with the conductance c(x,y) = p(x) T(x,y), symmetric by detailed balance. Along
// the edges i -> i+by of one axis that is a flow, and what a cell gets of it.
//
// None of the loops knows a kernel, a level or a chain, and none allocates.
package lanes

// Pair is two functions on the same cells.
type Pair = [2][]float64

// A Stream is what flows along the edges of one way, of either function: Flow[x]
// into cell x, and Flow[x+By] out of it, 0 where there is no edge.
type Stream struct {
	By   int
	Flow Pair
}

// Step is by how much one step of beta changes each cell: Rise is the change of
// log f less a constant, Grow is expm1(Rise), More is Grow - Rise, and Shrink is
// expm1(-Rise).
type Step struct{ Rise, Grow, More, Shrink []float64 }

// Sums is what a step of beta adds up on its way: over the mass before it p, and
// u and v, of which v after it,
type Sums struct {
	Grow float64 // Σ p Grow
	More float64 // Σ p More
	Lag  float64 // Σ p u Rise
	Gain float64 // Σ p Grow v
}

// Add is the sum of both, for cells that were taken piece by piece.
func (s Sums) Add(t Sums) Sums {
	return Sums{s.Grow + t.Grow, s.More + t.More, s.Lag + t.Lag, s.Gain + t.Gain}
}
