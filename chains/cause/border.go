package cause

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/laws"
)

// leastInner is the least number of inner cells that identify a kernel, and leastAtBorder the least number of border
// cells that must differ: fewer have a fault of their own.
const leastInner, leastAtBorder = 3, 3

// atBorder finds the first right kernel that has the rows of all cells but some at the border: next to the end of an
// axis, a wall or a cell without mass.
func atBorder(ctx context.Context, c Case) *Cause {
	inner, border := c.innerAndBorder()
	if len(inner) < leastInner || !c.breaks(laws.EachCell) && !c.breaks(laws.Reversal) {
		return nil
	}
	for i, right := range c.steps() {
		if !c.has(ctx, right.step, inner) {
			continue
		}
		differ := 0
		for _, x := range border {
			if !c.has(ctx, right.step, []int{x}) {
				differ++
			}
		}
		if differ < leastAtBorder {
			return nil
		}
		return &Cause{Name: "border", Says: fmt.Sprintf("it is %s but at the border: %d of %d border cells differ",
			c.right[i].Name, differ, len(border)),
			Advice: "see what a step does where a move would leave the grid or enter a wall: it stays"}
	}
	return nil
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
