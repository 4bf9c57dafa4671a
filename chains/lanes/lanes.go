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
// The loops allocate nothing. Read lanes.go, then plain.go.
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

// wide is the number of cells that the fast loops take at a time.
const wide = 4

// Lesser sets f to the flows of both functions along the edges i -> i+by with the
// conductance of Metropolis: f[i] = open[i] min(p[i], p[i+by]) (u[i] - u[i+by]) for every
// i of open. A flow is positive if the function falls along the edge. f may not overlap u.
func Lesser(f, u *Pair, p, open []float64, by int) {
	if n := len(open); fast && n >= wide {
		edges(f, u, p, n, by)
		lesserAVX(&f[0][0], &f[1][0], &u[0][0], &u[1][0], &p[0], &open[0], by, n)
		return
	}
	plainLesser(f, u, p, open, by)
}

// Harmonic does the same with Barker's conductance, p[i] p[i+by] / (p[i] + p[i+by]).
func Harmonic(f, u *Pair, p, open []float64, by int) {
	if n := len(open); fast && n >= wide {
		edges(f, u, p, n, by)
		harmonicAVX(&f[0][0], &f[1][0], &u[0][0], &u[1][0], &p[0], &open[0], by, n)
		return
	}
	plainHarmonic(f, u, p, open, by)
}

// Settle sets dst to base + share (in - out)/p in each cell of p, where in and out are the
// sums of both streams. In a cell of p = 0 nothing flows, and dst is base. dst may be base
// itself.
func Settle(dst, base *Pair, s, t *Stream, p []float64, share float64) {
	n, at := len(p), 0
	if &dst[0][0] == &base[0][0] { // the fast loop does its last four cells again, and would settle them twice
		n &^= wide - 1
	}
	if fast && n >= wide {
		for k := range 2 {
			_, _, _, _ = dst[k][n-1], base[k][n-1], s.Flow[k][n-1+s.By], t.Flow[k][n-1+t.By]
		}
		settleAVX(&dst[0][0], &dst[1][0], &base[0][0], &base[1][0], &p[0],
			&s.Flow[0][0], &s.Flow[1][0], s.By, &t.Flow[0][0], &t.Flow[1][0], t.By, share, n)
		at = n
	}
	if at < len(p) {
		plainSettle(dst, base, s, t, p, share, at)
	}
}

// Carry makes a step of beta: p becomes p (1+Grow), and v = u[1] becomes v + Rise.
// u = u[0] is q/p - 1 for a law q that does not change, so it becomes u + Shrink (1+u).
func Carry(p []float64, u *Pair, s *Step) Sums {
	at, sums := 0, Sums{}
	if n := len(p) &^ (wide - 1); fast && n > 0 {
		_, _, _, _, _, _ = u[0][n-1], u[1][n-1], s.Rise[n-1], s.Grow[n-1], s.More[n-1], s.Shrink[n-1]
		var four [4][wide]float64
		carryAVX(&p[0], &u[0][0], &u[1][0], &s.Rise[0], &s.Grow[0], &s.More[0], &s.Shrink[0], &four, n)
		sums = Sums{across(&four[0]), across(&four[1]), across(&four[2]), across(&four[3])}
		at = n
	}
	return sums.Add(plainCarry(p, u, s, at))
}

// Small is the largest step of log f in a cell that Rates takes.
const Small = 0.5

// Rates sets s to the step of beta in which the log f of each cell rises by pace times
// its slope. No cell may rise or fall by more than Small.
func Rates(s *Step, slope []float64, pace float64) {
	at := 0
	if n := len(slope) &^ (wide - 1); fast && n > 0 {
		_, _, _, _ = s.Rise[n-1], s.Grow[n-1], s.More[n-1], s.Shrink[n-1]
		ratesAVX(&s.Rise[0], &s.Grow[0], &s.More[0], &s.Shrink[0], &slope[0], pace, n)
		at = n
	}
	plainRates(s, slope, pace, at)
}

func across(s *[wide]float64) float64 { return (s[0] + s[1]) + (s[2] + s[3]) }

// edges panics if the slices are too short for n edges. The fast loops do not check.
func edges(f, u *Pair, p []float64, n, by int) {
	_, _ = f[0][n-1], f[1][n-1]
	_, _, _ = u[0][n+by-1], u[1][n+by-1], p[n+by-1]
}
