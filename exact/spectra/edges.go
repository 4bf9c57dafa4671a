package spectra

import (
	"context"
	"math"
)

// A Number is a value and the ends between which it lies by the analysis that it came
// with. The value is NaN where the ends are all that is known.
type Number struct{ Value, Low, High float64 }

// exactly is a number that is known.
func exactly(v float64) Number { return Number{v, v, v} }

// falling is a decreasing function of the number.
func (n Number) falling(f func(float64) float64) Number {
	return Number{f(n.Value), f(n.High), f(n.Low)}
}

// Error is how far the value may be off.
func (n Number) Error() float64 { return max(n.High-n.Value, n.Value-n.Low) }

// Edges are the ends of a spectrum, on the cells with mass: of which a large space has
// nothing else. The gap is at most High, as every function has a Dirichlet form of at
// least the gap times its variance, and this is that of one; a sum of squares, whose
// round-off is counted in. An eigenvalue is between Low and High by the residual of
// that function. That none is below Low is not proved: it would be one that two random
// functions and all that was made of them have nothing of, or too little: the least
// eigenvalue of one in 700 random small spaces was passed over so.
type Edges struct {
	Reversible bool
	// Gap is 1 less the second largest eigenvalue: 0 where there is more than one
	// class, 1 where there is a single state. Of a chain that is not reversible only
	// AdditiveGap <= Gap is known.
	Gap Number
	// AdditiveGap is that of the additive reversibilisation.
	AdditiveGap Number
	// Least is the least eigenvalue, -1 where the period is 2 and 1 where there is a
	// single state, which has no other. It is not known where the chain is not
	// reversible or has more than one class.
	Least Number
	// SLEM is the second largest modulus of an eigenvalue, RelaxationTime is 1 over
	// what it is less than 1. Of a chain that is not reversible the first is at most
	// the second largest singular value (Fill 1991), and no more is known: the
	// eigenvalues of a matrix that is not normal may be far from where a small
	// residual says one is.
	SLEM, RelaxationTime Number
	// Second is the eigenfunction of AdditiveGap, of mean 0 and variance 1, positive
	// where it is largest; 0 in cells without mass, and everywhere where there is more
	// than one class or a single state. Angle is how far it is at most, as the sine
	// of an angle; 1 where the next mode is as slow, and it is one of many.
	Second []float64
	Angle  float64
	Steps  int // of the chain that it took
	// Unsettled are the ends whose search ended before what it had was good: there a
	// slower mode may be passed over by far, Low is that of no knowledge and Angle 1.
	Unsettled []string

	away  Number // 1 - SLEM
	cells int
	rare  float64
}

// relative is how far off a gap may be, of itself, when the search ends. It ends
// before where round-off does not let it come so close, and the bound says so.
const (
	relative = 1e-10
	coarse   = 1e-4 // of 1 more than the least eigenvalue, by the residual itself
)

// Edges are the ends of the spectrum. The search starts from functions that are drawn
// with the seed. The error is ctx's, or that an iteration within did not end.
func (c *Implicit) Edges(ctx context.Context, seed uint64) (Edges, error) {
	e := Edges{Reversible: c.Reversible(), Second: make([]float64, len(c.pi)), cells: c.cells, rare: c.rare, Angle: 1}
	switch {
	case c.classes > 1:
		e.know(exactly(0), Number{math.NaN(), -1, 1})
		return e, nil
	case c.cells == 1:
		e.know(exactly(1), exactly(1))
		return e, nil
	}
	gap, err := c.slowest(ctx, seed, &e)
	if err != nil {
		return e, err
	}
	other := exactly(0)
	switch {
	case !e.Reversible:
		other, err = c.squared().edge(ctx, seed+1, false, "the second singular value", &e)
	case !c.even:
		other, err = c.edge(ctx, seed+1, true, "the least eigenvalue", &e)
	}
	e.settle(gap, other)
	return e, err
}

