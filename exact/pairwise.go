package exact

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// pairwise sums both path divergences by the chain rule in the order of time:
// KL(q(x_1) || r(x_1)) and, for each step, the mean divergence of q(x_t|x_{t-1}) from
// r(x_t|x_{t-1}) (BREAD, Eq. 22-23). The latter is, by Bayes, R(x,y) = r_t(y) T̃(y,x)
// / r_{t-1}(x), T̃ the reversal that the reverse chain steps by. A zero a - b is
// added to each a log(a/b), so that no term is negative.
type pairwise struct {
	laws        *keptLaws  // nil if pairs are not compared
	sum         Divergence // NaN then
	ahead, back *list
	meets       []meet    // row by row of x, what leads from x to y and from y to x
	stops       []int     // where each row ends
	t, b        []float64 // of all x: the masses under the forward and the reverse conditional
	up, down    []float64 // their terms
}

// A meet is a cell y that a step leads to from x, or from which the reversal leads to x.
// ahead and back are the places of the probabilities in the two lists. A missing
// probability has the last place, which holds a 0.
type meet struct{ y, ahead, back int32 }

// A list has the rows of an operator, written out one after another.
type list struct {
	stops []int     // where each row ends
	at    []int32   // the cell each move leads to
	p     []float64 // its probability, and at the end a 0
	stay  []float64
	moved bool // the moves lead elsewhere than at the level before
}

// newPairwise begins with the divergences between the two laws of the state at level 1, where that of the forward chain
// is q.
func newPairwise(a chains.Annealing, l *keptLaws, q []float64) *pairwise {
	none := Divergence{Forward: math.NaN(), Reverse: math.NaN()}
	if l == nil {
		return &pairwise{sum: none}
	}
	n := a.Grid.Size()
	s := &pairwise{laws: l, stops: make([]int, n),
		ahead: &list{stops: make([]int, n), stay: make([]float64, n)},
		back:  &list{stops: make([]int, n), stay: make([]float64, n)}}
	s.up, s.down = terms(nil, nil, q, l.at(1))
	s.sum.Forward = floats.Sum(s.up)
	s.sum.Reverse = floats.Sum(s.down)
	return s
}

// read writes out the rows of op. It returns false if there are too many, or the context has ended.
func (l *list) read(prog *progress, op chains.Operator) bool {
	l.p = l.p[:0]
	l.moved = false
	var stay chains.Rest
	visit := func(y int, p float64) {
		switch i := len(l.p); {
		case i == len(l.at):
			l.at = append(l.at, int32(y))
			l.moved = true
		case l.at[i] != int32(y):
			l.at[i] = int32(y)
			l.moved = true
		}
		l.p = append(l.p, p)
		stay.Take(p)
	}
	for x := range l.stops {
		stay = chains.NewRest()
		op.Row(x, visit)
		l.stay[x] = stay.Left()
		corner := x == 0 && len(l.p)*len(l.stops) > mostMoves // whose row is one of the shortest
		if corner || len(l.p) > mostMoves || !prog.goesOn() {
			return false
		}
		l.moved = l.moved || l.stops[x] != len(l.p)
		l.stops[x] = len(l.p)
	}
	l.at = l.at[:len(l.p)]
	l.p = append(l.p, 0)
	return true
}

// step adds a step of op, aimed at level t, where w is before the step.
func (s *pairwise) step(prog *progress, op chains.Operator, w *pass, t int) {
	if s.laws == nil {
		return
	}
	r, after := s.laws.at(t-1), s.laws.at(t)
	reversal := op.Reversal()
	back, room := s.ahead, s.ahead.read(prog, op)
	if room && reversal != op {
		back, room = s.back, s.back.read(prog, reversal)
	}
	if !room {
		s.laws = nil
		s.sum = Divergence{Forward: math.NaN(), Reverse: math.NaN()}
		return
	}
	if s.meets == nil || s.ahead.moved || back.moved {
		s.match(back)
	}
	q := w.q
	begin := 0
	for x, end := range s.stops {
		t := s.t[begin+x : end+x+1] // as many as it meets, and to stay
		s.row(t, s.b[begin+x:][:len(t)], s.meets[begin:end], x, back, r[x], after)
		begin = end
	}
	sum := s.add(q, r)
	s.sum.Forward += sum.Forward
	s.sum.Reverse += sum.Reverse
}

