package spectra

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
)

// Extremes are the two ends of the spectrum on the cells with mass.
//
// The gap is at most its High: every function has a Dirichlet form of at least the gap times
// its variance, and High is the quotient of one, with its round-off. An eigenvalue lies
// between Low and High by the residual of that function. It is likely, but not proved, that no
// other lies below Low: the two random functions of the start, and all functions made from
// them, could contain too little of its eigenfunction. On one of 700 random small spaces the
// least eigenvalue was missed in this way. Nor is the least one told from others that are as near
// 0 as rounding.
type Extremes struct {
	Reversible bool
	// Gap and AdditiveGap are those of Spectrum. If the chain is not reversible, only
	// AdditiveGap <= Gap is known.
	Gap, AdditiveGap Bounded
	// Least is the least eigenvalue: -1 if the period is 2, and 1 if there is a single state.
	// It is not known if the chain is not reversible or has more than one class.
	Least Bounded
	// SLEM is the second largest modulus of an eigenvalue, and RelaxationTime is 1/(1 - SLEM).
	// If the chain is not reversible, SLEM is at most the second largest singular value (Fill
	// 1991), and no more is known: if a matrix is not normal, a small residual does not mean
	// that an eigenvalue is near.
	SLEM, RelaxationTime Bounded
	// Second is the eigenfunction of AdditiveGap, as in Spectrum, but 0 if there is
	// more than one class. Angle bounds its error, as the sine of an angle: 1 if the next mode
	// is as slow, and Second is one of many.
	Second []float64
	Angle  float64
	Steps  int // of the chain, in the search
	// Unsettled names the ends whose search stopped early. There a far slower mode may have
	// been missed; Low then holds for any chain, and Angle is 1.
	Unsettled []string

	away   Bounded // 1 - SLEM
	cells  int
	rarest float64
}

// The search for the gap ends when its error is below accuracy times the gap, or when
// round-off stops it; the bounds then show it. The search for the least eigenvalue ends when
// the residual is below coarse times (1 + that eigenvalue).
const (
	accuracy = 1e-10
	coarse   = 1e-4
)

// setGaps sets all three distances from 1 of a chain that is settled without a search.
func (e *Extremes) setGaps(gap Bounded) {
	e.Gap = gap
	e.AdditiveGap = gap
	e.away = gap
}

// Extremes searches for the ends of the spectrum, from random functions drawn with the seed.
// The error is ctx's, or says that an iteration within did not converge.
func (c *Chain) Extremes(ctx context.Context, seed uint64) (Extremes, error) {
	e := Extremes{Reversible: c.reversal == nil, Angle: 1, cells: c.cells, rarest: c.rarest}
	e.Second = make([]float64, len(c.pi))
	var err error
	switch {
	case c.classes > 1:
		e.setGaps(exactly(0))
		e.Least = Bounded{math.NaN(), -1, 1}
	case c.cells == 1:
		e.setGaps(exactly(1))
		e.Least = exactly(1)
	case e.Reversible:
		e.Gap, err = c.slowest(ctx, seed, &e)
		if err != nil {
			return e, err
		}
		above := exactly(0) // 1 + the least eigenvalue
		if !c.periodTwo {
			above, err = c.leastOf(ctx, seed+1, true, "the least eigenvalue", &e)
		}
		e.AdditiveGap = e.Gap
		e.Least = Bounded{above.Value - 1, above.Low - 1, above.High - 1}
		e.away = Bounded{min(e.Gap.Value, above.Value), min(e.Gap.Low, above.Low), min(e.Gap.High, above.High)}
	default: // the additive gap and the second singular value
		if e.AdditiveGap, err = c.slowest(ctx, seed, &e); err != nil {
			return e, err
		}
		var square Bounded // 1 - the square of that value
		square, err = c.squared().leastOf(ctx, seed+1, false, "the second singular value", &e)
		e.Gap = Bounded{math.NaN(), e.AdditiveGap.Low, 2}
		e.Least = Bounded{math.NaN(), -1, 1}
		e.away = Bounded{math.NaN(), -math.Expm1(math.Log1p(-min(square.Low, 1)) / 2), 1}
	}
	e.SLEM = e.away.falling(func(v float64) float64 { return max(1-v, 0) })
	e.RelaxationTime = e.away.falling(func(v float64) float64 { return 1 / v })
	return e, err
}

