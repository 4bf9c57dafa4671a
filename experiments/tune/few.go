package tune

import (
	"math"
	"slices"
)

// Runs of few levels are searched by themselves: betas of one step a level say little of where two or three levels of
// many steps each belong. A run of one level more begins from the best of those with fewer, one level of it parted in
// two, and from equal parts. Steps then move from level to level, many at first and one at last, and betas follow.

const (
	// mostFew is the largest number of levels, beside the first, to which runs grow.
	mostFew = 12
	// mostIdle is how many numbers of levels in a row may gain less than the share of gain, before runs grow no more.
	mostIdle = 2
	// mostParts is how many of the ways to part a run go on.
	mostParts = 2
	// coarse is the part of all steps that moves at once at least while runs grow: one of 48.
	coarse = 48
	// mostFine is how many of all that are grown have steps moved one by one in the end.
	mostFine = 2
)

const (
	// manyEnough levels show whether few are too few, as for B at a high price.
	manyEnough = 4
	// farAbove is how many times what is known a run then is, if few are too few.
	farAbove = 1.5
)

// few returns the best run of few levels. The betas of the others are read at as many levels. known is the value of
// another run, beside which few levels may turn out to be too few.
func (s *search) few(known float64, others ...point) point {
	best := s.settle(s.fill(s.atTarget(others[0])))
	grown := best
	ends := []point{best}
	idle := 0
	for levels := 2; levels <= mostFew && idle < mostIdle && s.goesOn(best); levels++ {
		all := s.parted(grown)
		for _, p := range others {
			q, ok := s.ofLevels(p, levels)
			if ok {
				all = append(all, q)
			}
		}
		if len(all) == 0 {
			break
		}
		grown = s.leastSettled(all, mostParts)
		grown = s.shift(grown, max(movesOf(grown.steps)/coarse, 1), gain)
		idle++
		if grown.value < best.value*(1-gain) {
			best = grown
			idle = 0
		}
		ends = append(ends, grown)
		if levels >= manyEnough && grown.value > farAbove*known {
			break
		}
	}
	slices.SortStableFunc(ends, byValue)
	for _, p := range ends[:min(mostFine, len(ends))] {
		best = lesser(best, s.shift(p, 1, shiftGain))
	}
	return best
}

// goesOn reports whether there is something left to gain, and somebody who waits for it.
func (s *search) goesOn(p point) bool { return s.ctx.Err() == nil && !(p.value < Rounding) }

// leastSettled is the least of the best few of some runs, after their betas have followed.
func (s *search) leastSettled(all []point, most int) (least point) {
	slices.SortStableFunc(all, byValue)
	least.value = math.Inf(1)
	for i, q := range all[:min(most, len(all))] {
		q = s.settle(s.fill(q))
		if i == 0 || q.value < least.value {
			least = q
		}
	}
	return least
}

// parted are the runs with one level parted in two of half the steps each, the first at a beta half-way from the level
// before.
func (s *search) parted(p point) (all []point) {
	lost := int(math.Ceil(s.weight / p.at.step)) // steps that the weight of a level costs
	for k, n := range p.steps {
		if n < lost+2 {
			continue
		}
		first := (n - lost) / 2
		q := p
		q.steps = slices.Insert(slices.Clone(p.steps), k, first)
		q.steps[k+1] = n - lost - first
		half := (p.levels.Beta(k+1) + p.levels.Beta(k+2)) / 2
		q.levels = scheduleOf(slices.Insert(p.levels.Betas(), k+1, half))
		all = append(all, s.valued(q))
	}
	return all
}

// ofLevels is the run of so many levels with as many steps at each as are afforded, at the betas of another. It is not
// ok if not one step is.
func (s *search) ofLevels(p point, levels int) (q point, ok bool) {
	n := int((float64(s.job.Cost)/float64(levels) - s.weight) / p.at.step)
	if n < 1 {
		return q, false
	}
	return s.withLevels(p, levels, n), true
}

// Of the moves of steps between levels so many are followed by betas, the best before that first. In the end a move has
// to gain the share of shiftGain.
const (
	mostShifted = 4
	shiftGain   = 1e-7
)

// shift moves steps from level to level as long as that gains the share of a value, at first an eighth of all at once,
// and each time half as many when no move gains, down to least.
func (s *search) shift(p point, least int, share float64) point {
	for n := max(movesOf(p.steps)/8, least); n >= least && s.goesOn(p); {
		better, ok := s.shiftOnce(p, n, share)
		if ok {
			p = better
		} else {
			n /= 2
		}
	}
	return p
}

// shiftOnce moves n steps from one level to another, where that gains after betas have followed. Which moves promise
// most is told from what a level gains by n steps more, and what another loses by n less, each alone.
func (s *search) shiftOnce(p point, n int, share float64) (better point, ok bool) {
	more := s.changes(p, n)
	less := s.changes(p, -n)
	var all []point
	for from, there := range p.steps {
		for to := range p.steps {
			if from == to || there <= n {
				continue
			}
			q := p
			q.steps = slices.Clone(p.steps)
			q.steps[from] -= n
			q.steps[to] += n
			q.value = less[from] + more[to] // the value itself is known when betas have followed
			all = append(all, q)
		}
	}
	slices.SortStableFunc(all, byValue)
	for _, q := range all[:min(mostShifted, len(all))] {
		q.value = math.Inf(1)
		q = s.settle(q)
		if q.value < p.value*(1-share) {
			return q, true
		}
	}
	return p, false
}

// changes are by how much a run changes its value with n steps more at each level.
func (s *search) changes(p point, n int) []float64 {
	all := make([]float64, len(p.steps))
	for k, there := range p.steps {
		if there+n < 1 {
			continue
		}
		steps := slices.Clone(p.steps)
		steps[k] += n
		all[k] = p.at.value(s.ctx, p.levels, steps) - p.value
	}
	return all
}
