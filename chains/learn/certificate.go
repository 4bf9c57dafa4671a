package learn

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/enumerate"
)

// A tail is a distance from an end of a node's numbers.
type tail[E comparable] struct {
	node     *node[E]
	distance int
	upper    bool
}

// The ends of the numbers themselves are looked at from edge on, and tails at the distances 2^-2 to 2^-deepest.
const (
	edge      = keys >> 34
	deepest   = 32
	mostTails = 1500 // runs of a look
	someRuns  = 200  // of a look anywhere

	mostCertificates = 20 // as each that fails has found a piece that all looks before had missed
)

// lookAtEnds has a run fall into each piece that none fell into, and looks at both ends of each number's piece before
// each leaf: where the pieces of a number are told apart wrongly, they mostly are at an end of one.
func (l *Learner[E]) lookAtEnds(starts []int) (agree bool, err error) {
	var asked []enumerate.Run[E]
	var names []string
	for _, start := range starts {
		all, _ := l.leaves(start)
		for _, f := range all {
			name := fmt.Sprint(start, " ") + f.name()
			if l.seen[name] {
				continue
			}
			stands := told(choicesOf(f.way), word(f.way))
			if f.at == nil {
				asked = append(asked, l.tape(start, stands))
				names = append(names, "")
				continue
			}
			for i, b := range f.way {
				for _, key := range b.ends(i) {
					if key == stands[i] {
						continue
					}
					probe := l.tape(start, stands)
					probe.Outcomes[i] = key
					asked = append(asked, probe)
					names = append(names, name)
				}
			}
			l.seen[name] = true
		}
	}
	agreed, err := l.feedAll(asked)
	agree = true
	for i, ok := range agreed {
		if !ok {
			agree = false
			delete(l.seen, names[i])
		}
	}
	return agree, err
}

// ends returns the outermost keys of a branch, at a place of the run; none of a choice whose odds are told, or of a
// rank. No two numbers have the same.
func (b branch[E]) ends(place int) []int {
	if !b.isCut() {
		return nil
	}
	last := edge + place*b.grain()
	low, high := max(b.cuts[b.piece], last), min(b.top(b.piece)-b.grain(), keys-last)
	if low >= high {
		return nil
	}
	return []int{low, high}
}

// lookAtTails looks at the first and the last piece of each number by distances 2^-j, from the root on: laws have
// tails.
func (l *Learner[E]) lookAtTails(starts []int) (agree bool, err error) {
	var asked []enumerate.Run[E]
	for _, start := range starts {
		open := []leaf[E]{{l.trees[start], nil, 1}}
		for n := 0; len(open) > 0 && n < mostTails/len(starts)+1; open = open[1:] {
			here := open[0]
			if here.at == nil || here.at.ended || here.p < leastMass {
				continue
			}
			if here.at.isCut() {
				for j := 2; j < deepest; j++ {
					for _, upper := range []bool{false, true} {
						t := tail[E]{here.at, j, upper}
						key := here.at.top(0) >> j
						if upper {
							key = keys - 1 - (keys-here.at.cuts[len(here.at.cuts)-1])>>j
						}
						if l.tails[t] || key < edge>>10 {
							continue
						}
						l.tails[t] = true
						n++
						before := told(choicesOf(here.way), word(here.way))
						asked = append(asked, l.tape(start, append(before, key)))
					}
				}
			}
			open = append(open, here.after()...)
		}
	}
	agreed, err := l.feedAll(asked)
	return all(agreed), err
}

// lookAnywhere makes random runs, of which half have all their numbers at the ends of pieces.
func (l *Learner[E]) lookAnywhere(starts []int) (agree bool, err error) {
	var asked []enumerate.Run[E]
	for i := range max(someRuns, 20*len(starts)) {
		start := starts[i/2%len(starts)]
		var corner []int
		if i%2 == 1 {
			corner = l.corner(start)
		}
		asked = append(asked, l.tape(start, corner))
	}
	agreed, err := l.feedAll(asked)
	return all(agreed), err
}

// corner returns keys at ends of pieces.
func (l *Learner[E]) corner(start int) []int {
	var way []branch[E]
	var outcomes []int
	at := l.trees[start]
	for p := 1.0; at != nil && !at.ended && p > leastMass; {
		k := l.dice.IntN(len(at.cuts))
		if at.isCut() {
			k = at.pieceOf([]int{l.dice.IntN(keys)}, 0)
		}
		p *= at.p(k)
		key := at.reps[k]
		if ends := (branch[E]{at, k}).ends(len(way)); ends != nil {
			key = ends[l.dice.IntN(2)]
		}
		way = append(way, branch[E]{at, k})
		outcomes = append(outcomes, key)
		at = at.next[k]
	}
	return told(choicesOf(way), outcomes)
}

// certify makes runs with fresh numbers, and reports whether all end as the tree says. Each time that it is tried has
// its share of Alpha, 1/(k(k+1)).
func (l *Learner[E]) certify(starts []int) (agree bool, err error) {
	l.certificates++
	if l.certificates > mostCertificates {
		return false, ErrMany
	}
	k := float64(l.certificates)
	n := int(math.Ceil(math.Log(k*(k+1)/Alpha) / l.Eps))
	from := distuv.NewCategorical(l.from, l.dice)
	l.Fresh = 0
	for l.Fresh < n {
		asked := make([]enumerate.Run[E], min(together, n-l.Fresh))
		for i := range asked {
			start := starts[l.dice.IntN(len(starts))]
			if i%2 == 1 {
				start = starts[int(from.Rand())]
			}
			asked[i] = l.tape(start, nil) // and not numbers of the client, which depend on what it was asked before
		}
		made, err := l.makeRuns(asked)
		if err != nil {
			return false, err
		}
		l.Fresh += len(made)
		agree = true
		for _, r := range made {
			ok, err := l.feed(r)
			if err != nil {
				return false, err
			}
			agree = agree && ok
		}
		if !agree {
			return false, nil
		}
	}
	return true, nil
}

// all reports whether all runs agreed.
func all(agreed []bool) bool { return !slices.Contains(agreed, false) }
