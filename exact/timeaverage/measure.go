package timeaverage

import (
	"context"
	"fmt"
)

// Measure returns the accuracy of the time averages of functions, from starts, after each
// number of steps in ns: one value for each function, start and number, in this order. It is an
// error if a start has mass where the chain's law has none. Functions may be anything there.
func (c *Chain) Measure(ctx context.Context, functions, starts [][]float64, ns []int) ([][][]Accuracy, error) {
	centred, spreads := make([][]float64, len(functions)), make([]float64, len(functions))
	for f, h := range functions {
		centred[f], spreads[f] = c.centred(h)
	}
	laws := make([][]float64, len(starts))
	for i, s := range starts {
		law, err := c.start(s)
		if err != nil {
			return nil, err
		}
		laws[i] = law
	}
	numbers := rising(ns)
	if len(numbers) > 0 && numbers[0] < 1 {
		panic(fmt.Sprintf("timeaverage: an average over %d steps", numbers[0]))
	}
	p, r := c.plan(len(functions), len(starts), numbers), newRecord(spreads, len(starts), ns)
	if err := c.oneByOne(ctx, centred, laws, p.one, r); err != nil {
		return nil, err
	}
	if len(p.two) > 0 {
		if err := c.doubled(ctx, centred, laws, p.two, p.top, r); err != nil {
			return nil, err
		}
	}
	return r.all, nil
}

// A record collects accuracies.
type record struct {
	spreads []float64
	ns      []int
	all     [][][]Accuracy // by function, start and place in ns
}

func newRecord(spreads []float64, starts int, ns []int) *record {
	r := &record{spreads: spreads, ns: ns, all: make([][][]Accuracy, len(spreads))}
	for f := range r.all {
		r.all[f] = make([][]Accuracy, starts)
		for i := range r.all[f] {
			r.all[f][i] = make([]Accuracy, len(ns))
		}
	}
	return r
}

// set notes the mean and the variance of a sum over n steps.
func (r *record) set(function, start, n int, mean, variance float64) {
	steps := float64(n)
	a := Accuracy{N: n, Spread: r.spreads[function], Bias: mean / steps, Variance: variance / steps / steps}
	for k, number := range r.ns {
		if number == n {
			r.all[function][start][k] = a
		}
	}
}
