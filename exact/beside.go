package exact

import "math"

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
	var s, second, lag float64
	grow := w.next
	for x, p := range w.p {
		rise := w.rise[x]
		up, more := growth(rise)
		grow[x] = up
		s += p * up
		second += p * more
		lag += w.d[x] * rise
	}
	z := 1 / (1 + s)
	for x, p := range w.p {
		w.d[x] += p * ((s - grow[x]) * z)
	}
	normalize(w.p, w.logp, to.LogF())
	return second + log1pmx(s) - lag
}

// growth is exp(x) - 1 and exp(x) - 1 - x. The first is the second and x: where x is
// small nothing cancels, and what is left out of the series is below 1e-17 of it.
func growth(x float64) (grow, more float64) {
	if !(math.Abs(x) < 1./16) {
		return math.Expm1(x), expm1mx(x)
	}
	more = x * x * (1./2 + x*(1./6+x*(1./24+x*(1./120+x*(1./720+x*(1./5040+x*(1./40320+x*(1./362880+x*(1./3628800)))))))))
	return x + more, more
}
