package certain

import "breadboard/chains"

// A level is one density of a path. It keeps the one before.
type level struct {
	*path
	calc   *calculator
	beta   float64
	logf   []Real // by class, up to a constant
	f      []Real // by class
	inv    []Real // 1/f, and 0 if there is no mass
	none   []bool
	before []Real // logf of the level before
	gone   []bool // none at the level before
}

func newLevel(c *calculator, b chains.Bridge, cells int) (*level, error) {
	p, err := newPath(c, b, cells)
	if err != nil {
		return nil, err
	}
	n := p.classes
	return &level{path: p, calc: c, logf: reals(c.bits, n), f: reals(c.bits, n), inv: reals(c.bits, n),
		none: make([]bool, n), before: reals(c.bits, n), gone: make([]bool, n)}, nil
}

// moveTo moves to beta.
func (l *level) moveTo(beta float64) {
	l.beta = beta
	l.logf, l.before = l.before, l.logf
	l.none, l.gone = l.gone, l.none
	l.at(l.logf, l.f, l.none, zero(l.calc.work).setFloat(beta))
	for i := range l.f {
		if l.none[i] {
			l.inv[i].setInt(0)
		} else {
			l.inv[i].quo(l.calc.one, &l.f[i])
		}
	}
}

// mass sets z to the sum of f over all cells.
func (l *level) mass() *Real {
	total := newSum(l.calc.bits)
	for _, class := range l.of {
		total.add(&l.f[class])
	}
	return zero(l.calc.bits).set(total.total())
}

// law returns the normalised density, by cell.
func (l *level) law() []Real {
	p, Z := reals(l.calc.bits, len(l.of)), l.mass()
	for x, class := range l.of {
		p[x].quo(&l.f[class], Z)
	}
	return p
}

// logZ is the log of the mass.
func (l *level) logZ() *Real { return l.calc.log(zero(l.calc.bits), l.mass()) }
