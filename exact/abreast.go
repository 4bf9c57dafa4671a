package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/chains/operators"
)

// An abreast runs one chain plainly, as a pass does, where both ends of the bridge have mass in the same cells and no
// log density is deep. Then all measures go side by side: a move of the kernel takes all along, and its probability is
// found once. What it keeps by cell has room for lanes.Room cells, of which those beyond the last have no mass.
//
// Masses come from the log densities of every level. They are exponentials at the ends, at each fresh level and beside
// a large step. After small steps they are the masses before times exp(rise). The
// rises are differences of the log densities of two levels, and add up to what the exponential would be of. So a mass
// is off by two roundings for each level since, 3e-14 at most, and no slope and no pace of the engine is in it.
type abreast struct {
	c       *plain
	op      chains.Operator
	n       int // cells
	is      ran
	q, next *lanes.Measures // in the places of package lanes
	mover   operators.Mover
	state   []float64 // the law, when it is asked for

	p, was   []float64 // p_t, and p at the level before
	top, sum float64   // the largest of log f at level from, and what exp(log f - top) adds up to
	from     int       // the last level whose masses are exponentials
	rise     []float64 // of log f in the last step, less its mean under p
	grow     []float64 // expm1 of that
}

// newAbreast returns the chain of op at level t.
func (c *plain) newAbreast(t int, op chains.Operator) *abreast {
	n := c.a.Grid.Size()
	room := lanes.Room(n)
	v := vectors(room, 4)
	w := &abreast{c: c, op: op, n: n, q: lanes.NewMeasures(n), next: lanes.NewMeasures(n), state: make([]float64, n),
		p: v[0], was: v[1], rise: v[2], grow: v[3], is: newRan(c.a.T())}
	c.a.LevelAt(c.level, t)
	w.density()
	copy(w.q.Of(lanes.OfLaw), w.p)
	copy(w.q.Of(lanes.OfWeight), w.p)
	if t == 1 {
		copy(w.q.Of(lanes.OfSquare), w.p)
	}
	return w
}

func (w *abreast) masses() []float64 { return w.p[:w.n] }

// law has no mass in a cell that all mass leaves, of which the flows may leave a rounding below 0.
func (w *abreast) law() []float64 {
	const rounding = 1e-15 // of 1, of some flows
	copy(w.state, w.q.Of(lanes.OfLaw))
	for x, v := range w.state {
		if v < 0 && v > -rounding {
			w.state[x] = 0
		}
	}
	return w.state
}

func (w *abreast) push() {
	w.mover.Push(w.op, w.next, w.q, w.n)
	w.q, w.next = w.next, w.q
}

// fresh levels are these apart. Products of more steps would lose more digits, and exponentials more often cost as much
// as all acceptances together.
const freshLevels = 64

// density sets p to the density of the level.
func (w *abreast) density() {
	w.from = w.c.level.T
	copy(w.p, w.c.level.LogF())
	for x := w.n; x < len(w.p); x++ {
		w.p[x] = math.Inf(-1)
	}
	w.normalize()
}

// normalize takes p from the log density that it was set to.
func (w *abreast) normalize() {
	top, sum, thin := lanes.Normalize(w.p)
	w.c.thin = w.c.thin || thin
	w.top = top
	w.sum = sum
}

// step moves to level t. Let log f rise by rise + m, m its mean under p, and let s be the mean of grow = expm1(rise).
// Then the densities' ratio is ρ = (1 + grow)/(1 + s), and the step's share of the path divergence is
//
//	-E[log ρ] = Σ p (grow - rise) + (log(1+s) - s) - Σ d rise, d the law less p.
func (w *abreast) step(t int) {
	before := w.c.level.T
	upper := max(t, before)
	moveTo(&w.c.a, w.c.level, t, w.rise[:w.n])
	for x := w.n; x < len(w.rise); x++ {
		w.rise[x] = w.rise[0] // any rise, so that the least and the largest are those of cells
	}
	like := lanes.Survey(w.q.Of(lanes.OfLaw), w.rise, w.p)
	w.is.steps[upper] = like.Law
	w.is.mean += like.Law
	w.is.size += like.Size
	share := 0.0
	most := max(like.High-like.Mean, like.Mean-like.Low) // of the rise less its mean
	if most < lanes.Small {
		share = w.small(like.Mean, most, like.Law)
	} else {
		share = w.large(before, like.Law)
	}
	w.is.parts[upper] = share
	w.is.paths += share
}

// small takes a step over which log f changes little, but for its mean. Under the law log w rises by lift in the mean.
func (w *abreast) small(mean, most, lift float64) float64 {
	w.p, w.was = w.was, w.p
	is := lanes.Center(w.q.Of(lanes.OfDeviation), w.rise, w.grow, w.was, mean, most)
	by := lanes.Weight{Grow: is.Grow, Scale: 1 / (1 + is.Grow), Shift: mean - lift}
	w.scale(by.Weigh(w.q, w.rise, w.grow, w.was, w.p))
	if t := w.c.level.T; t%freshLevels == 0 || t == 1 || t == w.c.a.T() {
		w.density()
	}
	return is.More + log1pmx(is.Grow) - is.Lag
}

// large takes a step from a level over which log f changes so much in some cell that a subtraction loses nothing there.
func (w *abreast) large(before int, lift float64) float64 {
	if w.from != before {
		to := w.c.level.T
		w.c.a.LevelAt(w.c.level, before)
		w.density()
		w.c.a.LevelAt(w.c.level, to)
	}
	w.p, w.was = w.was, w.p
	top, sum := w.top, w.sum
	w.density()
	climb := w.top - top + math.Log(w.sum/sum) // of log Z
	share := 0.0
	largest := 0.0
	deviation := w.q.Of(lanes.OfDeviation)
	for x, p := range w.was {
		if p == 0 {
			continue
		}
		rise := w.rise[x] - climb // of log p
		d := deviation[x]
		if math.Abs(rise) < lanes.Small {
			share += p*lanes.Expm1mx(rise) - d*rise
		} else {
			share += w.p[x] - p - (p+d)*rise
		}
		deviation[x] += p - w.p[x]
		largest = max(largest, w.q.WeighCell(x, w.rise[x]-lift, math.Exp(rise)))
	}
	w.scale(largest)
	return share
}

// scale keeps E[ŵ²; x] in the range of floats.
func (w *abreast) scale(largest float64) {
	if !(largest > largestSquare) || math.IsInf(largest, 1) {
		return
	}
	square := w.q.Of(lanes.OfSquare)
	for x := range square {
		square[x] /= largest
	}
	w.is.logSquare += math.Log(largest)
}

func (w *abreast) end() *ran {
	sum := func(k int) float64 { return floats.Sum(w.q.Of(k)) }
	r := w.is // a copy, which does not hold the measures
	r.final = w.law()
	r.moments = MomentsOf(r.mean, sum(lanes.OfSecond), sum(lanes.OfThird))
	r.weighted = sum(lanes.OfWeight)
	r.logSquare += math.Log(sum(lanes.OfSquare))
	return &r
}
