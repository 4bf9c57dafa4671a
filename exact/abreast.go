package exact

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/chains/operators"
)

// An abreast runs one chain plainly, as a pass does, where both ends of the bridge have mass in the same cells and no
// log density is deep. Then all measures go side by side: a move of the kernel takes eight along, and its probability
// is read once. It starts from the log densities of every level anew, as a pass does.
type abreast struct {
	c       *plain
	op      chains.Operator
	is      ran
	q, next lanes.Block // by cell, the measures in the places below
	state   []float64   // the law, when it is asked for

	p, was []float64 // p_t, and p at the level before
	rise   []float64 // of log f in the last step, less its mean under p
	change lanes.Step
}

// The places of the measures in a block.
const (
	ofLaw       = iota // of the chain's state
	ofFirst            // E[(log w - mean)^k; x] of k = 1, 2 and 3; the mean is subtracted at every step
	ofSecond           //
	ofThird            //
	ofWeight           // E[ŵ; x] for ŵ = w Z_1/Z_T, in reverse Z_T/(w Z_1)
	ofSquare           // E[ŵ²; x] over exp(logSquare), and 0 in reverse
	ofDeviation        // the law less p_t, as a walk carries it
)

// newAbreast returns the chain of op at level t.
func (c *plain) newAbreast(t int, op chains.Operator) *abreast {
	n := c.a.Grid.Size()
	v := vectors(n, 4)
	w := &abreast{c: c, op: op, q: make(lanes.Block, n), next: make(lanes.Block, n), state: v[0], p: v[1], was: v[2],
		rise: v[3], change: newStep(n), is: newRan(c.a.T())}
	c.a.LevelAt(c.level, t)
	w.density()
	for x, p := range w.p {
		w.q[x][ofLaw] = p
		w.q[x][ofWeight] = p
		if t == 1 {
			w.q[x][ofSquare] = p
		}
	}
	return w
}

func (w *abreast) masses() []float64 { return w.p }
func (w *abreast) ran() *ran         { return &w.is }

// law has no mass in a cell that all mass leaves, of which the flows may leave a rounding below 0.
func (w *abreast) law() []float64 {
	const rounding = 1e-15 // of 1, of some flows
	for x := range w.q {
		v := w.q[x][ofLaw]
		if v < 0 && v > -rounding {
			v = 0
		}
		w.state[x] = v
	}
	return w.state
}

func (w *abreast) push() {
	operators.PushBlock(w.op, w.next, w.q)
	w.q, w.next = w.next, w.q
}

// density sets p to the density of the level.
func (w *abreast) density() {
	c := w.c
	logf := c.level.LogF()
	top := math.Inf(-1)
	for _, v := range logf {
		if v > top {
			top = v
		}
	}
	for x, v := range logf {
		w.p[x] = v - top
	}
	lanes.Exp(w.p, w.p)
	sum := 0.0
	for _, v := range w.p {
		sum += v
	}
	by := 1 / sum
	for x, v := range w.p {
		v *= by
		w.p[x] = v
		if !(v >= least) {
			c.thin = c.thin || !math.IsInf(logf[x], -1)
		}
	}
	if t := c.level.T; math.IsNaN(c.logZ[t]) {
		c.logZ[t] = top + math.Log(sum)
	}
}

// step moves to level t. Let log f rise by rise + m, m its mean under p, and let s be the mean of grow = expm1(rise).
// Then the densities' ratio is ρ = (1 + grow)/(1 + s), and the walk's share of the path divergence is
//
//	-E[log ρ] = Σ p (grow - rise) + (log(1+s) - s) - Σ d rise, d the law less p.
func (w *abreast) step(t int) {
	before := w.c.level.T
	moveTo(w.c.a, w.c.level, t, w.rise)
	w.is.weigh(max(t, before), w.q, w.rise)
	mean := 0.0
	low, high := w.rise[0], w.rise[0] // of cells without mass too, where the rise is 0
	for x, p := range w.p {
		rise := w.rise[x]
		mean += p * rise
		if rise < low {
			low = rise
		}
		if rise > high {
			high = rise
		}
	}
	w.p, w.was = w.was, w.p
	w.density()
	share := 0.0
	if max(high-mean, mean-low) < lanes.Small {
		share = w.small(mean, w.is.steps[max(t, before)])
	} else {
		share = w.large(w.c.logZ[t]-w.c.logZ[before], w.is.steps[max(t, before)])
	}
	w.is.parts[max(t, before)] = share
	w.is.walked += share
}

