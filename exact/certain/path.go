package certain

import (
	"fmt"
	"math"

	"breadboard/chains"
)

// A path is a bridge over reals. Cells whose log densities are the same at both
// ends have the same everywhere: they are a class, and what is to be said of a
// density is said once for each class.
type path struct {
	of      []int // the class of each cell
	classes int
	// at sets logf and f by class to the log density at beta and the density; none
	// to where there is no mass: f is 0 there, and logf not to be looked at. The
	// density is the bridge's but for a constant at each beta, constant says which.
	at func(logf, f []Real, none []bool, beta *Real)
	// constant sets z to what is to be added to logf at beta.
	constant func(z, beta *Real)
}

// mostSpan is how many nats the log densities of a level may lie apart: the
// calculator's bound, with room for what bridges make of it.
const mostSpan = 1e6

// newPath is the bridge over reals, or an error that says why not.
func newPath(c *calculator, b chains.Bridge, cells int) (*path, error) {
	switch b := b.(type) {
	case chains.Geometric:
		return geometric(c, b.From, b.To)
	case *chains.QPath:
		return powerMeans(c, b)
	case chains.Copies:
		base, err := newPath(c, b.Base, cells/b.K)
		if err != nil {
			return nil, err
		}
		return copies(base, b.K), nil
	case chains.Pairs:
		base, err := newPath(c, b.Base, b.N)
		if err != nil {
			return nil, err
		}
		return pairs(c, base, b.Share), nil
	}
	return nil, fmt.Errorf("a bridge of type %T is known by its float64 log densities alone; a bridge of the catalogue would do", b)
}

// ends are two log densities by class: how far below the largest, and where there
// is no mass.
type ends struct {
	of             []int
	cells          []int64 // by class, how many
	from, to       []Real  // not negative
	noFrom, noTo   []bool
	topFrom, topTo float64
}

func newEnds(c *calculator, from, to []float64) (*ends, error) {
	for _, logf := range [][]float64{from, to} {
		if span := chains.Span(logf); span > mostSpan {
			return nil, fmt.Errorf("a log density spans %.3g nats; at most %.3g would do", span, mostSpan)
		}
	}
	e := &ends{of: make([]int, len(from)), topFrom: math.Inf(-1), topTo: math.Inf(-1)}
	known := map[[2]float64]int{}
	var members [][2]float64
	for x := range from {
		key := [2]float64{from[x], to[x]}
		class, ok := known[key]
		if !ok {
			class = len(members)
			known[key] = class
			members = append(members, key)
			e.cells = append(e.cells, 0)
		}
		e.of[x] = class
		e.cells[class]++
		e.topFrom, e.topTo = max(e.topFrom, from[x]), max(e.topTo, to[x])
	}
	e.from, e.to = reals(c.work, len(members)), reals(c.work, len(members))
	for i, m := range members {
		e.noFrom, e.noTo = append(e.noFrom, math.IsInf(m[0], -1)), append(e.noTo, math.IsInf(m[1], -1))
		below(&e.from[i], e.topFrom, m[0])
		below(&e.to[i], e.topTo, m[1])
	}
	return e, nil
}

// below sets z to top - v, and leaves it where v is -Inf.
func below(z *Real, top, v float64) {
	if !math.IsInf(v, -1) {
		bits := z.lo.Prec()
		z.sub(zero(bits).setFloat(top), zero(bits).setFloat(v))
	}
}

// geometric is the path of geometric averages: with both ends no more than 0,
// log f = -(1-beta) from - beta to, in which nothing cancels.
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

// normalized is the log of what has the distance v below its top, over the sum
// of all cells.
func (e *ends) normalized(c *calculator, v []Real, none []bool) (log []Real, logZ *Real) {
	total, term, minus := newSum(c.work), zero(c.work), zero(c.work)
	f := reals(c.work, len(v))
	for i := range v {
		if !none[i] {
			minus.neg(&v[i])
			c.exp(&f[i], minus)
			term.mul(&f[i], zero(c.work).setInt(e.cells[i]))
			total.add(term)
		}
	}
	logZ, log = zero(c.work), reals(c.work, len(v))
	wide := zero(c.bits) // log makes no more bits
	c.log(wide, total.total())
	logZ.set(wide)
	for i := range v {
		minus.neg(&v[i])
		log[i].sub(minus, logZ)
	}
	return log, logZ
}

