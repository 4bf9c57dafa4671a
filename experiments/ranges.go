package experiments

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/experiments/columns"
	"breadboard/grid/text"
)

// A name with a range in place of its parameter is a list of names:
//
//	sigmoid:1..8         all whole numbers from 1 to 8, as seeds are written
//	laplace:0.5..4x5     five values from end to end, here 0.5, 0.8409, 1.414, 2.378 and 4
//
// The parameter says how they lie between the ends (chains.Spacing): in equal ratios if it is a scale, as here, else in
// equal steps.

// mostInRange bounds the values in a range. A curve through a hundred is smooth to the eye.
const mostInRange = 1000

// ExpandRange returns the names that a name with a range stands for, or the name itself if it has no range. The error
// is a Fault. Values are checked where the names are looked up.
func ExpandRange(field Field, spec string) ([]string, error) {
	name, word, _ := strings.Cut(spec, ":")
	spacing, ok := spacingOf(field, name)
	if !ok || !strings.Contains(word, "..") {
		return []string{spec}, nil
	}
	values, err := rangeValues(spacing, word)
	if err != nil {
		return nil, Faultf("%v %s: %v", field, text.Brief(spec, 60), err)
	}
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = name + ":" + strconv.FormatFloat(v, 'g', -1, 64)
	}
	return names, nil
}

// spacingOf returns how the values of a name's parameter lie in a range, and false if the name has no parameter that is
// one number.
func spacingOf(field Field, name string) (chains.Spacing, bool) {
	for _, l := range Catalogue(field) {
		if stem(l.Spec) == name {
			return l.spacing, l.number
		}
	}
	return chains.EqualSteps, false
}

// rangeValues reads LOW..HIGH and LOW..HIGHxN, and returns the values in their order, each once.
func rangeValues(spacing chains.Spacing, word string) ([]float64, error) {
	from, rest, _ := strings.Cut(word, "..")
	to, count, counted := strings.Cut(rest, "x")
	low, noLow := text.Float(strings.TrimSpace(from))
	high, noHigh := text.Float(strings.TrimSpace(to))
	many, noCount := strconv.Atoi(strings.TrimSpace(count))
	if !counted && low == math.Trunc(low) && high == math.Trunc(high) {
		spacing = chains.WholeSteps
		many = int(min(high-low, mostInRange)) + 1
		noCount = nil
	}
	switch {
	case noLow != nil || noHigh != nil || noCount != nil:
		return nil, Faultf("%s is no range of numbers; use whole ones, as 1..8, or a number of them between two ends, "+
			"as 0.5..4x5", text.Quote(word))
	case high <= low:
		return nil, Faultf("%s does not rise; use a low end below the high one", word)
	case many < 2 || many > mostInRange:
		return nil, Faultf("%s; use from 2 to %d values", word, mostInRange)
	case spacing == chains.EqualRatios && low <= 0:
		return nil, Faultf("%s goes in equal ratios, for the parameter is a scale; use a low end above 0", word)
	}
	const digits = 4 // people read and type names, and a fifth digit of a scale makes no difference
	values := make([]float64, many)
	for k := range values {
		share := float64(k) / float64(many-1)
		switch spacing {
		case chains.WholeSteps:
			values[k] = math.Round((1-share)*low + share*high)
		case chains.EqualRatios:
			values[k] = columns.Rounded(math.Pow(low, 1-share)*math.Pow(high, share), digits)
		default:
			values[k] = columns.Rounded((1-share)*low+share*high, digits)
		}
	}
	values[0] = low
	values[many-1] = high
	return slices.Compact(values), nil
}