// hidden is the gap below which it cannot be told from 0: a step rounds a function by an ulp,
// and all modes that are so slow look alike.
const hidden = 256 * ulp

// slowest returns the gap, with the digits of a sum of squares, and sets its eigenfunction.
func (c *Chain) slowest(ctx context.Context, seed uint64, e *Extremes) (Bounded, error) {
	s := c.subspace(false)
	r, err := s.search(ctx, seed, func(r ritzPairs) bool { return r.settled(accuracy) || r.values[0] <= hidden })
	e.Steps += s.steps
	if err != nil {
		return Bounded{}, err
	}
	second, residual := s.v[0], s.w[0]
	roundoff := 64 * ulp // relative, but absolute if the moves are not known
	if c.leave != nil {
		r.values[0] = c.form(residual, second) / c.dot(second, second)
		c.set(residual, func(x int) float64 { return residual[x] - r.values[0]*second[x] })
		r.residuals[0] = c.norm(residual)
		roundoff *= r.values[0]
	}
	e.Angle = 0            // on two cells there is only one function of mean 0
	if len(r.values) > 1 { // the sine of the angle between the first Ritz vector and the eigenvector is at most that
		e.Angle = min(1, r.residuals[0]/max(r.values[1]-r.residuals[1]-r.values[0], r.residuals[0]))
	}
	copy(e.Second, upright(second))
	gap := max(r.values[0], 0)
	low := max(gap-r.error()-roundoff, 0)
	if gap <= hidden {
		low = 0
	} else if !r.sure {
		e.Unsettled = append(e.Unsettled, "the gap")
		e.Angle = 1
		low = 0
	}
	return Bounded{gap, low, gap + roundoff}, nil
}

// leastOf returns the least eigenvalue of I - P, or with plus of I + P. The bound is the
// residual: the spectrum may be dense there, as a kernel may have many eigenvalues near 0,
// so no interval free of eigenvalues is relied on.
func (c *Chain) leastOf(ctx context.Context, seed uint64, plus bool, name string, e *Extremes) (Bounded, error) {
	s := c.subspace(plus)
	r, err := s.search(ctx, seed, func(r ritzPairs) bool {
		return r.residuals[0] <= coarse*r.values[0] && (len(r.values) < 2 || r.residuals[1] <= coarse*r.values[1])
	})
	e.Steps += s.steps
	if err != nil {
		return Bounded{}, err
	}
	least := max(r.values[0], 0)
	if !r.sure && least > hidden {
		e.Unsettled = append(e.Unsettled, name)
		return Bounded{least, 0, least + 64*ulp}, nil
	}
	return Bounded{least, max(least-r.residuals[0]-64*ulp, 0), least + 64*ulp}, nil
}

// Bounded is a number that the analysis knows to lie between two bounds. Value is NaN if only
// the bounds are known.
type Bounded struct{ Value, Low, High float64 }

func exactly(v float64) Bounded { return Bounded{v, v, v} }

// falling returns f of the number, for a decreasing f.
func (b Bounded) falling(f func(float64) float64) Bounded {
	return Bounded{f(b.Value), f(b.High), f(b.Low)}
}

// MixingBounds are bounds on the mixing times, in steps; Never if a bound is
// missing.
type MixingBounds struct {
	Low     int // the worst mixing time is at least Low
	High    int // and at most High
	Average int // the average one is at most Average
}

