package certain

import "breadboard/chains"

// observed is the path through a model's observations: N geometric paths, each over 1/N of the
// range of beta. A beta is a float64 or a product of two. So N beta is one number, and not an
// interval that could span two of the paths.
func observed(c *calculator, o chains.Observations) (*path, error) {
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
	place, within, count := zero(c.work), zero(c.work), zero(c.work).setInt(int64(n))
	find := func(beta *interval) *path {
		place.mul(beta, count)
		whole, _ := place.lo.Int64()
		t := min(int(whole), n-1)
		within.sub(place, zero(c.work).setInt(int64(t)))
		return parts[t]
	}
	logs, masses, none := intervals(c.bits, cells), intervals(c.bits, cells), make([]bool, cells)
	all.at = func(logf, f []interval, lacks []bool, beta *interval) {
		part := find(beta)
		part.at(logs[:part.classes], masses[:part.classes], none[:part.classes], within)
		for x, class := range part.of {
			logf[x].set(&logs[class])
			f[x].set(&masses[class])
			lacks[x] = none[class]
		}
	}
	all.constant = func(z, beta *interval) { find(beta).constant(z, within) }
	return all, nil
}
