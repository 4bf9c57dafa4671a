package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// The forward and the reverse chain run one after the other, plainly, as the paper defines them. They take the log
// densities of every level, and normalise them, so that Measure can be checked against them.

// A pass runs one chain, measure by measure, and finds the law of log w and the path divergence
//
//	KL(paths || paths of the other chain) = -Σ_t E[log p_t/p_{t-1}],
//
// the expectation under the law of the state before the step. It also pushes the weighted measure.
type pass struct {
	*passage
	laws bool // the law of log w is asked for
	// mixed says that one end of the bridge has mass in a cell where the other has none.
	mixed     bool
	deviation []float64 // the law less p_t, to its own digits unless mixed
	weighted  []float64 // E[ŵ; x] for ŵ = w Z_1/Z_T, in reverse Z_T/(w Z_1)
	is        ran

	// Where the law of log w is asked for:
	first, second, third []float64 // E[(log w - mean)^k; x]; the mean is subtracted at every step
	square               []float64 // E[ŵ²; x] over exp(logSquare), and 0 in reverse
}

// A ran is what a chain was found to do. A reverse one has the moments of -log w.
type ran struct {
	final         []float64 // the law of the last state
	parts         []float64 // by t, the share of the weight's step in the path divergence
	plain         []float64 // the same by its definition, which holds also of a kernel that breaks its law
	paths, summed float64   // the sums of both
	size          float64   // the sum of the sizes of the terms of summed
	second, third float64   // central moments
	weighted      float64   // E[ŵ]
	logSquare     float64   // log E[ŵ²], of a forward chain
}

func newPass(a chains.Annealing, forward, laws bool) *pass {
	v := vectors(a.Grid.Size(), 6)
	w := &pass{passage: newPassage(a, forward), laws: laws, mixed: !a.SameCells(), deviation: v[0], weighted: v[1],
		first: v[2], second: v[3], third: v[4], square: v[5]}
	w.is.parts = make([]float64, a.T()+1)
	w.is.plain = make([]float64, a.T()+1)
	copy(w.weighted, w.law)
	if forward {
		copy(w.square, w.law)
	}
	return w
}

// runReverse runs the reverse chain. It keeps the laws of the chain's states in pairs, unless that is nil.
func runReverse(prog *progress, a chains.Annealing, laws bool, pairs *pairwise) ran {
	w := newPass(a, false, laws)
	w.run(prog, w.step, w.push, func() {
		if pairs != nil {
			copy(pairs.reverse[w.level.T], w.law)
		}
	})
	return w.end()
}

// runForward runs the forward chain. It adds up Eq. (22)-(23) in pairs, unless that is nil.
func runForward(prog *progress, a chains.Annealing, laws bool, pairs *pairwise) ran {
	w := newPass(a, true, laws)
	if pairs != nil {
		pairs.begin(w.law)
	}
	w.run(prog, w.step, func() {
		if pairs != nil {
			pairs.step(prog, w.op, w.law, w.level.T)
		}
		w.push()
	}, func() {})
	return w.end()
}

// losing makes the path divergence infinite where it is known to be: a mass below any float may lose its weight.
func (r *ran) losing(paths float64) {
	if math.IsInf(paths, 1) {
		r.paths = paths
		r.summed = paths
	}
}

// push makes a step of the kernel in all measures.
func (w *pass) push() {
	measures := []*[]float64{&w.law, &w.deviation, &w.weighted, &w.first, &w.second, &w.third, &w.square}
	if !w.laws {
		measures = measures[:3]
	}
	for _, q := range measures {
		move(w.op.Push, q, &w.scratch)
	}
}

// step makes the weight's step between levels t-1 and t.
func (w *pass) step(t int) {
	plain := 0.0
	mean := 0.0
	for x, q := range w.law {
		if q > 0 {
			term := q * chains.LogRatio(w.logp[x], w.was[x])
			plain -= term
			w.is.size += math.Abs(term)
			mean += q * w.rise[x]
		}
	}
	share := plain
	if w.mixed || !w.near() {
		for x, p := range w.p {
			w.deviation[x] += w.before[x] - p
		}
	} else {
		share = w.share()
	}
	w.is.parts[t] = share
	w.is.plain[t] = plain
	w.is.paths += share
	w.is.summed += plain
	if w.laws {
		w.moments(mean)
	}
	w.weigh()
}

// near reports whether log f changes by little in each cell, but for a constant. Elsewhere a subtraction loses little,
// and the share is taken as it is defined.
func (w *pass) near() bool {
	low := math.Inf(1)
	high := math.Inf(-1)
	for x, p := range w.before {
		if p > 0 || w.law[x] > 0 || w.p[x] > 0 {
			low = min(low, w.rise[x])
			high = max(high, w.rise[x])
		}
	}
	mean := floats.Dot(w.before, w.rise)
	return max(high-mean, mean-low) < lanes.Small
}

