package tuning

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A turn is how log f and the pushes change at each level with one parameter of a family.
//
// With a parameter of the bridge log f changes at every level, at the rate at which the path bends there. So do the
// pushes of a kernel that knows its derivative. With a parameter of the kernel the density is held. What is not known
// otherwise is a sum of pushes at other values, each times a weight:
//
//	a linear parameter, from low to high      (K_high - K_low) / (high - low)
//	inside its range                          (K_{v+h} - K_{v-h}) / 2h
//	at the low end, and likewise at the high  (4 K_{v+h} - K_{v+2h} - 3 K_v) / 2h.
//
// The first is exact. Those of h have an error of h² and of rounding over h, as beside a level (slopes.go).
type turn struct {
	of      Parameter
	bend    [][]float64 // by level, from 1 on; nil of a parameter of the kernel
	slopes  *slopes
	weights [3]float64 // of the pushes at the first and at the second other value, and of the push itself
}

// at is how log f bends at a level; nil if it does not.
func (turn *turn) at(t int) []float64 {
	if turn.bend == nil {
		return nil
	}
	return turn.bend[t]
}

// turnTo moves the passes to the annealing of a family at some values.
func (p *passes) turnTo(f Family, values []float64) {
	if p.turns == nil {
		p.byParameter = make([]float64, len(values))
		for _, of := range f.Parameters {
			p.turns = append(p.turns, p.newTurn(of))
		}
	}
	p.a = f.lowered(values)
	p.level = p.a.NewLevel()
	p.op = p.a.Kernel.On(p.a.Grid)
	p.reversal = p.op.Reversal()
	p.slopes = newSlopes(p.a, p.op, p.reversal)
	for k, turn := range p.turns {
		turn.slopes = nil
		if turn.of.Bends {
			turn.slopes = slopesAlong(p.op, p.reversal, p.n)
		}
		if turn.slopes == nil {
			first, second, weights := turn.of.others(values[k])
			turn.weights = weights
			turn.slopes = slopesBeside(f.with(values, k, first), f.with(values, k, second))
		}
	}
}

func (p *passes) newTurn(of Parameter) *turn {
	turn := &turn{of: of}
	if of.Bends {
		turn.bend = make([][]float64, p.T+1)
		for t := range turn.bend {
			turn.bend[t] = make([]float64, p.n)
		}
	}
	return turn
}

// with is the annealing at other values of a parameter.
func (f Family) with(values []float64, k int, v float64) chains.Annealing {
	others := slices.Clone(values)
	others[k] = v
	return f.lowered(others)
}

// others are the values at which pushes make the derivative at a value, and the weights of these and of the push
// itself.
func (p Parameter) others(v float64) (first, second float64, weights [3]float64) {
	if p.Linear && !p.Bends {
		each := 1 / (p.High - p.Low)
		return p.High, p.Low, [3]float64{each, -each, 0}
	}
	h := p.distance(v)
	each := 1 / (2 * h)
	switch {
	case v-h < p.Low:
		return v + h, v + 2*h, [3]float64{4 * each, -each, -3 * each}
	case v+h > p.High:
		return v - h, v - 2*h, [3]float64{-4 * each, each, 3 * each}
	}
	return v + h, v - h, [3]float64{each, -each, 0}
}

// bendAll sets how the path bends at every level.
func (p *passes) bendAll(betas []float64) {
	for _, turn := range p.turns {
		for t := 1; t <= p.T && turn.of.Bends; t++ {
			if t > 1 && betas[t-1] == betas[t-2] {
				copy(turn.bend[t], turn.bend[t-1])
				continue
			}
			chains.Bend(p.a.Bridge, turn.bend[t], betas[t-1])
		}
	}
}

// pushes sets the slopes of a turn at a level, at which the kernel is aimed. q is pushed by the kernel and r by its
// reversal, unless it is nil.
func (p *passes) pushes(turn *turn, t int, beta float64, q, r []float64) {
	s := turn.slopes
	if s.op != nil {
		s.along(q, r, turn.bend[t])
		return
	}
	s.above.push(t, beta, q, r, s.there, s.back)
	s.below.push(t, beta, q, r, s.lower, s.lowerBack)
	s.combine(r != nil, turn.weights[0], turn.weights[1])
	if here := turn.weights[2]; here != 0 {
		p.op.Push(s.lower, q)
		floats.AddScaled(s.there, here, s.lower)
		if r != nil {
			p.reversal.Push(s.lowerBack, r)
			floats.AddScaled(s.back, here, s.lowerBack)
		}
	}
}