// weigh adds the weight's step to level t, or down from it, to the mean of log w.
func (r *ran) weigh(t int, q lanes.Block, rise []float64) {
	q = q[:len(rise)]
	mean, size := 0.0, 0.0
	for x, v := range rise {
		step := q[x][ofLaw] * v
		mean += step
		size += math.Abs(step)
	}
	r.steps[t] = mean
	r.mean += mean
	r.size += size
}

// small takes a step over which log f changes little, but for its mean. Under the law log w rises by lift in the mean.
func (w *abreast) small(mean, lift float64) float64 {
	n := len(w.was)
	rise := w.rise[:n]
	for x, p := range w.was {
		rise[x] -= mean
		if p == 0 {
			rise[x] = 0
		}
	}
	lanes.Rates(&w.change, rise, 1)
	grow := w.change.Grow[:n]
	extra := w.change.More[:n]
	q := w.q[:n]
	var s, more, lag float64
	for x, p := range w.was {
		s += p * grow[x]
		more += p * extra[x]
		lag += q[x][ofDeviation] * rise[x]
	}
	z := 1 / (1 + s)
	largest := 0.0
	for x, p := range w.was {
		cell := &q[x]
		cell[ofDeviation] += p * ((s - grow[x]) * z)
		square := weighCell(cell, rise[x]+(mean-lift), (1+grow[x])*z)
		if square > largest {
			largest = square
		}
	}
	w.scale(largest)
	return more + log1pmx(s) - lag
}

// large takes a step over which log f changes so much in some cell that a subtraction loses nothing there. log Z climbs
// by climb.
func (w *abreast) large(climb, lift float64) float64 {
	share, largest := 0.0, 0.0
	for x, p := range w.was {
		if p == 0 {
			continue
		}
		cell := &w.q[x]
		rise := w.rise[x] - climb // of log p
		d := cell[ofDeviation]
		if math.Abs(rise) < lanes.Small {
			share += p*lanes.Expm1mx(rise) - d*rise
		} else {
			share += w.p[x] - p - (p+d)*rise
		}
		cell[ofDeviation] += p - w.p[x]
		largest = max(largest, weighCell(cell, w.rise[x]-lift, math.Exp(rise)))
	}
	w.scale(largest)
	return share
}

// weighCell makes the weight's step in a cell where log w rises by y above the mean and ŵ is multiplied by a factor. It
// returns what then is E[ŵ²; x].
func weighCell(cell *[8]float64, y, by float64) float64 {
	first := cell[ofFirst]
	second := cell[ofSecond]
	lift := y * cell[ofLaw]
	square := cell[ofSquare] * (by * by)
	cell[ofThird] += y * (3*second + y*(3*first+lift))
	cell[ofSecond] = second + y*(2*first+lift)
	cell[ofFirst] = first + lift
	cell[ofWeight] *= by
	cell[ofSquare] = square
	return square
}

// scale keeps E[ŵ²; x] in the range of floats.
func (w *abreast) scale(largest float64) {
	if !(largest > largestSquare) || math.IsInf(largest, 1) {
		return
	}
	for x := range w.q {
		w.q[x][ofSquare] /= largest
	}
	w.is.logSquare += math.Log(largest)
}

func (w *abreast) end() *ran {
	sum := [8]float64{}
	for x := range w.q {
		for k, v := range w.q[x] {
			sum[k] += v
		}
	}
	r := w.is // a copy, which does not hold the blocks
	r.final = w.law()
	r.moments = momentsOf(r.mean, sum[ofSecond], sum[ofThird])
	r.weighted = sum[ofWeight]
	r.logSquare += math.Log(sum[ofSquare])
	return &r
}
