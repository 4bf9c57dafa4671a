package toys

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// A Density says what the numbers of a file are.
type Density string

// A file has log f, in which -inf is a cell without mass; or p, up to a factor, in which 0 is
// one. In a target a cell without mass is a wall.
const (
	LogF Density = "log"
	P    Density = "p"
)

// read returns log f of a number in the decimal notation that all programs read: Go's 1_000 and
// 0x1p4 are refused.
func (d Density) read(s string) (float64, error) {
	v, err := text.FloatOrInf(s)
	switch {
	case s == "":
		return 0, fmt.Errorf("the field is empty; %s would do", d.would())
	case errors.Is(err, strconv.ErrSyntax):
		return 0, fmt.Errorf("%s is not a number; %s would do", text.Quote(s), d.would())
	case err != nil && d == LogF:
		return 0, tooLarge(s)
	case err != nil || d == P && v == 0 && strings.ContainsAny(mantissa(s), "123456789"):
		return 0, fmt.Errorf("%s is no number of 64 bits, and p need not be normalised; a multiple that is, or log f, "+
			"would do", text.Quote(s))
	}
	return d.logOf(v, s)
}

// mantissa is the part of a number before its exponent.
func mantissa(s string) string {
	before, _, _ := strings.Cut(strings.ToLower(s), "e")
	return before
}

// logOf returns log f of a number that is written as s. A log f too small for a float64 is 0. One
// too large is refused: -1e999 is not -inf.
func (d Density) logOf(v float64, s string) (float64, error) {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 1) || d == P && math.IsInf(v, -1):
		return 0, fmt.Errorf("found %s; %s would do", s, d.would())
	case d == P && v < 0:
		return 0, fmt.Errorf("%s is negative, which no p is; %s, or log f, would do", text.Quote(s), d.would())
	case d == P:
		return math.Log(v), nil // of 0 it is -Inf
	case math.Abs(v) > Largest && !math.IsInf(v, -1):
		return 0, tooLarge(s)
	}
	return v, nil
}

func tooLarge(s string) error {
	return fmt.Errorf("%s is above 1e300 in magnitude; -inf is how a cell without mass is written", text.Quote(s))
}

// would says which numbers would do.
func (d Density) would() string { return d.mass() + " or " + d.wall() + " (a wall)" }

// mass says how a cell with mass is written.
func (d Density) mass() string {
	if d == P {
		return "a finite number above 0"
	}
	return "a finite number"
}

// wall is how a cell without mass is written.
func (d Density) wall() string {
	if d == P {
		return "0"
	}
	return "-inf"
}

// LikeP reports whether numbers that were read as log f look like probabilities: none is negative,
// two at least are positive, and they sum to 1 within 1%, as digits that were cut off leave it.
func LikeP(logf []float64) bool {
	sum, positive := 0.0, 0
	for _, v := range logf {
		if sum += v; v > 0 {
			positive++
		}
	}
	return positive >= 2 && math.Abs(sum-1) <= 0.01 && slices.Min(logf) >= 0
}