// powerMeans is the path of power means of the normalised ends: log f is
// log((1-beta) p_1^r + beta p_T^r) / r, and the geometric one where r is 0. The
// densities are those of chains.QPath less (1-beta) log Z_1 + beta log Z_T.
func powerMeans(c *calculator, b *chains.QPath) (*path, error) {
	from, to, r := b.Ends()
	if r == 0 {
		return geometric(c, from, to)
	}
	e, err := newEnds(c, from, to)
	if err != nil {
		return nil, err
	}
	if span := math.Abs(r) * (max(chains.Span(from), chains.Span(to)) + math.Log(float64(len(from)))); span > mostSpan {
		return nil, fmt.Errorf("the power 1-Q = %g of the densities spans %.3g nats; at most %.3g would do", r, span, mostSpan)
	}
	p1, logZ1 := e.normalized(c, e.from, e.noFrom)
	pT, logZT := e.normalized(c, e.to, e.noTo)
	power := zero(c.work).setFloat(r)
	a, d := reals(c.work, len(p1)), reals(c.work, len(p1))
	for i := range p1 {
		if !e.noFrom[i] {
			c.exp(&a[i], zero(c.work).mul(power, &p1[i]))
		}
		if !e.noTo[i] {
			c.exp(&d[i], zero(c.work).mul(power, &pT[i]))
		}
	}
	inverse := zero(c.work).quo(c.one, zero(c.work).setFloat(math.Abs(r)))
	if r < 0 {
		inverse = zero(c.work).neg(inverse)
	}
	p := &path{of: e.of, classes: len(p1)}
	v := reals(c.work, 5)
	rest, first, second, both, log := &v[0], &v[1], &v[2], &v[3], &v[4]
	p.at = func(logf, f []Real, none []bool, beta *Real) {
		rest.sub(c.one, beta)
		for i := range p1 {
			switch {
			case beta.is(0):
				none[i] = e.noFrom[i]
				log.set(&p1[i])
			case beta.is(1):
				none[i] = e.noTo[i]
				log.set(&pT[i])
			default:
				none[i] = e.noFrom[i] && e.noTo[i] || r < 0 && (e.noFrom[i] || e.noTo[i])
				if !none[i] {
					first.mul(rest, &a[i])
					second.mul(beta, &d[i])
					both.add(first, second)
					c.log(first, both)
					log.mul(first, inverse)
				}
			}
			if none[i] {
				f[i].setInt(0)
				continue
			}
			logf[i].set(log)
			c.exp(&f[i], log)
		}
	}
	p.constant = func(z, beta *Real) {
		first.add(logZ1, zero(c.work).setFloat(e.topFrom))
		second.add(logZT, zero(c.work).setFloat(e.topTo))
		rest.sub(c.one, beta)
		both.mul(rest, first)
		log.mul(beta, second)
		z.add(both, log)
	}
	return p, nil
}

// copies is the path of as many copies of every cell.
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

// pairs is the path of pairs of cells, the second at share times beta: log
// densities are added and densities multiplied.
func pairs(c *calculator, base *path, share float64) *path {
	n := base.classes
	p := &path{classes: n * n}
	for _, first := range base.of {
		for _, second := range base.of {
			p.of = append(p.of, first*n+second)
		}
	}
	here, there := reals(c.bits, 2*n), reals(c.bits, 2*n)
	noHere, noThere := make([]bool, n), make([]bool, n)
	part := zero(c.work)
	by := zero(c.work).setFloat(share)
	p.at = func(logf, f []Real, none []bool, beta *Real) {
		part.mul(by, beta)
		base.at(here[:n], here[n:], noHere, beta)
		base.at(there[:n], there[n:], noThere, part)
		for i := range n {
			for j := range n {
				at := i*n + j
				if none[at] = noHere[i] || noThere[j]; none[at] {
					f[at].setInt(0)
					continue
				}
				logf[at].add(&here[i], &there[j])
				f[at].mul(&here[n+i], &there[n+j])
			}
		}
	}
	first, second := zero(c.work), zero(c.work)
	p.constant = func(z, beta *Real) {
		part.mul(by, beta)
		base.constant(first, beta)
		base.constant(second, part)
		z.add(first, second)
	}
	return p
}
