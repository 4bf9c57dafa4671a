package certain

import (
	"breadboard/chains"
	"breadboard/chains/numbers"
)

// observed is the path through a model's observations: N geometric paths, each over 1/N of the
// range of beta. A beta is a float64 or a product of two. So N beta is one number, and not an
// interval that could span two of the paths.
func observed(c *numbers.Calculator, o chains.Observations) (*path, error) {
	n, cells := o.N(), len(o.Steps[0])
	parts := make([]*path, n)
	for t := range parts {
		var err error
		if parts[t], err = geometric(c, o.Steps[t], o.Steps[t+1]); err != nil {
			return nil, err
		}
	}
	all := &path{of: make([]int, cells), classes: cells}
	for x := range all.of {
		all.of[x] = x
	}
	place, within, count := numbers.Zero(c.Work), numbers.Zero(c.Work), numbers.Zero(c.Work).SetInt(int64(n))
	find := func(beta *numbers.Interval) *path {
		place.Mul(beta, count)
		whole, _ := place.Lo.Int64()
		t := min(int(whole), n-1)
		within.Sub(place, numbers.Zero(c.Work).SetInt(int64(t)))
		return parts[t]
	}
	logs, masses, none := numbers.Intervals(c.Bits, cells), numbers.Intervals(c.Bits, cells), make([]bool, cells)
	all.at = func(logf, f []numbers.Interval, lacks []bool, beta *numbers.Interval) {
		part := find(beta)
		part.at(logs[:part.classes], masses[:part.classes], none[:part.classes], within)
		for x, class := range part.of {
			logf[x].Set(&logs[class])
			f[x].Set(&masses[class])
			lacks[x] = none[class]
		}
	}
	all.constant = func(z, beta *numbers.Interval) { find(beta).constant(z, within) }
	return all, nil
}
