package certain

import (
	"fmt"
	"math"

	"breadboard/chains"
)

// ends holds two log densities by class: the distance below the largest, and the
// cells without mass.
type ends struct {
	of             []int
	cells          []int64 // by class, how many
	from, to       []Real  // not negative
	noFrom, noTo   []bool
	topFrom, topTo float64
}

func newEnds(c *calculator, from, to []float64) (*ends, error) {
	for _, logf := range [][]float64{from, to} {
		if span := chains.LogSpan(logf); span > mostSpan {
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

// below sets z to top - v, and leaves it alone if v is -Inf.
func below(z *Real, top, v float64) {
	if !math.IsInf(v, -1) {
		bits := z.lo.Prec()
		z.sub(zero(bits).setFloat(top), zero(bits).setFloat(v))
	}
}

// normalized returns the log of p in a class: f lies v below its top, and p is f over
// the sum of all cells.
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
