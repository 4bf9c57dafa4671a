package chains

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Joint is the path of Salakhutdinov and Murray (2008, "On the quantitative analysis of deep belief networks") to the
// visible units v of a restricted Boltzmann machine. It averages the energies of visible and hidden units together, and
// sums the hidden units h out at every level:
//
//	f_β(v) = the sum over h of exp(-(1-β) E_A(v,h) - β E_B(v,h)).
//
// E_B is the energy of the machine. E_A is that of one without weights and biases, 0, whose visible units are uniform.
// So the hidden units are independent given v at every level, as the visible ones are given h:
//
//	log f_β(v) = β b·v + sum_j log(1 + exp(β (c_j + sum_i v_i W_ij))) - (1-β) H log 2,
//
// less a term that has log f = 0 at β = 0, whatever the number H of hidden units. The geometric average of the same
// ends sums h out at the ends alone, and is another path.
type Joint struct {
	// From and To are the log densities at both ends, on the cells of the visible units: an axis of length 2 each.
	From, To []float64
	// Visible and Hidden are the biases b and c, and Weights are W, a row for each visible unit.
	Visible, Hidden []float64
	Weights         [][]float64

	lift float64 // To is log f as the weights have it, and this constant
}

// NewJoint returns the path between two log densities along the energy of a machine. The first must be the same in all
// cells, and the last that of the machine, up to a constant each. It panics unless there are as many cells as the
// visible units have states, a row of weights for each of these units and a weight in it for each hidden one.
func NewJoint(from, to, visible, hidden []float64, weights [][]float64) (*Joint, error) {
	short := slices.ContainsFunc(weights, func(row []float64) bool { return len(row) != len(hidden) })
	if len(to) != 1<<len(visible) || len(weights) != len(visible) || short {
		panic(fmt.Sprintf("chains: %d biases and %d rows of weights on %d cells", len(visible), len(weights), len(to)))
	}
	fits(from, from, to)
	b := &Joint{From: from, To: to, Visible: visible, Hidden: hidden, Weights: weights}
	b.lift = to[0] - b.energy(0, 1)
	for x, v := range to {
		own := b.energy(x, 1)
		if from[x] != from[0] || math.IsInf(from[x], 0) {
			return nil, errors.New("it begins at the uniform density, and the initial one is another")
		}
		if rounding := 1e-9 * (1 + math.Abs(own) + math.Abs(v)); !(math.Abs(v-own-b.lift) <= rounding) {
			return nil, fmt.Errorf("it ends at the density of the machine, and in cell %d the target is another", x)
		}
	}
	return b, nil
}

// Field is c_j + sum_i v_i W_ij of hidden unit j in cell x. The first visible unit is the highest bit of x.
func (b *Joint) Field(x, j int) float64 {
	field := b.Hidden[j]
	for i, row := range b.Weights {
		if x>>(len(b.Weights)-1-i)&1 == 1 {
			field += row[j]
		}
	}
	return field
}

// visible is b·v in cell x.
func (b *Joint) visible(x int) (sum float64) {
	for i, bias := range b.Visible {
		if x>>(len(b.Visible)-1-i)&1 == 1 {
			sum += bias
		}
	}
	return sum
}

// energy is the log of the sum over h of exp(-beta E_B(v,h)).
func (b *Joint) energy(x int, beta float64) float64 {
	logf := beta * b.visible(x)
	for j := range b.Hidden {
		field := beta * b.Field(x, j)
		logf += max(field, 0) + math.Log1p(math.Exp(-math.Abs(field)))
	}
	return logf
}

// At sets dst to the log density at beta. It panics unless dst has as many cells as the ends.
func (b *Joint) At(dst []float64, beta float64) {
	fits(dst, b.From, b.To)
	at := b.Cell(beta)
	for x := range dst {
		dst[x] = at(x)
	}
}

// Cell is At in one cell.
func (b *Joint) Cell(beta float64) func(x int) float64 {
	switch beta {
	case 0:
		return func(x int) float64 { return b.From[x] }
	case 1:
		return func(x int) float64 { return b.To[x] }
	}
	constant := average(beta, b.From[0]-float64(len(b.Hidden))*math.Ln2, b.lift)
	return func(x int) float64 { return constant + b.energy(x, beta) }
}

// Slope sets dst to b·v and the mean of each hidden unit's part of the energy, c_j + sum_i v_i W_ij where it is on.
func (b *Joint) Slope(dst []float64, beta float64) {
	fits(dst, b.From, b.To)
	for x := range dst {
		dst[x] = b.visible(x)
		for j := range b.Hidden {
			field := b.Field(x, j)
			dst[x] += field / (1 + math.Exp(-beta*field))
		}
	}
}

// Lowered lowers both ends.
func (b *Joint) Lowered() (_ Bridge, rise float64) {
	low := *b
	var first, last float64
	low.From, first = lowered(b.From)
	low.To, last = lowered(b.To)
	low.lift -= last
	return &low, last - first
}
