package cause

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/laws"
)

// leastInner is the least number of inner cells that identify a kernel, and leastAtBorder the least number of border
// cells that must differ: fewer have a fault of their own.
const leastInner, leastAtBorder = 3, 3

// atBorder finds the right kernel that the moves agree with in all cells but some at the border: next to the end of an
// axis, a wall or a cell without mass.
func atBorder(ctx context.Context, c Case) *Cause {
	inner, border := c.innerAndBorder()
	if len(inner) < leastInner || c.Levels[0].Seen == nil && !c.breaks(laws.EachCell) && !c.breaks(laws.Reversal) {
		return nil
	}
	var all []explanation
	for i, right := range c.steps() {
		known := explanation{logp: c.logProbability(ctx, right.step, inner)}
		differ := 0
		for _, x := range border {
			if !math.IsInf(known.logp, -1) && math.IsInf(c.logProbability(ctx, right.step, []int{x}), -1) {
				differ++
			}
		}
		if differ >= leastAtBorder {
			known.cause = &Cause{Name: "border", Says: fmt.Sprintf("it is %s but at the border: %d of %d border cells "+
				"differ", c.right[i].Name, differ, len(border)),
				Advice: "see what a step does where a move would leave the grid or enter a wall: it stays"}
		}
		all = append(all, known)
	}
	return likeliest(all)
}

// innerAndBorder splits the cells with mass. From an inner cell each move leads to a cell with mass.
func (c Case) innerAndBorder() (inner, border []int) {
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
