package certain

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
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
	below []numbers.Interval // not negative
	none  []bool             // there is no mass, and below is 0
}

func newEnds(c *numbers.Calculator, from, to []float64) (*ends, error) {
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

func newEnd(c *numbers.Calculator, logf []float64) end {
	e := end{top: slices.Max(logf), below: numbers.Intervals(c.Work, len(logf)), none: make([]bool, len(logf))}
	for i, v := range logf {
		if e.none[i] = math.IsInf(v, -1); !e.none[i] {
			e.below[i].Sub(numbers.Zero(c.Work).SetFloat(e.top), numbers.Zero(c.Work).SetFloat(v))
		}
	}
	return e
}

// raised returns p^power by class, 0 where there is no mass, and log Z. Here f is the
// density over its largest value, Z is the sum of f over all cells, and p is f/Z.
func (e *ends) raised(c *numbers.Calculator, v end, power *numbers.Interval) (
	raised []numbers.Interval, logZ *numbers.Interval) {
	f, raised := numbers.Intervals(c.Work, len(v.below)), numbers.Intervals(c.Work, len(v.below))
	total, logf := numbers.NewSum(c.Work), numbers.Zero(c.Work)
	for i := range f {
		if !v.none[i] {
			c.Exp(&f[i], logf.Neg(&v.below[i]))
			total.Add(numbers.Zero(c.Work).Mul(&f[i], numbers.Zero(c.Work).SetInt(e.cells[i])))
		}
	}
	logZ = numbers.Zero(c.Work).Set(c.Log(numbers.Zero(c.Bits), total.Total())) // log has no more bits
	for i := range raised {
		if !v.none[i] {
			logp := numbers.Zero(c.Work).Sub(logf.Neg(&v.below[i]), logZ)
			c.Exp(&raised[i], numbers.Zero(c.Work).Mul(power, logp))
		}
	}
	return raised, logZ
}
