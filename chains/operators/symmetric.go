package operators

import (
	"breadboard/chains"
	"breadboard/grid"
)

// Symmetric is the operator of Metropolis with symmetric proposals: Proposed by the rule Metropolis. It is
// reversible: p(x) T(x,y) is Propose times the smaller of p(x) and p(y).
type Symmetric struct {
	*Written
	Propose float64 // the probability of each proposal
}

// NewSymmetric returns the operator on g of a definition that is Proposed by the rule Metropolis. The caller
// sets Pulls.
func NewSymmetric(g grid.Grid, of chains.Outcomes) *Symmetric {
	return &Symmetric{Written: NewReversible(g, WallsOf(g), of), Propose: 1 / float64(of.Out)}
}

func (o *Symmetric) Reversal() chains.Operator { return o }

// PushSlope moves the derivatives of the flows.
func (o *Symmetric) PushSlope(dst, q, slope []float64) {
	o.write()
	clear(dst)
	logf := o.Level.LogF()
	for x, mass := range q {
		to, p := o.row(x)
		for i, y := range to {
			flow := mass * o.Propose * Metropolis.Turn(p[i]/o.Propose, logf[y]-logf[x], slope[y]-slope[x])
			dst[x] -= flow
			dst[y] += flow
		}
	}
}
