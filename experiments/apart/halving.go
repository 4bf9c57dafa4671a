package apart

import (
	"math"

	"breadboard/chains/aide"
	"breadboard/chains/sample"
)

// A Halving says what number M of reverse runs, of both programs, would halve the bias that the estimate
// has at M = 1.
type Halving struct {
	M     int      // the first of the curve with at most half the bias; 0 if there is none
	Why   string   // why there is no curve; "" if there is one
	Curve []BiasAt // the bias at M = 1, 2, 4, ..., from the same looks
}

// A BiasAt is the bias of the estimate with M reverse runs.
type BiasAt struct {
	M    int
	Bias sample.Estimate
}

// NoBias is the reason why there is no curve if the bias is 0.
const NoBias = "there is no bias"

// Most is the largest M of the curve, and 0 if there is none.
func (h Halving) Most() int {
	if h.Curve == nil {
		return 0
	}
	return h.Curve[len(h.Curve)-1].M
}

// leastSearched is the M up to which the search goes at least.
const leastSearched = 16

// searched is the M up to which the search for half of a bias goes: 0 if there is none to be found, and
// then why.
func (e Exact) searched(unknown []string, meta Counts) (most int, why string) {
	switch bias := e.Bias.Total(); {
	case unknown != nil:
		return 0, "the exact divergence is not known"
	case math.IsNaN(bias) || math.IsInf(bias, 0):
		return 0, "the bias is not finite"
	case math.Abs(bias) <= max(e.Off, 1e-12):
		return 0, NoBias
	}
	return max(leastSearched, min(meta.Gold, meta.Target)), ""
}

// halving finds the M, up to most, that halves the bias of a row.
func (r Row) halving(looks aide.Estimate, most int) (h Halving) {
	for m := 1; m <= most; m *= 2 {
		at := r.biasAt(estimate(looks.Drop(Counts{Gold: 1, Target: 1}, Counts{Gold: m, Target: m})))
		h.Curve = append(h.Curve, BiasAt{m, at})
		if h.M == 0 && at.Value <= r.Exact.Bias.Total()/2 {
			h.M = m
		}
	}
	return h
}
