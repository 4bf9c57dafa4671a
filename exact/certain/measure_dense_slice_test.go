package certain_test

import (
	"math/big"
)

// sliced draws a level between 0 and f(x), and one of the cells above it on the line
// through x along a random axis. Between two values of the line that follow each other
// every level has the same cells above it. From a cell without mass the level is 0.
func (d dense) sliced() matrix {
	var weights []*big.Float
	var parts []matrix
	for axis := range d.lens {
		m := d.zeros()
		for x := range m {
			var line []int
			for y := range m {
				if d.differ(x, y, axis, axis+1) {
					line = append(line, y)
				}
			}
			d.sliceFrom(m, x, line)
		}
		weights, parts = append(weights, d.num(1)), append(parts, m)
	}
	return d.mixed(weights, parts)
}

func (d dense) sliceFrom(m matrix, x int, line []int) {
	last := d.new()
	for last.Cmp(d.f[x]) < 0 {
		next := d.f[x]
		for _, y := range line {
			if d.f[y].Cmp(last) > 0 && d.f[y].Cmp(next) < 0 {
				next = d.f[y]
			}
		}
		d.spread(m, x, line, last, d.quo(d.sub(next, last), d.f[x]))
		last = next
	}
	if d.f[x].Sign() == 0 {
		d.spread(m, x, line, last, d.num(1))
	}
}

// spread gives a probability in equal parts to the cells above a level, to x if there
// are none.
func (d dense) spread(m matrix, x int, line []int, level, p *big.Float) {
	var above []int
	for _, y := range line {
		if d.f[y].Cmp(level) > 0 {
			above = append(above, y)
		}
	}
	if len(above) == 0 {
		above = []int{x}
	}
	for _, y := range above {
		d.put(m, x, y, d.quo(p, d.num(float64(len(above)))))
	}
}
