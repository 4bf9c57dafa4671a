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
// kernel, as 0.125, and entries of more digits have smaller errors than any law can see. What was computed in single
// precision, in some steps, has singleDigits.
const leastDigits, mostDigits, singleDigits = 4, 12, 6

// fewDigits returns the cause of given matrices whose only error is that their entries have few digits after the point,
// or are in single precision: all laws are kept with a tolerance of at most the last digit. Otherwise it returns nil.
func (s Candidate) fewDigits(ctx context.Context, beta *float64, levels []Level) *cause.Cause {
	if s.Given == nil {
		return nil
	}
	digits, single := leastDigits, true
	for _, l := range levels {
		for _, row := range s.Given(l.T) {
			for _, p := range row {
				single = single && p == float64(float32(p))
				for digits <= mostDigits && !hasDigits(p, digits) {
					digits++
				}
			}
		}
	}
	says := fmt.Sprintf("have %d digits after the point", digits)
	advice := "write 17 digits"
	if single {
		digits = singleDigits
		says = "are in single precision"
		advice = "compute in double precision"
	}
	if digits > mostDigits {
		return nil
	}
	unit := math.Pow10(-digits)
	tolerances := []float64{unit / 100, unit / 10, unit} // small entries are off by less than the last digit
	at := slices.IndexFunc(tolerances, func(tolerance float64) bool {
		s.Tolerance = tolerance
		v, err := s.checkLaws(ctx, beta, nil)
		return err == nil && v.OK()
	})
	if at < 0 {
		return nil
	}
	return &cause.Cause{Name: "digits", Says: "the entries " + says,
		Advice: fmt.Sprintf("%s, or allow a tolerance of %.0e", advice, tolerances[at])}
}

// hasDigits reports whether a number has at most this many digits after the point.
func hasDigits(v float64, digits int) bool {
	back, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
	return err == nil && math.Abs(back-v) <= 1e-15
}
