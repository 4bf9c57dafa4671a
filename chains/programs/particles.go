package programs

import (
	"math"
	"slices"

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
	kept  []int     // the path that the first particle follows; nil if it is free

	sum   float64 // of the logs of the mean weights, at every resampling
	ended bool    // the weights are infinite
}

func newCrowd(particles int, share float64) *crowd {
	return &crowd{cells: make([]int, particles), logw: make([]float64, particles), share: share}
}

// newCrowds returns crowds, one for each of the dice.
func newCrowds(particles int, share float64, dice []chains.Dice) []*crowd {
	crowds := make([]*crowd, len(dice))
	for i := range crowds {
		crowds[i] = newCrowd(particles, share)
	}
	return crowds
}

// forwards draws all particles of a crowd from the start of the path with each of the dice, and runs
// them. It returns one of each crowd with log w.
func forwards(path Path, particles int, share float64, dice []chains.Dice) (xs []int, logw []float64) {
	for some := range slices.Chunk(dice, together(path, particles)) {
		crowds := newCrowds(particles, share, some)
		for i, c := range crowds {
			c.draw(0, path.Start(), some[i])
		}
		logw = append(logw, runAll(path, crowds, some)...)
		for i, c := range crowds {
			xs = append(xs, c.one(some[i]))
		}
	}
	return xs, logw
}

// reverses runs the first particle of a crowd along a path that ends in x, for each x with its own dice,
// and draws the others from the start.
func reverses(path Path, particles int, share float64, xs []int, dice []chains.Dice) (logw []float64) {
	for some := range slices.Chunk(dice, together(path, particles)) {
		crowds := newCrowds(particles, share, some)
		kept := backAll(path, xs[len(logw):][:len(some)], some)
		for i, c := range crowds {
			c.follow(kept[i])
			c.draw(1, path.Start(), some[i])
		}
		logw = append(logw, runAll(path, crowds, some)...)
	}
	return logw
}

// together is the number of crowds that run together: they have at most a million particles, or places of
// their paths, unless one has more.
func together(path Path, particles int) int { return max(1, (1<<20)/max(particles, path.Len())) }

// follow keeps the first particle on a path.
func (c *crowd) follow(kept []int) { c.kept, c.cells[0] = kept, kept[0] }

// draw draws particles from the start of the path, and leaves the first few as they are.
func (c *crowd) draw(few int, start []float64, d chains.Dice) {
	for j := few; j < len(c.cells); j++ {
		c.cells[j] = d.Pick(start)
	}
}

// runAll takes crowds along the path, step by step together, and returns the log w of each: the sum of the
// logs of the mean weights, at every resampling and at the end.
func runAll(path Path, crowds []*crowd, dice []chains.Dice) (logw []float64) {
	for i := range path.Len() {
		step := path.At(i)
		for j, c := range crowds {
			if !c.ended {
				c.step(step, i, dice[j])
			}
		}
	}
	for _, c := range crowds {
		logw = append(logw, c.sum+logMean(c.logw))
	}
	return logw
}

// run is runAll for one crowd.
func (c *crowd) run(path Path, d chains.Dice) (logw float64) {
	return runAll(path, []*crowd{c}, []chains.Dice{d})[0]
}

// step takes the particles over step i. A kept particle is never replaced by resampling, and the others
// draw their ancestors among all. The crowd ends there if log w is infinite.
func (c *crowd) step(step Step, i int, d chains.Dice) {
	if step.LogW != nil {
		for j, x := range c.cells {
			c.logw[j] = chains.Gain(c.logw[j], step.LogW[x])
		}
		if c.ended = math.IsInf(floats.Max(c.logw), 0); c.ended {
			return
		}
		if c.effective() < c.share*float64(len(c.cells)) {
			c.sum += logMean(c.logw)
			c.resample(d)
		}
	}
	for j, x := range c.cells {
		if j == 0 && c.kept != nil {
			c.cells[0] = c.kept[i+1]
			continue
		}
		c.cells[j] = MoveAll(x, step.Moves, d)
	}
}

// effective is (Σw)²/Σw², the effective sample size of the weights.
func (c *crowd) effective() float64 {
	top, sum, squares := floats.Max(c.logw), 0.0, 0.0
	for _, v := range c.logw {
		w := math.Exp(v - top)
		sum, squares = sum+w, squares+w*w
	}
	return sum * sum / squares
}

// resample draws an ancestor for every particle, by weight, and sets the weights to 1. If
// the first follows a path it is its own ancestor. Only the cell of an ancestor matters, so the draw
// is among cells, of which there may be far fewer than particles.
func (c *crowd) resample(d chains.Dice) {
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
		if j > 0 || c.kept == nil {
			c.cells[j] = cells[d.Pick(shares)]
		}
	}
	clear(c.logw)
}

// one picks a particle by weight; the first if all weights are 0.
func (c *crowd) one(d chains.Dice) int {
	i, _ := pickByLog(c.logw, d)
	return c.cells[i]
}
