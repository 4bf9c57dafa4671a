package certain

import (
	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// outcomes is an operator by the rows of a definition. It walks through them at every push and pull, and
// keeps none.
type outcomes struct {
	of   chains.Outcomes
	view *view
	row  chains.Row[*numbers.Interval]
	all  *numbers.Interval // the sum of the weights of a row
	over *numbers.Interval // 1 over all

	sums []*numbers.Sum // by cell
	stay *numbers.Sum   // the weight of staying, or if rows do not say it, of all others
	part *numbers.Interval
}

func newOutcomes(l *level, g grid.Grid, of chains.Outcomes) *outcomes {
	bits := l.calc.Bits
	o := &outcomes{of: of, view: newView(l, g), all: numbers.Zero(bits).SetInt(int64(of.Out)), over: numbers.Zero(bits),
		sums: numbers.Sums(bits, g.Size()), stay: numbers.NewSum(bits), part: numbers.Zero(bits)}
	o.over.Quo(l.calc.One, o.all)
	return o
}

func (o *outcomes) aim() {
	o.view.aim()
	o.row = o.of.Interval(o.view)
}

// push adds up in every cell what comes there.
func (o *outcomes) push(dst, q []numbers.Interval) {
	for _, s := range o.sums {
		s.Reset()
	}
	for x := range q {
		if mass := &q[x]; !mass.Is(0) {
			o.walk(x, func(y int, weight *numbers.Interval) { o.add(o.sums[y], mass, weight) })
		}
	}
	for x, s := range o.sums {
		o.share(&dst[x], s.Total())
	}
}

// pull takes the mean over the outcomes from every cell.
func (o *outcomes) pull(dst, h []numbers.Interval) {
	for x := range dst {
		sum := o.sums[x]
		sum.Reset()
		o.walk(x, func(y int, weight *numbers.Interval) { o.add(sum, &h[y], weight) })
		o.share(&dst[x], sum.Total())
	}
}

// walk visits the outcomes from x, and last x itself.
func (o *outcomes) walk(x int, visit func(y int, weight *numbers.Interval)) {
	o.stay.Reset()
	o.row(x, func(y int, weight *numbers.Interval) {
		if weight.Is(0) {
			return
		}
		if y == x || o.of.Rest {
			o.stay.Add(weight)
		}
		if y != x {
			visit(y, weight)
		}
	})
	if o.of.Rest {
		visit(x, numbers.Zero(o.view.calc.Bits).Sub(o.all, o.stay.Total()))
	} else {
		visit(x, o.stay.Total())
	}
}

// add adds v times the weight.
func (o *outcomes) add(to *numbers.Sum, v, weight *numbers.Interval) {
	switch {
	case v.Is(0):
	case weight.Is(1):
		to.Add(v)
	default:
		to.Add(o.part.Mul(v, weight))
	}
}

// share sets z to v over all.
func (o *outcomes) share(z, v *numbers.Interval) {
	if o.of.Out == 1 {
		z.Set(v)
	} else {
		z.Mul(v, o.over)
	}
}
