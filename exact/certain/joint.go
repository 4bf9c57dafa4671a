package certain

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// joint is the path of energies to a Boltzmann machine: at the ends it has their log densities, and inside the energies
// by the weights, which are taken as they are. Cells of the same log densities at the ends may differ inside, so each
// is a class.
func joint(c *numbers.Calculator, b *chains.Joint) (*path, error) {
	e, err := newEnds(c, b.From, b.To)
	if err != nil {
		return nil, err
	}
	last := e.all[1]
	p := &path{of: make([]int, len(b.To)), classes: len(b.To)}
	visible := make([]*numbers.Interval, p.classes)
	fields := make([][]*numbers.Interval, p.classes)
	for x := range p.of {
		p.of[x] = x
		visible[x] = chosen(c, 0, b.Visible, x)
		sizes := rough(visible[x])
		for j, bias := range b.Hidden {
			var column []float64
			for _, row := range b.Weights {
				column = append(column, row[j])
			}
			fields[x] = append(fields[x], chosen(c, bias, column, x))
			sizes += rough(fields[x][j])
		}
		if !(sizes <= mostSpan) {
			return nil, fmt.Errorf("the energies of a cell add up to %.3g nats; %w", sizes, ErrSpan)
		}
	}
	log := numbers.Zero(c.Work)
	p.at = func(logf, f []numbers.Interval, none []bool, beta *numbers.Interval) {
		for x := range f {
			none[x] = false
			switch {
			case beta.Is(0):
				log.SetInt(0)
			case beta.Is(1):
				log.Neg(&last.below[e.of[x]])
			default:
				energy(c, log, beta, visible[x], fields[x])
			}
			logf[x].Set(log)
			c.Exp(&f[x], log)
		}
	}
	p.constant = func(z, beta *numbers.Interval) { // only asked for at the ends
		z.SetFloat(e.all[0].top)
		if beta.Is(1) {
			z.SetFloat(last.top)
		}
	}
	return p, nil
}

// rough is the size of a number, rounded.
func rough(v *numbers.Interval) float64 {
	low, _ := v.Lo.Float64()
	return math.Abs(low)
}

// chosen is a bias and the weights of the units that are on in cell x, the first unit being the highest bit.
func chosen(c *numbers.Calculator, bias float64, weights []float64, x int) *numbers.Interval {
	sum := numbers.Zero(c.Work).SetFloat(bias)
	for i, w := range weights {
		if x>>(len(weights)-1-i)&1 == 1 {
			sum = numbers.Zero(c.Work).Add(sum, numbers.Zero(c.Work).SetFloat(w))
		}
	}
	return sum
}

// energy sets z to beta times visible, and the log of 1 + exp(beta field) of each hidden unit.
func energy(c *numbers.Calculator, z, beta, visible *numbers.Interval, fields []*numbers.Interval) {
	sum := numbers.Zero(c.Work).Mul(beta, visible)
	for _, field := range fields {
		on := c.Exp(numbers.Zero(c.Work), numbers.Zero(c.Work).Mul(beta, field))
		both := numbers.Zero(c.Work).Add(c.One, on)
		sum = numbers.Zero(c.Work).Add(sum, c.Log(numbers.Zero(c.Work), both))
	}
	z.Set(sum)
}
