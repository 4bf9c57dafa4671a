package certain

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// A path is a bridge over reals. Cells with the same log densities at both ends have
// the same density everywhere. They are a class, and each density is computed once a
// class.
type path struct {
	of      []int // the class of each cell
	classes int
	// at sets logf and f, by class, to the log density at beta and the density. It sets
	// none where there is no mass: f is 0 there, and logf is meaningless. The density
	// is the bridge's up to a constant at each beta, which the method constant returns.
	at func(logf, f []numbers.Interval, none []bool, beta *numbers.Interval)
	// constant sets z to the constant that logf lacks at beta.
	constant func(z, beta *numbers.Interval)
}

// mostSpan is the largest span of a level's log densities, in nats: the calculator's
// bound, with room for the arithmetic of bridges.
const mostSpan = 1e6

// ErrSpan is within the error of a path on which some log density spans more than the calculator holds.
var ErrSpan = fmt.Errorf("at most %.3g nats would do", mostSpan)

// newPath returns the bridge over reals, or an error that says why there is none.
func newPath(c *numbers.Calculator, b chains.Bridge, cells int) (*path, error) {
	switch b := b.(type) {
	case chains.Geometric:
		e, err := newEnds(c, b.From, b.To)
		if err != nil {
			return nil, err
		}
		return e.geometric(c, e.all[0], e.all[1]), nil
	case *chains.QPath:
		return powerMeans(c, b)
	case *chains.Moments:
		return tilted(c, b)
	case chains.Observations:
		return observed(c, b)
	case chains.Proved:
		return proved(c, b)
	}
	return nil, fmt.Errorf("a bridge of type %T is known by its float64 log densities alone; one that brings its form "+
		"over intervals, as chains.Proved wants it, would do", b)
}

// A level is one density of a path, and the log density of the previous level.
type level struct {
	*path
	calc   *numbers.Calculator
	t      int // its place in the schedule
	beta   float64
	logf   []numbers.Interval // by class, up to a constant
	f      []numbers.Interval // by class
	inv    []numbers.Interval // 1/f, and 0 if there is no mass
	none   []bool
	before []numbers.Interval // logf at the previous level
	gone   []bool             // none at the previous level
}

func (l *level) moveTo(t int, beta float64) {
	l.t, l.beta = t, beta
	l.logf, l.before = l.before, l.logf
	l.none, l.gone = l.gone, l.none
	l.at(l.logf, l.f, l.none, numbers.Zero(l.calc.Work).SetFloat(beta))
	for i := range l.f {
		if l.none[i] {
			l.inv[i].SetInt(0)
		} else {
			l.inv[i].Quo(l.calc.One, &l.f[i])
		}
	}
}

// weight is the density of cell x.
func (l *level) weight(x int) *numbers.Interval {
	return &l.f[l.of[x]]
}

func (l *level) mass() *numbers.Interval {
	total := numbers.NewSum(l.calc.Bits)
	for x := range l.of {
		total.Add(l.weight(x))
	}
	return numbers.Zero(l.calc.Bits).Set(total.Total())
}

// law returns the normalised density, by cell.
func (l *level) law() []numbers.Interval {
	p := numbers.Intervals(l.calc.Bits, len(l.of))
	Z := l.mass()
	for x := range l.of {
		p[x].Quo(l.weight(x), Z)
	}
	return p
}

func (l *level) logZ() *numbers.Interval { return l.calc.Log(numbers.Zero(l.calc.Bits), l.mass()) }

// geometric is the path of geometric averages of two ends, log f = -(1-beta) from - beta to: from and
// to are distances below the largest values, so that nothing cancels.
func (e *ends) geometric(c *numbers.Calculator, from, to end) *path {
	below := numbers.Zero(c.Work)
	first := numbers.Zero(c.Work).SetFloat(from.top)
	last := numbers.Zero(c.Work).SetFloat(to.top)
	logf := func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
		if from.none[i] && !beta.Is(1) || to.none[i] && !beta.Is(0) {
			return false
		}
		z.Neg(c.Between(below, beta, &from.below[i], &to.below[i]))
		return true
	}
	return e.byClass(c, logf, func(z, beta *numbers.Interval) { c.Between(z, beta, first, last) })
}

// proved is the path of a bridge that brings its form over intervals. The largest log density at each beta, as a float,
// is the constant that those of the path lack: ends of many million nats would be no densities otherwise.
func proved(c *numbers.Calculator, b chains.Proved) (*path, error) {
	from, to := b.Ends()
	e, err := newEnds(c, from, to)
	if err != nil {
		return nil, err
	}
	logs := func(v end) []*numbers.Interval { // by class; nil without mass
		all := make([]*numbers.Interval, len(v.below))
		top := numbers.Zero(c.Work).SetFloat(v.top)
		for i := range all {
			if !v.none[i] {
				all[i] = numbers.Zero(c.Work).Sub(top, &v.below[i])
			}
		}
		return all
	}
	first, last := logs(e.all[0]), logs(e.all[1])
	log := numbers.Zero(c.Work)
	largest := func(z, beta *numbers.Interval) {
		top := math.Inf(-1)
		for i := range first {
			if b.Prove(c, log, beta, first[i], last[i]) {
				high, _ := log.Hi.Float64()
				top = max(top, high)
			}
		}
		z.SetFloat(max(top, -math.MaxFloat64)) // no class may have mass
	}
	top := numbers.Zero(c.Work)
	p := e.byClass(c, func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
		ok := b.Prove(c, log, beta, first[i], last[i])
		if ok {
			z.Sub(log, top)
		}
		return ok
	}, largest)
	each := p.at
	p.at = func(logf, f []numbers.Interval, none []bool, beta *numbers.Interval) {
		largest(top, beta)
		each(logf, f, none, beta)
	}
	return p, nil
}

