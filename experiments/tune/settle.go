package tune

import (
	"cmp"
	"fmt"

	"breadboard/chains"
)

// bestBetas gives a run of one step a level the best betas, from all starts that a best schedule has.
func (s *search) bestBetas(p point) point {
	if !s.frees(Betas) && s.job.Part != EvenSteps {
		return p
	}
	c, err := p.at.down.Best(s.ctx, p.levels.Len(), nil)
	if err != nil {
		s.err = cmp.Or(s.err, err)
		return p
	}
	p.levels = c.Schedule
	return s.valued(p)
}

// settle gives a run that was changed the betas to which they descend, or equal steps where betas are not free.
func (s *search) settle(p point) point {
	if !s.frees(Betas) {
		p.levels = chains.Linear(1 + len(p.steps))
		return s.valued(p)
	}
	return lesser(s.tidied(s.descended(p)), p)
}

// descended is the run with the betas to which it descends, and with the steps that it has.
func (s *search) descended(p point) point {
	levels, err := s.follow(p)
	if err != nil {
		s.err = cmp.Or(s.err, err)
		return p
	}
	p.levels = levels
	return s.valued(p)
}

// follow returns the levels to which those of a run descend. Starts that lead to one run are descended from once.
func (s *search) follow(p point) (chains.Schedule, error) {
	run := fmt.Sprintf("%p %v %s", p.at, s.powers, key(p))
	if known, ok := s.descents[run]; ok {
		return known, nil
	}
	levels, err := p.at.follow(s.ctx, p, s.powers)
	if err == nil {
		s.descents[run] = levels
	}
	return levels, err
}

// tidied is the point with tidy levels, if that costs nothing.
func (s *search) tidied(p point) point {
	q := p
	q.levels, q.steps = tidy(p.levels, p.steps)
	q = s.valued(q)
	if q.value <= p.value*(1+slack) {
		return s.fill(q) // levels that became one leave something to spend
	}
	return p
}

// A beta so near 0 or 1 is 0 or 1, if that costs no more than this share of the value.
const (
	nearEnd = 1e-6
	slack   = 1e-9
)

// tidy puts betas that are nearly 0 or 1 there, and makes one level of several at one beta, with the steps of all: the
// run is the same, and takes fewer weights.
func tidy(levels chains.Schedule, steps []int) (chains.Schedule, []int) {
	betas := []float64{0}
	var each []int
	for k, n := range steps {
		beta := levels.Beta(k + 2)
		switch {
		case beta < nearEnd:
			beta = 0
		case beta > 1-nearEnd:
			beta = 1
		}
		if len(each) > 0 && beta == betas[len(betas)-1] {
			each[len(each)-1] += n
			continue
		}
		betas = append(betas, beta)
		each = append(each, n)
	}
	return scheduleOf(betas), each
}

// lesser is the point of less value, the first of two that are alike.
func lesser(p, q point) point {
	if q.value < p.value {
		return q
	}
	return p
}
