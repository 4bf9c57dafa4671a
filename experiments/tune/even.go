package tune

import "slices"

// A run with as many steps at each level is the best that one number of steps does. Who has it knows what a list of
// steps is worth beyond it.

// nextNumber is the ratio of one number of steps to the next that is tried, beyond the first seven. J changes so little
// between them that the next one would be no better choice.
const nextNumber = 7. / 6

// even returns the best run with one number of steps. All numbers are tried with equal steps of beta and with the best
// betas of one step a level, and the best of them go down the gradient.
func (s *search) even(equal, oneEach point) point {
	return lesser(s.evenFrom(equal), s.evenFrom(oneEach))
}

// evenFrom is the same, from the betas of one run.
func (s *search) evenFrom(p point) point {
	var tried []point
	for n := 1; ; n = max(n+1, int(float64(n)*nextNumber)) {
		q, ok := s.withSteps(p, n)
		if !ok {
			break
		}
		tried = append(tried, q)
	}
	tried = append(tried, s.atTarget(p))
	slices.SortStableFunc(tried, byValue)
	best := tried[0]
	for _, q := range tried[:min(mostSettled, len(tried))] {
		best = lesser(best, s.descended(q))
	}
	return best
}

// withSteps is the run with n steps at each level, and as many levels as are afforded. It is not ok if that is none.
func (s *search) withSteps(p point, n int) (q point, ok bool) {
	levels := int(float64(s.job.Cost) / (s.weight + float64(n)*p.at.step))
	if levels < 1 {
		return q, false
	}
	return s.withLevels(p, levels, n), true
}
