package learn

import (
	"math"
	"slices"

	"breadboard/chains/enumerate"
)

// Numbers that are compared with each other alone, as keys that are sorted, have a closed law: each order of n of them
// has the probability 1/n!. In the tree each has its rank among those before it, and all ranks are alike. The cut of
// such a number is another number.

// mostRanked bounds the numbers that have ranks: five have 120 orders.
const mostRanked = 5

// near is the distance in grains below which a cut is another number: logarithms that are compared are rounded.
const near = 64

// rankOf returns how many outcomes at some places are not above a key.
func rankOf(outcomes, places []int, key int) (rank int) {
	for _, j := range places {
		if outcomes[j] <= key {
			rank++
		}
	}
	return rank
}

// rank gives two numbers of a way their ranks, if neither has pieces. What followed them is learnt anew.
func rank[E comparable](way []branch[E], i, j int) error {
	if max(i, j) >= len(way) || way[i].ranked && way[j].ranked {
		return ErrMoving
	}
	for _, place := range []int{min(i, j), max(i, j)} {
		n := way[place].node
		if n.ranked {
			continue
		}
		before := rankedBefore(way, place)
		if len(n.cuts) > 1 || len(before) >= mostRanked {
			return ErrMoving
		}
		ends := []int{0, keys}
		for _, k := range before {
			ends = append(ends, way[k].reps[way[k].piece])
		}
		slices.Sort(ends)
		n.ranked = true
		n.before = before
		n.cuts = nil
		n.reps = nil
		for k := range len(ends) - 1 {
			n.cuts = append(n.cuts, k)
			n.reps = append(n.reps, ends[k]+int(math.Phi/4*float64(ends[k+1]-ends[k]))) // no key of another number
		}
		n.next = make([]*node[E], len(n.cuts))
		way[place].piece = 0
	}
	return nil
}

// rankedBefore returns the places of a way before one, whose numbers have ranks.
func rankedBefore[E comparable](way []branch[E], place int) (places []int) {
	for i, b := range way[:place] {
		if b.ranked {
			places = append(places, i)
		}
	}
	return places
}

// standing returns the outcomes of a run with what stands for its first branches in their place. Numbers after them
// that have a rank are moved so that they keep it.
func standing[E comparable](way []branch[E], n int, outcomes []int) []int {
	all := slices.Concat(word(way[:n]), outcomes[n:])
	for i := n; i < len(way); i++ {
		if !way[i].ranked {
			continue
		}
		low, high := 0, keys // around the outcome, and where these have gone
		toLow, toHigh := 0, keys
		for _, j := range way[i].before {
			switch v := outcomes[j]; {
			case v <= outcomes[i] && v >= low:
				low, toLow = v, all[j]
			case v > outcomes[i] && v < high:
				high, toHigh = v, all[j]
			}
		}
		if low != toLow || high != toHigh {
			share := float64(outcomes[i]-low) / float64(high-low)
			all[i] = toLow + max(1, min(int(share*float64(toHigh-toLow)), toHigh-toLow-1))
		}
	}
	return all
}

// around returns the numbers with ranks next to one in a run.
func (s search[E]) around(place int, way []branch[E]) (low, high int) {
	all := slices.Concat(s.before, []int{0}, s.after)
	high = keys
	for j, b := range way {
		switch {
		case j == place || !b.ranked:
		case all[j] <= all[place]:
			low = max(low, all[j])
		default:
			high = min(high, all[j])
		}
	}
	return low, high
}

// tied returns the place of the number that a cut is, -1 if it is none: the cut moves with it.
func (s search[E]) tied(cut, bits int, atLow enumerate.Run[E], way []branch[E]) int {
	const hair = keys >> 24
	all := slices.Concat(s.before, []int{cut}, s.after)
	for j, b := range way {
		if j == len(s.before) || b.choice.Bits != bits || !isNear(all[j], cut, b.grain()) || all[j]+hair >= keys {
			continue
		}
		moved := slices.Clone(all)
		moved[len(s.before)] += hair / 2
		moved[j] += hair
		made, err := s.one(enumerate.Run[E]{Start: s.start, Outcomes: moved})
		if err == nil && goesAs(made, atLow) {
			return j
		}
	}
	return -1
}

// isNear reports whether two keys differ by rounding alone.
func isNear(a, b, grain int) bool { return max(a-b, b-a) <= near*grain }

// crossing finds the number without a rank that one with a rank meets between two runs, which differ in numbers with
// ranks alone, and gives it its own.
func (l *Learner[E]) crossing(r enumerate.Run[E], before, after []int, way []branch[E], more []int) error {
	goes := func(outcomes []int) (bool, error) {
		made, err := l.one(enumerate.Run[E]{Start: r.Start, Outcomes: slices.Concat(told(r.Choices, outcomes), more)})
		return err == nil && goesAs(made, r), err
	}
	for range enumerate.KeyBits {
		middle := slices.Clone(before)
		for i := range middle {
			middle[i] += (after[i] - before[i]) / 2
		}
		as, err := goes(middle)
		if err != nil {
			return err
		}
		if as {
			before = middle
		} else {
			after = middle
		}
	}
	for i, b := range way {
		for j, other := range way {
			if b.ranked && other.isCut() && b.choice.Bits == other.choice.Bits && isNear(before[i], before[j], b.grain()) {
				return rank(way, i, j)
			}
		}
	}
	return ErrMoving
}
