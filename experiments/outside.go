package experiments

import (
	"slices"
	"strings"

	"breadboard/chains/evidence"
)

// oneWay ends the note that a kernel is not reversible.
const oneWay = "the kernel is not reversible, and its reverse chain is another's"

// reversible notes, the first time, that steps from draws of p go from one cell to
// another more often than back, with a probability of such a note at the level,
// over all betas, where the kernel is reversible. That breaks no law.
func (v *Validation) reversible(w *watched, drawn *evidence.Tally) {
	if slices.ContainsFunc(v.Notes, func(n string) bool { return strings.HasSuffix(n, oneWay) }) {
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
	v.note("at beta = %.6g, of %d steps from draws of p, %d go %s and %d back: %s", w.beta, drawn.Moves(), at.There, w.pair(at.X, at.Y), at.Again, oneWay)
}