// tilted is the geometric path plus λ·g. λ and g are the bridge's float64, and the path is theirs: whether the moments
// are the averages is another question, which the bridge answers itself.
func tilted(c *numbers.Calculator, b *chains.Moments) (*path, error) {
	g := b.Statistics
	e, err := newEnds(c, append([][]float64{b.From, b.To}, g...)...)
	if err != nil {
		return nil, err
	}
	first := slices.Repeat([]int{-1}, len(e.cells)) // a cell of each class, which all have its statistics
	for x, class := range e.of {
		first[class] = x
	}
	p := e.geometric(c, e.all[0], e.all[1])
	base := p.at
	sum := numbers.Zero(c.Work)
	part := numbers.Zero(c.Work)
	lambda := numbers.Zero(c.Work)
	value := numbers.Zero(c.Work)
	p.at = func(logf, f []numbers.Interval, none []bool, beta *numbers.Interval) {
		base(logf, f, none, beta)
		at, _ := beta.Lo.Float64()
		tilt, _ := b.Tilt(at)
		for i := range f {
			if none[i] {
				continue
			}
			for k, l := range tilt {
				sum.Add(&logf[i], part.Mul(lambda.SetFloat(l), value.SetFloat(g[k][first[i]])))
				logf[i].Set(sum)
			}
			c.Exp(&f[i], &logf[i])
		}
	}
	return p, nil
}

// natsOfEnds bounds how far apart the log densities of the normalised ends of a path of power means lie.
func natsOfEnds(b *chains.QPath) float64 {
	from, to, _ := b.Ends()
	return max(chains.LogSpan(from), chains.LogSpan(to)) + math.Log(float64(len(from)))
}

// powerMeans is the path of power means of the normalised ends: log f is log((1-beta) p_1^r
// + beta p_T^r) / r, and the geometric one if r is 0. Its log densities lie (1-beta) log
// Z_1 + beta log Z_T below those of chains.QPath. At both ends the largest is taken off
// instead, so that cells with equal log f in the input stay equal. It returns an error if
// the powers span too much.
func powerMeans(c *numbers.Calculator, b *chains.QPath) (*path, error) {
	from, to, q := b.Ends()
	e, err := newEnds(c, from, to)
	if err != nil {
		return nil, err
	}
	r := 1 - q // rounded, so it is used for its sign and its size alone
	if r == 0 {
		return e.geometric(c, e.all[0], e.all[1]), nil
	}
	if span := math.Abs(r) * natsOfEnds(b); span > mostSpan {
		return nil, fmt.Errorf("the power 1-Q = %g of the densities spans %.3g nats; %w", r, span, ErrSpan)
	}
	power := numbers.Zero(c.Work).Sub(c.One, numbers.Zero(c.Work).SetFloat(q))
	inverse := numbers.Zero(c.Work)
	if r > 0 {
		inverse.Quo(c.One, power)
	} else {
		inverse.Neg(numbers.Zero(c.Work).Quo(c.One, numbers.Zero(c.Work).Neg(power)))
	}
	p1, pT := e.all[0], e.all[1]
	logZ1, logZT := e.logZ(c, p1), e.logZ(c, pT)
	top1 := numbers.Zero(c.Work).SetFloat(p1.top)
	topT := numbers.Zero(c.Work).SetFloat(pT.top)
	log1 := numbers.Zero(c.Work).Add(top1, logZ1)
	logT := numbers.Zero(c.Work).Add(topT, logZT)
	first := raised(c, p1, power, logZ1)
	last := raised(c, pT, power, logZT)
	mean := numbers.Zero(c.Work)
	log := numbers.Zero(c.Work)
	logf := func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
		switch no1, noT := p1.none[i], pT.none[i]; {
		case beta.Is(0):
			z.Neg(&p1.below[i])
			return !no1
		case beta.Is(1):
			z.Neg(&pT.below[i])
			return !noT
		case no1 && noT || r < 0 && (no1 || noT):
			return false
		}
		c.Log(log, c.Between(mean, beta, &first[i], &last[i]))
		z.Mul(log, inverse)
		return true
	}
	return e.byClass(c, logf, func(z, beta *numbers.Interval) {
		switch {
		case beta.Is(0):
			z.Set(top1)
		case beta.Is(1):
			z.Set(topT)
		default:
			c.Between(z, beta, log1, logT)
		}
	}), nil
}

// observed is the path through a model's observations: N geometric paths, each over 1/N of the
// range of beta. A beta is a float64 or a product of two. So N beta is one number, and not an
// interval that could span two of the paths.
func observed(c *numbers.Calculator, o chains.Observations) (*path, error) {
	e, err := newEnds(c, o.Steps...)
	if err != nil {
		return nil, err
	}
	parts := make([]*path, o.N())
	for t := range parts {
		parts[t] = e.geometric(c, e.all[t], e.all[t+1])
	}
	place := numbers.Zero(c.Work)
	within := numbers.Zero(c.Work)
	count := numbers.Zero(c.Work).SetInt(int64(len(parts)))
	find := func(beta *numbers.Interval) *path { // and within, the place on it
		place.Mul(beta, count)
		whole, _ := place.Lo.Int64()
		t := min(int(whole), len(parts)-1)
		within.Sub(place, numbers.Zero(c.Work).SetInt(int64(t)))
		return parts[t]
	}
	at := func(logf, f []numbers.Interval, none []bool, beta *numbers.Interval) {
		find(beta).at(logf, f, none, within)
	}
	return &path{of: e.of, classes: len(e.cells), at: at,
		constant: func(z, beta *numbers.Interval) { find(beta).constant(z, within) }}, nil
}
