package operators

import (
	"slices"

	"breadboard/chains"
)

// composite holds the parts of an operator that is made of others.
type composite struct {
	parts []chains.Operator
	aims  []chains.Operator // to be aimed, each once: the parts, or those that they reverse
	back  chains.Operator
	n     int
}

func (o *composite) Aim(l *chains.Level) {
	for _, part := range o.aims {
		part.Aim(l)
	}
}

func (o *composite) Reversal() chains.Operator { return o.back }

// bothWays returns the operator made of parts, with a reversal made of turned. If both
// lists are the same, the operator is its own reversal. of makes either, and also returns
// its composite.
func bothWays(
	parts, turned []chains.Operator,
	of func(parts []chains.Operator) (chains.Operator, *composite),
) chains.Operator {
	op, o := of(parts)
	if o.back = op; !slices.Equal(parts, turned) {
		back, b := of(turned)
		o.back, b.back = back, op
	}
	return op
}

// smoothly reports whether all operators and their reversals are Differentiable.
func smoothly(parts []chains.Operator) bool {
	return !slices.ContainsFunc(parts, func(o chains.Operator) bool {
		_, ahead := o.(chains.Differentiable)
		_, back := o.Reversal().(chains.Differentiable)
		return !ahead || !back
	})
}

// reversals lists the reversals of the operators, in their order.
func reversals(parts []chains.Operator) []chains.Operator {
	back := make([]chains.Operator, len(parts))
	for i, o := range parts {
		back[i] = o.Reversal()
	}
	return back
}
