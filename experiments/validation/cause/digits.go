package cause

import (
	"fmt"
	"math"
	"strconv"
)

// digits finds entries that were written in single precision or with a few decimals, if all laws are
// kept with the tolerance that this calls for.
func digits(c Case) *Cause {
	if !c.Given {
		return nil
	}
	if c.all(func(v float64) bool { return float64(float32(v)) == v }) {
		if at, ok := c.tolerance(1e-9, 1e-8, 1e-7); ok {
			return &Cause{Name: "single", Tolerance: at, Says: "the entries are in single precision"}
		}
	}
	decimals, significant := c.fewest(decimal), c.fewest(rounded)
	n, which := decimals, " after the point"
	if significant > 0 && (decimals == 0 || significant < decimals) {
		n, which = significant, ""
	}
	if n == 0 {
		return nil
	}
	unit := func(n int) float64 { return math.Pow(10, -float64(n)) }
	if at, ok := c.tolerance(unit(n+2), unit(n+1), unit(n)); ok { // small entries are off by less than the last digit
		return &Cause{Name: "digits", Tolerance: at, Says: fmt.Sprintf("the entries have %d digits%s", n, which)}
	}
	return nil
}

// fewest returns the smallest number of digits, from 4 to 12, with which all entries are written; 0 if that takes
// more.
func (c Case) fewest(written func(v float64, digits int) bool) int {
	for n := 4; n <= 12; n++ {
		if c.all(func(v float64) bool { return written(v, n) }) {
			return n
		}
	}
	return 0
}

// decimal reports whether a number has so many digits after the point. Any number is within 1e-3 of a whole one once
// in 500 times.
func decimal(v float64, digits int) bool {
	unit := math.Pow(10, float64(digits))
	return math.Abs(v*unit-math.Round(v*unit)) < 1e-3
}

// rounded reports whether a number has so many significant digits.
func rounded(v float64, digits int) bool {
	back, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	return err == nil && (back == v || math.Abs(back-v) < 1e-15*math.Abs(v))
}

// all reports whether something is so of every entry, of four different ones at least besides 0, 1 and those of
// three digits, such as 0.125, of which it is so by chance.
func (c Case) all(so func(v float64) bool) bool {
	different := map[float64]bool{}
	for _, l := range c.Levels {
		for _, row := range l.Rows {
			for _, v := range row {
				if !so(v) {
					return false
				}
				if math.Abs(v*1000-math.Round(v*1000)) > 1e-9 {
					different[v] = true
				}
			}
		}
	}
	return len(different) >= 4
}

// tolerance returns the first of these with which all laws are kept. They rise tenfold, so that a tenth of it does
// not do.
func (c Case) tolerance(of ...float64) (float64, bool) {
	for _, at := range of {
		if c.Keeps(at) {
			return at, true
		}
	}
	return 0, false
}

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
	at, _ := c.tolerance(1e-9, 1e-8, 1e-7, 1e-6)
	return &Cause{Name: "single-log-f", Says: "log f is in single precision", Tolerance: at}
}
