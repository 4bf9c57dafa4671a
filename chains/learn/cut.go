package learn

import (
	"slices"

	"breadboard/chains/enumerate"
)

// grow adds what follows a piece that a run fell into first. The pieces before it are stood for by their outcomes.
func (l *Learner[E]) grow(r enumerate.Run[E], way []branch[E], more []int) error {
	last := way[len(way)-1]
	i := len(way) - 1
	stands := standing(way, i, r.Outcomes)
	if last.ranked {
		stands = standing(way, i+1, r.Outcomes)
	}
	made, err := l.one(enumerate.Run[E]{Start: r.Start, Outcomes: slices.Concat(told(r.Choices, stands), more)})
	if err != nil {
		return err
	}
	if _, same := l.walk(made); len(same) <= i { // it leaves the tree before
		return l.cut(made, same, more)
	}
	last.next[last.piece] = l.chain(made, i+1)
	if last.isCut() {
		last.reps[last.piece] = stands[i]
	}
	return nil
}

// cut finds the number by which a run leaves the tree: the first whose outcome, in place of the one that stands for its
// piece, makes the run go on otherwise. The piece is cut between both.
func (l *Learner[E]) cut(r enumerate.Run[E], way []branch[E], more []int) error {
	before := r.Outcomes
	for i, b := range way {
		after := standing(way, i+1, r.Outcomes)
		if slices.Equal(before, after) {
			continue
		}
		mixed := told(r.Choices, after)
		made, err := l.one(enumerate.Run[E]{Start: r.Start, Outcomes: slices.Concat(mixed, more)})
		if err != nil {
			return err
		}
		switch {
		case goesAs(made, r):
			before = after
			continue
		case b.choice.Bits == 0:
			return ErrRestless
		case b.ranked:
			return l.crossing(r, before, after, way, more)
		}
		s := search[E]{Learner: l, start: r.Start, before: mixed[:i], after: slices.Concat(mixed[i+1:], more)}
		return s.split(b, made, r, r.Outcomes[i], way)
	}
	return ErrRestless
}

// goesAs reports whether two runs meet the same choices and end alike.
func goesAs[E comparable](a, b enumerate.Run[E]) bool {
	return a.End == b.End && a.Failed == b.Failed && slices.EqualFunc(a.Choices, b.Choices, enumerate.Choice.Same)
}

// A search looks for the place at which a number is cut, between numbers that are kept.
type search[E comparable] struct {
	*Learner[E]
	start         int
	before, after []int
}

// at returns the run in which the number has this key.
func (s search[E]) at(key int) (enumerate.Run[E], error) {
	return s.one(enumerate.Run[E]{Start: s.start, Outcomes: slices.Concat(s.before, []int{key}, s.after)})
}

// split cuts a piece where the run begins to go as another does, between the outcome that stands for the piece and the
// one of that run.
func (s search[E]) split(b branch[E], stands, other enumerate.Run[E], key int, way []branch[E]) error {
	around := bracket[E]{s, b.reps[b.piece], key, stands, other}
	if around.low > around.high {
		around = bracket[E]{s, key, b.reps[b.piece], other, stands}
	}
	cut, known, err := around.close(b.grain())
	if err != nil {
		return err
	}
	s.cuts++
	if cut-min(key, b.reps[b.piece]) <= max(edge, b.grain()) {
		s.narrow++
		const some = 5 // which may be by chance; and laws have some in their tails
		if s.narrow > some && 2*s.narrow > s.cuts {
			return ErrDigits
		}
	}
	if !known {
		if j := s.tied(cut, b.choice.Bits, around.atLow, way); j >= 0 {
			return rank(way, len(s.before), j)
		}
		if err := s.moves(cut, b.grain(), around.atLow, around.atHigh, way); err != nil {
			return err
		}
		at, _ := slices.BinarySearch(s.known, cut)
		s.known = slices.Insert(s.known, at, cut)
	}
	return s.insert(b, cut, key)
}

