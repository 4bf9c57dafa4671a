package cause

import (
	"context"
	"fmt"

	"breadboard/chains/laws"
)

// Frozen returns the cause of a kernel that never moves.
func Frozen() *Cause { return &Cause{Name: "frozen", Says: "it never moves"} }

// Shared returns the cause of a kernel whose moves are wrong, but right if it gets one state at a time.
func Shared() *Cause {
	return &Cause{Name: "shared", Says: "asked one by one it is right; your states share random numbers",
		Advice: "draw random numbers for each state by itself"}
}

// StuckOn returns the cause of a kernel whose moves never change an axis.
func StuckOn(axis int) *Cause {
	return &Cause{Name: "axis", Says: fmt.Sprintf("no move changes axis %d", axis+1),
		Advice: "see whether moves along that axis are proposed, and not overwritten"}
}

// sameAxis finds an axis that no move changes, where moves change another one.
func sameAxis(_ context.Context, c Case) *Cause {
	if !c.breaks(laws.Connected) {
		return nil
	}
	changed := make([]bool, c.Grid.Axes())
	moving := false
	for _, l := range c.Levels {
		for x, row := range l.Rows {
			for y, p := range row {
				if x == y || p == 0 || l.P[x] == 0 {
					continue
				}
				moving = true
				for a := range changed {
					changed[a] = changed[a] || c.Grid.Coord(x, a) != c.Grid.Coord(y, a)
				}
			}
		}
	}
	for a, is := range changed {
		if moving && !is && c.Grid.Len(a) > 1 {
			return StuckOn(a)
		}
	}
	return nil
}
