package sample

import (
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/chains/programs"
)

// A crowd is particles in a list, each with its weight since the last resampling. What resampling.go of package
// programs says of systematic resampling holds here, particle by particle, in one pass over the list.
//
// A conditional run knows the ancestor of one place. Given that a place at random descends from the kept particle, the
// place and what is left of its own random number are a uniform point of the particle's interval: of all (k+u)/M in it
// each is as likely. So one random number gives both.
//
// A weight is kept twice: by its log, and as exp(log - base). A step multiplies the second by a factor that all
// particles in a cell share, so that it takes no exponential. Factors are at most 1. So where the sum of all products
// is not small, those that are lost below every float are nothing beside it; and where it is small, the logs are asked.
type crowd struct {
	gen     *rand.PCG
	cells   []int32
	logw    []float64 // since the last resampling
	weights []float64
	base    float64
	kept    *programs.Lineage // of the kept particle; nil if all are free
	at      int               // the number of the kept particle, or -1
	past    float64           // the sum of the logs of the mean weights, at every resampling
	ended   bool              // the weights are infinite
}

func (f *filter) newCrowd(d chains.Dice, kept *programs.Lineage) population {
	return &crowd{gen: d.(seeded).gen, kept: kept, at: -1, cells: make([]int32, f.P), logw: make([]float64, f.P),
		weights: make([]float64, f.P)}
}

// start draws the particles. A kept one has any place: the order matters to systematic resampling.
func (c *crowd) start(f *filter) {
	f.singly(c.cells, c.gen)
	c.even()
	if c.kept != nil {
		c.at = int(seeded{c.gen}.uniform() * float64(f.P))
		c.cells[c.at] = int32(c.kept.Start)
	}
}

// even sets all weights to 1.
func (c *crowd) even() {
	clear(c.logw)
	for j := range c.weights {
		c.weights[j] = 1
	}
	c.base = 0
}

// step weighs the particles. If their effective sample size is below the share, it resamples them. Then they move.
func (c *crowd) step(f *filter, i int, step programs.Step) {
	if c.ended || !c.weigh(f, step.LogW) {
		return
	}
	if f.sum*f.sum/f.squares < f.Share*float64(len(c.cells)) { // (Σw)²/Σw²
		c.past += c.logMean(f)
		c.resample(f)
	}
	for _, r := range f.rows[:len(step.Moves)] {
		f.walk(r, c.cells, c.gen)
	}
	if c.kept != nil {
		c.cells[c.at] = int32(c.kept.Cell(i))
	}
}

// logMean is the log of the mean weight.
func (c *crowd) logMean(f *filter) float64 { return c.base + math.Log(f.sum/float64(len(c.cells))) }

// end picks a particle by weight; the first if the weights are infinite.
func (c *crowd) end(f *filter) (x int32, logw float64) {
	if c.ended {
		return c.cells[0], c.past + slices.Max(c.logw)
	}
	c.scale(f)
	return c.cells[seeded{c.gen}.Pick(c.weights)], c.past + c.logMean(f)
}

// A gain is what a step does to the weight of a particle in one cell: to its log, and to the weight over base.
type gain struct{ log, factor float64 }

// gain sets the gains of a step, which all crowds share. Base rises by the largest finite gain. Without log weights the
// step has none.
func (f *filter) gain(logw []float64) {
	f.gains = f.gains[:0]
	f.rise = math.Inf(-1)
	for _, v := range logw {
		if v > f.rise && !math.IsInf(v, 1) {
			f.rise = v
		}
	}
	for _, v := range logw {
		f.gains = append(f.gains, gain{v, math.Exp(v - f.rise)})
	}
}

// leastSum is the least sum of weights over base. Its square is far from underflow.
const leastSum = 0x1p-300

// weigh adds the gains of a step, if it has any, and the sums of the weights. It returns false if the crowd has ended.
func (c *crowd) weigh(f *filter, logw []float64) bool {
	if logw == nil {
		c.scale(f)
		return !c.ended
	}
	c.base += f.rise
	sum, squares := 0.0, 0.0
	logs := c.logw[:len(c.cells)]
	weights := c.weights[:len(c.cells)]
	for j, x := range c.cells {
		by := f.gains[x]
		logs[j] += by.log
		w := weights[j] * by.factor
		weights[j] = w
		sum += w
		squares += w * w
	}
	f.sum, f.squares = sum, squares
	if !(sum >= leastSum && sum < math.MaxFloat64) {
		c.scale(f)
	}
	return !c.ended
}

// scale makes the largest weight 1, and sets the sums. A crowd of infinite log weights has ended. A weight of 0 stays 0
// whatever it gains: of a cell that has mass again its log is not a number.
func (c *crowd) scale(f *filter) {
	for j, v := range c.logw {
		if math.IsNaN(v) {
			c.logw[j] = math.Inf(-1)
		}
	}
	c.base = slices.Max(c.logw)
	c.ended = math.IsInf(c.base, 0)
	sum, squares := 0.0, 0.0
	for j, v := range c.logw {
		w := math.Exp(v - c.base)
		c.weights[j] = w
		sum += w
		squares += w * w
	}
	f.sum, f.squares = sum, squares
}

// walk makes a move of all particles.
func (f *filter) walk(r *rows, xs []int32, gen *rand.PCG) {
	for len(xs) > 0 {
		words := f.words[:min(len(xs), len(f.words))]
		lanes.Words(words, gen)
		r.walk(xs, words)
		xs = xs[len(words):]
	}
}
