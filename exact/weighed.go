package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// A weighedChain runs one chain plainly, as the paper defines it, so that exact.Measure can be checked against it. It
// walks as its chain does (chain.go), and pushes a distribution and several measures one by one, by the normalised log
// densities of every level. It finds the moments of log w, the weighted measure and the path divergence
//
//	KL(paths || paths of the other chain) = -Σ_t E[log p_t/p_{t-1}],
//
// the expectation under the distribution of the state before the step; for the reverse chain with the levels in the
// opposite order.
type weighedChain struct {
	*chain
	mixed     bool      // one end of the bridge has mass in a cell where the other has none
	deviation []float64 // mass less p_t, with an error relative to itself unless mixed
	weighted  []float64 // E[ŵ; x] for ŵ = w Z_1/Z_T, and in reverse E[1/ŵ; x]
	out       outcome

	moments              bool      // first, second, third and square are found too
	first, second, third []float64 // E[(log w - mean)^k; x]; the mean is subtracted at every step
	square               []float64 // E[ŵ²; x] over exp(logSquare), and 0 in reverse
}

// An outcome holds the numbers of one chain. For a reverse chain the moments are of -log w.
type outcome struct {
	final         []float64 // the distribution of the last state
	shares        []float64 // by t, the share of the weight's step in the path divergence
	plainShares   []float64 // the same by its definition, which also holds if the kernel does not keep p_t
	path          float64   // the path divergence, the sum of shares
	plainPath     float64   // the sum of plainShares
	size          float64   // the sum of the sizes of the terms of plainPath
	second, third float64   // central moments
	weighted      float64   // E[ŵ]
	logSquare     float64   // log E[ŵ²], forward
}

// newWeighedChain returns a chain where it starts.
func newWeighedChain(a chains.Annealing, forward, moments bool) *weighedChain {
	v := vectors(a.Grid.Size(), 6)
	w := &weighedChain{chain: newChain(a, forward), moments: moments, mixed: !a.SameCells(), deviation: v[0],
		weighted: v[1], first: v[2], second: v[3], third: v[4], square: v[5]}
	w.out.shares = make([]float64, a.T()+1)
	w.out.plainShares = make([]float64, a.T()+1)
	copy(w.weighted, w.mass)
	if forward {
		copy(w.square, w.mass)
	}
	return w
}

// copyInfinite sets the path divergence to path if that is infinite. Measure may know so of cells with masses below any
// float, which this chain took for 0.
func (r *outcome) copyInfinite(path float64) {
	if math.IsInf(path, 1) {
		r.path = path
		r.plainPath = path
	}
}

// push makes a step of the kernel in all measures.
func (w *weighedChain) push() {
	measures := []*[]float64{&w.mass, &w.deviation, &w.weighted, &w.first, &w.second, &w.third, &w.square}
	if !w.moments {
		measures = measures[:3]
	}
	for _, q := range measures {
		apply(w.op.Push, q, &w.scratch)
	}
}

// weigh makes the weight's step between levels t-1 and t.
func (w *weighedChain) weigh(t int) {
	plain := 0.0
	mean := 0.0
	for x, q := range w.mass {
		if q > 0 {
			term := q * chains.LogRatio(w.logp[x], w.logpBefore[x])
			plain -= term
			w.out.size += math.Abs(term)
			mean += q * w.change[x]
		}
	}
	share := plain
	if w.mixed || !w.near() {
		for x, p := range w.p {
			w.deviation[x] += w.pBefore[x] - p
		}
	} else {
		grow := w.scratch
		near, s := w.nearShare(grow)
		inverse := 1 / (1 + s)
		for x, p := range w.pBefore { // mass stays, and p becomes p (1 + grow)/(1 + s)
			w.deviation[x] += p * (s - grow[x]) * inverse
		}
		share = near
	}
	w.out.shares[t] = share
	w.out.plainShares[t] = plain
	w.out.path += share
	w.out.plainPath += plain
	if w.moments {
		w.addToMoments(mean)
	}
	w.multiply()
}

// near reports whether log f changes by little in each cell, but for a constant. Elsewhere a subtraction loses little,
// and the share is taken as it is defined.
func (w *weighedChain) near() bool {
	low := math.Inf(1)
	high := math.Inf(-1)
	for x, p := range w.pBefore {
		if p > 0 || w.mass[x] > 0 || w.p[x] > 0 {
			low = min(low, w.change[x])
			high = max(high, w.change[x])
		}
	}
	mean := floats.Dot(w.pBefore, w.change)
	return max(high-mean, mean-low) < lanes.Small
}

// nearShare returns the step's share of the path divergence, of which nothing of first order cancels. Let the change of
// log f be rise + m, m its mean under p, and let s be the mean of grow = expm1(rise). Then the densities' ratio is ρ =
// (1 + grow)/(1 + s), and with the deviation d the share is
//
//	-E[log ρ] = Σ p (grow - rise) + (log(1+s) - s) - Σ d rise.
//
// It also sets grow, and returns s.
func (w *weighedChain) nearShare(grow []float64) (share, s float64) {
	m := floats.Dot(w.pBefore, w.change)
	for x, p := range w.pBefore {
		grow[x] = 0
		if p == 0 {
			continue
		}
		rise := w.change[x] - m
		more := lanes.Expm1mx(rise)
		grow[x] = rise + more
		s += p * grow[x]
		share += p*more - w.deviation[x]*rise
	}
	return share + log1pmx(s), s
}

// addToMoments adds the rise of log w to its moments. mean is the mean of the rise.
func (w *weighedChain) addToMoments(mean float64) {
	for x, q := range w.mass {
		first, second := w.first[x], w.second[x]
		if q == 0 { // the chain has left the cell
			w.first[x] = 0
			w.second[x] = 0
			w.third[x] = 0
			continue
		}
		y := w.change[x] - mean
		w.third[x] += y * (3*second + y*(3*first+y*q))
		w.second[x] = second + y*(2*first+y*q)
		w.first[x] = first + y*q
	}
}

// multiply multiplies the weighted measures by the weights.
func (w *weighedChain) multiply() {
	largest := 0.0
	for x, logp := range w.logp {
		if w.weighted[x] == 0 && w.square[x] == 0 {
			continue
		}
		by := w.p[x] / w.pBefore[x]
		if !(w.p[x] > rarest && w.pBefore[x] > rarest) { // the quotient may leave float64
			by = math.Exp(chains.LogRatio(logp, w.logpBefore[x]))
		}
		w.weighted[x] *= by
		w.square[x] *= by * by
		largest = max(largest, w.square[x])
	}
	if largest > largestSquare && !math.IsInf(largest, 1) {
		floats.Scale(1/largest, w.square)
		w.out.logSquare += math.Log(largest)
	}
}

// end returns the outcome, which does not hold the chain's vectors.
func (w *weighedChain) end() outcome {
	r := w.out
	r.final = w.mass
	r.second = floats.Sum(w.second)
	r.third = floats.Sum(w.third)
	r.weighted = floats.Sum(w.weighted)
	r.logSquare += math.Log(floats.Sum(w.square))
	return r
}
