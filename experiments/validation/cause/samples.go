package cause

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
)

// OfSamples returns the likely cause if only moves of a kernel are seen: Rows is nil at every level,
// and Fits says which densities the moves leave invariant. A cause is named only if it is the only
// one of all densities here that fits at every level, and if the moves exclude its powers 0.25
// and 1.75; nil if there is none or more than one.
func OfSamples(c Case) *Cause {
	if len(c.Levels) == 0 || !c.breaks(laws.EachCell) {
		return nil
	}
	var only *Cause
	var its [][]float64
	rest := c
	for _, find := range []func(Case) *Cause{otherLevel, otherPower, otherOrder, edges} {
		for {
			found, densities := rest.firstFit(find)
			if found == nil {
				break
			}
			if only != nil {
				return nil
			}
			only, its = found, densities
			rest = rest.without(densities[len(densities)-1])
		}
	}
	if only == nil {
		return nil
	}
	low, high, ok := c.around(its)
	if !ok {
		return nil
	}
	return &Cause{Name: only.Name, Says: only.Says + alsoFit(its, low, high)}
}

// firstFit returns the first cause that a search finds, and the density that fits, by level.
func (c Case) firstFit(find func(Case) *Cause) (found *Cause, densities [][]float64) {
	densities = make([][]float64, len(c.Levels))
	c.Levels = slices.Clone(c.Levels)
	for i := range c.Levels {
		fits := c.Levels[i].Fits
		c.Levels[i].Fits = func(p []float64) bool {
			ok := fits(p)
			if ok {
				densities[i] = p
			}
			return ok
		}
	}
	return find(c), densities
}

// A density is named only if the moves exclude its neighbours at a distance of nearby. The range of
// those that fit as well is told to this step.
const nearby, step = 0.75, 0.05

// around returns the range of powers of a density, given by level, that the moves fit as well: from 1-low to
// 1+high. If it is flat these are f^-low and f^high. ok is false if either is nearby. Any number of moves
// fits many densities, and the right one may not be among those that have a name: of f^0.75 some fit
// f^0.69, which is that of a log to base 2.
func (c Case) around(densities [][]float64) (low, high float64, ok bool) {
	reach := func(sign float64) float64 {
		n := 0
		fits := func() bool {
			for i, l := range c.Levels {
				if !l.Fits(neighbour(densities[i], l.P, sign*step*float64(n+1))) {
					return false
				}
			}
			return true
		}
		for float64(n)*step < nearby && fits() {
			n++
		}
		return float64(n) * step
	}
	low, high = reach(-1), reach(1)
	return low, high, max(low, high) < nearby-step/2
}

// alsoFit says which neighbours fit as well.
func alsoFit(densities [][]float64, low, high float64) string {
	switch {
	case low == 0 && high == 0:
		return ""
	case flat(densities[0]):
		return fmt.Sprintf(" (f^%.2g to f^%.2g fit these moves as well)", 0-low, high)
	}
	return fmt.Sprintf(" (its powers %.2g to %.2g fit these moves as well)", 1-low, 1+high)
}

// flat reports whether all cells have the same mass.
func flat(p []float64) bool { return slices.Max(p)-slices.Min(p) < 1e-9 }

// neighbour is the power 1+by of a density, or f^by if it is flat.
func neighbour(p, f []float64, by float64) []float64 {
	power := 1 + by
	if flat(p) {
		p, power = f, by
	}
	logf := make([]float64, len(p))
	for x, v := range p {
		logf[x] = power * math.Log(v)
		if v == 0 {
			logf[x] = math.Inf(-1)
		}
	}
	return chains.Normalized(logf)
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