// MixingBounds bounds the mixing times at the distance eps in (0, 1). The mixing time itself
// looks at all starts at once, and needs powers of a matrix. Let λ be the SLEM of a
// reversible chain, or the second singular value of any other, on n cells with mass, and π0
// the mass of the rarest. Then
//
//	d(t) <= λ^t √(1/π0 - 1)/2    and on average over starts from π  d(t) <= λ^t √(n - 1)/2,
//
// by the inequalities of Cauchy and Jensen (Diaconis and Stroock 1991, Fill 1991; Levin,
// Peres and Wilmer, Markov Chains and Mixing Times, 2nd ed., Theorem 12.4), and for a
// reversible chain d(t) >= λ^t/2 (Theorem 12.5 there). Each bound takes λ at its worse end.
func (e Extremes) MixingBounds(eps float64) MixingBounds {
	// -log λ, the nats lost in a step, at both ends of λ
	slow := -math.Log1p(-min(e.away.Low, 1))
	fast := -math.Log1p(-min(e.away.High, 1))
	b := MixingBounds{
		High:    firstStep(math.Log(1/e.rarest-1)/2-math.Log(2*eps), slow, 1+1e-12),
		Average: firstStep(math.Log(float64(e.cells-1))/2-math.Log(2*eps), slow, 1+1e-12),
	}
	if e.Reversible {
		b.Low = firstStep(-math.Log(2*eps), fast, 1-1e-12)
	}
	b.Average = min(b.Average, b.High)
	return b
}

// firstStep returns the first number of steps that lose this many nats at a rate, times a
// margin for round-off.
func firstStep(nats, rate, margin float64) int {
	t := math.Ceil(nats / rate * margin)
	switch {
	case !(nats > 0):
		return 0
	case !(t < 1<<62):
		return Never
	}
	return int(t)
}

// Bottleneck returns the best threshold cut along a function, such as the slowest mode: the
// set of cells in which the function exceeds a threshold, with the least flow for its mass.
// It sorts the cells and goes through the moves three times. It sums up flows as cells change
// sides, from either end, so it may miss a cut whose flow is below 1e-15 of all the flow on
// both of its sides. It sums mass and flow of the cut that it finds anew.
func (c *Chain) Bottleneck(second []float64) (Cut, error) {
	if c.leave == nil {
		return Cut{}, errors.New("the kernel has too many moves to go through one by one")
	}
	if c.cells < 2 {
		return Cut{}, fmt.Errorf("%d states of positive probability; a cut needs two", c.cells)
	}
	order := chains.Support(c.pi)
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(second[y], second[x]) })
	up := c.fronts(order)
	slices.Reverse(order)
	down := c.fronts(order) // the same cuts from the other end, the last first
	best, least := 0, math.Inf(1)
	for i, here := range up {
		there := down[len(down)-1-i]
		flow := here // from the end whose sum has the smaller terms
		if there.size < here.size {
			flow = there
		}
		if phi := max(flow.flow, 1e-15*flow.size) / min(here.mass, there.mass); phi < least {
			least, best = phi, i
		}
	}
	in := make([]bool, len(c.pi))
	for _, x := range order[len(order)-1-best:] {
		in[x] = true
	}
	flow := 0.0
	for x, inside := range in {
		if inside {
			c.row(x, func(y int, p float64) {
				if !in[y] {
					flow += c.pi[x] * p
				}
			})
		}
	}
	cut := cutAround(c.pi, in, flow)
	cut.turnFromMode(c.pi)
	return cut, nil
}

// A front describes the first cells of an order: the flow that leaves them, the sum of the
// sizes of all its terms, and the mass of the cells.
type front struct{ flow, size, mass float64 }

// fronts returns the front of every set of first cells but all of them.
func (c *Chain) fronts(order []int) []front {
	all := make([]front, 0, len(order))
	in := make([]bool, len(c.pi))
	var f front
	for _, x := range order[:len(order)-1] {
		c.row(x, func(y int, p float64) {
			mass := p * c.pi[x]
			f.size += mass
			if in[y] {
				f.flow -= mass // from y to x, which no longer leaves the cells
			} else {
				f.flow += mass
			}
		})
		in[x] = true
		f.mass += c.pi[x]
		all = append(all, f)
	}
	return all
}
