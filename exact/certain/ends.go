package certain

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// ends holds the log densities between which a bridge leads, by class.
type ends struct {
	of    []int   // the class of each cell
	cells []int64 // the number of cells of each class
	all   []end
}

// An end is a log density by class, as distances below its largest value.
type end struct {
	top   float64
	below []numbers.Interval // not negative
	none  []bool             // there is no mass, and below is 0
}

func newEnds(c *numbers.Calculator, densities ...[]float64) (*ends, error) {
	e := &ends{of: make([]int, len(densities[0]))}
	known := map[string]int{}
	var first []int // the first cell of each class
	for x := range e.of {
		key := ""
		for _, logf := range densities {
			key += fmt.Sprint(logf[x]+0, " ") // of -0 as well as of 0
		}
		class, ok := known[key]
		if !ok {
			class = len(known)
			known[key] = class
			first = append(first, x)
			e.cells = append(e.cells, 0)
		}
		e.of[x] = class
		e.cells[class]++
	}
	for _, logf := range densities {
		if span := chains.LogSpan(logf); span > mostSpan {
			return nil, fmt.Errorf("a log density spans %.3g nats; %w", span, ErrSpan)
		}
		one := end{top: slices.Max(logf), below: numbers.Intervals(c.Work, len(first)), none: make([]bool, len(first))}
		for i, x := range first {
			if one.none[i] = math.IsInf(logf[x], -1); !one.none[i] {
				one.below[i].Sub(numbers.Zero(c.Work).SetFloat(one.top), numbers.Zero(c.Work).SetFloat(logf[x]))
			}
		}
		e.all = append(e.all, one)
	}
	return e, nil
}

// byClass returns a path. logf sets z to the log density of class i, and reports false if there is no mass.
func (e *ends) byClass(c *numbers.Calculator, logf func(z *numbers.Interval, i int, beta *numbers.Interval) bool,
	constant func(z, beta *numbers.Interval)) *path {
	log := numbers.Zero(c.Work)
	at := func(to, f []numbers.Interval, none []bool, beta *numbers.Interval) {
		for i := range f {
			if none[i] = !logf(log, i, beta); none[i] {
				f[i].SetInt(0)
			} else {
				to[i].Set(log)
				c.Exp(&f[i], log)
			}
		}
	}
	return &path{of: e.of, classes: len(e.cells), at: at, constant: constant}
}

// logZ returns the log of the sum over all cells of the density over its largest value.
func (e *ends) logZ(c *numbers.Calculator, v end) *numbers.Interval {
	total := numbers.NewSum(c.Work)
	logf := numbers.Zero(c.Work)
	f := numbers.Zero(c.Work)
	for i := range v.below {
		if !v.none[i] {
			c.Exp(f, logf.Neg(&v.below[i]))
			total.Add(numbers.Zero(c.Work).Mul(f, numbers.Zero(c.Work).SetInt(e.cells[i])))
		}
	}
	return numbers.Zero(c.Work).Set(c.Log(numbers.Zero(c.Bits), total.Total())) // log has no more bits
}

// raised returns (f/Z)^power by class, 0 where there is no mass. Here f is the density over its largest value.
func raised(c *numbers.Calculator, v end, power, logZ *numbers.Interval) []numbers.Interval {
	raised := numbers.Intervals(c.Work, len(v.below))
	logf := numbers.Zero(c.Work)
	for i := range raised {
		if !v.none[i] {
			logp := numbers.Zero(c.Work).Sub(logf.Neg(&v.below[i]), logZ)
			c.Exp(&raised[i], numbers.Zero(c.Work).Mul(power, logp))
		}
	}
	return raised
}
