package cause

import (
	"fmt"
	"slices"

	"breadboard/chains/laws"
)

// transposed finds matrices of columns for rows: with rows and columns exchanged they keep the laws.
func transposed(c Case) *Cause {
	if !c.breaks(laws.Sums) {
		return nil
	}
	for _, l := range c.Levels {
		w := *l.LevelMatrices
		w.Rows = nil
		for x := range l.P {
			var column []float64
			for _, row := range l.Rows {
				column = append(column, row[x])
			}
			w.Rows = append(w.Rows, column)
		}
		if _, _, each := w.Invariance(); !each.OK || !w.Entries().OK || !w.Sums().OK || !w.Walls().OK {
			return nil
		}
	}
	return &Cause{Name: "transposed", Says: "rows and columns are exchanged: the columns sum to 1",
		Advice: "let row x, column y hold the probability of going from cell x to cell y"}
}

// sameAxis finds an axis that no move changes, where moves change another one. That explains no step that does not keep
// p.
func sameAxis(c Case) *Cause {
	losesP := slices.ContainsFunc(c.Levels, func(l Level) bool { return l.Broken[laws.EachCell] })
	if !c.breaks(laws.Connected) || losesP {
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
	var still []int // counted from 1
	axes := 0
	for a, is := range changed {
		if c.Grid.Len(a) == 1 {
			continue
		}
		axes++
		if !is {
			still = append(still, a+1)
		}
	}
	switch {
	case !moving || len(still) == 0:
		return nil
	case len(still) == axes-1:
		return &Cause{Name: "axis",
			Says: fmt.Sprintf("moves change axis %d alone, counted from 1", slices.Index(changed, true)+1),
			Advice: "if it is an update of one coordinate, say so by the option partial; of a whole step see whether " +
				"moves along other axes are proposed, and not overwritten"}
	}
	return &Cause{Name: "axis", Says: fmt.Sprintf("no move changes axis %d, counted from 1", still[0]),
		Advice: "see whether moves along that axis are proposed, and not overwritten"}
}
