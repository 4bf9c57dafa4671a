package certain_test

import (
	"math/big"
	"slices"
)

// coords returns the place of a cell along every axis.
func (d dense) coords(x int) []int {
	c := make([]int, len(d.lens))
	for axis, n := range slices.Backward(d.lens) {
		c[axis] = x % n
		x /= n
	}
	return c
}

// cell returns the cell at a place, or -1 if that is outside the box.
func (d dense) cell(c []int) int {
	x := 0
	for axis, n := range d.lens {
		if c[axis] < 0 || c[axis] >= n {
			return -1
		}
		x = x*n + c[axis]
	}
	return x
}

// differ reports whether two cells differ along the axes from first to last at most.
func (d dense) differ(x, y, first, last int) bool {
	a, b := d.coords(x), d.coords(y)
	return slices.Equal(a[:first], b[:first]) && slices.Equal(a[last:], b[last:])
}

// moves lists by cell where one step back and one forth leads along each of the axes
// from first to last, without the last.
func (d dense) moves(first, last int) [][]int {
	all := make([][]int, len(d.f))
	for x := range all {
		for axis := first; axis < last; axis++ {
			for _, step := range []int{-1, 1} {
				c := d.coords(x)
				c[axis] += step
				all[x] = append(all[x], d.cell(c))
			}
		}
	}
	return all
}

// kings lists by cell where the 3^axes - 1 moves of a king lead.
func (d dense) kings() [][]int {
	steps := [][]int{nil}
	for range d.lens {
		var longer [][]int
		for _, s := range steps {
			for _, by := range []int{-1, 0, 1} {
				longer = append(longer, append(slices.Clone(s), by))
			}
		}
		steps = longer
	}
	all := make([][]int, len(d.f))
	for x := range all {
		for _, s := range steps {
			if slices.Equal(s, make([]int, len(s))) {
				continue
			}
			c := d.coords(x)
			for axis, by := range s {
				c[axis] += by
			}
			all[x] = append(all[x], d.cell(c))
		}
	}
	return all
}

// cells lists all cells for every cell.
func (d dense) cells() [][]int {
	all := make([][]int, len(d.f))
	for x := range all {
		for y := range all {
			all[x] = append(all[x], y)
		}
	}
	return all
}

// multipleTry enumerates all tries from every cell, the one that is picked, and all
// references that are drawn from there.
func (d dense) multipleTry(tries int) matrix {
	m, moves := d.zeros(), d.moves(0, len(d.lens))
	for x := range m {
		drawn := draws(moves[x], tries)
		each := d.quo(d.num(1), d.num(float64(len(drawn))))
		for _, ys := range drawn {
			S := d.mass(ys)
			if S.Sign() == 0 {
				d.put(m, x, x, each)
				continue
			}
			for _, y := range ys {
				if y < 0 || d.f[y].Sign() == 0 {
					continue // is never picked
				}
				picked := d.mul(each, d.quo(d.f[y], S))
				a := d.accepted(S, d.f[x], draws(moves[y], tries-1))
				d.put(m, x, y, d.mul(picked, a))
				d.put(m, x, x, d.mul(picked, d.sub(d.num(1), a)))
			}
		}
	}
	return m
}

// accepted returns the mean over the references of min(1, S/R), where R is their mass
// and that of where the walker is.
func (d dense) accepted(S, here *big.Float, references [][]int) *big.Float {
	sum := d.new()
	for _, ys := range references {
		a := d.num(1)
		if R := d.add(here, d.mass(ys)); R.Sign() != 0 {
			a = d.min1(d.quo(S, R))
		}
		sum = d.add(sum, a)
	}
	return d.quo(sum, d.num(float64(len(references))))
}

// mass returns the sum of f over these cells.
func (d dense) mass(ys []int) *big.Float {
	sum := d.new()
	for _, y := range ys {
		if y >= 0 {
			sum = d.add(sum, d.f[y])
		}
	}
	return sum
}

// draws lists all sequences of k of these, with replacement.
func draws(of []int, k int) [][]int {
	all := [][]int{nil}
	for range k {
		var longer [][]int
		for _, s := range all {
			for _, y := range of {
				longer = append(longer, append(slices.Clone(s), y))
			}
		}
		all = longer
	}
	return all
}

// delayedRejection enumerates the cells y that are proposed first, and the moves that
// are proposed where y is rejected.
func (d dense) delayedRejection() matrix {
	m, moves := d.zeros(), d.moves(0, len(d.lens))
	n := d.num(float64(len(m)))
	for x := range m {
		for y := range m {
			a := d.metropolis(x, y)
			d.put(m, x, y, d.quo(a, n))
			rejected := d.sub(d.num(1), a)
			if rejected.Sign() == 0 {
				continue
			}
			each := d.quo(rejected, d.mul(n, d.num(float64(len(moves[x])))))
			for _, z := range moves[x] {
				a := d.second(x, y, z, rejected)
				d.put(m, x, z, d.mul(each, a))
				d.put(m, x, x, d.mul(each, d.sub(d.num(1), a)))
			}
		}
	}
	return m
}

// second returns the probability of accepting z from x where y was rejected.
func (d dense) second(x, y, z int, rejected *big.Float) *big.Float {
	switch {
	case z < 0 || d.f[z].Sign() == 0:
		return d.new()
	case d.f[x].Sign() == 0:
		return d.num(1) // y has no mass either, or it were accepted
	}
	back := d.sub(d.num(1), d.metropolis(z, y))
	return d.min1(d.quo(d.mul(d.f[z], back), d.mul(d.f[x], rejected)))
}

// lifted returns a walker on cells and directions, which are the last axis.
func (d dense) lifted(turn *big.Float) matrix {
	m, axes := d.zeros(), len(d.lens)-1
	moves, k := d.moves(0, axes), 2*axes
	rest := d.sub(d.num(1), turn)
	for x := range m {
		first, way := x-x%k, x%k
		for direction := range k {
			d.put(m, x, first+direction, d.quo(turn, d.num(float64(k))))
		}
		y, opposite := moves[x][way], first+(way^1)
		a := d.metropolis(x, y)
		d.put(m, x, y, d.mul(rest, a))
		d.put(m, x, opposite, d.mul(rest, d.sub(d.num(1), a)))
	}
	return m
}

// swap returns a step of Metropolis by each of two walkers, and their offer to change
// places.
func (d dense) swap() matrix {
	axes := len(d.lens) / 2
	places := make([][]int, len(d.f))
	for x := range places {
		c := d.coords(x)
		places[x] = []int{d.cell(append(slices.Clone(c[axes:]), c[:axes]...))}
	}
	one, other := d.proposed(d.moves(0, axes), d.metropolis), d.proposed(d.moves(axes, 2*axes), d.metropolis)
	return d.times(d.times(one, other), d.proposed(places, d.metropolis))
}
