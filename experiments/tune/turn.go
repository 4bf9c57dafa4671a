package tune

import "math"

// A dial turns within so much of its way to either side, in so many tries of a golden section.
const (
	swing = 0.15
	tries = 14
)

// turn minimises along a dial with all else where it is, and lets the betas follow.
func (s *search) turn(p point, i int) point {
	best := p
	at := func(share float64) float64 {
		q := p
		q.shares[i] = share
		place, ok := s.place(q.shares)
		if !ok || place.cost(s.weight, q.steps) > float64(s.job.Cost) {
			return math.Inf(1)
		}
		q.at = place
		q = s.valued(q)
		best = lesser(best, q)
		return q.value
	}
	golden(max(p.shares[i]-swing, 0), min(p.shares[i]+swing, 1), at)
	if best.at == p.at {
		return p
	}
	return s.settle(best)
}

// golden looks for the least value between two ends, each time in the part of them that the golden section leaves.
func golden(low, high float64, at func(x float64) float64) {
	at(low)
	at(high)
	section := (math.Sqrt(5) - 1) / 2
	left := high - section*(high-low)
	right := low + section*(high-low)
	atLeft := at(left)
	atRight := at(right)
	for range tries {
		if atLeft <= atRight {
			high = right
			right = left
			atRight = atLeft
			left = high - section*(high-low)
			atLeft = at(left)
		} else {
			low = left
			left = right
			atLeft = atRight
			right = low + section*(high-low)
			atRight = at(right)
		}
	}
}
