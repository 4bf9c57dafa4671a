package certain_test

import (
	"math/big"
	"slices"

	"breadboard/chains/kernels"
)

// hamiltonian enumerates the numbers of steps, the first moves and the kicks. Of a kick it takes the
// whole numbers above and below the real one, by a random number for all axes.
func (d dense) hamiltonian(k kernels.Hamiltonian) matrix {
	m := d.zeros()
	for x := range m {
		for steps := 1; steps <= k.Steps; steps++ {
			for y := range m {
				v := d.between(x, y)
				there := d.drawn(x, v, k.Size)
				share := d.quo(there, d.num(float64(k.Steps)))
				d.fly(m, x, y, v, there, share, steps-1, k.Size)
			}
		}
	}
	return m
}

// between is the move from x to y.
func (d dense) between(x, y int) []int {
	v, from := d.coords(y), d.coords(x)
	for axis := range v {
		v[axis] -= from[axis]
	}
	return v
}

// beyond is the cell that v leads to from x, -1 outside the box.
func (d dense) beyond(x int, v []int) int {
	c := d.coords(x)
	for axis := range v {
		c[axis] += v[axis]
	}
	return d.cell(c)
}

// fly shares p out over the ends of a trajectory that is at y, with so many steps to go.
func (d dense) fly(m matrix, x, y int, v []int, there, p *big.Float, steps int, size float64) {
	if p.Sign() == 0 {
		return
	}
	if y < 0 || d.f[y].Sign() == 0 {
		d.put(m, x, x, p)
		return
	}
	if steps == 0 {
		back := make([]int, len(v))
		for axis := range v {
			back[axis] = -v[axis]
		}
		a := d.num(1)
		if q := d.drawn(y, back, size); q.Sign() == 0 {
			a = q
		} else if d.f[x].Sign() != 0 {
			a = d.min1(d.quo(d.mul(d.f[y], q), d.mul(d.f[x], there)))
		}
		d.put(m, x, y, d.mul(p, a))
		d.put(m, x, x, d.mul(p, d.sub(d.num(1), a)))
		return
	}
	d.kick(m, x, y, v, there, p, steps, size)
}

// kick adds every kick at y to v. A kick is twice the drift; u below 1 - fraction rounds its size down
// along an axis, and a larger u rounds it up.
func (d dense) kick(m matrix, x, y int, v []int, there, p *big.Float, steps int, size float64) {
	for ups := range 1 << len(v) {
		least, most, next := d.new(), d.num(1), slices.Clone(v)
		for axis := range v {
			kick := d.mul(d.num(2), d.drift(y, axis, size))
			whole, _ := kick.Int64() // towards 0
			turn := d.sub(kick, d.num(float64(whole)))
			turn = d.sub(d.num(1), turn.Abs(turn))
			next[axis] += int(whole)
			if ups>>axis&1 == 0 {
				if turn.Cmp(most) < 0 {
					most = turn
				}
				continue
			}
			next[axis] += kick.Sign()
			if turn.Cmp(least) > 0 {
				least = turn
			}
		}
		if u := d.sub(most, least); u.Sign() > 0 {
			d.fly(m, x, d.beyond(y, next), next, there, d.mul(p, u), steps-1, size)
		}
	}
}

// drift is size² g/2 along an axis, cut to size.
func (d dense) drift(x, axis int, size float64) *big.Float {
	logs, count := [2]*big.Float{}, 0.0
	for side, step := range []int{-1, 1} {
		v := make([]int, len(d.lens))
		v[axis] = step
		at := x
		if y := d.beyond(x, v); y >= 0 && d.f[y].Sign() != 0 {
			at = y
			count++
		}
		logs[side] = d.f[at]
	}
	if d.f[x].Sign() == 0 || count == 0 {
		return d.new()
	}
	g := d.quo(d.log(d.quo(logs[1], logs[0])), d.num(count))
	h := d.quo(d.mul(d.mul(d.num(size), d.num(size)), g), d.num(2))
	switch {
	case h.Cmp(d.num(size)) > 0:
		return d.num(size)
	case h.Cmp(d.num(-size)) < 0:
		return d.num(-size)
	}
	return h
}

// drawn is the probability of the first move v from x.
func (d dense) drawn(x int, v []int, size float64) *big.Float {
	p, wide := d.num(1), 2*size
	for axis, m := range v {
		h, total, here := d.drift(x, axis, size), d.new(), d.new()
		c := d.coords(x)[axis]
		for to := range d.lens[axis] {
			if far := float64(max(to-c, c-to)); far >= wide+1 { // two sizes, rounded up
				continue
			}
			off := d.sub(d.num(float64(to-c)), h)
			bell := d.exp(d.quo(d.mul(off, off), d.mul(d.num(-2*size), d.num(size))))
			total = d.add(total, bell)
			if to-c == m {
				here = bell
			}
		}
		p = d.mul(p, d.quo(here, total))
	}
	return p
}