// unseen is what a gap is not told from 0 below: a step rounds a function by an ulp,
// and modes that are so slow are one to it.
const unseen = 256 * ulp

// slowest is the gap, with the digits of a sum of squares, and its eigenfunction.
func (c *Implicit) slowest(ctx context.Context, seed uint64, e *Edges) (Number, error) {
	s := c.span(false)
	f, err := s.lowest(ctx, seed, func(f found) bool {
		return f.settled(relative) || f.values[0] <= unseen
	})
	e.Steps += s.steps
	if err != nil {
		return Number{}, err
	}
	second, residual := s.v[0], s.w[0]
	round := 64 * ulp // relative, and absolute where nothing is known of the moves
	if c.leave != nil {
		f.values[0] = c.form(residual, second) / c.dot(second, second)
		c.each(residual, func(x int) float64 { return residual[x] - f.values[0]*second[x] })
		f.residuals[0] = c.norm(residual)
		round *= f.values[0]
	}
	if len(f.values) > 1 {
		e.Angle = min(1, f.residuals[0]/max(f.values[1]-f.residuals[1]-f.values[0], f.residuals[0]))
	} else {
		e.Angle = 0 // of two cells there is but one
	}
	copy(e.Second, upright(second))
	gap := max(f.values[0], 0)
	switch {
	case gap <= unseen:
		return Number{gap, 0, gap + round}, nil
	case !f.sure:
		e.Unsettled, e.Angle = append(e.Unsettled, "the gap"), 1
		return Number{gap, 0, gap + round}, nil
	}
	return Number{gap, max(gap-f.off()-round, 0), gap + round}, nil
}

// edge is the least eigenvalue of I - P, or I + P. There the spectrum may be dense, as
// where a kernel has many eigenvalues near 0, and no interval without any is relied on:
// the bound is the residual.
func (c *Implicit) edge(ctx context.Context, seed uint64, plus bool, name string, e *Edges) (Number, error) {
	s := c.span(plus)
	f, err := s.lowest(ctx, seed, func(f found) bool {
		return f.residuals[0] <= coarse*f.values[0] && (len(f.values) < 2 || f.residuals[1] <= coarse*f.values[1])
	})
	e.Steps += s.steps
	if err != nil {
		return Number{}, err
	}
	least := max(f.values[0], 0)
	if !f.sure && least > unseen {
		e.Unsettled = append(e.Unsettled, name)
		return Number{least, 0, least + 64*ulp}, nil
	}
	return Number{least, max(least-f.residuals[0]-64*ulp, 0), least + 64*ulp}, nil
}

// know sets what is known of any chain with this gap, be it 0 or 1.
func (e *Edges) know(gap, least Number) {
	e.Gap, e.AdditiveGap, e.Least, e.away = gap, gap, least, gap
	e.follow()
}

// settle sets what follows from the gap and, where the chain is reversible, from 1
// more than the least eigenvalue, else from 1 less than the square of a singular value.
func (e *Edges) settle(gap, other Number) {
	e.AdditiveGap = gap
	if !e.Reversible {
		e.Gap = Number{math.NaN(), gap.Low, 2}
		e.Least = Number{math.NaN(), -1, 1}
		e.away = Number{math.NaN(), -math.Expm1(math.Log1p(-min(other.Low, 1)) / 2), 1}
	} else {
		e.Gap = gap
		e.Least = Number{other.Value - 1, other.Low - 1, other.High - 1}
		e.away = Number{min(gap.Value, other.Value), min(gap.Low, other.Low), min(gap.High, other.High)}
	}
	e.follow()
}

// follow sets what follows from how far the SLEM is from 1.
func (e *Edges) follow() {
	e.SLEM = e.away.falling(func(v float64) float64 { return max(1-v, 0) })
	e.RelaxationTime = e.away.falling(func(v float64) float64 { return 1 / v })
}
