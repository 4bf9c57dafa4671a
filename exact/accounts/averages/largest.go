package averages

import (
	"context"
	"math"

	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// Largest returns the largest log w of K forward runs, for programs that draw their cell at
// once, SIR and AIS. For SIR and AIS it computes the tails of log w at places a width apart, each
// between two bounds. These bound Mean and Square; the middle of the bounds is returned, and Off
// is half of their distance, about two widths. If it would take minutes the error is
// accounts.ErrTooLarge.
func Largest(ctx context.Context, e programs.Estimator, p programs.Problem, K int, width float64) (Combined, error) {
	if err := p.Check(); err != nil {
		return Combined{}, err
	}
	ends := exact.NewEnds(p.Annealing)
	low, high := math.Inf(1), math.Inf(-1)
	switch e := e.(type) {
	case programs.Direct:
		q, logq := e.Law()
		return newAtoms(q, ends.LogP, logq).largest(K), nil
	case programs.SIR:
		for x, q := range ends.P1 {
			if q > 0 {
				low, high = min(low, ends.LogW[x]), max(high, ends.LogW[x])
			}
		}
	case programs.AIS:
		lost, err := annealedWeight{a: e.Annealing}.mayBeZero(ctx)
		if err != nil {
			return Combined{}, err
		}
		if low, high = weightSpan(e.Annealing); lost {
			low = math.Inf(-1)
		}
	default:
		return Combined{}, laplace.ErrTooLarge
	}
	if math.IsInf(low, -1) { // all weights may be 0
		return infinite, nil
	}
	if (high-low)/width > mostPlaces {
		return Combined{}, laplace.ErrTooLarge
	}
	tails, err := Above(ctx, e, p, width, between(low-2*width, high+3*width, width)...)
	if err != nil {
		return Combined{}, err
	}
	return largest(tails, K), nil
}

// mostPlaces bounds the places of the tails.
const mostPlaces = 1 << 20

// between are places from low to high.
func between(low, high, by float64) (all []float64) {
	for at := low; at < high; at += by {
		all = append(all, at)
	}
	return all
}

// largest integrates P(M > b) and 2b P(M > b) for the largest M of K values. Both tails fall,
// so that an interval's integral lies between its values at the ends.
func largest(tails []Tail, K int) Combined {
	above := func(tail float64) float64 { return -math.Expm1(float64(K) * math.Log1p(-min(max(tail, 0), 1))) }
	from := tails[0].B
	mean, square := [2]float64{from, from}, [2]float64{from * from, from * from}
	for i, t := range tails[1:] {
		width, slope := t.B-tails[i].B, t.B*t.B-tails[i].B*tails[i].B
		low, high := above(t.Low), above(tails[i].High)
		mean[0], mean[1] = mean[0]+width*low, mean[1]+width*high
		square[0], square[1] = square[0]+min(slope*low, slope*high), square[1]+max(slope*low, slope*high)
	}
	return Combined{(mean[0] + mean[1]) / 2, (square[0] + square[1]) / 2,
		max(mean[1]-mean[0], square[1]-square[0]) / 2}
}