// share is the step's share of the path divergence. Let log f rise by rise + m, m its mean under p, and let s be the
// mean of grow = expm1(rise). Then the densities' ratio is ρ = (1 + grow)/(1 + s), and the share is
//
//	-E[log ρ] = Σ p (grow - rise) + (log(1+s) - s) - Σ d rise, d the law less p.
//
// Nothing of first order cancels.
func (w *pass) share() float64 {
	m := floats.Dot(w.before, w.rise)
	s := 0.0
	share := 0.0
	grow := w.scratch
	for x, p := range w.before {
		grow[x] = 0
		if p == 0 {
			continue
		}
		rise := w.rise[x] - m
		more := lanes.Expm1mx(rise)
		grow[x] = rise + more
		s += p * grow[x]
		share += p*more - w.deviation[x]*rise
	}
	inverse := 1 / (1 + s)
	for x, p := range w.before { // the law stays, and p becomes p (1 + grow)/(1 + s)
		w.deviation[x] += p * (s - grow[x]) * inverse
	}
	return share + log1pmx(s)
}

// moments takes the rise of log w into its powers. mean is the mean of the rise.
func (w *pass) moments(mean float64) {
	for x, q := range w.law {
		first, second := w.first[x], w.second[x]
		if q == 0 { // the moments of a cell that the chain has left are 0
			w.first[x] = 0
			w.second[x] = 0
			w.third[x] = 0
			continue
		}
		y := w.rise[x] - mean
		w.third[x] += y * (3*second + y*(3*first+y*q))
		w.second[x] = second + y*(2*first+y*q)
		w.first[x] = first + y*q
	}
}

// largestSquare is the number from which on E[ŵ²; x] is divided, so that its cells stay in the range of floats.
const largestSquare = 1e100

// weigh weighs the weighted measures.
func (w *pass) weigh() {
	largest := 0.0
	for x, logp := range w.logp {
		if w.weighted[x] == 0 && w.square[x] == 0 {
			continue
		}
		by := w.p[x] / w.before[x]
		if !(w.p[x] > rarest && w.before[x] > rarest) {
			by = math.Exp(chains.LogRatio(logp, w.was[x]))
		}
		w.weighted[x] *= by
		w.square[x] *= by * by
		largest = max(largest, w.square[x])
	}
	if largest > largestSquare && !math.IsInf(largest, 1) {
		floats.Scale(1/largest, w.square)
		w.is.logSquare += math.Log(largest)
	}
}

func (w *pass) end() ran {
	r := w.is // a copy, which does not hold the vectors
	r.final = w.law
	r.second = floats.Sum(w.second)
	r.third = floats.Sum(w.third)
	r.weighted = floats.Sum(w.weighted)
	r.logSquare += math.Log(floats.Sum(w.square))
	return r
}

// byBothChains runs both chains as they are, along any bridge and at any depth, and takes the path divergences by their
// definition. Its terms are of first order, so that a B of no more than their rounding is 0.
func (g *Measured) byBothChains(prog *progress, a chains.Annealing) {
	const rounding = 1e-15 // of the terms
	down := runReverse(prog, a, false, nil)
	up := newPass(a, true, false)
	up.run(prog, up.step, up.push, func() {})
	g.Paths = Divergence{Forward: up.is.summed, Reverse: down.summed}
	if !a.SameCells() {
		for _, c := range []struct {
			forward bool
			path    *float64
		}{{true, &g.Paths.Forward}, {false, &g.Paths.Reverse}} {
			if losesWeight(prog, a, c.forward) {
				*c.path = math.Inf(1)
			}
		}
	}
	if !math.IsInf(g.B(), 1) && math.Abs(g.B()) <= rounding*(up.is.size+down.size) {
		g.Paths = Divergence{}
	}
	g.pushed = true
	g.P = up.p
	g.logp = up.logp
	g.Q = up.law
	g.d = floats.SubTo(up.scratch, g.Q, g.P)
	g.compare()
}

// pairwise sums both path divergences by the chain rule in the order of time:
// KL(q(x_1) || r(x_1)) and, for each step, the mean divergence of q(x_t|x_{t-1}) from
// r(x_t|x_{t-1}) (BREAD, Eq. 22-23). The latter is, by Bayes, R(x,y) = r_t(y) T̃(y,x)
// / r_{t-1}(x), T̃ the reversal that the reverse chain steps by. A zero a - b is
// added to each a log(a/b), so that no term is negative.
type pairwise struct {
	reverse [][]float64 // the laws of the reverse chain's states, by level
	sum     Divergence
	left    bool      // the pairs are left out: a step has too many moves
	into    [][]jump  // by cell, where the reversal comes from
	row     []int     // where the kernel leads from a cell
	ahead   []float64 // with what probability
}

