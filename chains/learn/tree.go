package learn

import (
	"encoding/binary"
	"slices"

	"breadboard/chains/enumerate"
)

// A node is where a run draws its next number, or an end. A number has pieces, over which all goes on alike, or it has
// a rank among numbers before it (order.go).
type node[E comparable] struct {
	number int // of the node
	choice enumerate.Choice
	cuts   []int      // where each piece begins; the outcomes of a choice whose odds are told, and ranks
	reps   []int      // an outcome in each piece
	next   []*node[E] // what each leads to; nil if no run fell into it
	ranked bool
	before []int // places in the run of the numbers among which it has its rank

	ended  bool
	end    E
	failed string
}

// A branch is a piece of a node's number.
type branch[E comparable] struct {
	*node[E]
	piece int
}

// keys is the number of all keys.
const keys = 1 << enumerate.KeyBits

// newNode returns a node of a choice that has fallen once.
func (l *Learner[E]) newNode(c enumerate.Choice, outcome int, next *node[E]) *node[E] {
	l.nodes++
	n := &node[E]{number: l.nodes, choice: c, cuts: []int{0}, reps: []int{outcome}, next: []*node[E]{next}}
	if c.Bits == 0 {
		n.cuts = make([]int, len(c.Odds))
		n.next = make([]*node[E], len(c.Odds))
		for i := range n.cuts {
			n.cuts[i] = i
		}
		n.reps = n.cuts
		n.next[outcome] = next
	}
	return n
}

// chain returns the nodes that a run passes after some choices.
func (l *Learner[E]) chain(r enumerate.Run[E], from int) *node[E] {
	l.nodes++
	at := &node[E]{number: l.nodes, ended: true, end: r.End, failed: r.Failed}
	for i := len(r.Choices) - 1; i >= from; i-- {
		at = l.newNode(r.Choices[i], r.Outcomes[i], at)
	}
	return at
}

// pieceOf returns the piece of an outcome at a place of a run.
func (n *node[E]) pieceOf(outcomes []int, place int) int {
	if n.ranked {
		return rankOf(outcomes, n.before, outcomes[place])
	}
	at, found := slices.BinarySearch(n.cuts, outcomes[place])
	if !found {
		at--
	}
	return at
}

// top returns where a piece of a number ends.
func (n *node[E]) top(piece int) int {
	if piece+1 < len(n.cuts) {
		return n.cuts[piece+1]
	}
	return keys
}

// p returns the probability of a piece. All ranks are alike.
func (n *node[E]) p(piece int) float64 {
	switch {
	case n.choice.Bits == 0:
		return n.choice.Odds[piece]
	case n.ranked:
		return 1 / float64(len(n.cuts))
	}
	return float64(n.top(piece)-n.cuts[piece]) / keys
}

// isCut reports whether a node has a number with pieces.
func (n *node[E]) isCut() bool { return n.choice.Bits > 0 && !n.ranked }

// grain returns the distance of keys that are different numbers.
func (n *node[E]) grain() int { return 1 << max(0, enumerate.KeyBits-n.choice.Bits) }

// endsAs reports whether a node is the end of a run.
func (n *node[E]) endsAs(r enumerate.Run[E]) bool {
	return n.ended && n.end == r.End && n.failed == r.Failed
}

// walk follows a run as long as the tree knows its choices. It returns where the run is then, nil in a piece that no
// run fell into, and the branches it took.
func (l *Learner[E]) walk(r enumerate.Run[E]) (at *node[E], way []branch[E]) {
	at = l.trees[r.Start]
	for i, c := range r.Choices {
		if at == nil || at.ended || !at.choice.Same(c) {
			break
		}
		k := at.pieceOf(r.Outcomes, i)
		way = append(way, branch[E]{at, k})
		at = at.next[k]
	}
	return at, way
}

// word returns outcomes that take some branches.
func word[E comparable](way []branch[E]) []int {
	all := make([]int, len(way))
	for i, b := range way {
		all[i] = b.reps[b.piece]
	}
	return all
}

// told returns outcomes as a run is told them: those of choices whose odds are told as large keys, which a choice takes
// by their rest among what is possible, so that they do for numbers too where the run goes on otherwise.
func told(choices []enumerate.Choice, outcomes []int) []int {
	all := slices.Clone(outcomes)
	for i, c := range choices {
		if i >= len(all) || c.Bits > 0 {
			continue
		}
		possible, rank := 0, 0
		for k, p := range c.Odds {
			if p > 0 {
				possible++
				if k < all[i] {
					rank++
				}
			}
		}
		spread := int(uint64(i+1) * 0x9e3779b97f4a7c15 >> 11) // over all keys
		all[i] = max(spread/possible-1, len(c.Odds)/possible+1)*possible + rank
	}
	return all
}

// choicesOf returns the choices of branches.
func choicesOf[E comparable](way []branch[E]) []enumerate.Choice {
	all := make([]enumerate.Choice, len(way))
	for i, b := range way {
		all[i] = b.choice
	}
	return all
}

// A leaf is an end, or a piece that no run fell into, with the branches to it and their probability.
type leaf[E comparable] struct {
	at  *node[E]
	way []branch[E]
	p   float64
}

// after returns what the pieces of a node lead to.
func (f leaf[E]) after() (all []leaf[E]) {
	for k, next := range f.at.next {
		way := append(slices.Clip(f.way), branch[E]{f.at, k})
		all = append(all, leaf[E]{next, way, f.p * f.at.p(k)})
	}
	return all
}

// leaves returns the leaves of a start of at least leastMass, and the mass of all others.
func (l *Learner[E]) leaves(start int) (all []leaf[E], rest float64) {
	for open := []leaf[E]{{l.trees[start], nil, 1}}; len(open) > 0; {
		here := open[len(open)-1]
		open = open[:len(open)-1]
		switch {
		case here.p < leastMass && (here.at == nil || !here.at.ended):
			rest += here.p
		case here.at == nil || here.at.ended:
			all = append(all, here)
		default:
			for k, next := range here.at.next {
				if p := here.at.p(k); p > 0 {
					way := append(slices.Clip(here.way), branch[E]{here.at, k})
					open = append(open, leaf[E]{next, way, here.p * p})
				}
			}
		}
	}
	return all, rest
}

// name names a leaf by the pieces that lead to it.
func (f leaf[E]) name() string {
	var name []byte
	for _, b := range f.way {
		name = binary.AppendUvarint(name, uint64(b.number))
		name = binary.AppendUvarint(name, uint64(b.cuts[b.piece]))
		name = binary.AppendUvarint(name, uint64(b.top(b.piece)))
	}
	return string(name)
}

// rounding is the probability of a way that may fail, as at the logarithm of 0.
const rounding = 1e-12

// endsOf returns the ends of a start. Pieces that no run fell into are left out, with all that is below leastMass.
func (l *Learner[E]) endsOf(start int) (e enumerate.Ends[E], err error) {
	all, rest := l.leaves(start)
	e = enumerate.Ends[E]{P: map[E]float64{}, Ways: len(all), Left: rest}
	for _, f := range all {
		switch {
		case f.at == nil:
			e.Left += f.p
		case f.at.failed == "":
			e.P[f.at.end] += f.p
		case f.p > rounding:
			return e, enumerate.FailedError{Start: start, Why: f.at.failed}
		default:
			e.Left += f.p
		}
	}
	for end := range e.P {
		e.P[end] /= 1 - e.Left
	}
	return e, nil
}
