package paths

import (
	"fmt"
	"sort"

	"breadboard/chains"
)

// What a run costs is counted in evaluations of the log density, in two ways. Both charge the kernel's steps alike: a
// step computes log f of what it proposes, and knows that of the cell where it stands.
//
// A weight needs log f_1 and log f_T at the cell where the chain stands. The last step computed both when it came
// there. A sampler that keeps them pays for the first cell alone: its weights are free. One that asks for them again
// is charged an evaluation for each weight; where a level stands at the one before it there is nothing to weigh.
//
//	free     1 + (T-1) k                          of a kernel whose steps at a level cost k
//	charged  #{t ≥ 2 : β_t ≠ β_t-1} + (T-1) k
const (
	free    = "free"
	charged = "charged"
)

// evaluations is how many evaluations a run takes by a count, if the kernel's steps at a level take so many.
func evaluations(count string, s chains.Schedule, steps float64) float64 {
	weights := 0
	switch count {
	case free:
		weights = 1
	case charged:
		for t := 2; t <= s.Len(); t++ {
			if s.Beta(t) != s.Beta(t-1) {
				weights++
			}
		}
	default:
		panic(fmt.Sprintf("paths: settings.txt: a count %q; free or charged would do", count))
	}
	return float64(weights) + float64(s.Len()-1)*steps
}

// affordable is the largest T, from least on, whose run takes at most so many evaluations; 0 if none does. What a run
// takes must not fall as T grows.
func affordable(budget, least int, takes func(T int) (float64, error)) (T int, err error) {
	more := sort.Search(max(0, budget+2-least), func(i int) bool {
		cost, wrong := takes(least + i)
		if wrong != nil && err == nil {
			err = wrong
		}
		return cost > float64(budget)
	})
	if more == 0 {
		return 0, err
	}
	return least + more - 1, err
}

// stood is a schedule with so many levels more that stand at the target.
func stood(s chains.Schedule, dwell int) chains.Schedule {
	betas := s.Betas()
	for range dwell {
		betas = append(betas, 1)
	}
	longer, err := chains.NewSchedule(betas)
	if err != nil {
		panic("paths: " + err.Error()) // unreachable: the last beta is 1
	}
	return longer
}