// A jump is a move from or to a cell, with its probability.
type jump struct {
	cell int
	p    float64
}

// lawBytes bounds the memory of the reverse chain's laws, and of the moves of a step.
const lawBytes = 64 << 20

// mostMoves is the largest number of moves of a step that are written out, at 96 bytes each.
const mostMoves = lawBytes / 96

// mostPaired is the largest T at which pairs of states are compared, which takes four times as long as J and B. A
// definition that holds over two thousand steps is taken to hold over more.
const mostPaired = 2000

// newPairwise returns nil where pairs are not compared: above mostPaired levels, where the laws of the reverse chain
// would take more than lawBytes, and where they need masses below any float.
func newPairwise(a chains.Annealing) *pairwise {
	n := a.Grid.Size()
	first, last := a.Ends()
	deepest := max(chains.LogSpan(first), chains.LogSpan(last))
	if a.T() > mostPaired || 8*n*(a.T()+1) > lawBytes || deepest >= depth {
		return nil
	}
	return &pairwise{reverse: vectors(n, a.T()+1), into: make([][]jump, n), ahead: make([]float64, n)}
}

// total is the sum, NaN if pairs are not compared.
func (s *pairwise) total() Divergence {
	if s == nil || s.left {
		return Divergence{Forward: math.NaN(), Reverse: math.NaN()}
	}
	return s.sum
}

// begin takes the divergences between the two laws of the state at level 1, where that of the forward chain is q.
func (s *pairwise) begin(q []float64) {
	for x, v := range q {
		up, down := klTerms(v, s.reverse[1][x])
		s.sum.Forward += up
		s.sum.Reverse += down
	}
}

// step adds a step of op, aimed at level t, from a state of the law q.
func (s *pairwise) step(prog *progress, op chains.Operator, q []float64, t int) {
	if s.left || !prog.goesOn() {
		return
	}
	if s.left = !s.arrive(prog, op.Reversal()); s.left {
		return
	}
	r, after := s.reverse[t-1], s.reverse[t]
	back := op.Reversal()
	moves := 0
	for x := range q {
		up, down, many := s.cell(op, back, x, r[x], after)
		if moves += many; moves > mostMoves || !prog.goesOn() {
			s.left = true
			return
		}
		if q[x] > 0 {
			s.sum.Forward += q[x] * up
		}
		if r[x] > 0 {
			s.sum.Reverse += r[x] * down
		}
	}
}

// arrive finds where the reversal comes from. It returns false if there are too many moves: the row of cell 0 is one of
// the shortest.
func (s *pairwise) arrive(prog *progress, back chains.Operator) bool {
	moves := 0
	for x := range s.into {
		s.into[x] = s.into[x][:0]
	}
	for y := range s.into {
		back.Row(y, func(x int, p float64) {
			s.into[x] = append(s.into[x], jump{y, p})
			moves++
		})
		corner := y == 0 && moves*len(s.into) > mostMoves
		if corner || moves > mostMoves || !prog.goesOn() {
			return false
		}
	}
	return true
}

// cell returns both divergences between the two conditional laws of the state after x, and the number of moves there.
// r is the mass of x in the reverse chain, and after its law at the level.
func (s *pairwise) cell(op, back chains.Operator, x int, r float64, after []float64) (up, down float64, moves int) {
	scale := 0.0 // a state that is never met in reverse counts for nothing there
	if r > 0 {
		scale = 1 / r
	}
	s.row = s.row[:0]
	op.Row(x, func(y int, p float64) {
		s.row = append(s.row, y)
		s.ahead[y] = p
	})
	add := func(a, b float64) {
		forward, reverse := klTerms(a, b)
		up += forward
		down += reverse
	}
	others := 0.0
	for _, m := range s.into[x] {
		behind := m.p * after[m.cell] * scale
		add(s.ahead[m.cell], behind)
		s.ahead[m.cell] = 0
		others += behind
	}
	for _, y := range s.row { // the moves that the reversal does not undo
		if s.ahead[y] > 0 {
			add(s.ahead[y], 0)
			s.ahead[y] = 0
		}
	}
	stay := chains.StayProbability(op, x)
	add(staying(stay, chains.StayProbability(back, x), after[x]*scale, others))
	return up, down, len(s.row)
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
