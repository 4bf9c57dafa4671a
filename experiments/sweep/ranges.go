package sweep

import (
	"math"
	"regexp"
	"strconv"

	"breadboard/experiments"
)

// mostJobs is the largest sweep that is taken: beyond it the rows would fill
// the memory of a small machine.
const mostJobs = 1_000_000

var (
	seedRange = regexp.MustCompile(`^(\d+)\s*\.\.\s*(\d+)$`)
	logSteps  = regexp.MustCompile(`^(\d+)\s*\.\.\s*(\d+)\s*x\s*(\d+)$`)
)

// seeds reads whole numbers and ranges, both ends included. The error joins the
// faults of all words.
func seeds(words []string) ([]uint64, error) {
	var all []uint64
	var faults experiments.Faults
	for _, word := range words {
		low, high, err := seedEnds(word)
		switch {
		case err != nil:
			faults.Add(experiments.Faultf("%v %q is not a whole number from 0; one, or a range as 1..20, would do",
				experiments.FieldSeed, word))
			continue
		case high < low:
			faults.Add(experiments.Faultf("%v %s runs backwards; %d..%d would do",
				experiments.FieldSeed, word, high, low))
			continue
		case high-low >= mostJobs:
			faults.Add(experiments.Faultf("%v %s is more than %d seeds; fewer would do",
				experiments.FieldSeed, word, mostJobs))
			continue
		}
		for s := low; ; s++ {
			all = append(all, s)
			if s == high {
				break
			}
		}
	}
	if faults != nil {
		return nil, faults
	}
	return distinct(all), nil
}

// seedEnds returns the ends of a range, or a number twice.
func seedEnds(word string) (low, high uint64, err error) {
	from, to := word, word
	if m := seedRange.FindStringSubmatch(word); m != nil {
		from, to = m[1], m[2]
	}
	if low, err = strconv.ParseUint(from, 10, 64); err != nil {
		return 0, 0, err
	}
	high, err = strconv.ParseUint(to, 10, 64)
	return low, high, err
}

// levels reads whole numbers and logarithmic steps: LOW..HIGHxN are the N whole
// numbers nearest to equal ratios from LOW to HIGH, each of them once. The error
// joins the faults of all words.
func levels(words []string) ([]int, error) {
	var all []int
	var faults experiments.Faults
	for _, word := range words {
		m := logSteps.FindStringSubmatch(word)
		if m == nil {
			T, err := strconv.Atoi(word)
			switch {
			case err != nil && seedRange.MatchString(word):
				faults.Add(experiments.Faultf("%v %s does not say in how many steps; %sx5, for five in equal ratios, "+
					"would do",
					experiments.FieldT, word, word))
			case err != nil:
				faults.Add(experiments.Faultf("%v %q is not a whole number; one, or logarithmic steps as 10..1000x5, "+
					"would do",
					experiments.FieldT, word))
			case T < 2 || T > experiments.MostLevels:
				faults.Add(experiments.Faultf("%v %d; a number of levels from 2 to %d would do",
					experiments.FieldT, T, experiments.MostLevels))
			}
			all = append(all, T)
			continue
		}
		steps, err := logRange(m)
		faults.Add(err)
		all = append(all, steps...)
	}
	if faults != nil {
		return nil, faults
	}
	return distinct(all), nil
}

func logRange(m []string) ([]int, error) {
	low, err1 := strconv.Atoi(m[1])
	high, err2 := strconv.Atoi(m[2])
	n, err3 := strconv.Atoi(m[3])
	switch {
	case err1 != nil || err2 != nil || err3 != nil || low < 2 || high > experiments.MostLevels:
		return nil, experiments.Faultf("%v %s; levels from 2 to %d would do",
			experiments.FieldT, m[0], experiments.MostLevels)
	case high <= low:
		return nil, experiments.Faultf("%v %s does not rise; a low end below the high one would do",
			experiments.FieldT, m[0])
	case n < 2 || n > high-low+1:
		return nil, experiments.Faultf("%v %s; from 2 to %d steps would do",
			experiments.FieldT, m[0], high-low+1)
	}
	var steps []int
	for k := range n {
		share := float64(k) / float64(n-1)
		T := math.Pow(float64(low), 1-share) * math.Pow(float64(high), share)
		steps = append(steps, int(math.Round(T)))
	}
	return steps, nil
}
