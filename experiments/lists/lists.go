// Package lists reads lists of numbers, by one grammar in every command and in files of lists: 3, several separated by
// commas, ranges of seeds as 1..20, and logarithmic steps as 10..1000x5. Names have ranges too, as laplace:0.5..4x5.
package lists

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments"
	"breadboard/grid/text"
)

// Most bounds the seeds in a range and the results of a sweep, because more would fill the memory of a small machine.
const Most = 1_000_000

// Cut splits a list at its commas.
func Cut(list string) (words []string) {
	for word := range strings.SplitSeq(list, ",") {
		words = append(words, strings.TrimSpace(word))
	}
	return words
}

// Words splits lists at commas, and returns each word once, as the catalogue spells it. It expands a name with a range,
// as sigmoid:1..8. An empty word is a fault of the field.
func Words(field experiments.Field, lists []string) ([]string, error) {
	var words []string
	for _, list := range lists {
		for _, word := range Cut(list) {
			if word == "" {
				return nil, experiments.Faultf("%v %q has an empty entry; use entries separated by single commas",
					field, list)
			}
			words = append(words, word)
		}
	}
	return readEach(words, func(word string) ([]string, error) {
		return experiments.ExpandRange(field, experiments.Canonical(field, word))
	})
}

// Distinct returns each element once.
func Distinct[T comparable](xs []T) []T {
	return experiments.Distinct(xs, func(x T) T { return x })
}

// readEach reads values from words, readEach value once. The error joins the faults of all words.
func readEach[T comparable](words []string, read func(word string) ([]T, error)) ([]T, error) {
	var all []T
	var faults []error
	for _, word := range words {
		some, err := read(word)
		all = append(all, some...)
		faults = append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return Distinct(all), nil
}

// Seeds reads whole numbers and ranges of them, both ends included.
func Seeds(words []string) ([]uint64, error) { return readEach(words, seeds) }

func seeds(word string) (all []uint64, err error) {
	from, to, isRange := strings.Cut(word, "..")
	if !isRange {
		to = from
	}
	low, noLow := strconv.ParseUint(strings.TrimSpace(from), 10, 64)
	high, noHigh := strconv.ParseUint(strings.TrimSpace(to), 10, 64)
	switch {
	case noLow != nil || noHigh != nil:
		return nil, experiments.Faultf("%v %q is not a whole number from 0 to %d; use one, or a range as 1..20",
			experiments.FieldSeed, word, uint64(math.MaxUint64))
	case high < low:
		return nil, experiments.Faultf("%v %s runs backwards; use %d..%d", experiments.FieldSeed, word, high, low)
	case high-low >= Most:
		return nil, experiments.Faultf("%v %s is more than %d seeds; use fewer", experiments.FieldSeed, word, Most)
	}
	for i := range high - low + 1 {
		all = append(all, low+i)
	}
	return all, nil
}

// Numbers reads whole numbers of a field, within bounds.
type Numbers struct {
	Field     experiments.Field
	Low, High int // a High of noLimit is not in sentences
}

// noLimit is the High of numbers that the memory bounds, by a sentence of its own.
const noLimit = math.MaxInt - 1

// Levels, Budgets and Repeats read numbers of levels, of evaluations of the density in a run, and of steps of a kernel
// at each level.
var (
	Levels  = Numbers{experiments.FieldT, 2, noLimit}
	Budgets = Numbers{experiments.FieldBudget, 1, noLimit}
	Repeats = Numbers{experiments.FieldRepeat, 1, experiments.MostRepeats}
)

// Read reads whole numbers and logarithmic steps: LOW..HIGHxN are the N whole numbers nearest to equal
// ratios from LOW to HIGH, each of them once.
func (n Numbers) Read(words []string) ([]int, error) { return readEach(words, n.read) }

func (n Numbers) read(word string) ([]int, error) {
	if from, rest, isRange := strings.Cut(word, ".."); isRange {
		to, count, _ := strings.Cut(rest, "x")
		return n.steps(word, from, to, count)
	}
	v, err := text.Whole(word)
	switch {
	case word == "000": // of 1,000
		return nil, experiments.Faultf("%v has an entry 000; write whole numbers without commas, as 1000", n.Field)
	case err != nil:
		return nil, experiments.Faultf("%v %q is not a whole number; use one, or logarithmic steps as 10..1000x5",
			n.Field, word)
	case v < n.Low || v > n.High:
		return nil, experiments.Faultf("%v %d; use a whole number from %s", n.Field, v, n.bounds(n.Low))
	}
	return []int{v}, nil
}

// bounds writes the least number and, unless there is no limit, the largest: 2, or 1 to 1000.
func (n Numbers) bounds(low int) string {
	if n.High == noLimit {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d to %d", low, n.High)
}

// mostSteps bounds logarithmic steps, each of which is a run.
const mostSteps = 10_000

// steps reads logarithmic steps.
func (n Numbers) steps(word, from, to, count string) (steps []int, err error) {
	low, noLow := text.Whole(strings.TrimSpace(from))
	high, noHigh := text.Whole(strings.TrimSpace(to))
	many, noCount := strconv.Atoi(strings.TrimSpace(count))
	least := max(1, n.Low) // ratios to 0 do not exist
	switch {
	case errors.Join(noLow, noHigh) == nil && high < low:
		return nil, experiments.Faultf("%v %s falls; use a low end below the high one", n.Field, word)
	case errors.Join(noLow, noHigh, noCount) != nil:
		return nil, experiments.Faultf("%v %q names no steps; use logarithmic ones, as 10..1000x5", n.Field, word)
	case low < least || high > n.High:
		return nil, experiments.Faultf("%v %s; use steps from %s", n.Field, word, n.bounds(least))
	case low == high:
		return nil, experiments.Faultf("%v %s is one number; use %d", n.Field, word, low)
	case many < 2 || many > min(high-low+1, mostSteps):
		return nil, experiments.Faultf("%v %s; use from 2 to %d steps", n.Field, word, min(high-low+1, mostSteps))
	}
	for _, v := range floats.LogSpan(make([]float64, many), float64(low), float64(high)) {
		steps = append(steps, int(min(math.Round(v), 1<<62)))
	}
	return steps, nil
}