// row writes out the two laws of the state after x: t gets its masses under the forward conditional and b under the
// reverse, those of staying last.
func (s *pairwise) row(t, b []float64, meets []meet, x int, back *list, r float64, after []float64) {
	scale := 0.0 // a state that is never met in reverse counts for nothing there
	if r > 0 {
		scale = 1 / r
	}
	ahead := s.ahead.p
	behind := back.p
	others := 0.0
	for i, m := range meets {
		v := behind[m.back] * after[m.y] * scale
		t[i] = ahead[m.ahead]
		b[i] = v
		others += v
	}
	ratio := after[x] * scale
	t[len(meets)], b[len(meets)] = staying(s.ahead.stay[x], back.stay[x], ratio, others)
}

// add adds up the terms of all rows, weighed by the laws of the state before.
func (s *pairwise) add(q, r []float64) (sum Divergence) {
	s.up, s.down = terms(s.up, s.down, s.t, s.b)
	i := 0
	begin := 0
	for x, end := range s.stops {
		up, down := 0.0, 0.0
		for range end - begin + 1 { // and to stay
			up += s.up[i]
			down += s.down[i]
			i++
		}
		begin = end
		if q[x] > 0 {
			sum.Forward += q[x] * up
		}
		if r[x] > 0 {
			sum.Reverse += r[x] * down
		}
	}
	return sum
}

// terms returns klTerms of masses a and b, in the slices up and down if these have room.
func terms(up, down, a, b []float64) (_, _ []float64) {
	up = slices.Grow(up[:0], len(a))[:len(a)]
	down = slices.Grow(down[:0], len(a))[:len(a)]
	for i, v := range a {
		up[i], down[i] = klTerms(v, b[i])
	}
	return up, down
}

// match finds, for every x, the cells that it meets.
func (s *pairwise) match(back *list) {
	into := make([][]meet, len(s.stops))
	k := 0
	for y, end := range back.stops {
		for ; k < end; k++ {
			x := back.at[k]
			into[x] = append(into[x], meet{y: int32(y), back: int32(k)})
		}
	}
	none := len(s.ahead.at)
	ahead := make([]int, len(s.stops))
	for y := range ahead {
		ahead[y] = none
	}
	s.meets = s.meets[:0]
	begin := 0
	for x, end := range s.ahead.stops {
		row := s.ahead.at[begin:end]
		for i, y := range row {
			ahead[y] = begin + i
		}
		for _, m := range into[x] {
			m.ahead = int32(ahead[m.y])
			ahead[m.y] = none
			s.meets = append(s.meets, m)
		}
		for _, y := range row { // the moves that the reversal does not undo
			if ahead[y] != none {
				s.meets = append(s.meets, meet{y, int32(ahead[y]), int32(len(back.at))})
				ahead[y] = none
			}
		}
		s.stops[x], begin = len(s.meets), end
	}
	size := len(s.meets) + len(s.stops)
	s.t = slices.Grow(s.t[:0], size)[:size]
	s.b = slices.Grow(s.b[:0], size)[:size]
}

// staying returns the probability of staying at x under the kernel, and the probability R(x,x) = T̃(x,x) ratio of
// having stayed. Each is 1 less the others of its row. The kernel's is off by 1e-16, and the reversal's by an ulp for
// each nat that log p spans, because its row has quotients p(y)/p(x). By Bayes T(x,x) = T̃(x,x), so if the two agree up
// to rounding, one number serves both. If one is 0, so is the other: a rounding in its place would make the divergence
// infinite. Otherwise the row with the larger probability of staying gives the number: a large ratio would multiply the
// other's rounding.
func staying(ahead, back, ratio, others float64) (stay, stayed float64) {
	const rounding = 1e-12 // of the quotients of masses 1,000 nats apart, with room
	if !(math.Abs(ahead-back) <= rounding) {
		return ahead, back * ratio
	}
	if min(ahead, back) <= 0 && !(ratio > 1 && 1-others > rounding) {
		return 0, 0
	}
	if ratio > 1 {
		stayed = max(1-others, 0)
		return stayed / ratio, stayed
	}
	stay = max(ahead, back)
	return stay, stay * ratio
}
