package accounts

import (
	"cmp"
	"context"
	"math"
	"slices"

	"breadboard/chains/programs"
)

// Largest returns the largest log w of K forward runs, for programs that draw their cell at
// once, SIR and AIS. Of the latter two it knows the tails at places a width apart, each
// between two bounds. Mean and Square are in the middle of what these allow, and Off is half
// of that, about two widths.
func Largest(ctx context.Context, e programs.Estimator, p programs.Problem, K int, width float64) (Combined, error) {
	if err := p.Check(); err != nil {
		return Combined{}, err
	}
	a := newAccount(p)
	low, high := math.Inf(1), math.Inf(-1)
	switch e := e.(type) {
	case programs.Direct:
		q, logq := e.Law()
		return newAtoms(q, a.logp, logq).largest(K), nil
	case programs.SIR:
		for x, q := range a.first {
			if q > 0 {
				low, high = min(low, a.logw[x]), max(high, a.logw[x])
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
		return Combined{}, ErrTooLarge
	}
	if math.IsInf(low, -1) { // all weights may be 0
		return infinite, nil
	}
	tails, err := Above(ctx, e, p, width, between(low-2*width, high+3*width, width)...)
	if err != nil {
		return Combined{}, err
	}
	return largest(tails, K), nil
}

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

// largest sums over the values: the largest of K is at most the i-th with probability F_i^K.
func (a atoms) largest(K int) Combined {
	order := make([]int, 0, len(a.mass))
	for x, p := range a.mass {
		if p > 0 {
			order = append(order, x)
		}
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(a.logv[x], a.logv[y]) })
	if math.IsInf(a.logv[order[0]], -1) {
		return infinite
	}
	c, below, sum := Combined{Off: 1e-13}, 0., 0.
	for _, x := range order {
		sum += a.mass[x]
		upTo, v := math.Pow(sum, float64(K)), a.logv[x]
		c.Mean += v * (upTo - below)
		c.Square += v * v * (upTo - below)
		below = upTo
	}
	return c
}
