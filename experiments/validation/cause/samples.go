package cause

import "breadboard/chains/laws"

// OfSamples returns the likely cause if only moves of a kernel are seen: Rows is nil at every level,
// and Fits says which densities the moves leave invariant. A cause is named only if it is the only
// one of all densities here that fits at every level; nil if there is none or more than one.
func OfSamples(c Case) *Cause {
	if len(c.Levels) == 0 || !c.breaks(laws.EachCell) {
		return nil
	}
	var only *Cause
	for _, find := range []func(Case) *Cause{otherLevel, otherPower, otherOrder, edges} {
		for {
			found, density := c.firstFit(find)
			if found == nil {
				break
			}
			if only != nil {
				return nil
			}
			only = found
			c = c.without(density)
		}
	}
	return only
}

// firstFit returns the first cause that a search finds, and the density that fits at the last level.
func (c Case) firstFit(find func(Case) *Cause) (found *Cause, density []float64) {
	last := &c.Levels[len(c.Levels)-1]
	fits := last.Fits
	last.Fits = func(p []float64) bool {
		ok := fits(p)
		if ok {
			density = p
		}
		return ok
	}
	found = find(c)
	last.Fits = fits
	return found, density
}

// without is the case in which this density of the last level is not looked at again. Two causes
// may have the same density if the target has a symmetry.
func (c Case) without(density []float64) Case {
	c.Levels = append([]Level{}, c.Levels...)
	last := &c.Levels[len(c.Levels)-1]
	fits := last.Fits
	last.Fits = func(p []float64) bool { return !alike(p, density) && fits(p) }
	return c
}

// alike reports whether two densities are equal to rounding.
func alike(p, q []float64) bool {
	for x := range p {
		if d := p[x] - q[x]; d > 1e-9 || d < -1e-9 {
			return false
		}
	}
	return true
}
