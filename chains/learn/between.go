package learn

import (
	"cmp"
	"slices"

	"breadboard/chains/enumerate"
)

// What cuts a number often cuts others too: the thresholds of one law, or the odds of the same moves. A run falls into
// a small piece by chance only; so where more has to be known than the bound says, each number falls into all pieces
// that any number drawn as early has. A proposal that is mostly refused ends as none does: so it falls there three
// times, with later numbers that are anywhere, low and high.

// mostBetween bounds the runs of a look between cuts.
const mostBetween = 50_000

// A between is a key at a node, in the middle of two cuts of any node.
type between[E comparable] struct {
	node *node[E]
	key  int
}

// An early is a node of a tree that some branches lead to.
type early[E comparable] struct {
	start int
	leaf[E]
}

// lookBetweenCuts has each number fall between all neighbouring cuts of the numbers that are drawn as early in a run,
// likely nodes first.
func (l *Learner[E]) lookBetweenCuts(starts []int) (agree bool, err error) {
	if !l.deeper {
		return true, nil
	}
	var asked []enumerate.Run[E]
	var open []early[E]
	for _, start := range starts {
		open = append(open, early[E]{start, leaf[E]{l.trees[start], nil, 1}})
	}
	for len(open) > 0 {
		middles := middlesOf(open)
		slices.SortStableFunc(open, func(a, b early[E]) int { return cmp.Compare(b.p, a.p) })
		for _, here := range open {
			if !here.at.isCut() {
				continue
			}
			before := told(choicesOf(here.way), word(here.way))
			for _, key := range middles {
				b := between[E]{here.at, key}
				if l.betweens[b] || len(asked) >= mostBetween {
					continue
				}
				l.betweens[b] = true
				until := append(slices.Clip(before), key)
				low := append(slices.Clip(until), row(edge)...)
				high := append(slices.Clip(until), row(keys-keys>>10)...)
				asked = append(asked, l.tape(here.start, until), l.tape(here.start, low), l.tape(here.start, high))
			}
		}
		open = later(open)
	}
	agreed, err := l.feedAll(asked)
	return all(agreed), err
}

// row returns keys from one on. No two numbers have the same.
func row(from int) (keys []int) {
	for i := range spare {
		keys = append(keys, from+i*edge)
	}
	return keys
}

// middlesOf returns the middles between all cuts of some nodes.
func middlesOf[E comparable](nodes []early[E]) (middles []int) {
	cuts := []int{keys}
	for _, n := range nodes {
		if n.at.isCut() {
			cuts = append(cuts, n.at.cuts...)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	for i, cut := range cuts[:len(cuts)-1] {
		middles = append(middles, cut+(cuts[i+1]-cut)/2)
	}
	return middles
}

// later returns the nodes after some, of at least leastMass.
func later[E comparable](nodes []early[E]) (all []early[E]) {
	for _, n := range nodes {
		for _, f := range n.after() {
			if f.at != nil && !f.at.ended && f.p >= leastMass {
				all = append(all, early[E]{n.start, f})
			}
		}
	}
	return all
}
