package cause

import (
	"fmt"
	"math"
	"strings"

	"breadboard/chains"
)

// digits finds entries that were written in single precision or with a few decimals, if all laws are
// kept with the tolerance that this calls for.
func digits(c Case) *Cause {
	if !c.Given {
		return nil
	}
	if c.all(func(v float64) bool { return float64(float32(v)) == v }) {
		if at, ok := c.tolerance(1e-7); ok {
			return &Cause{"single", fmt.Sprintf("the entries are in single precision, which --tolerance %s allows", short(at))}
		}
	}
	for n := 4; n <= 12; n++ { // any entry is within 1e-3 of a whole number once in 500 times
		unit := math.Pow(10, float64(n))
		if !c.all(func(v float64) bool { return math.Abs(v*unit-math.Round(v*unit)) < 1e-3 }) {
			continue
		}
		if at, ok := c.tolerance(1 / unit); ok {
			return &Cause{"digits", fmt.Sprintf("the entries have %d digits after the point, which --tolerance %s allows",
				n, short(at))}
		}
		return nil
	}
	return nil
}

// all reports whether something is so of every entry, of eight different ones at least besides 0 and 1.
func (c Case) all(so func(v float64) bool) bool {
	different := map[float64]bool{}
	for _, l := range c.Levels {
		for _, row := range l.Rows {
			for _, v := range row {
				if !so(v) {
					return false
				}
				if v != 0 && v != 1 {
					different[v] = true
				}
			}
		}
	}
	return len(different) >= 8
}

// tolerance returns the first of these with which all laws are kept.
func (c Case) tolerance(of ...float64) (float64, bool) {
	for _, at := range of {
		if c.Keeps(at) {
			return at, true
		}
	}
	return 0, false
}

// short writes a power of ten as people do: 1e-6.
func short(power float64) string { return strings.Replace(fmt.Sprintf("%.0e", power), "e-0", "e-", 1) }

// single is log f of a level in single precision.
func single(l Level) []float64 {
	logf := make([]float64, len(l.LogF))
	for x, v := range l.LogF {
		logf[x] = float64(float32(v))
	}
	return logf
}

// singleLogF finds a kernel that leaves the density of log f in single precision invariant.
func singleLogF(c Case) *Cause {
	if !c.leaves(single) {
		return nil
	}
	says := "log f is in single precision"
	if at, ok := c.tolerance(1e-8, 1e-7, 1e-6); ok {
		says += fmt.Sprintf(", which --tolerance %s allows", short(at))
	}
	return &Cause{"single-log-f", says}
}

// leaves reports whether the kernel leaves the density of a level invariant, to rounding, at every
// level that is looked at. The density differs from the level's own at each.
func (c Case) leaves(logf func(l Level) []float64) bool {
	return c.everywhere(func(l Level) bool {
		other := logf(l)
		if other == nil {
			return false
		}
		return l.leaves(chains.Normalized(other))
	})
}

// leaves reports whether a step leaves this density invariant, relative to each of its masses.
func (l Level) leaves(p []float64) bool {
	if l.Fits != nil {
		return l.Fits(p)
	}
	after := make([]float64, len(p))
	for x, row := range l.Rows {
		if p[x] == 0 {
			continue
		}
		for y, v := range row {
			after[y] += p[x] * v
		}
	}
	for y, v := range after {
		if !(math.Abs(v-p[y]) <= 2e-10*p[y]+1e-290) { // twice the limit of the law
			return false
		}
	}
	return true
}
