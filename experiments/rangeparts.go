package experiments

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/grid/text"
)

// Names of toys, of programs and of curves have several parameters, and any of them may be a range:
//
//	ising:2x3:0.1..0.9x5         five couplings in equal steps
//	smc:10..1000x3               10, 100 and 1000 particles
//	smc:100:ess=0.25..0.75x3     three shares of the effective sample size
//	curve:0:0.1..0.5x5:1         five betas in the middle
//
// Counts of a program are in equal ratios, as the numbers of levels are, and all else is in equal steps. A name with
// two ranges stands for all pairs.

// hasParts reports whether names of a field have several parameters.
func hasParts(field Field, name string) bool {
	return field == FieldToy || field == FieldProgram || field == FieldSchedule && name == curve
}

// rangedParts returns the names that a name of several parameters stands for.
func rangedParts(field Field, spec string) ([]string, error) {
	parts := strings.Split(spec, ":")
	at := slices.IndexFunc(parts[1:], isRangeOfNumbers) + 1
	if at == 0 {
		return []string{spec}, nil
	}
	option, word := optionOf(parts[at])
	values, err := valuesOfPart(field, word)
	if err != nil {
		return nil, Faultf("%v %s: %v", field, text.Brief(spec, 60), err)
	}
	var names []string
	for _, v := range values {
		parts[at] = option + strconv.FormatFloat(v, 'g', -1, 64)
		more, err := rangedParts(field, strings.Join(parts, ":"))
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
		if len(names) > mostOfRange {
			return nil, Faultf("%v %s is more than %d names; fewer values would do", field, text.Brief(spec, 60),
				mostOfRange)
		}
	}
	return names, nil
}

// optionOf parts what stands before the number of a parameter, as ess=, from the number.
func optionOf(part string) (option, word string) {
	at := strings.LastIndex(part, "=") + 1
	return part[:at], part[at:]
}

// isRangeOfNumbers reports whether a parameter is a range. What is between no two numbers is none: a path, as
// ../weights.json, and sizes, as 2x2..4x4.
func isRangeOfNumbers(part string) bool {
	_, word := optionOf(part)
	_, ok := readRange(word)
	return ok
}

// valuesOfPart are the values of a range that stands for one parameter among several.
func valuesOfPart(field Field, word string) ([]float64, error) {
	r, _ := readRange(word)
	if field != FieldProgram || !r.ofCounts() {
		return rangeValues(chains.Steps, word)
	}
	values, err := rangeValues(chains.Ratios, word)
	if err != nil {
		return nil, err
	}
	for i, v := range values {
		values[i] = math.Round(v)
	}
	return slices.Compact(values), nil
}

// ofCounts reports whether a range goes between two whole numbers from 1.
func (r readNumbers) ofCounts() bool {
	return min(r.low, r.high) >= 1 && r.low == math.Trunc(r.low) && r.high == math.Trunc(r.high)
}
