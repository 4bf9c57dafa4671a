package experiments

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/grid/text"
)

// The values of a range, LOW..HIGH or LOW..HIGHxN.

// mostOfRange is the largest number of values in a range. A curve through a hundred is smooth to the eye.
const mostOfRange = 1000

// rangeDigits are the digits of values between the ends of a range: names are read and typed again, and no result
// depends so much on the fifth digit of a scale that somebody would choose by it.
const rangeDigits = 4

// isRange reports whether the parameter of a name is written as a range.
func isRange(param string) bool { return strings.Contains(param, "..") }

// oneOfRange refuses a range where one value would do.
func oneOfRange(field Field, spec string) error {
	low, _, _ := strings.Cut(spec, "..")
	return Faultf("%v %s is a range, and lists alone take one, as those of a sweep; one value, as in %s, would do",
		field, text.Brief(spec, 60), text.Brief(low, 60))
}

// A readNumbers is a range of numbers as it is written.
type readNumbers struct {
	low, high float64
	counted   bool   // it says how many values
	count     string // these words
}

// readRange reads LOW..HIGH and LOW..HIGHxN. It is not ok if the two are no numbers.
func readRange(word string) (r readNumbers, ok bool) {
	from, rest, ok := strings.Cut(word, "..")
	to, count, counted := strings.Cut(rest, "x")
	low, wrongLow := text.Float(strings.TrimSpace(from))
	high, wrongHigh := text.Float(strings.TrimSpace(to))
	r = readNumbers{low: low, high: high, counted: counted, count: count}
	return r, ok && wrongLow == nil && wrongHigh == nil
}

// rangeValues reads LOW..HIGH and LOW..HIGHxN, and returns the values in their order, each once. The error says what
// would do.
func rangeValues(spacing chains.Spacing, word string) ([]float64, error) {
	r, ok := readRange(word)
	low, high := r.low, r.high
	switch {
	case !ok:
		return nil, Faultf("%s is no range of numbers; whole ones, as 1..8, or so many between two ends, as 0.5..4x5, "+
			"would do", text.Quote(word))
	case high <= low:
		return nil, Faultf("%s does not rise; a low end below the high one would do", word)
	case !r.counted:
		return wholes(low, high, word)
	}
	many, err := strconv.Atoi(strings.TrimSpace(r.count))
	switch {
	case err != nil || many < 2 || many > mostOfRange:
		return nil, Faultf("%s are %s values; from 2 to %d would do", word, text.Quote(r.count), mostOfRange)
	case spacing == chains.Ratios && low <= 0:
		return nil, Faultf("%s goes in equal ratios, for the parameter is a scale; a low end above 0 would do", word)
	}
	values := make([]float64, many)
	for k := range values {
		values[k] = between(spacing, low, high, float64(k)/float64(many-1))
	}
	if spacing == chains.Wholes {
		return slices.Compact(values), nil
	}
	for k := range many - 1 {
		if values[k+1] <= values[k] {
			return nil, Faultf("%s has values that %d digits do not tell apart; fewer would do", word, rangeDigits)
		}
	}
	return values, nil
}

// wholes are all whole numbers between two.
func wholes(low, high float64, word string) (values []float64, err error) {
	switch {
	case low != math.Trunc(low) || high != math.Trunc(high):
		return nil, Faultf("%s does not say how many values; %sx5, for five, would do", word, word)
	case high-low >= mostOfRange:
		return nil, Faultf("%s is more than %d values; %sx5, for five, would do", word, mostOfRange, word)
	}
	for v := low; v <= high; v++ {
		values = append(values, v)
	}
	return values, nil
}

// between is the value at a share of the way between two, with the digits of a range. The ends are as they were
// written.
func between(spacing chains.Spacing, low, high, share float64) float64 {
	switch {
	case share == 0:
		return low
	case share == 1:
		return high
	case spacing == chains.Wholes:
		return math.Round(onTheWay(spacing, low, high, share))
	}
	return inDigits(onTheWay(spacing, low, high, share))
}

// onTheWay is the number at a share of the way from low to high: in equal ratios if it is a scale, else in equal steps.
func onTheWay(spacing chains.Spacing, low, high, share float64) float64 {
	if spacing == chains.Ratios {
		return math.Pow(low, 1-share) * math.Pow(high, share)
	}
	return (1-share)*low + share*high
}

// inDigits rounds a number to the digits of a range.
func inDigits(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', rangeDigits, 64), 64)
	if err != nil {
		panic("experiments: " + err.Error())
	}
	return rounded
}
