package programs

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A crowd is particles that take a path together. After a step has weighed them they are
// resampled multinomially, if the effective sample size of their weights is below a share of
// their number. Otherwise they keep their weights, and the next step multiplies these.
type crowd struct {
	cells []int
	logw  []float64 // since the last resampling
	share float64   // +Inf to resample at every step
}

func newCrowd(particles int, share float64) crowd {
	return crowd{make([]int, particles), make([]float64, particles), share}
}

// free draws all particles from the start of the path and runs them.
func (c crowd) free(path Path, d chains.Dice) (logw float64) {
	c.draw(0, path.Start(), d)
	return c.run(path, nil, d)
}

// keeping runs the first particle along a path that ends in x, and draws the others from the
// start.
func (c crowd) keeping(x int, path Path, d chains.Dice) (logw float64) {
	kept := back(path, x, d)
	c.cells[0] = kept[0]
	c.draw(1, path.Start(), d)
	return c.run(path, kept, d)
}

// draw draws particles from the start of the path, and leaves the first few as they are.
func (c crowd) draw(few int, start []float64, d chains.Dice) {
	for j := few; j < len(c.cells); j++ {
		c.cells[j] = d.Pick(start)
	}
}

// run takes the particles along the path. If kept is not nil the first particle follows it: it
// is never replaced by resampling, and the others draw their ancestors among all. log w is the
// sum of the logs of the mean weights, at every resampling and at the end. run stops as soon as
// log w is infinite.
func (c crowd) run(path Path, kept []int, d chains.Dice) (logw float64) {
	for i := range path.Len() {
		step := path.At(i)
		if step.LogW != nil {
			for j, x := range c.cells {
				c.logw[j] = chains.Gain(c.logw[j], step.LogW[x])
			}
			if math.IsInf(floats.Max(c.logw), 0) {
				break
			}
			if c.effective() < c.share*float64(len(c.cells)) {
				logw += logMean(c.logw)
				c.resample(kept != nil, d)
			}
		}
		for j, x := range c.cells {
			if j == 0 && kept != nil {
				c.cells[0] = kept[i+1]
				continue
			}
			c.cells[j] = MoveAll(x, step.Moves, d)
		}
	}
	return logw + logMean(c.logw)
}

// effective is (Σw)²/Σw², the effective sample size of the weights.
func (c crowd) effective() float64 {
	top, sum, squares := floats.Max(c.logw), 0.0, 0.0
	for _, v := range c.logw {
		w := math.Exp(v - top)
		sum, squares = sum+w, squares+w*w
	}
	return sum * sum / squares
}

// resample draws an ancestor for every particle, by weight, and sets the weights to 1. If
// the first is kept it is its own ancestor. Only the cell of an ancestor matters, so the draw
// is among cells, of which there may be far fewer than particles.
func (c crowd) resample(kept bool, d chains.Dice) {
	var cells []int
	var shares []float64
	at := map[int]int{}
	for j, w := range chains.Normalized(c.logw) {
		x := c.cells[j]
		if _, seen := at[x]; !seen {
			at[x] = len(cells)
			cells, shares = append(cells, x), append(shares, 0)
		}
		shares[at[x]] += w
	}
	for j := range c.cells {
		if j > 0 || !kept {
			c.cells[j] = cells[d.Pick(shares)]
		}
	}
	clear(c.logw)
}

// one picks a particle by weight; the first if all weights are 0.
func (c crowd) one(d chains.Dice) int {
	i, _ := pickByLog(c.logw, d)
	return c.cells[i]
}
