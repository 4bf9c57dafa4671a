package multisets

import (
	"breadboard/chains"
	"breadboard/chains/programs"
)

// rows are the probabilities of a move, written out. A particle in cell x goes to to[i] with
// probability prob[i], for from[x] <= i < from[x+1]. Cells are numbered as in particles.cells.
type rows struct {
	from []int
	to   []int32
	prob []float64
}

// writeRows writes out a move, for the cells of the particles.
func (c *particles) writeRows(move programs.Move) rows {
	r := rows{from: []int{0}}
	put := func(y int, p float64) {
		if p > 0 {
			r.to, r.prob = append(r.to, c.index[y]), append(r.prob, p)
		}
	}
	for _, x := range c.cells {
		move.Row(x, put)
		put(x, chains.Stay(move, x))
		r.from = append(r.from, len(r.to))
	}
	return r
}

// of returns the row of x.
func (r rows) of(x int) (to []int32, prob []float64) {
	return r.to[r.from[x]:r.from[x+1]], r.prob[r.from[x]:r.from[x+1]]
}

// pushed returns a measure of one particle after the move.
func (r rows) pushed(q []float64) []float64 {
	dst := make([]float64, len(q))
	for x, mass := range q {
		to, prob := r.of(x)
		for i, y := range to {
			dst[y] += mass * prob[i]
		}
	}
	return dst
}

// pulled returns a function of one particle before the move.
func (r rows) pulled(f []Moments) []Moments {
	dst := make([]Moments, len(f))
	for x := range f {
		to, prob := r.of(x)
		for i, y := range to {
			dst[x].add(prob[i], &f[y])
		}
	}
	return dst
}
