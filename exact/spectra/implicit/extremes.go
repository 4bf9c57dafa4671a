package implicit

import (
	"context"
	"math"

	"breadboard/exact/spectra"
)

// Extremes are the two ends of the spectrum on the cells with mass.
//
// The gap is at most its High: every function has a Dirichlet form of at least the gap times
// its variance, and High is the quotient of one, with its round-off. An eigenvalue lies
// between Low and High by the residual of that function. It is likely, but not proved, that no
// other lies below Low: the two random functions of the start, and all functions made from
// them, could contain too little of its eigenfunction. On one of 700 random small spaces the
// least eigenvalue was missed in this way. Nor is the least one told from others that are as near
// 0 as rounding: gibbs-metropolis where one of 9 cells has all but 3e-9 of the mass has its other
// eigenvalues from -3.1e-9 to 0, and Low is -2.6e-9.
type Extremes struct {
	Reversible bool
	// Gap and AdditiveGap are those of spectra.Spectrum. If the chain is not reversible, only
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
	// Second is the eigenfunction of AdditiveGap, as in spectra.Spectrum, but 0 if there is
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

// Extremes searches for the ends of the spectrum, from random functions drawn with the seed.
// The error is ctx's, or says that an iteration within did not converge.
func (c *Chain) Extremes(ctx context.Context, seed uint64) (Extremes, error) {
	e := Extremes{Reversible: c.reversal == nil, Angle: 1, cells: c.cells, rarest: c.rarest}
	e.Second = make([]float64, len(c.pi))
	var err error
	switch {
	case c.classes > 1:
		e.Gap, e.AdditiveGap, e.Least, e.away = exactly(0), exactly(0), Bounded{math.NaN(), -1, 1}, exactly(0)
	case c.cells == 1:
		e.Gap, e.AdditiveGap, e.Least, e.away = exactly(1), exactly(1), exactly(1), exactly(1)
	case e.Reversible:
		err = c.bothEnds(ctx, seed, &e)
	default:
		err = c.singularEnds(ctx, seed, &e)
	}
	e.SLEM = e.away.falling(func(v float64) float64 { return max(1-v, 0) })
	e.RelaxationTime = e.away.falling(func(v float64) float64 { return 1 / v })
	return e, err
}

// bothEnds searches for the gap and the least eigenvalue of a reversible chain.
func (c *Chain) bothEnds(ctx context.Context, seed uint64, e *Extremes) error {
	gap, err := c.slowest(ctx, seed, e)
	if err != nil {
		return err
	}
	above := exactly(0) // 1 + the least eigenvalue
	if !c.periodTwo {
		if above, err = c.leastOf(ctx, seed+1, true, "the least eigenvalue", e); err != nil {
			return err
		}
	}
	e.Gap, e.AdditiveGap = gap, gap
	e.Least = Bounded{above.Value - 1, above.Low - 1, above.High - 1}
	e.away = Bounded{min(gap.Value, above.Value), min(gap.Low, above.Low), min(gap.High, above.High)}
	return nil
}

// singularEnds searches for the additive gap and the second singular value of a chain that is
// not reversible.
func (c *Chain) singularEnds(ctx context.Context, seed uint64, e *Extremes) (err error) {
	if e.AdditiveGap, err = c.slowest(ctx, seed, e); err != nil {
		return err
	}
	square, err := c.squared().leastOf(ctx, seed+1, false, "the second singular value", e) // 1 - its square
	e.Gap = Bounded{math.NaN(), e.AdditiveGap.Low, 2}
	e.Least = Bounded{math.NaN(), -1, 1}
	e.away = Bounded{math.NaN(), -math.Expm1(math.Log1p(-min(square.Low, 1)) / 2), 1}
	return err
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
	e.Angle = r.angle()
	copy(e.Second, spectra.Upright(second))
	gap := max(r.values[0], 0)
	low := max(gap-r.error()-roundoff, 0)
	if gap <= hidden {
		low = 0
	} else if !r.sure {
		e.Unsettled, e.Angle, low = append(e.Unsettled, "the gap"), 1, 0
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

// Error returns the largest possible error of the value.
func (b Bounded) Error() float64 { return max(b.High-b.Value, b.Value-b.Low) }
