package certain

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// An operator is a kernel over reals, written again from its definition; from chains
// it takes only the parameters. dst must not be an operand.
type operator interface {
	// aim makes it leave the level's density invariant.
	aim()
	// push sets dst to the measure q after one step.
	push(dst, q []interval)
	// pull sets dst to the mean of h after one step.
	pull(dst, h []interval)
}

// newOperator returns the kernel's operator on a grid, for a level that will move, or an
// error that says why there is none.
func newOperator(k chains.Kernel, g grid.Grid, l *level) (operator, error) {
	switch k := k.(type) {
	case kernels.Metropolis:
		return proposals(l, g.Moves(), moves(g, 0, g.Moves()), metropolis), nil
	case kernels.Barker:
		return proposals(l, g.Moves(), moves(g, 0, g.Moves()), barker), nil
	case kernels.King:
		return proposals(l, int(math.Pow(3, float64(g.Axes())))-1, touching(g), metropolis), nil
	case kernels.Independence:
		return proposals(l, g.Size(), anywhere(g), metropolis), nil
	case kernels.HeatBath:
		return redraws(l, g), nil
	case kernels.Blocks:
		return redraws(l, g.Merged(k.Axes)), nil
	case kernels.Line:
		return newLines(l, g, k.Axis), nil
	case kernels.Perfect:
		return newLines(l, grid.New(g.Size()), 0), nil
	case kernels.Identity:
		return product{}, nil
	case kernels.Slice:
		return sliced(l, g), nil
	case kernels.MultipleTry:
		return multipleTry(l, g, k.Tries), nil
	case kernels.DelayedRejection:
		return delayedRejection(l, g), nil
	case kernels.Langevin:
		return hamiltonian(l, g, kernels.Hamiltonian{Steps: 1, Size: k.Size}), nil
	case kernels.Hamiltonian:
		return hamiltonian(l, g, k), nil
	case kernels.Lifted:
		return lifted(l, g, k.Turn), nil
	case kernels.Matrices:
		return given(l, k), nil
	}
	return composed(k, g, l)
}

func composed(k chains.Kernel, g grid.Grid, l *level) (operator, error) {
	switch k := k.(type) {
	case kernels.GibbsSweep:
		var parts product
		for a := range g.Axes() {
			parts = append(parts, newLines(l, g, a))
		}
		return parts, nil
	case kernels.Swap:
		return swap(l, g), nil
	case kernels.Cycle:
		parts, err := operators(k.Kernels, g, l)
		return product(parts), err
	case kernels.Repeat:
		part, err := newOperator(k.Kernel, g, l)
		return repeat{slices.Repeat(product{part}, k.Times)}, err
	case kernels.Lazy:
		part, err := newOperator(k.Kernel, g, l)
		a := zero(l.calc.bits).setFloat(k.A)
		return newMixture(l, []*interval{a, zero(l.calc.bits).sub(l.calc.one, a)}, []operator{product{}, part}), err
	case kernels.Mixture:
		parts, err := operators(k.Kernels, g, l)
		return newMixture(l, shares(l, k.Weights), parts), err
	}
	return nil, fmt.Errorf("the kernel is a program of type %T, of which nothing is known but its float64 "+
		"probabilities; a kernel of the catalogue, one made of those, or matrices would do", k)
}

func operators(ks []chains.Kernel, g grid.Grid, l *level) ([]operator, error) {
	parts := make([]operator, len(ks))
	for i, k := range ks {
		var err error
		if parts[i], err = newOperator(k, g, l); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// Numbers estimates how many big floats the rows of k take on g, so that a caller can
// predict the time of Measure: some tenths of a second for 100,000 of them.
func Numbers(k chains.Kernel, g grid.Grid) float64 {
	n := float64(g.Size())
	switch k := k.(type) {
	case kernels.Independence, kernels.DelayedRejection:
		return n * n
	case kernels.Lifted:
		return n * float64(g.Axes()*g.Axes())
	case kernels.MultipleTry: // every pair of draws
		return n * math.Pow(float64(g.Moves()), float64(2*k.Tries-1)) / 4
	case kernels.Langevin:
		return n * k.Facts(g).Moves
	case kernels.Hamiltonian:
		return n * k.Facts(g).Paths
	}
	return n * float64(g.Moves())
}
