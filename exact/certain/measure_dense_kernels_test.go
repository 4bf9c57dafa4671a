package certain_test

import (
	"fmt"
	"math/big"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// A dense is a box of cells with a density, for which kernels are written out as
// matrices from their definitions. It knows no walls: a kernel never enters a cell
// without mass, and walls have none.
type dense struct {
	bits
	lens []int        // of the axes, the last of which runs fastest
	f    []*big.Float // by cell, up to a constant
}

// A matrix has the probability of going from x to y in row x, column y.
type matrix [][]*big.Float

func (d dense) zeros() matrix {
	m := make(matrix, len(d.f))
	for x := range m {
		for range d.f {
			m[x] = append(m[x], d.new())
		}
	}
	return m
}

// put adds p to the probability of going from x to y. Outside the box, which is -1,
// and in cells without mass there is nowhere to go: the walker stays.
func (d dense) put(m matrix, x, y int, p *big.Float) {
	if y < 0 || d.f[y].Sign() == 0 {
		y = x
	}
	m[x][y] = d.add(m[x][y], p)
}

// of returns the matrix of a kernel.
func (d dense) of(k chains.Kernel) matrix {
	axes := len(d.lens)
	switch k := k.(type) {
	case kernels.Metropolis:
		return d.proposed(d.moves(0, axes), d.metropolis)
	case kernels.Barker:
		return d.proposed(d.moves(0, axes), d.barker)
	case kernels.King:
		return d.proposed(d.kings(), d.metropolis)
	case kernels.Independence:
		return d.proposed(d.cells(), d.metropolis)
	case kernels.HeatBath:
		return d.redrawnByBlocks(1)
	case kernels.Blocks:
		return d.redrawnByBlocks(k.Axes)
	case kernels.Line:
		return d.redrawn(k.Axis, k.Axis+1)
	case kernels.Perfect:
		return d.redrawn(0, axes)
	case kernels.Identity:
		return d.still()
	case kernels.MultipleTry:
		return d.multipleTry(k.Tries)
	case kernels.DelayedRejection:
		return d.delayedRejection()
	case kernels.Langevin:
		return d.hamiltonian(kernels.Hamiltonian{Steps: 1, Size: k.Size})
	case kernels.Hamiltonian:
		return d.hamiltonian(k)
	case kernels.Lifted:
		return d.lifted(d.num(k.Turn))
	case kernels.Slice:
		return d.sliced()
	}
	return d.composed(k)
}

// composed returns the matrix of a kernel that is made of others.
func (d dense) composed(k chains.Kernel) matrix {
	switch k := k.(type) {
	case kernels.GibbsSweep:
		m := d.still()
		for axis := range d.lens {
			m = d.times(m, d.redrawn(axis, axis+1))
		}
		return m
	case kernels.Swap:
		return d.swap()
	case kernels.Cycle:
		m := d.still()
		for _, part := range k.Kernels {
			m = d.times(m, d.of(part))
		}
		return m
	case kernels.Repeat:
		m, part := d.still(), d.of(k.Kernel)
		for range k.Times {
			m = d.times(m, part)
		}
		return m
	case kernels.Lazy:
		a := d.num(k.A)
		return d.mixed([]*big.Float{a, d.sub(d.num(1), a)}, []matrix{d.still(), d.of(k.Kernel)})
	case kernels.Mixture:
		var weights []*big.Float
		var parts []matrix
		for i, part := range k.Kernels {
			weights, parts = append(weights, d.num(k.Weights[i])), append(parts, d.of(part))
		}
		return d.mixed(weights, parts)
	}
	panic(fmt.Sprintf("the oracle has no matrix of %T; write one from its definition", k))
}

func (d dense) still() matrix {
	m := d.zeros()
	for x := range m {
		m[x][x] = d.num(1)
	}
	return m
}

func (d dense) times(a, b matrix) matrix {
	m := d.zeros()
	for x := range m {
		for y := range m {
			for z := range m {
				if a[x][y].Sign() != 0 && b[y][z].Sign() != 0 {
					m[x][z] = d.add(m[x][z], d.mul(a[x][y], b[y][z]))
				}
			}
		}
	}
	return m
}

// mixed picks part i with a probability in proportion to weight i.
func (d dense) mixed(weights []*big.Float, parts []matrix) matrix {
	total, m := d.new(), d.zeros()
	for _, w := range weights {
		total = d.add(total, w)
	}
	for i, part := range parts {
		share := d.quo(weights[i], total)
		for x := range m {
			for y := range m {
				m[x][y] = d.add(m[x][y], d.mul(share, part[x][y]))
			}
		}
	}
	return m
}

// proposed proposes one of the cells that a row of near lists, each as probable, and
// accepts it with this probability.
func (d dense) proposed(near [][]int, accept func(x, y int) *big.Float) matrix {
	m := d.zeros()
	for x, list := range near {
		each := d.quo(d.num(1), d.num(float64(len(list))))
		for _, y := range list {
			a := accept(x, y)
			d.put(m, x, y, d.mul(each, a))
			d.put(m, x, x, d.mul(each, d.sub(d.num(1), a)))
		}
	}
	return m
}

// metropolis returns min(1, f(y)/f(x)): 0 if y is outside or without mass, and 1 from
// a cell without mass to one that has some.
func (d dense) metropolis(x, y int) *big.Float {
	switch {
	case y == x:
		return d.num(1)
	case y < 0 || d.f[y].Sign() == 0:
		return d.new()
	case d.f[x].Sign() == 0:
		return d.num(1)
	}
	return d.min1(d.quo(d.f[y], d.f[x]))
}

// barker returns f(y)/(f(x)+f(y)).
func (d dense) barker(x, y int) *big.Float {
	if y < 0 || d.f[y].Sign() == 0 {
		return d.new()
	}
	return d.quo(d.f[y], d.add(d.f[x], d.f[y]))
}

// redrawn redraws the coordinates along the axes from first to last, without the
// last, from their conditional. If that has no mass the walker stays.
func (d dense) redrawn(first, last int) matrix {
	m := d.zeros()
	for x := range m {
		mass := d.new()
		for y := range m {
			if d.differ(x, y, first, last) {
				mass = d.add(mass, d.f[y])
			}
		}
		if mass.Sign() == 0 {
			m[x][x] = d.num(1)
			continue
		}
		for y := range m {
			if d.differ(x, y, first, last) {
				m[x][y] = d.quo(d.f[y], mass)
			}
		}
	}
	return m
}

// redrawnByBlocks redraws one block of so many axes, each block as probable; the
// last may have fewer.
func (d dense) redrawnByBlocks(axes int) matrix {
	var weights []*big.Float
	var parts []matrix
	for first := 0; first < len(d.lens); first += axes {
		weights = append(weights, d.num(1))
		parts = append(parts, d.redrawn(first, min(first+axes, len(d.lens))))
	}
	return d.mixed(weights, parts)
}
