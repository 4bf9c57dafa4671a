package cause

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/laws"
)

// leastInner is the smallest number of cells inside by which a kernel is known, and leastAtBorder the smallest number
// at the border that must differ: fewer do by a fault of their own.
const leastInner, leastAtBorder = 3, 3

// atBorder finds the right kernel that was seen in all cells but some at the border: beside the end of an axis, a wall
// or a cell without mass.
func atBorder(ctx context.Context, c Case) *Cause {
	c.right = c.rightKernels()
	inner, border := c.parted()
	unbalanced := c.everywhere(func(l Level) bool {
		return l.Seen != nil || l.Broken[laws.EachCell] || l.Broken[laws.Reversal]
	})
	if len(inner) < leastInner || !unbalanced {
		return nil
	}
	rounding := c.rounding()
	var found *Cause
	best, next := math.Inf(-1), math.Inf(-1)
	for i, right := range c.steps() {
		logp := c.logInside(ctx, right.step, inner, rounding)
		switch {
		case math.Abs(logp-best) < alike: // the rows are the same
		case logp > best:
			next = best
			best = logp
			found = nil
			if n := c.differing(right.step, border, rounding); n >= leastAtBorder {
				found = bordering.cause(c.right[i].name, n, len(border))
			}
		default:
			next = max(next, logp)
		}
	}
	if best <= next+clear {
		return nil
	}
	return found
}

// parted returns the cells with mass from which each move leads to another, and the others with mass.
func (c Case) parted() (inner, border []int) {
	l := c.Levels[0]
	for _, x := range chains.Support(l.P) {
		inside := true
		for m := range c.Grid.Moves() {
			y, ok := c.Grid.Move(x, m)
			inside = inside && ok && l.P[y] > 0
		}
		if inside {
			inner = append(inner, x)
		} else {
			border = append(border, x)
		}
	}
	return inner, border
}

// logInside returns the log of the probability of what was seen from the cells inside; -Inf if that refutes the step in
// one of them, or ctx has ended.
func (c Case) logInside(ctx context.Context, s step, inner []int, rounding float64) (logp float64) {
	for _, l := range c.Levels {
		for _, x := range inner {
			row := s(l, x)
			if ctx.Err() != nil || !l.fits(x, row, rounding) {
				return math.Inf(-1)
			}
			if l.Seen != nil {
				logp += l.logSeen(x, row)
			}
		}
	}
	return logp
}

// differing counts the cells where a step is not what was seen, at some level.
func (c Case) differing(s step, cells []int, rounding float64) int {
	differ := map[int]bool{}
	for _, l := range c.Levels {
		for _, x := range cells {
			if !l.fits(x, s(l, x), rounding) {
				differ[x] = true
			}
		}
	}
	return len(differ)
}
