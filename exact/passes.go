package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// A pass runs one chain plainly, measure by measure, and finds the law of log w and the path divergence
//
//	KL(paths || paths of the other chain) = -Σ_t E[log p_t/p_{t-1}],
//
// the expectation under the law of the state before the step. It also pushes the weighted measure.
type pass struct {
	c         *plain
	op        chains.Operator
	q         []float64 // the law of the chain's state
	deviation []float64 // q - p_t, to its own digits where both ends have mass in the same cells
	climb     *climb
	p, before []float64 // p_t, and at the level before
	logp, was []float64 // log p_t, and at the level before
	can       *reach    // nil if no weight is lost
	is        ran

	weighted []float64 // E[ŵ; x] for ŵ = w Z_1/Z_T, in reverse Z_T/(w Z_1)

	// Where the law of log w is asked for:
	first, second, third []float64 // E[(log w - mean)^k; x]; the mean is subtracted at every step
	square               []float64 // E[ŵ²; x] over exp(logSquare), and 0 in reverse
}

// newPass returns a pass of op from level t on. It finds the law of log w where c does.
func (c *plain) newPass(t int, op chains.Operator) *pass {
	w := &pass{c: c, op: op, q: c.density(t), climb: newClimb(&c.a), is: newRan(c.a.T())}
	v := vectors(c.a.Grid.Size(), 10)
	w.p = v[5]
	w.logp = v[6]
	w.was = v[7]
	w.before = v[8]
	w.deviation = v[9]
	chains.NormalizeLog(w.p, w.logp, c.level.LogF())
	w.can = newReach(&c.a, w.logp, t != 1)
	w.weighted = v[0]
	w.square = v[1]
	w.first = v[2]
	w.second = v[3]
	w.third = v[4]
	if t == 1 {
		copy(w.square, w.q)
	}
	copy(w.weighted, w.q)
	return w
}

// push makes a step of the kernel in all measures.
func (w *pass) push() {
	measures := []*[]float64{&w.q, &w.deviation, &w.weighted, &w.first, &w.second, &w.third, &w.square}
	if !w.c.laws {
		measures = measures[:3]
	}
	for _, q := range measures {
		move(w.op.Push, q, &w.c.scratch)
	}
	w.can.step(w.c.level)
}

// step moves to level t, next to the present one.
func (w *pass) step(t int) {
	before := w.c.level.T
	upper := max(t, before)
	moveTo(&w.c.a, w.c.level, t, w.c.rise)
	w.logp, w.was = w.was, w.logp
	w.p, w.before = w.before, w.p
	w.climb.normalize(w.p, w.logp, w.before, w.c.level, before)
	w.c.knowLogZ(w.climb.logZ)
	mean := 0.0
	size := 0.0
	for x, q := range w.q {
		if q != 0 {
			step := q * w.c.rise[x]
			mean += step
			size += math.Abs(step)
		}
	}
	share := w.share()
	if w.can.loses(w.logp, w.was) {
		mean = math.Inf(-1)
		share = math.Inf(1)
	}
	w.is.parts[upper] = share
	w.is.paths += share
	w.is.mean += mean
	w.is.size += size
	w.is.steps[upper] = mean
	if w.c.laws {
		w.moments(mean)
	}
	w.weigh(w.c.logZ[t] - w.c.logZ[before])
}

// share is the step's share of the path divergence. Let log f rise by rise + m, m its mean under p, and let s be the
// mean of grow = expm1(rise). Then the densities' ratio is ρ = (1 + grow)/(1 + s), and the share is
//
//	-E[log ρ] = Σ p (grow - rise) + (log(1+s) - s) - Σ d rise, d the law less p.
//
// Nothing of first order cancels. Where some log f changes by much in a step, also of masses below every float, or an
// end of the bridge lacks cells that the other has, a subtraction loses little, and the mean is taken as it is defined.
func (w *pass) share() float64 {
	rises := w.c.rise
	m := 0.0
	low := math.Inf(1)
	high := math.Inf(-1)
	for x, p := range w.before {
		if p > 0 || w.q[x] > 0 || w.p[x] > 0 {
			m += p * rises[x]
			low = min(low, rises[x])
			high = max(high, rises[x])
		}
	}
	if w.c.mixed || !(max(high-m, m-low) < lanes.Small) {
		return w.plainShare()
	}
	s := 0.0
	share := 0.0
	grow := w.c.scratch
	for x, p := range w.before {
		grow[x] = 0
		if p == 0 {
			continue
		}
		rise := rises[x] - m
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

// plainShare is the share by its definition.
func (w *pass) plainShare() (share float64) {
	for x, q := range w.q {
		if q > 0 {
			share -= q * chains.LogRatio(w.logp[x], w.was[x])
		}
		w.deviation[x] += w.before[x] - w.p[x]
	}
	return share
}

// moments takes the rise of log w into its powers. mean is the mean of the rise.
func (w *pass) moments(mean float64) {
	for x, q := range w.q {
		first, second := w.first[x], w.second[x]
		if q == 0 { // the moments of a cell that the chain has left are 0
			w.first[x] = 0
			w.second[x] = 0
			w.third[x] = 0
			continue
		}
		y := w.c.rise[x] - mean
		w.third[x] += y * (3*second + y*(3*first+y*q))
		w.second[x] = second + y*(2*first+y*q)
		w.first[x] = first + y*q
	}
}

// weigh weighs the weighted measures. climb is by how much log Z rises.
func (w *pass) weigh(climb float64) {
	largest := 0.0
	for x, rise := range w.c.rise {
		if w.weighted[x] == 0 && w.square[x] == 0 {
			continue
		}
		by := w.p[x] / w.before[x]
		if !(w.p[x] > rarest && w.before[x] > rarest) {
			by = math.Exp(rise - climb)
		}
		w.weighted[x] *= by
		if w.square[x] != 0 {
			w.square[x] *= by * by
			largest = max(largest, w.square[x])
		}
	}
	if largest > largestSquare && !math.IsInf(largest, 1) {
		floats.Scale(1/largest, w.square)
		w.is.logSquare += math.Log(largest)
	}
}

func (w *pass) end() *ran {
	r := w.is // a copy, which does not hold the vectors
	r.final = w.q
	r.moments = MomentsOf(r.mean, floats.Sum(w.second), floats.Sum(w.third))
	r.weighted = floats.Sum(w.weighted)
	r.logSquare += math.Log(floats.Sum(w.square))
	return &r
}
