package experiments

import (
	"fmt"
	"math"

	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/grid/text"
)

// Changes says what a step does whose rows are others when they are asked for again.
const Changes = "remembers earlier calls, or draws random numbers that are not followed"

// Again compares the rows of a command with those that it tells when it is asked again, in another order.
type Again struct {
	rows, others int
	worst        laws.Worst
}

// See compares the rows of a level, but for those that are not told, of NaN. Off the diagonal an entry is another if it
// differs by more than rounding of itself: two runs of one function have the same bits, but for sums in another order.
func (a *Again) See(g grid.Grid, beta float64, first, second []float64) {
	n := g.Size()
	for x := range n {
		if math.IsNaN(second[x*n+x]) {
			continue
		}
		a.rows++
		other := false
		for y, p := range first[x*n:][:n] {
			q := second[x*n+y]
			limit := laws.Rounding * max(math.Abs(p), math.Abs(q))
			if x == y {
				limit = laws.Rounding
			}
			if off := math.Abs(p - q); off > limit || math.IsNaN(p) != math.IsNaN(q) {
				other = true
				if a.worst.See(off) {
					a.worst.At("at beta = %.6g %s with probability %.4g, and then %.4g", beta, laws.Pair(g, x, y), p, q)
				}
			}
		}
		if other {
			a.others++
		}
	}
}

// Same reports whether no row was another.
func (a *Again) Same() bool { return a.others == 0 }

// Finding returns the law that rows are the same when they are asked for again, with the number of others.
func (a *Again) Finding() laws.Finding {
	f := a.worst.Finding(laws.Again, 0)
	f.Value = float64(a.others)
	if !f.OK {
		f.Witness = fmt.Sprintf("asked again in another order, %s of %s rows are others: %s", text.Thousands(a.others),
			text.Thousands(a.rows), f.Witness)
	}
	return f
}

// Says returns what a step does that tells others, and the row that is farthest off.
func (a *Again) Says() string { return "the step " + Changes + ": " + a.Finding().Witness }
