package exact

import (
	"math"

	"breadboard/chains"
)

// What is drawn to bound the errors of rounding (rounding.go).

// An error counts manyfold, and is the largest of so many draws.
const draws, manyfold = 3, 4

// underflow is more than what is lost below the smallest float with all digits.
const underflow = 1e-300

// ulp is the largest relative error of an operation.
const ulp = 0x1p-53

// A noise is what rounding may have done to a chain.
type noise struct {
	seed  uint64
	draw  uint64
	depth float64 // what relative errors of masses are made of: the span of log f, in nats
	moves float64 // the number of terms that a step adds up in a cell
	cells float64
	share float64   // the largest relative error of a law that was pushed from level 1 to T
	most  []float64 // by cell, the largest error of any draw
	mass  float64   // the largest error of the whole mass

	sum   float64    // the error of a path divergence, in this draw
	size  float64    // the sizes of its terms
	paths Divergence // the largest errors of both
}

func newNoise(a chains.Annealing) *noise {
	first, last := a.Ends()
	f := chains.FactsOf(a.Kernel, a.Grid)
	e := &noise{
		seed:  1,
		depth: chains.LogSpan(first) + chains.LogSpan(last),
		moves: max(f.Moves, f.Proposals, f.Paths),
		cells: float64(a.Grid.Size()),
		most:  make([]float64, a.Grid.Size()),
	}
	e.share = ulp * float64(a.T()) * (e.moves + e.depth + 8)
	return e
}

// of is an error of so many roundings, drawn evenly from both signs and up to twice the size (xorshift64*): errors of
// one size would often cancel.
func (e *noise) of(size float64) float64 {
	e.seed ^= e.seed >> 12
	e.seed ^= e.seed << 25
	e.seed ^= e.seed >> 27
	return float64(int64(e.seed*0x2545F4914F6CDD1D)) * 0x1p-62 * ulp * size
}

// same is one rounding with a sign that a cell has at all levels of a draw: what is wrong at both ends of the bridge
// adds up.
func (e *noise) same(x int) float64 {
	bits := (uint64(x) + e.draw<<32 + 1) * 0x9E3779B97F4A7C15
	return float64(int64((bits^bits>>29)*0xBF58476D1CE4E5B9)) * 0x1p-62 * ulp
}

// add adds the error of a sum over cells of errors times weight, and the size of its terms.
func (e *noise) add(sum, size float64) { e.sum, e.size = e.sum+sum, e.size+size }

// keepSum ends a draw of a path divergence.
func (e *noise) keepSum(of *float64, T int) {
	e.draw++
	*of = max(*of, manyfold*math.Abs(e.sum)+(e.cells+float64(T)+16)*ulp*e.size+underflow)
	e.sum, e.size = 0, 0
}

// keep ends a draw of the law. It takes the change of the mass apart from the errors of the cells.
func (e *noise) keep(p, errors []float64) {
	mass := 0.0
	for _, v := range errors {
		mass += v
	}
	e.mass = max(e.mass, manyfold*math.Abs(mass))
	for x, v := range errors {
		e.most[x] = max(e.most[x], manyfold*math.Abs(v-mass*p[x]))
	}
}

// bound returns a bound on the error of a J from its parts. off bounds the error of d, besides that of its sum. As d
// sums to 0, a share of p that is added to it changes J only by the square.
func (e *noise) bound(p, logp, d, q, logq, off []float64) float64 {
	var sum, terms, up, down float64
	for x := range p {
		if logq != nil && !(math.Abs(d[x]) < p[x]/2) {
			is, change := e.farTerm(p[x], logp[x], q[x], logq[x])
			terms += is
			sum += change
			continue
		}
		is := jeffreysTerm(p[x], logp[x], d[x], q[x])
		terms += is
		by := e.mass * p[x]
		if !(math.Abs(d[x]) < p[x]/2) { // its error is that of its own mass
			by = 0
		}
		up += jeffreysTerm(p[x], logp[x], d[x]+by, q[x]+by) - is
		down += jeffreysTerm(p[x], logp[x], d[x]-by, q[x]-by) - is
		if off[x] == 0 {
			continue
		}
		more := jeffreysTerm(p[x], logp[x], d[x]+off[x], q[x]+off[x])
		less := jeffreysTerm(p[x], logp[x], d[x]-off[x], q[x]-off[x])
		change := max(math.Abs(more-is), math.Abs(less-is))
		if math.Abs(d[x]) <= off[x] {
			change = max(change, is)
		}
		sum += change
	}
	sum += max(math.Abs(up), math.Abs(down))
	return sum + (e.cells+e.depth+16)*ulp*terms + underflow
}

// farTerm is a cell's term (q - p) log q/p of J, and a bound on its error, where log q is known:
//
//	|q - p| δ(log q/p) + |log q/p| (δq + δp).
//
// Both logarithms are off by roundings of their own size, and q by its share.
func (e *noise) farTerm(p, logp, q, logq float64) (is, off float64) {
	if p == 0 && q == 0 {
		return 0, 0
	}
	rise := logq - logp
	logs := e.share + ulp*(4*(math.Abs(logq)+math.Abs(logp))+16)
	masses := e.share*q + ulp*(e.depth+8)*p
	return (q - p) * rise, math.Abs(q-p)*logs + math.Abs(rise)*masses
}

// LawsOff bounds the error of the J of two laws, made from their logarithms, whose masses are off by a share besides.
func LawsOff(q, logq, p, logp []float64, share float64) (off float64) {
	for x := range p {
		l := math.Abs(logq[x] - logp[x])
		if !(l < math.Inf(1)) { // one of them is exactly 0, or both are
			continue
		}
		by := share + ulp*(float64(len(p))+16+2*math.Abs(logq[x])+2*math.Abs(logp[x]))
		off += 2 * by * ((q[x]+p[x])*(l+2*by) + math.Abs(q[x]-p[x]))
	}
	return off + underflow
}

// jeffreysTerm is a cell's term of J. What a q below every float adds is in doubt, as in divergence.
func jeffreysTerm(p, logp, d, q float64) float64 {
	switch u := d / p; {
	case math.Abs(u) < 0.5:
		return d * math.Log1p(u)
	case math.IsInf(logp, -1):
		return 0
	case q > 0:
		return (q - p) * (chains.LogMass(q) - logp)
	}
	return p * deepest
}
