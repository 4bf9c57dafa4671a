package exact

import (
	"math"

	"breadboard/chains"
)

// A climb finds p_t from level to level, up or down. Along a geometric bridge steps of beta that are alike multiply f
// by the same numbers. These are exponentials, found once, and every level after the first of such steps is a product.
type climb struct {
	a     *chains.Annealing
	slope []float64 // of log f in beta; nil where all levels are exponentiated
	logZ  float64   // log Z at the level

	by    int       // 1 upward, and -1 downward
	left  int       // the number of steps that are still alike
	pace  float64   // the step of beta
	grow  []float64 // what it multiplies f by
	ready bool      // grow is of this pace
}

// steepest is the largest rise of log f in a step whose exponentials and their sums are floats.
const steepest = 300

func newClimb(a *chains.Annealing) *climb {
	c := &climb{a: a}
	bridge, geometric := a.Bridge.(chains.Geometric)
	if !geometric || !shallow(*a) {
		return c
	}
	v := vectors(a.Grid.Size(), 2)
	c.slope = v[0]
	c.grow = v[1]
	for x, from := range bridge.From {
		if !math.IsInf(from, -1) {
			c.slope[x] = bridge.To[x] - from
		}
	}
	return c
}

// normalize finds p and log p at a level, by p at the level from, next to it.
func (c *climb) normalize(p, logp, before []float64, l *chains.Level, from int) {
	logf := l.LogF()
	if !c.alike(from, l.T) {
		c.logZ = chains.NormalizeLog(p, logp, logf)
		return
	}
	sum := 0.0
	for x, v := range before {
		v *= c.grow[x]
		p[x] = v
		sum += v
	}
	c.logZ += math.Log(sum)
	inverse := 1 / sum
	for x, v := range logf {
		p[x] *= inverse
		logp[x] = v - c.logZ
	}
}

// alike reports whether the step is like the one before it. The step before is then a fresh one, or one of oldest.
func (c *climb) alike(from, to int) bool {
	if c.slope == nil {
		return false
	}
	if c.left == 0 || to-from != c.by {
		c.by = to - from
		c.left = 0
		c.ready = false
		if next := to + c.by; next >= 1 && next <= c.a.T() {
			var until int
			c.pace, until = pace(c.a.Schedule, to, c.by)
			c.left = (until - to) * c.by
		}
		return false
	}
	c.left--
	if !c.ready {
		c.ready = true
		for x, slope := range c.slope {
			rise := c.pace * slope
			if !(math.Abs(rise) < steepest) {
				c.left = 0
				return false
			}
			c.grow[x] = math.Exp(rise)
		}
	}
	return true
}

// pace returns the step of beta from a level on, and the last level that steps of the same size lead to, one by one up
// or down, up to the rounding of two betas. The returned step is their mean, which is rounded least.
func pace(s chains.Schedule, from, by int) (h float64, until int) {
	start := s.Beta(from)
	first := s.Beta(from+by) - start
	until = from + by
	steps := 1
	for next := until + by; next >= 1 && next <= s.Len() && steps <= oldest; next += by {
		if math.Abs(s.Beta(next)-s.Beta(until)-first) > 0x1p-52 {
			break
		}
		until = next
		steps++
	}
	return (s.Beta(until) - start) / float64(steps), until
}
