package validation

import (
	"slices"

	"breadboard/chains/evidence"
)

// noteFlow notes, once, that steps from draws of p go from one cell to another more often
// than back. That breaks no law. If the kernel is reversible, the probability of such a
// note is at most the level, over all betas.
func (v *Validation) noteFlow(w *watched, drawn *evidence.Tally) {
	if v.oneSided {
		return
	}
	pairs := drawn.Symmetry()
	p := make([]float64, len(pairs))
	for i, pair := range pairs {
		p[i] = pair.P
	}
	adjusted := evidence.Holm(p)
	if len(p) == 0 || slices.Min(adjusted) > w.o.Level/float64(w.T()) {
		return
	}
	at := pairs[slices.Index(p, slices.Min(p))]
	if at.Again > at.There {
		at.X, at.Y, at.There, at.Again = at.Y, at.X, at.Again, at.There
	}
	v.oneSided = true
	v.note("at beta = %.6g, of %d steps from draws of p, %d go %s and %d back: the kernel is not reversible, and its "+
		"reverse chain is another's",
		w.Beta, drawn.Moves(), at.There, w.pair(at.X, at.Y), at.Again)
}
