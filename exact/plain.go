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
