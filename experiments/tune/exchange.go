package tune

import (
	"encoding/binary"
	"math"
	"slices"

	"breadboard/chains"
)

// A run is mended by exchanges: a step, or a level with its steps, is taken out, and what it cost is spent again.

// mostExchanged is the largest number of levels of a run that is mended. A round of it takes runs by the square of
// the levels.
const mostExchanged = 24

// mostRounds ends the exchanges; each round but the last gains.
const mostRounds = 30

// Of the exchanges of a round so many go down the gradient, the best before it first: all of a run of few moves, where
// betas that follow change most. There two parts are taken out at once, too.
const (
	mostFollowed = 6
	fewMoves     = 10
)

// gain is the share of the value that an exchange has to gain: less may be rounding.
const gain = 1e-4

// exchange mends a run as long as an exchange gains.
func (s *search) exchange(p point) point {
	if len(p.steps) > mostExchanged {
		return p
	}
	for range mostRounds {
		if s.ctx.Err() != nil || p.value < Rounding {
			return p
		}
		better, ok := s.exchangeOnce(p)
		if !ok {
			return p
		}
		p = better
	}
	return p
}

// exchangeOnce returns the first exchange that gains after its betas have followed. It is not ok if none does.
func (s *search) exchangeOnce(p point) (better point, ok bool) {
	all := s.neighbours(p)
	most := mostFollowed
	if movesOf(p.steps) <= fewMoves {
		most = len(all)
	}
	for _, alike := range byLevels(all) {
		slices.SortStableFunc(alike, byValue)
		for _, q := range alike[:min(most, len(alike))] {
			q = s.settle(s.fill(q))
			if q.value < p.value*(1-gain) {
				return q, true
			}
		}
	}
	return p, false
}

// byLevels parts runs by their numbers of levels: fewer levels look worse than they are until their betas follow.
func byLevels(all []point) (parts [][]point) {
	of := map[int]int{}
	for _, p := range all {
		i, ok := of[len(p.steps)]
		if !ok {
			i = len(parts)
			of[len(p.steps)] = i
			parts = append(parts, nil)
		}
		parts[i] = append(parts[i], p)
	}
	return parts
}

// movesOf is the number of moves of a run.
func movesOf(steps []int) (moves int) {
	for _, n := range steps {
		moves += n
	}
	return moves
}

// neighbours are the runs that an exchange makes of p: without one step or one level, and in runs of few moves without
// two of them, and with a first part of what that cost spent in every way.
func (s *search) neighbours(p point) (all []point) {
	less := lessened(p)
	if movesOf(p.steps) <= fewMoves {
		for _, q := range less {
			less = append(less, lessened(q)...)
		}
	}
	known := map[string]bool{key(p): true}
	for _, q := range less {
		for _, more := range s.additions(q) {
			word := key(more)
			if !known[word] {
				known[word] = true
				all = append(all, more)
			}
		}
	}
	return all
}

// key tells runs apart by their steps and levels.
func key(p point) string {
	var word []byte
	for k, n := range p.steps {
		word = binary.LittleEndian.AppendUint32(word, uint32(n))
		word = binary.LittleEndian.AppendUint64(word, math.Float64bits(p.levels.Beta(k+2)))
	}
	return string(word)
}

// lessened are the runs without one step of one level, or without one level.
func lessened(p point) (all []point) {
	for k, n := range p.steps {
		if n > 1 {
			q := p
			q.steps = slices.Clone(p.steps)
			q.steps[k]--
			all = append(all, q)
		}
		if len(p.steps) > 1 {
			q := p
			q.steps = slices.Delete(slices.Clone(p.steps), k, k+1)
			betas := slices.Delete(p.levels.Betas(), k+1, k+2)
			betas[len(betas)-1] = 1
			q.levels = scheduleOf(betas)
			all = append(all, q)
		}
	}
	return all
}

// additions are the runs with one step more at a level, or with one level of one step more half-way between two others,
// that are afforded; p itself if none is.
func (s *search) additions(p point) (all []point) {
	left := float64(s.job.Cost) - p.at.cost(s.weight, p.steps)
	stride := 1 + len(p.steps)/mostExchanged // of long runs a few places are tried
	for k := len(p.steps) - 1; k >= 0; k -= stride {
		if left >= p.at.step {
			q := p
			q.steps = slices.Clone(p.steps)
			q.steps[k]++
			all = append(all, q)
		}
		if left >= s.weight+p.at.step {
			q := p
			q.steps = slices.Insert(slices.Clone(p.steps), k, 1)
			half := (p.levels.Beta(k+1) + p.levels.Beta(k+2)) / 2
			q.levels = scheduleOf(slices.Insert(p.levels.Betas(), k+1, half))
			all = append(all, q)
		}
	}
	if all == nil {
		all = []point{p}
	}
	for i, q := range all {
		all[i] = s.valued(q)
	}
	return all
}

// fill spends what a run leaves, each time where it gains most, as long as it gains.
func (s *search) fill(p point) point {
	for s.ctx.Err() == nil {
		best := slices.MinFunc(s.additions(p), byValue)
		if !(best.value < p.value) {
			break
		}
		p = best
	}
	return p
}

func scheduleOf(betas []float64) chains.Schedule {
	s, err := chains.NewSchedule(betas)
	if err != nil {
		panic("tune: " + err.Error())
	}
	return s
}
