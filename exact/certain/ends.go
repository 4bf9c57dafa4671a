package certain

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
)

// ends holds two log densities by class.
type ends struct {
	of       []int   // the class of each cell
	cells    []int64 // the number of cells of each class
	from, to end
}

// An end is a log density by class, as distances below its largest value.
type end struct {
	top   float64
	below []interval // not negative
	none  []bool     // there is no mass, and below is 0
}

func newEnds(c *calculator, from, to []float64) (*ends, error) {
	for _, logf := range [][]float64{from, to} {
		if span := chains.LogSpan(logf); span > mostSpan {
			return nil, fmt.Errorf("a log density spans %.3g nats; at most %.3g would do", span, mostSpan)
		}
	}
	e := &ends{of: make([]int, len(from))}
	known := map[[2]float64]int{}
	var logFrom, logTo []float64
	for x := range from {
		key := [2]float64{from[x], to[x]}
		class, ok := known[key]
		if !ok {
			class = len(known)
			known[key] = class
			logFrom, logTo, e.cells = append(logFrom, from[x]), append(logTo, to[x]), append(e.cells, 0)
		}
		e.of[x] = class
		e.cells[class]++
	}
	e.from, e.to = newEnd(c, logFrom), newEnd(c, logTo)
	return e, nil
}

func newEnd(c *calculator, logf []float64) end {
	e := end{top: slices.Max(logf), below: intervals(c.work, len(logf)), none: make([]bool, len(logf))}
	for i, v := range logf {
		if e.none[i] = math.IsInf(v, -1); !e.none[i] {
			e.below[i].sub(zero(c.work).setFloat(e.top), zero(c.work).setFloat(v))
		}
	}
	return e
}

// raised returns p^power by class, 0 where there is no mass, and log Z. Here f is the
// density over its largest value, Z is the sum of f over all cells, and p is f/Z.
func (e *ends) raised(c *calculator, v end, power *interval) (raised []interval, logZ *interval) {
	f, raised := intervals(c.work, len(v.below)), intervals(c.work, len(v.below))
	total, logf := newSum(c.work), zero(c.work)
	for i := range f {
		if !v.none[i] {
			c.exp(&f[i], logf.neg(&v.below[i]))
			total.add(zero(c.work).mul(&f[i], zero(c.work).setInt(e.cells[i])))
		}
	}
	logZ = zero(c.work).set(c.log(zero(c.bits), total.total())) // log has no more bits
	for i := range raised {
		if !v.none[i] {
			logp := zero(c.work).sub(logf.neg(&v.below[i]), logZ)
			c.exp(&raised[i], zero(c.work).mul(power, logp))
		}
	}
	return raised, logZ
}
