package exact

import (
	"math"

	"breadboard/chains"
)

// pairwise sums both path divergences by the chain rule in the order of time: KL(q(x_1) || r(x_1)) and, for each step,
// the mean divergence of q(x_t|x_{t-1}) from r(x_t|x_{t-1}) (BREAD, Eq. 22-23). The latter is, by Bayes, R(x,y) =
// r_t(y) T̃(y,x) / r_{t-1}(x), with T̃ the reversal that the reverse chain steps by. To each a log(a/b) it adds b - a,
// which sums to 0, so that no term is negative.
type pairwise struct {
	reverse [][]float64 // the distributions of the reverse chain's states, by level
	sum     Divergence
	tooMany bool       // a step has too many moves, and there is no sum
	into    [][]source // by cell, the cells from which the reversal steps there
	row     []int      // the cells to which the kernel leads from x
	ahead   []float64  // by cell, the probability of going there from x; all 0 between calls of the method cell
}

// A source is a cell that a move comes from, with the probability of the move.
type source struct {
	cell int
	p    float64
}

// pairBytes bounds the memory of the reverse chain's distributions, and of the moves of a step.
const pairBytes = 64 << 20

// mostMoves is the largest number of moves of a step, at 96 bytes each.
const mostMoves = pairBytes / 96

// mostPaired is the largest T at which pairs of states are compared, which takes four times as long as J and B. A
// definition that holds over two thousand steps is taken to hold over more.
const mostPaired = 2000

// newPairwise returns nil where pairs are not compared: above mostPaired levels, where the distributions of the reverse
// chain would take more than pairBytes, and where they need masses below any float.
func newPairwise(a chains.Annealing) *pairwise {
	n := a.Grid.Size()
	first, last := a.Ends()
	span := max(chains.LogSpan(first), chains.LogSpan(last))
	if a.T() > mostPaired || 8*n*(a.T()+1) > pairBytes || span >= depth {
		return nil
	}
	return &pairwise{reverse: vectors(n, a.T()+1), into: make([][]source, n), ahead: make([]float64, n)}
}

// total returns the sum, NaN if pairs are not compared.
func (s *pairwise) total() Divergence {
	if s == nil || s.tooMany {
		return unknown
	}
	return s.sum
}

// begin adds the divergences of x_1, whose distribution in the forward chain is q.
func (s *pairwise) begin(q []float64) {
	for x, v := range q {
		s.sum.addTerms(v, s.reverse[1][x])
	}
}

// step adds a step of op, aimed at level t, from a state with the distribution q.
func (s *pairwise) step(prog *progress, op chains.Operator, q []float64, t int) {
	if s.tooMany || !prog.goesOn() {
		return
	}
	reversal := op.Reversal()
	if s.tooMany = !s.setInto(prog, reversal); s.tooMany {
		return
	}
	r, after := s.reverse[t-1], s.reverse[t]
	moves := 0
	for x := range q {
		d, many := s.cell(op, reversal, x, r[x], after)
		if moves += many; moves > mostMoves || !prog.goesOn() {
			s.tooMany = true
			return
		}
		if q[x] > 0 {
			s.sum.Forward += q[x] * d.Forward
		}
		if r[x] > 0 {
			s.sum.Reverse += r[x] * d.Reverse
		}
	}
}

// setInto finds the cells from which the reversal steps to each cell. It returns false if there are too many moves. The
// row of cell 0, one of the shortest, may show that at once.
func (s *pairwise) setInto(prog *progress, reversal chains.Operator) bool {
	moves := 0
	for x := range s.into {
		s.into[x] = s.into[x][:0]
	}
	for y := range s.into {
		reversal.Row(y, func(x int, p float64) {
			s.into[x] = append(s.into[x], source{y, p})
			moves++
		})
		corner := y == 0 && moves*len(s.into) > mostMoves
		if corner || moves > mostMoves || !prog.goesOn() {
			return false
		}
	}
	return true
}

// cell returns both divergences between the two distributions of the state after x, given x, and the number of moves
// there. r is the mass of x in the reverse chain, and after the chain's distribution at the level.
func (s *pairwise) cell(op, reversal chains.Operator, x int, r float64, after []float64) (d Divergence, moves int) {
	scale := 0.0 // a state without mass in reverse counts for nothing there
	if r > 0 {
		scale = 1 / r
	}
	s.row = s.row[:0]
	op.Row(x, func(y int, p float64) {
		s.row = append(s.row, y)
		s.ahead[y] = p
	})
	others := 0.0
	for _, m := range s.into[x] {
		behind := m.p * after[m.cell] * scale
		d.addTerms(s.ahead[m.cell], behind)
		s.ahead[m.cell] = 0
		others += behind
	}
	for _, y := range s.row { // the moves that the reversal does not undo
		if s.ahead[y] > 0 {
			d.addTerms(s.ahead[y], 0)
			s.ahead[y] = 0
		}
	}
	stay := op.Stay(x)
	d.addTerms(staying(stay, reversal.Stay(x), after[x]*scale, others))
	return d, len(s.row)
}

// staying returns the probability of staying at x under the kernel, T(x,x), and the probability of having stayed,
// R(x,x) = ratio · T̃(x,x) with ratio = r_t(x)/r_{t-1}(x). stayAhead is T(x,x) and stayBack T̃(x,x), each computed from
// its own row. others is the sum of R(x,y) over the other y, so that R(x,x) is 1 - others too. By Bayes
// T(x,x) = T̃(x,x), and one number may serve both.
func staying(stayAhead, stayBack, ratio, others float64) (stay, stayed float64) {
	// stayAhead is off by 1e-16, and stayBack by an ulp for each nat that log p spans, because its row has quotients
	// p(y)/p(x): 1e-12 where masses are 1,000 nats apart, with room.
	const rounding = 1e-12
	if !(math.Abs(stayAhead-stayBack) <= rounding) {
		return stayAhead, stayBack * ratio
	}
	// Both are taken as 0 if one is: a rounding in the other would make the divergence infinite. But where the ratio is
	// large, and 1 - others is clearly not 0, staying was lost to rounding, and 1 - others has it.
	if min(stayAhead, stayBack) <= 0 && !(ratio > 1 && 1-others > rounding) {
		return 0, 0
	}
	// The row with the larger probability of staying gives the number: a large ratio would multiply the rounding of the
	// other row.
	if ratio > 1 {
		stayed = max(1-others, 0)
		return stayed / ratio, stayed
	}
	stay = max(stayAhead, stayBack)
	return stay, stay * ratio
}
