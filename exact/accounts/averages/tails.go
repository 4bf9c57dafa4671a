package averages

import (
	"context"
	"math"

	"breadboard/chains/programs"
	"breadboard/exact"
)

// A Tail brackets the probability that log w is more than B nats on the wrong side of log R:
// above it forward, or below it in reverse. Markov's inequality bounds it by e^-B, since
// E_fwd[w] is R and E_rev[1/w] is 1/R.
//
// log w takes finitely many values, and its law has jumps. If the tail of L = log w - log R is
// found from the characteristic function, a normal N is added to L. N stays within the width r
// with probability 1 - 1e-15. Then
//
//	P(L + N > B + r) <= P(L > B) <= P(L + N > B - r)
//
// and these are Low and High, to the rounding of a sum: 1e-12.
type Tail struct {
	B, Low, High float64
	How          How
}

// inverted is a tail from a characteristic function. Rounding can put its bounds in the wrong order.
func inverted(b, low, high float64) Tail {
	return Tail{b, min(low, high), max(low, high), Inverted}
}

// Markov is the bound e^-B.
func (t Tail) Markov() float64 { return math.Exp(-t.B) }

// narrow is the width for a law that is known by its atoms. Rounding moves the atoms by less.
const narrow = 1e-12

// spread is the width over the standard deviation σ of N. From fading/σ on the characteristic
// function of N is below 1e-16.
const spread, fading = 8, 8.6

// mostWaves bounds the number of complex exponentials for all tails: half a minute's work. A tail
// of SIR with a width of a hundredth of a nat takes 17,000 of them for each weight.
const mostWaves = 1 << 27

// Above returns P_fwd(log w > log R + b) for each b, to a width in nats. It knows programs that
// draw their cell at once, SIR and AIS. For others the error is accounts.ErrTooLarge, and also if
// tails of this width would take minutes.
func Above(ctx context.Context, e programs.Estimator, p programs.Problem, width float64, b ...float64) ([]Tail, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	ends := exact.NewEnds(p.Annealing)
	switch e := e.(type) {
	case programs.Direct:
		q, logq := e.Law()
		return newAtoms(q, logq, ends.P, ends.LogP).tails(b), nil
	case programs.SIR:
		return newMeanLaw(ends, e.P, false).above(ctx, width, b)
	case programs.AIS:
		return annealedWeight{a: e.Annealing}.tails(ctx, width, b)
	}
	return nil, errNoTails
}

// Below returns P_rev(log w < log R - b) for each b, of the same programs.
func Below(ctx context.Context, e programs.Estimator, p programs.Problem, width float64, b ...float64) ([]Tail, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	ends := exact.NewEnds(p.Annealing)
	switch e := e.(type) {
	case programs.Direct:
		q, logq := e.Law()
		return newAtoms(ends.P, ends.LogP, q, logq).tails(b), nil
	case programs.SIR:
		return newMeanLaw(ends, e.P, true).below(ctx, width, b)
	case programs.AIS:
		return annealedWeight{a: e.Annealing, inverse: true}.tails(ctx, width, b)
	}
	return nil, errNoTails
}
