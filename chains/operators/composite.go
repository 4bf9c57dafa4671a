package operators

import (
	"slices"

	"breadboard/chains"
)

// composite holds the parts of an operator that is made of others.
type composite struct {
	parts []chains.Operator
	aims  []chains.Operator // to be aimed: the parts, or those that they reverse
	back  chains.Operator
	n     int
}

func (o *composite) Aim(l *chains.Level) {
	for _, part := range o.aims {
		part.Aim(l)
	}
}

func (o *composite) Reversal() chains.Operator { return o.back }

func (o *composite) reverse(back chains.Operator) { o.back = back }

// A composed operator is a mixture or a product.
type composed interface {
	chains.Operator
	reverse(back chains.Operator)
}

// bothWays returns the operator that of makes of parts. Its reversal is made of their reversals, in the opposite order
// if the parts are steps in turn. If both lists are the same, the operator is its own reversal. smooth says that all
// parts and their reversals are Differentiable.
func bothWays(parts []chains.Operator, inTurn bool, of func(parts []chains.Operator, smooth bool) composed) composed {
	var turned []chains.Operator
	smooth := true
	for _, o := range parts {
		_, ahead := o.(chains.Differentiable)
		_, back := o.Reversal().(chains.Differentiable)
		turned = append(turned, o.Reversal())
		smooth = smooth && ahead && back
	}
	if inTurn {
		slices.Reverse(turned)
	}
	ahead := of(parts, smooth)
	back := ahead
	if !slices.Equal(parts, turned) {
		back = of(turned, smooth)
	}
	ahead.reverse(back)
	back.reverse(ahead)
	return ahead
}

// Distinct are the parts without those that come again, and for each part which of these it is.
func Distinct[E comparable](parts []E) (distinct []E, which []int) {
	for _, part := range parts {
		at := slices.Index(distinct, part)
		if at < 0 {
			at = len(distinct)
			distinct = append(distinct, part)
		}
		which = append(which, at)
	}
	return distinct, which
}
