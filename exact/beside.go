package exact

// beside is a walk's step in the company of a plain pass, from whose levels and
// differences of log f it is made: the pass stands around the step, which leads to
// its lower level or its upper one. It returns what step would.
func (w *walk) beside(c *plain, down bool) float64 {
	to, sign := c.to, 1.0
	if down {
		to, sign = c.from, -1
	}
	for x, v := range c.rise {
		w.rise[x] = sign * v
	}
	if !center(w.rise, w.p) {
		return w.large(to.T)
	}
	share := w.small(to.LogF())
	normalize(w.p, w.logp, to.LogF())
	return share
}
