package exact

import (
	"math"

	"breadboard/chains"
)

// laws are the laws of the reverse chain's states at levels 1..end, read in
// ascending order from marks left by a descending pass: the laws between two
// marks are made again, a block at a time, so that memory grows as √T.
type laws struct {
	a     chains.Annealing
	op    chains.Operator
	end   int
	every int
	marks [][]float64
	block [][]float64 // block[i] is the law at level top-i
	top   int
}

// at returns the law at level t; good until a lower block is asked for.
func (l *laws) at(t int) []float64 {
	if l.block == nil || t > l.top {
		l.fill((l.end - t) / l.every)
	}
	return l.block[l.top-t]
}

// fill makes block k, from its mark down to one below it, so that a level and
// the one above it are always in the same block.
func (l *laws) fill(k int) {
	top := l.end - k*l.every
	r := l.marks[k]
	block := [][]float64{r}
	level := l.a.NewLevel()
	for t := top; t > max(top-l.every, 1); t-- {
		l.a.LevelAt(level, t)
		l.op.Aim(level)
		next := make([]float64, len(r))
		l.op.Push(next, r)
		block, r = append(block, next), next
	}
	l.block, l.top = block, top
}

// pairs sums both path divergences by the chain rule in the order of time:
// KL(q(x_1) || r(x_1)) and, for each step, the mean divergence of q(x_t|x_{t-1})
// from r(x_t|x_{t-1}) (BREAD, Eq. 22-23). The latter is, by Bayes,
// R(x,y) = r_t(y) T̃(y,x) / r_{t-1}(x), T̃ the reversal that the reverse chain
// steps by. A zero a - b is added to each a log(a/b), so that no term is negative.
type pairs struct {
	sum         Divergence
	ahead, back *list
	into        [][]entry // into[x]: every y that the reversal leads from to x
	row         []float64 // T(x,y) by y, for one x
}

// A list is the rows of an operator written out.
type list struct {
	rows  [][]entry
	stay  []float64
	sure  bool                   // stay is good to its own last digit
	x     int                    // the row being read
	visit func(y int, p float64) // one for all, because each would be allocated
}

// An entry is a probability, and the state at the other end.
type entry struct {
	at int
	p  float64
}

func newPairs(n int) *pairs {
	return &pairs{ahead: newList(n), back: newList(n), into: make([][]entry, n), row: make([]float64, n)}
}

func newList(n int) *list {
	l := &list{rows: make([][]entry, n), stay: make([]float64, n)}
	l.visit = func(y int, p float64) {
		l.rows[l.x] = append(l.rows[l.x], entry{y, p})
		l.stay[l.x] -= p
	}
	return l
}

func (l *list) read(op chains.Operator) {
	own, sure := op.(chains.Stayer)
	l.sure = sure
	for l.x = range l.rows {
		l.rows[l.x], l.stay[l.x] = l.rows[l.x][:0], 1
		op.Row(l.x, l.visit)
		if sure {
			l.stay[l.x] = own.Stay(l.x)
		}
	}
}

func (s *pairs) first(q, r []float64) {
	for x := range q {
		s.add(1, 1, q[x], r[x])
	}
}

// add adds the terms of masses t under the forward and b under the reverse
// conditional, met with probability q forward and r in reverse.
func (s *pairs) add(q, r, t, b float64) {
	if t == 0 && b == 0 {
		return
	}
	up, down := klTerms(t, b)
	if q > 0 {
		s.sum.Forward += q * up
	}
	if r > 0 {
		s.sum.Reverse += r * down
	}
}

// step adds a step of op, aimed: q and r are the laws of the state before it,
// after the law in the reverse chain of the state after it.
func (s *pairs) step(op chains.Operator, q, r, after []float64) {
	s.ahead.read(op)
	back := s.ahead
	if reversal := op.Reversal(); reversal != op {
		back = s.back
		back.read(reversal)
	}
	s.turn(back)
	for x := range q {
		scale := 0.0 // a state that is never met in reverse counts for nothing there
		if r[x] > 0 {
			scale = 1 / r[x]
		}
		ratio, others := after[x]*scale, 0.0
		for _, e := range s.ahead.rows[x] {
			s.row[e.at] += e.p
		}
		for _, e := range s.into[x] {
			b := e.p * after[e.at] * scale
			others += b
			s.add(q[x], r[x], s.row[e.at], b)
			s.row[e.at] = 0
		}
		for _, e := range s.ahead.rows[x] { // what the reversal does not undo
			s.add(q[x], r[x], s.row[e.at], 0)
			s.row[e.at] = 0
		}
		stay, stayed := s.ahead.stay[x], back.stay[x]*ratio
		if !s.ahead.sure || !back.sure {
			stay, stayed = staying(s.ahead.stay[x], back.stay[x], ratio, others)
		}
		s.add(q[x], r[x], stay, stayed)
	}
}

// staying is the probability of staying under the kernel, and that of having
// stayed, R(x,x) = T̃(x,x) ratio. Each is what is left of 1 in its row, good to
// 1e-16 of 1 and not of itself. By Bayes T(x,x) = T̃(x,x), so that where they agree
// but for rounding the row in which staying is likelier says what both are: what
// rounding leaves of a 0 in the other would be multiplied by a large ratio.
func staying(ahead, back, ratio, others float64) (stay, stayed float64) {
	const rounding = 1e-14 // of the sum of some hundred probabilities
	if !(math.Abs(ahead-back) <= rounding) {
		return ahead, back * ratio
	}
	if ratio > 1 {
		stayed = max(1-others, 0)
		return stayed / ratio, stayed
	}
	stay = max(ahead, back, 0)
	return stay, stay * ratio
}

// turn sorts the rows of the reversal by where they lead.
func (s *pairs) turn(back *list) {
	for x := range s.into {
		s.into[x] = s.into[x][:0]
	}
	for y, row := range back.rows {
		for _, e := range row {
			s.into[e.at] = append(s.into[e.at], entry{y, e.p})
		}
	}
}
