package validation

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"breadboard/chains/cause"
)

// leastDigits and mostDigits bound the digits that may explain an error. Entries of fewer digits may belong to a simple
// kernel, as 0.125, and entries of more digits have smaller errors than any law can see.
const leastDigits, mostDigits = 4, 12

// byDigits returns the cause of given matrices whose only error is that their entries have few digits, after the point
// or in all: all laws are kept with a tolerance of at most the last digit. Otherwise it returns nil.
func (s Candidate) byDigits(ctx context.Context, beta *float64, levels []Level) *cause.Cause {
	if s.Given == nil {
		return nil
	}
	digits := leastDigits
	significant := leastDigits
	for _, l := range levels {
		for _, row := range s.Given(l.T) {
			for _, p := range row {
				for digits <= mostDigits && !hasDigits(p, 'f', digits) {
					digits++
				}
				for significant <= mostDigits && !hasDigits(p, 'g', significant) {
					significant++
				}
			}
		}
	}
	kinds := []fewDigits{{digits, fmt.Sprintf("have %d digits after the point", digits)},
		{significant, fmt.Sprintf("have %d digits", significant)}}
	if significant < digits {
		slices.Reverse(kinds)
	}
	for _, k := range kinds {
		if k.digits > mostDigits {
			continue
		}
		unit := math.Pow10(-k.digits)
		for _, tolerance := range []float64{unit / 100, unit / 10, unit} { // small entries are off by less
			s.Tolerance = tolerance
			if v, err := s.checkLaws(ctx, beta, nil); err == nil && v.OK() {
				return &cause.Cause{Name: "digits", Says: "the entries " + k.says,
					Advice: fmt.Sprintf("write 17 digits (%%.17g), or allow a tolerance of %.0e", tolerance)}
			}
		}
	}
	return nil
}

// fewDigits says how entries have few digits.
type fewDigits struct {
	digits int
	says   string
}

// hasDigits reports whether a number has at most this many digits: after the point in format 'f', and in all in 'g'.
func hasDigits(v float64, format byte, digits int) bool {
	back, err := strconv.ParseFloat(strconv.FormatFloat(v, format, digits, 64), 64)
	return err == nil && math.Abs(back-v) <= 1e-15
}
