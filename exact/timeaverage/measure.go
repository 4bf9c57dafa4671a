package timeaverage

import (
	"context"
	"fmt"
)

// Measure returns the accuracy of the time averages of functions, from starts, after each
// number of steps in ns: one value for each function, start and number, in this order. It is an
// error if a start has mass where the chain's law has none. Functions may be anything there.
func (c *Chain) Measure(ctx context.Context, functions, starts [][]float64, ns []int) ([][][]Accuracy, error) {
	laws, all := make([]Start, len(starts)), make([][][]Accuracy, len(functions))
	for i, s := range starts {
		law, err := c.Start(s)
		if err != nil {
			return nil, err
		}
		laws[i] = law
	}
	for f := range all {
		all[f] = make([][]Accuracy, len(starts))
		for i := range all[f] {
			all[f][i] = make([]Accuracy, len(ns))
		}
	}
	err := c.Each(ctx, functions, ns, func(f, k int, s Sums) {
		for i, law := range laws {
			all[f][i][k] = s.From(law)
		}
	})
	return all, err
}

// Each shows the sums of every function after each number of steps in ns, by their places in both
// lists. Their order is any.
func (c *Chain) Each(ctx context.Context, functions [][]float64, ns []int, see func(function, k int, s Sums)) error {
	of := make([]centred, len(functions))
	for f, h := range functions {
		of[f] = c.centred(h)
	}
	numbers := rising(ns)
	if len(numbers) > 0 && numbers[0] < 1 {
		panic(fmt.Sprintf("timeaverage: an average over %d steps", numbers[0]))
	}
	show := func(f, n int, mean []twice, variance []float64) {
		s := c.newSums(n, of[f], mean, variance)
		for k, number := range ns {
			if number == n {
				see(f, k, s)
			}
		}
	}
	p := c.plan(len(functions), numbers)
	if err := c.oneByOne(ctx, of, p.one, show); err != nil {
		return err
	}
	if len(p.two) == 0 {
		return nil
	}
	return c.doubled(ctx, of, p.two, p.top, show)
}

// A shower is shown the means and variances of a function's sum over n steps, from every state. It keeps
// neither.
type shower func(function, n int, mean []twice, variance []float64)
