package tune

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/experiments"
)

// kneeSteps are the numbers of steps between which lists are tried.
var kneeSteps = []int{1, 2, 4, 8, 16}

// dwells are how many times as many steps the last level has: B cannot see steps at the target, and J can.
var dwells = map[Goal][]int{ByJ: {1, 3}, ByWorst: {1, 3}, ByMedian: {1, 3}, ByB: {1}}

// mostSettled is the number of lists that go down the gradient.
const mostSettled = 6

// spread tries lists of steps that go straight from one number at the first level over one in the middle to one at the
// last, each with as many levels as are afforded. The betas are those of p, read at as many levels.
func (s *search) spread(p point) point {
	var tried []point
	for _, first := range kneeSteps {
		for _, mid := range kneeSteps {
			for _, last := range kneeSteps {
				for _, dwell := range dwells[s.job.Goal] {
					q, ok := s.stepped(p, fmt.Sprintf("%d:%d:%d", first, mid, last), (dwell-1)*last)
					if ok && len(q.steps) != len(p.steps) { // it would be p
						tried = append(tried, q)
					}
				}
			}
		}
	}
	slices.SortStableFunc(tried, byValue)
	best := s.settle(s.fill(s.atTarget(p)))
	for _, q := range tried[:min(mostSettled, len(tried))] {
		q = s.settle(s.fill(q))
		best = lesser(best, q)
	}
	return lesser(best, s.settle(s.fill(p)))
}

// atTarget is the run without annealing: one level beside the first, the target, with all steps there.
func (s *search) atTarget(p point) point {
	p.levels = chains.Linear(2)
	p.steps = []int{int((float64(s.job.Cost) - s.weight) / p.at.step)}
	return s.valued(p)
}

// stepped is the run with as many steps by level as a word says, and so many more at the last, and with as many levels
// as are afforded. It is not ok if that is none.
func (s *search) stepped(p point, word string, more int) (q point, ok bool) {
	setting := experiments.Setting{}.WithSteps(word)
	rest := s.job.Cost - int(math.Ceil(float64(more)*p.at.step))
	if rest < 1 {
		return q, false
	}
	T := setting.Afforded(rest, p.at.step)
	if T < 2 {
		return q, false
	}
	steps, err := setting.StepsEach(T)
	if err != nil {
		panic("tune: " + err.Error())
	}
	steps[T-2] += more
	p.levels = p.levels.Resampled(T)
	p.steps = steps
	return s.valued(p), true
}
