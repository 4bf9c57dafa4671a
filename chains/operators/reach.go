package operators

import (
	"math"

	"breadboard/chains/numbers"
)

// Reach sets into to the cells where a step can lead from those in from, however small its probability. ReachBack sets
// it to those from which a step can lead there: the support of the reversal, but for cells without mass. Like the law,
// they are found by the kernel's definition over numbers.Wide, where only what is impossible has the probability 0.

func (o *deepOutcomes) Reach(into, from []bool) {
	o.prepare()
	clear(into)
	for x, in := range from {
		if in {
			o.outcomes(x, func(y int) { into[y] = true })
		}
	}
}

func (o *deepOutcomes) ReachBack(into, from []bool) {
	o.prepare()
	clear(into)
	for x := range into {
		o.outcomes(x, func(y int) { into[x] = into[x] || from[y] })
	}
}

// outcomes visits the cells where a step from x can lead.
func (o *deepOutcomes) outcomes(x int, visit func(y int)) {
	left := o.out
	o.row(x, func(y int, weight numbers.Wide) {
		if o.of.Rest {
			left = left.Rest(weight)
		}
		if !weight.IsZero() {
			visit(y)
		}
	})
	if o.of.Rest && !left.IsZero() {
		visit(x)
	}
}

func (o *deepLines) Reach(into, from []bool) {
	o.eachLine(func(line []int, open []bool) {
		reached := false
		for _, x := range line {
			reached = reached || from[x]
		}
		for i, x := range line {
			into[x] = reached && open[i]
		}
	}, into, from)
}

func (o *deepLines) ReachBack(into, from []bool) {
	o.eachLine(func(line []int, open []bool) {
		reached := false
		for i, x := range line {
			reached = reached || from[x] && open[i]
		}
		for _, x := range line {
			into[x] = reached
		}
	}, into, from)
}

// eachLine calls on for each line with mass. open are its cells that have some. On a line without, the walker stays.
func (o *deepLines) eachLine(on func(line []int, open []bool), into, from []bool) {
	logf := o.level.LogF()
	line := make([]int, o.lines.Length)
	open := make([]bool, o.lines.Length)
	for i := range o.lines.Count {
		first := o.lines.First(i)
		mass := false
		for j := range line {
			line[j] = first + j*o.lines.Stride
			open[j] = !math.IsInf(logf[line[j]], -1)
			mass = mass || open[j]
		}
		if mass {
			on(line, open)
			continue
		}
		for _, x := range line {
			into[x] = from[x]
		}
	}
}

func (o *deepTurns) Reach(into, from []bool) {
	now := make([]bool, len(from))
	copy(into, from)
	for _, part := range o.parts {
		copy(now, into)
		part.Reach(into, now)
	}
}

func (o *deepTurns) ReachBack(into, from []bool) {
	now := make([]bool, len(from))
	copy(into, from)
	for i := len(o.parts) - 1; i >= 0; i-- {
		copy(now, into)
		o.parts[i].ReachBack(into, now)
	}
}

func (o *deepMixture) Reach(into, from []bool) {
	o.union(into, func(i int, one []bool) { o.parts[i].Reach(one, from) })
}

func (o *deepMixture) ReachBack(into, from []bool) {
	o.union(into, func(i int, one []bool) { o.parts[i].ReachBack(one, from) })
}

// union sets into to the cells that the parts with a share reach.
func (o *deepMixture) union(into []bool, reach func(part int, one []bool)) {
	clear(into)
	one := make([]bool, len(into))
	for i, share := range o.shares {
		if share.IsZero() {
			continue
		}
		reach(i, one)
		for x, in := range one {
			into[x] = into[x] || in
		}
	}
}

func (o *deepRows) Reach(into, from []bool) {
	mass := make([]numbers.Wide, len(from))
	for x, in := range from {
		if in {
			mass[x] = numbers.WideOf(1)
		}
	}
	reached := make([]numbers.Wide, len(from))
	o.Push(reached, mass)
	for x, v := range reached {
		into[x] = !v.IsZero()
	}
}

// ReachBack goes by the reversal's own rows. A DeepPusher is its own reversal.
func (o *deepRows) ReachBack(into, from []bool) {
	(&deepRows{op: o.op.Reversal()}).Reach(into, from)
}
