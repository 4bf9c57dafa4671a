package chains

import "slices"

// compound is what operators that are made of others have in common.
type compound struct {
	parts []Operator
	aims  []Operator // what is to be aimed, each once: the parts, or what they are the reversals of
	back  Operator
	n     int
}

func (o *compound) Aim(l *Level) {
	for _, part := range o.aims {
		part.Aim(l)
	}
}

func (o *compound) Reversal() Operator { return o.back }

// bothWays returns the operator made of parts, whose reversal is made of turned, and is
// itself where they are the same. of makes either, and hands out its compound too.
func bothWays(parts, turned []Operator, of func(parts []Operator) (Operator, *compound)) Operator {
	op, o := of(parts)
	if o.back = op; !slices.Equal(parts, turned) {
		back, b := of(turned)
		o.back, b.back = back, op
	}
	return op
}

// smoothly reports whether all of the operators and their reversals know how they
// change with the density.
func smoothly(parts []Operator) bool {
	return !slices.ContainsFunc(parts, func(o Operator) bool {
		_, ahead := o.(Differentiable)
		_, back := o.Reversal().(Differentiable)
		return !ahead || !back
	})
}

// reversals are those of the operators, in their order.
func reversals(parts []Operator) []Operator {
	back := make([]Operator, len(parts))
	for i, o := range parts {
		back[i] = o.Reversal()
	}
	return back
}

// A heap gathers what several rows put into the same cell.
type heap struct {
	mass []float64
	at   []int // cells that have been put to, each once
}

func newHeap(n int) *heap { return &heap{mass: make([]float64, n)} }

// put adds p > 0 to cell y.
func (h *heap) put(y int, p float64) {
	if h.mass[y] == 0 && p > 0 {
		h.at = append(h.at, y)
	}
	h.mass[y] += p
}

// empty visits every cell with what it got, and forgets it.
func (h *heap) empty(visit func(y int, p float64)) {
	for _, y := range h.at {
		visit(y, h.mass[y])
		h.mass[y] = 0
	}
	h.at = h.at[:0]
}
