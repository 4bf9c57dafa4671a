package sweep

import (
	"errors"
	"math"
	"regexp"
	"strconv"

	"breadboard/experiments"
)

// mostJobs is the largest sweep: beyond it the rows would fill the memory of a small
// machine.
const mostJobs = 1_000_000

var (
	seedRange = regexp.MustCompile(`^(\d+)\s*\.\.\s*(\d+)$`)
	logSteps  = regexp.MustCompile(`^(\d+)\s*\.\.\s*(\d+)\s*x\s*(\d+)$`)
)

// ranges reads the numbers of every word, each number once. The error joins the faults of
// all words.
func ranges[T comparable](words []string, read func(word string) ([]T, error)) ([]T, error) {
	var all []T
	var faults []error
	for _, word := range words {
		some, err := read(word)
		all, faults = append(all, some...), append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return distinct(all), nil
}

// seeds reads a whole number or a range, both ends included.
func seeds(word string) (all []uint64, err error) {
	from, to := word, word
	if m := seedRange.FindStringSubmatch(word); m != nil {
		from, to = m[1], m[2]
	}
	low, wrong1 := strconv.ParseUint(from, 10, 64)
	high, wrong2 := strconv.ParseUint(to, 10, 64)
	switch {
	case wrong1 != nil || wrong2 != nil:
		return nil, experiments.Faultf("%v %q is not a whole number from 0; one, or a range as 1..20, would do",
			experiments.FieldSeed, word)
	case high < low:
		return nil, experiments.Faultf("%v %s runs backwards; %d..%d would do", experiments.FieldSeed, word, high, low)
	case high-low >= mostJobs:
		return nil, experiments.Faultf("%v %s is more than %d seeds; fewer would do",
			experiments.FieldSeed, word, mostJobs)
	}
	for i := range high - low + 1 {
		all = append(all, low+i)
	}
	return all, nil
}

// levels reads a whole number or logarithmic steps: LOW..HIGHxN are the N whole numbers
// nearest to equal ratios from LOW to HIGH, each of them once.
func levels(word string) ([]int, error) {
	if m := logSteps.FindStringSubmatch(word); m != nil {
		return logRange(m)
	}
	T, err := strconv.Atoi(word)
	switch {
	case err != nil && seedRange.MatchString(word):
		err = experiments.Faultf("%v %s does not say in how many steps; %sx5, for five in equal ratios, would do",
			experiments.FieldT, word, word)
	case err != nil:
		err = experiments.Faultf("%v %q is not a whole number; one, or logarithmic steps as 10..1000x5, would do",
			experiments.FieldT, word)
	case T < 2 || T > experiments.MostLevels:
		err = experiments.Faultf("%v %d; a number of levels from 2 to %d would do",
			experiments.FieldT, T, experiments.MostLevels)
	}
	return []int{T}, err
}

func logRange(m []string) (steps []int, err error) {
	low, err1 := strconv.Atoi(m[1])
	high, err2 := strconv.Atoi(m[2])
	n, err3 := strconv.Atoi(m[3])
	switch {
	case errors.Join(err1, err2, err3) != nil || low < 2 || high > experiments.MostLevels:
		return nil, experiments.Faultf("%v %s; levels from 2 to %d would do",
			experiments.FieldT, m[0], experiments.MostLevels)
	case high <= low:
		return nil, experiments.Faultf("%v %s does not rise; a low end below the high one would do",
			experiments.FieldT, m[0])
	case n < 2 || n > high-low+1:
		return nil, experiments.Faultf("%v %s; from 2 to %d steps would do",
			experiments.FieldT, m[0], high-low+1)
	}
	for k := range n {
		share := float64(k) / float64(n-1)
		T := math.Pow(float64(low), 1-share) * math.Pow(float64(high), share)
		steps = append(steps, int(math.Round(T)))
	}
	return steps, nil
}
