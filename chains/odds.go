package chains

import "math"

// odds is what Metropolis makes of two cells at a level: by p where that is at hand,
// and else by log f, with an exponential.
type odds struct{ p, logf []float64 }

func (l *Level) odds() odds {
	if l.P != nil {
		return odds{p: l.P}
	}
	return odds{logf: l.LogF()}
}

// none reports whether x has no mass.
func (o odds) none(x int) bool {
	if o.p != nil {
		return o.p[x] == 0
	}
	return math.IsInf(o.logf[x], -1)
}

// less reports whether y has less mass than x.
func (o odds) less(y, x int) bool {
	if o.p != nil {
		return o.p[y] < o.p[x]
	}
	return o.logf[y] < o.logf[x]
}

// accept is the probability of accepting to go from x to y, which has mass.
func (o odds) accept(x, y int) float64 {
	if o.p != nil {
		return min(1, o.p[y]/(o.p[x]+least))
	}
	return metropolisAccept(o.logf[y] - o.logf[x])
}

// quotient is the mass of y over that of x; both have some.
func (o odds) quotient(y, x int) float64 {
	if o.p != nil {
		return o.p[y] / o.p[x]
	}
	return math.Exp(o.logf[y] - o.logf[x])
}

// reject is 1 - accept, to its own digits.
func (o odds) reject(x, y int) float64 {
	switch {
	case !o.less(y, x):
		return 0
	case o.p != nil:
		return (o.p[x] - o.p[y]) / o.p[x]
	}
	return -math.Expm1(o.logf[y] - o.logf[x])
}
