// Package lanes has the loops over cells that run at every level of an annealing. On a
// machine with AVX they take four cells at a time. The same loops in plain Go do the work
// on other machines and with the build tag purego, and tests hold the fast ones to them:
// cell by cell both give the same bits.
//
// The state is two functions u and v on the cells, and the mass p of each cell. A step of
// a kernel that proposes symmetrically along the edges of a grid pulls both:
//
//	(Tu)(x) = u(x) + 1/p(x) Σ_y c(x,y) (u(y) - u(x))
//
// with the conductance c(x,y) = p(x) T(x,y), which is symmetric by detailed balance. It is
// computed in two loops. The first (Lesser or Harmonic) makes the flows along the edges
// i -> i+by of one axis; the second (Settle) adds to each cell what flows in, less what
// flows out. Rates and Carry take u, v and p from one beta to the next.
//
// The loops know nothing of kernels, levels or chains, and do not allocate.
package lanes

// A Pair is two functions on the same cells.
type Pair = [2][]float64

// A Stream holds the flows of both functions along the edges of one axis: Flow[x] flows
// into cell x, and Flow[x+By] out of it. They are 0 where there is no edge.
type Stream struct {
	By   int
	Flow Pair
}

// A Step says by how much one step of beta changes each cell: Rise is the change of
// log f less a constant, Grow is expm1(Rise), More is Grow - Rise, and Shrink is
// expm1(-Rise).
type Step struct{ Rise, Grow, More, Shrink []float64 }

// Sums are added up during a step of beta, from p and u before the step and v after it.
type Sums struct {
	Grow float64 // Σ p Grow
	More float64 // Σ p More
	Lag  float64 // Σ p u Rise
	Gain float64 // Σ p Grow v
}

// Add adds the sums of two pieces of the cells.
func (s Sums) Add(t Sums) Sums {
	return Sums{s.Grow + t.Grow, s.More + t.More, s.Lag + t.Lag, s.Gain + t.Gain}
}
