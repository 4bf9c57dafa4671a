package exact

import "math"

// roughCells marks cells whose masses have to be pushed by themselves, because u = q/p - 1 lacks digits that the
// divergences need; it returns nil if it lacks none. A pull rounds u to an ulp of its previous size, and 1 + u to an
// ulp of 1. Usually u is about as large as before, and the error is a rounding of each cell's term. It is more in two
// cases: u was much larger before the last step, or less than half of p is left, so that the rounding of 1 + u is large
// beside 1 + u. If the sum of all errors counts beside the divergence, the cells that had more than twice p before are
// marked: no others lose digits that a push keeps.
func roughCells(p, u, before []float64) (rough []bool) {
	kl, off := 0.0, 0.0
	for x, px := range p {
		if px == 0 {
			continue
		}
		now := u[x]
		left := 1 + now
		if !(left > 0) {
			kl, off = 0, 1
			break
		}
		rounded := max(math.Abs(now), math.Abs(before[x]))
		if left < 0.5 {
			rounded = max(rounded, 1)
		}
		kl += px * termAB(now) // the term of KL(p||q)
		off += px * rounded * math.Abs(now) / left
	}
	if !(off*0x1p-52 > 1e-13*kl) {
		return nil
	}
	rough = make([]bool, len(p))
	for x := range rough {
		rough[x] = math.Abs(before[x]) > 1
	}
	return rough
}
