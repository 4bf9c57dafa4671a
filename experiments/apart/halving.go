package apart

import (
	"context"
	"errors"
	"math"

	"breadboard/chains/aide"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
)

// A Halving says what number M of reverse runs, of both programs, would halve the bias that the estimate
// has at M = 1.
type Halving struct {
	M        int      // at most half the bias is left from here on; 0 if there is none up to Searched
	Searched int      // 0 if there was no search
	Exactly  bool     // whether the least M was found by exact biases; if not, M is a power of 2, found from looks
	Why      string   // why there was no search; "" if there was one
	Curve    []BiasAt // the bias at M = 1, 2, 4, ..., from the same looks; nil if Exactly
}

// A BiasAt is the bias of the estimate with M reverse runs.
type BiasAt struct {
	M    int
	Bias sample.Estimate
}

// NoBias is the reason why there is no search if the bias is 0.
const NoBias = "there is no bias"

// leastSearched is the M up to which looks are searched at least, and mostSearched the M up to which exact
// biases are: some twenty of them.
const leastSearched, mostSearched = 16, 1024

// search finds the bias at Meta and the M that halves it, exactly if there is a way. If there is none
// it sets how far looks are to be searched. The error is ctx's.
func (r *Row) search(ctx context.Context,
	biases func(context.Context, Counts, int) (accounts.Distance, int, error)) (exactly bool, err error) {
	switch bias := r.Exact.Bias.Total(); {
	case r.Unknown != nil:
		r.Why = "the exact divergence is not known"
	case math.IsNaN(bias):
		r.Why = "the bias is not known"
	case math.IsInf(bias, 0):
		r.Why = "the bias is infinite"
	case bias <= max(r.Off, 1e-12):
		r.Why = NoBias
	default:
		r.Searched = max(leastSearched, min(r.Meta.Gold, r.Meta.Target))
	}
	if r.Why != "" || biases == nil {
		return false, nil
	}
	d, halved, err := biases(ctx, r.Meta, mostSearched)
	if errors.Is(err, accounts.ErrTooLarge) {
		return false, nil
	}
	r.Bias, r.M, r.Searched, r.Exactly = estimate(d.Bias.Total(), math.NaN()), halved, mostSearched, true
	return true, err
}

// sampled finds the M from looks with as many runs of each program as are searched.
func (r *Row) sampled(looks aide.Estimate) {
	for m := 1; m <= r.Searched; m *= 2 {
		at := r.biasAt(estimate(looks.Drop(one, Counts{Gold: m, Target: m})))
		r.Curve = append(r.Curve, BiasAt{m, at})
		if r.M == 0 && at.Value <= r.Exact.Bias.Total()/2 {
			r.M = m
		}
	}
}