// insert cuts a piece in two. The key stands for the new piece if it is at the other side of the cut than what stands
// for the old one; where other cuts were nearer, the key at the cut does.
func (s search[E]) insert(b branch[E], cut, key int) error {
	rep := key // of the new piece
	left := b.reps[b.piece] < cut
	if (key < cut) == left {
		rep = cut
		if !left {
			rep = cut - b.grain()
		}
	}
	made, err := s.at(rep)
	if err != nil {
		return err
	}
	at := b.piece
	if left {
		at++
	}
	next := s.chain(made, len(s.before)+1)
	b.cuts = slices.Insert(b.cuts, b.piece+1, cut)
	b.reps = slices.Insert(b.reps, at, rep)
	b.next = slices.Insert(b.next, at, next)
	return nil
}

// A bracket has two keys between which a run begins to go otherwise.
type bracket[E comparable] struct {
	search[E]
	low, high     int
	atLow, atHigh enumerate.Run[E]
}

// narrow moves an end to a key between both.
func (b *bracket[E]) narrow(key int) error {
	made, err := b.at(key)
	if err != nil {
		return err
	}
	if goesAs(made, b.atLow) {
		b.low = key
	} else {
		b.high, b.atHigh = key, made
	}
	return nil
}

// close narrows a bracket to a cut, by bisection: among the cuts that are known first, as many numbers are compared
// with the same. It reports whether the cut is one of these.
func (b *bracket[E]) close(grain int) (cut int, known bool, err error) {
	x, _ := slices.BinarySearch(b.known, b.low+1)
	y, _ := slices.BinarySearch(b.known, b.high)
	for x < y {
		m := (x + y) / 2
		if err := b.narrow(b.known[m]); err != nil {
			return 0, false, err
		}
		if b.low == b.known[m] {
			x = m + 1
		} else {
			y = m
		}
	}
	if _, is := slices.BinarySearch(b.known, b.high); is && b.high-grain > b.low {
		below := b.high - grain
		if err := b.narrow(below); err != nil || b.low == below {
			return b.high, true, err
		}
	}
	for b.high-b.low > grain {
		m := max((b.low+b.high)/2/grain*grain, b.low/grain*grain+grain)
		if m >= b.high {
			break
		}
		if err := b.narrow(m); err != nil {
			return 0, false, err
		}
	}
	if cut = b.high / grain * grain; cut <= b.low {
		cut = b.high
	}
	return cut, false, nil
}

// moves returns ErrMoving if a cut is elsewhere whenever all other numbers are a hair elsewhere. A key may stand at a
// cut of its own that is not known yet, and so each is moved up or down by chance, several times.
func (s search[E]) moves(cut, grain int, atLow, atHigh enumerate.Run[E], way []branch[E]) error {
	const times = 8
	for i := range times {
		moved := s
		hair := keys >> (26 + i%3)
		moved.before = s.moved(s.before, 0, way, atHigh, hair)
		moved.after = s.moved(s.after, len(s.before)+1, way, atHigh, hair)
		below, err := moved.at(cut - grain)
		if err != nil {
			return err
		}
		from, err := moved.at(cut)
		if err != nil {
			return err
		}
		if goesAs(below, atLow) && goesAs(from, atHigh) {
			return nil
		}
	}
	return ErrMoving
}

// moved returns keys, of the numbers from first on, moved by a hair up or down, and inside of their pieces.
func (s search[E]) moved(told []int, first int, way []branch[E], like enumerate.Run[E], hair int) []int {
	moved := slices.Clone(told)
	for i, key := range told {
		low, high := 0, keys
		switch j := first + i; {
		case j < len(way) && way[j].ranked:
			low, high = s.around(j, way)
		case j < len(way) && way[j].choice.Bits > 0:
			low, high = way[j].cuts[way[j].piece], way[j].top(way[j].piece)
		case j < len(way) || j >= len(like.Choices) || like.Choices[j].Bits == 0:
			continue
		}
		by := min(hair, (high-low)/8, (key+1)/8, (keys-key)/8) // as tails have cuts that are not known yet
		if up := s.dice.IntN(2) == 0; up && key+by < high || key-by < low {
			moved[i] += by
		} else {
			moved[i] -= by
		}
	}
	return moved
}
