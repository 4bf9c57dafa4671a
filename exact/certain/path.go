package certain

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
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

// newPath returns the bridge over reals, or an error that says why there is none.
func newPath(c *numbers.Calculator, b chains.Bridge, cells int) (*path, error) {
	switch b := b.(type) {
	case chains.Geometric:
		return geometric(c, b.From, b.To)
	case *chains.QPath:
		return powerMeans(c, b)
	case chains.Observations:
		return observed(c, b)
	case kernels.Copies:
		base, err := newPath(c, b.Base, cells/b.K)
		if err != nil {
			return nil, err
		}
		return copies(base, b.K), nil
	case kernels.Walkers:
		base, err := newPath(c, b.Base, b.N)
		if err != nil {
			return nil, err
		}
		return walkers(c, base, b.Share), nil
	}
	return nil, fmt.Errorf("a bridge of type %T is known by its float64 log densities alone; a bridge of the "+
		"catalogue would do", b)
}

// copies returns the path with k copies of every cell.
func copies(base *path, k int) *path {
	p := *base
	p.of = make([]int, 0, len(base.of)*k)
	for _, class := range base.of {
		for range k {
			p.of = append(p.of, class)
		}
	}
	return &p
}

// walkers returns the path of pairs of cells, with the second at share times beta. It
// adds log densities and multiplies densities.
func walkers(c *numbers.Calculator, base *path, share float64) *path {
	n := base.classes
	p := &path{classes: n * n}
	for _, first := range base.of {
		for _, second := range base.of {
			p.of = append(p.of, first*n+second)
		}
	}
	here, there := numbers.Intervals(c.Bits, 2*n), numbers.Intervals(c.Bits, 2*n)
	noHere, noThere := make([]bool, n), make([]bool, n)
	part := numbers.Zero(c.Work)
	by := numbers.Zero(c.Work).SetFloat(share)
	p.at = func(logf, f []numbers.Interval, none []bool, beta *numbers.Interval) {
		part.Mul(by, beta)
		base.at(here[:n], here[n:], noHere, beta)
		base.at(there[:n], there[n:], noThere, part)
		for i := range n {
			for j := range n {
				at := i*n + j
				if none[at] = noHere[i] || noThere[j]; none[at] {
					f[at].SetInt(0)
					continue
				}
				logf[at].Add(&here[i], &there[j])
				f[at].Mul(&here[n+i], &there[n+j])
			}
		}
	}
	first, second := numbers.Zero(c.Work), numbers.Zero(c.Work)
	p.constant = func(z, beta *numbers.Interval) {
		part.Mul(by, beta)
		base.constant(first, beta)
		base.constant(second, part)
		z.Add(first, second)
	}
	return p
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

func newLevel(c *numbers.Calculator, b chains.Bridge, cells int) (*level, error) {
	p, err := newPath(c, b, cells)
	if err != nil {
		return nil, err
	}
	n := p.classes
	return &level{path: p, calc: c, logf: numbers.Intervals(c.Bits, n), f: numbers.Intervals(c.Bits, n),
		inv:  numbers.Intervals(c.Bits, n),
		none: make([]bool, n), before: numbers.Intervals(c.Bits, n), gone: make([]bool, n)}, nil
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

func (l *level) mass() *numbers.Interval {
	total := numbers.NewSum(l.calc.Bits)
	for _, class := range l.of {
		total.Add(&l.f[class])
	}
	return numbers.Zero(l.calc.Bits).Set(total.Total())
}

// law returns the normalised density, by cell.
func (l *level) law() []numbers.Interval {
	p, Z := numbers.Intervals(l.calc.Bits, len(l.of)), l.mass()
	for x, class := range l.of {
		p[x].Quo(&l.f[class], Z)
	}
	return p
}

func (l *level) logZ() *numbers.Interval { return l.calc.Log(numbers.Zero(l.calc.Bits), l.mass()) }
