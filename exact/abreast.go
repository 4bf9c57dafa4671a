package exact

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/chains/operators"
)

// An abreast runs one chain plainly, as a pass does, where both ends of the bridge have mass in the same cells and no
// log density is deep. Then all measures go side by side: a move of the kernel takes eight along, and its probability
// is read once. It starts from the log densities of every level anew, as a pass does. What it keeps by cell has room
// for lanes.Room cells, of which those beyond the last have no mass.
type abreast struct {
	c       *plain
	op      chains.Operator
	n       int // cells
	is      ran
	q, next lanes.Block // by cell, the measures in the places of package lanes
	state   []float64   // the law, when it is asked for

	p, was []float64 // p_t, and p at the level before
	rise   []float64 // of log f in the last step, less its mean under p
	grow   []float64 // expm1 of that
}

// newAbreast returns the chain of op at level t.
func (c *plain) newAbreast(t int, op chains.Operator) *abreast {
	n := c.a.Grid.Size()
	room := lanes.Room(n)
	v := vectors(room, 4)
	w := &abreast{c: c, op: op, n: n, q: make(lanes.Block, room), next: make(lanes.Block, room),
		state: make([]float64, n), p: v[0], was: v[1], rise: v[2], grow: v[3], is: newRan(c.a.T())}
	c.a.LevelAt(c.level, t)
	w.density()
	for x, p := range w.p {
		w.q[x][lanes.OfLaw] = p
		w.q[x][lanes.OfWeight] = p
		if t == 1 {
			w.q[x][lanes.OfSquare] = p
		}
	}
	return w
}

func (w *abreast) masses() []float64 { return w.p[:w.n] }
func (w *abreast) ran() *ran         { return &w.is }

// law has no mass in a cell that all mass leaves, of which the flows may leave a rounding below 0.
func (w *abreast) law() []float64 {
	const rounding = 1e-15 // of 1, of some flows
	for x := range w.state {
		v := w.q[x][lanes.OfLaw]
		if v < 0 && v > -rounding {
			v = 0
		}
		w.state[x] = v
	}
	return w.state
}

func (w *abreast) push() {
	operators.PushBlock(w.op, w.next[:w.n], w.q[:w.n])
	w.q, w.next = w.next, w.q
}

// density sets p to the density of the level.
func (w *abreast) density() {
	c := w.c
	logf := c.level.LogF()
	copy(w.p, logf)
	for x := w.n; x < len(w.p); x++ {
		w.p[x] = math.Inf(-1)
	}
	top, sum, smallest := lanes.Normalize(w.p)
	if !(smallest >= least) {
		for x, v := range logf {
			c.thin = c.thin || !(w.p[x] >= least) && !math.IsInf(v, -1)
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
	upper := max(t, before)
	moveTo(w.c.a, w.c.level, t, w.rise[:w.n])
	for x := w.n; x < len(w.rise); x++ {
		w.rise[x] = w.rise[0] // any rise, so that the least and the largest are those of cells
	}
	like := lanes.Survey(w.q, w.rise, w.p)
	w.is.steps[upper] = like.Law
	w.is.mean += like.Law
	w.is.size += like.Size
	w.p, w.was = w.was, w.p
	w.density()
	share := 0.0
	most := max(like.High-like.Mean, like.Mean-like.Low) // of the rise less its mean
	if most < lanes.Small {
		share = w.small(like.Mean, most, like.Law)
	} else {
		share = w.large(w.c.logZ[t]-w.c.logZ[before], like.Law)
	}
	w.is.parts[upper] = share
	w.is.walked += share
}

// small takes a step over which log f changes little, but for its mean. Under the law log w rises by lift in the mean.
func (w *abreast) small(mean, most, lift float64) float64 {
	is := lanes.Center(w.q, w.rise, w.grow, w.was, mean, most)
	by := lanes.Weight{Grow: is.Grow, Scale: 1 / (1 + is.Grow), Shift: mean - lift}
	w.scale(by.Weigh(w.q, w.rise, w.grow, w.was))
	return is.More + log1pmx(is.Grow) - is.Lag
}

// large takes a step over which log f changes so much in some cell that a subtraction loses nothing there. log Z climbs
// by climb.
func (w *abreast) large(climb, lift float64) float64 {
	share := 0.0
	largest := 0.0
	for x, p := range w.was {
		if p == 0 {
			continue
		}
		cell := &w.q[x]
		rise := w.rise[x] - climb // of log p
		d := cell[lanes.OfDeviation]
		if math.Abs(rise) < lanes.Small {
			share += p*lanes.Expm1mx(rise) - d*rise
		} else {
			share += w.p[x] - p - (p+d)*rise
		}
		cell[lanes.OfDeviation] += p - w.p[x]
		largest = max(largest, lanes.WeighCell(cell, w.rise[x]-lift, math.Exp(rise)))
	}
	w.scale(largest)
	return share
}

// scale keeps E[ŵ²; x] in the range of floats.
func (w *abreast) scale(largest float64) {
	if !(largest > largestSquare) || math.IsInf(largest, 1) {
		return
	}
	for x := range w.q {
		w.q[x][lanes.OfSquare] /= largest
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
	r.moments = momentsOf(r.mean, sum[lanes.OfSecond], sum[lanes.OfThird])
	r.weighted = sum[lanes.OfWeight]
	r.logSquare += math.Log(sum[lanes.OfSquare])
	return &r
}
