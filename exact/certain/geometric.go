package certain

// geometric is the path of geometric averages: both ends are given as distances from
// and to below their tops, so that log f = -(1-beta) from - beta to, and nothing
// cancels.
func geometric(c *calculator, from, to []float64) (*path, error) {
	e, err := newEnds(c, from, to)
	if err != nil {
		return nil, err
	}
	p := &path{of: e.of, classes: len(e.from)}
	v := reals(c.work, 5)
	rest, first, second, both, log := &v[0], &v[1], &v[2], &v[3], &v[4]
	p.at = func(logf, f []Real, none []bool, beta *Real) {
		rest.sub(c.one, beta)
		for i := range e.from {
			none[i] = e.noFrom[i] && !beta.is(1) || e.noTo[i] && !beta.is(0)
			if none[i] {
				f[i].setInt(0)
				continue
			}
			first.mul(rest, &e.from[i])
			second.mul(beta, &e.to[i])
			both.add(first, second)
			log.neg(both)
			logf[i].set(log)
			c.exp(&f[i], log)
		}
	}
	p.constant = func(z, beta *Real) {
		rest.sub(c.one, beta)
		first.mul(rest, zero(c.work).setFloat(e.topFrom))
		second.mul(beta, zero(c.work).setFloat(e.topTo))
		z.add(first, second)
	}
	return p, nil
}
