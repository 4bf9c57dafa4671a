package exact

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Measured answers BREAD's question: how far the law of the samples is from the target
// (J), and how far the bound says it is (B).
type Measured struct {
	T     int
	Q     []float64  // the law of the forward chain's last state
	P     []float64  // p_T
	Final Divergence // between Q and p_T; its sum is J
	Paths Divergence // between forward paths and reverse paths; its sum is B
	LogR  float64    // log Z_T/Z_1

	logp []float64 // log p_T
	logq []float64 // log Q, if J needs masses of Q that are faint; otherwise nil
	d    []float64 // Q - P, to its own last digit
	// off bounds the error of d, and noise is what it comes from. Both are nil unless rounding may be all of J or B.
	off   []float64
	noise *noise
	// missed says that P has mass in a cell that the chain cannot reach. KL(p||q) is then
	// infinite, however small the mass is.
	missed bool
}

// J is the Jeffreys divergence between Q and p_T (BREAD, Eq. 12).
func (g Measured) J() float64 { return g.Final.Jeffreys() }

// B is the expectation of BREAD's bound, E_rev[log w] - E_fwd[log w] (Eq. 21).
func (g Measured) B() float64 { return g.Paths.Jeffreys() }

// FwdLogW is E_fwd[log w], a lower bound of log R (Eq. 7).
func (g Measured) FwdLogW() float64 { return g.LogR - g.Paths.Forward }

// RevLogW is E_rev[log w], an upper bound of log R (Eq. 10).
func (g Measured) RevLogW() float64 { return g.LogR + g.Paths.Reverse }

// Measure returns J and B. It assumes that the kernel leaves p_t invariant; Run checks it.
// The error comes from Annealing.Check or ctx.
func Measure(ctx context.Context, a chains.Annealing) (Measured, error) {
	if err := a.Check(); err != nil {
		return Measured{}, err
	}
	a, rise := a.Lowered()
	g, err := measure(newProgress(ctx, a, nil).counted(a, true), a)
	g.LogR += rise
	return g, err
}

// measure is Measure of an annealing that was checked and lowered. One pass may end in NaN,
// because a product was too large or because the kernel's reversal is no kernel, so that
// pulling gives no law. Two walks, which push measures, may still end in numbers.
func measure(prog *progress, a chains.Annealing) (g Measured, err error) {
	first, last := a.Ends()
	start := Measured{T: a.T(), LogR: chains.LogSum(last) - chains.LogSum(first)} // before a walk takes its memory
	if w := newOnePass(a); w != nil {
		g = start
		sound := g.inOnePass(prog, w)
		if sound {
			g.deepen(prog, a)
			if j, b := g.doubtful(a); j { // of other bridges walks alone know the rounding
				sound = w.rises == nil && g.roundedInOnePass(prog, w, b)
			}
		}
		if sound || prog.err != nil {
			return g, prog.err
		}
	}
	g = start
	g.inTwoWalks(prog, a, nil)
	g.deepen(prog, a)
	if math.IsNaN(g.J() + g.B()) {
		return g, cmp.Or(prog.err, errNaN)
	}
	if j, _ := g.doubtful(a); j {
		g.roundedInWalks(prog, a)
	}
	return g, prog.err
}

// compare computes the divergences between the law of the samples and the target. It returns false if J or B is NaN.
func (g *Measured) compare() (sound bool) {
	if g.logq != nil {
		g.fromLogs()
	}
	g.Final = divergence(g.P, g.logp, g.d, g.Q, g.logq)
	if g.missed {
		g.Final.Reverse = math.Inf(1)
	}
	sound = !math.IsNaN(g.J() + g.B())
	if sound && g.noise != nil {
		g.Final = g.Final.doubted(g.noise.bound(g.P, g.logp, g.d, g.Q, g.logq, g.off))
		g.Paths = g.Paths.doubted(g.Paths.Off)
	}
	return sound
}

var errNaN = errors.New("J or B is not a number: the kernel gives a probability that is none, perhaps between cells " +
	"without mass; breadboard validate would tell more")

// inOnePass runs both chains in one pass from level 1 to T.
func (g *Measured) inOnePass(prog *progress, w *onePass) (sound bool) {
	end := w.a.PathEnd()
	for t := range prog.through(2, g.T, 1) {
		fwd, rev := w.up()
		g.Paths.Forward += fwd
		g.Paths.Reverse += rev
		if t <= end {
			w.push()
		}
	}
	return w.law(prog, g)
}

// inTwoWalks runs each chain in a walk of its own. The reverse chain leaves out the
// reversal of T_T, which would leave p_T as it is. Both carry errors if there is a noise.
func (g *Measured) inTwoWalks(prog *progress, a chains.Annealing, e *noise) (sound bool) {
	op, l := a.Kernel.On(a.Grid), a.NewLevel()
	a.LevelAt(l, 1)
	fwd := newWalk(a, l, e)
	fwd.run(prog, a, op, l, g.T)
	if !a.SkipLast {
		op.Aim(l)
		fwd.push(op, l)
	}
	if e != nil {
		e.keepSum(&e.paths.Forward, g.T)
		e.keep(fwd.p, fwd.errors)
		g.noise, g.off = e, e.most
	}
	g.take(prog, a, op, fwd)
	a.LevelAt(l, g.T)
	rev := newWalk(a, l, e)
	rev.run(prog, a, a.Kernel.On(a.Grid).Reversal(), l, 1)
	g.Paths = Divergence{Forward: fwd.sum, Reverse: rev.sum}
	if e != nil {
		e.keepSum(&e.paths.Reverse, g.T)
		g.Paths.Off = e.paths.Jeffreys()
	}
	return g.compare()
}

// Marginal returns Q, P and Final of a chain on an extended space, for the target's own n
// cells (chains.Annealing.Extended). The states of a cell lie side by side and are added up.
// Use the sum of final, which is at most J, to compare kernels. Marginal panics unless n
// divides the number of states.
func (g Measured) Marginal(n int) (q, p []float64, final Divergence) {
	k := len(g.P) / n
	if n*k != len(g.P) {
		panic("exact: a marginal of a number of cells that does not divide that of states")
	}
	q, p = cells(g.Q, k, floats.Sum), cells(g.P, k, floats.Sum)
	d, logp := cells(g.d, k, floats.Sum), cells(g.logp, k, floats.LogSumExp)
	var logq []float64
	if g.logq != nil {
		logq = cells(g.logq, k, floats.LogSumExp)
	}
	final = divergence(p, logp, d, q, logq)
	if g.noise != nil {
		final = final.doubted(g.noise.bound(p, logp, d, q, logq, cells(g.off, k, floats.Sum)))
	}
	return q, p, final
}

// cells adds up the k states of each cell, which lie side by side.
func cells(states []float64, k int, sum func(part []float64) float64) []float64 {
	law := make([]float64, 0, len(states)/k)
	for part := range slices.Chunk(states, k) {
		law = append(law, sum(part))
	}
	return law
}

// WithoutLaws returns the gap without Q and P, so that its memory does not grow with the
// number of cells. It has no Marginal.
func (g Measured) WithoutLaws() Measured {
	g.Q = nil
	g.P = nil
	g.logp = nil
	g.logq = nil
	g.d = nil
	g.off = nil
	g.noise = nil
	return g
}

// EndLaws are the laws at the two ends of an annealing, p_1 and p_T.
type EndLaws struct {
	LogR  float64   // log Z_T/Z_1
	P1    []float64 // p_1
	LogP1 []float64 // log p_1, also where p_1 is below any float
	P     []float64 // p_T
	LogP  []float64 // log p_T, likewise
	LogW  []float64 // log p_T/p_1, which is log f_T/f_1 - log R
}

// EndLawsOf returns the laws. A constant in a log density costs digits of LogR and of nothing else.
func EndLawsOf(a chains.Annealing) EndLaws {
	low, rise := a.Lowered()
	from, to := low.Ends()
	v := vectors(len(to), 5)
	e := EndLaws{chains.LogSum(to) - chains.LogSum(from) + rise, v[0], v[1], v[2], v[3], v[4]}
	chains.NormalizeLog(e.P1, e.LogP1, from)
	chains.NormalizeLog(e.P, e.LogP, to)
	for x := range to {
		e.LogW[x] = chains.LogRatio(e.LogP[x], e.LogP1[x])
	}
	return e
}

// A Divergence is a pair of Kullback-Leibler divergences between two laws.
type Divergence struct {
	Forward float64 // KL(sampler || truth)
	Reverse float64 // KL(truth || sampler)
	// Off bounds the error of the sum, where rounding may be all there is of it or of its distance to another.
	// Elsewhere it is 0, and not known. A divergence that is no more than its Off is rounding alone, and is 0.
	Off float64
}

// Jeffreys is the sum of both; +Inf if either is.
func (d Divergence) Jeffreys() float64 { return d.Forward + d.Reverse }

// log1pmx is log(1+x) - x: -x²/2 + x³/3 - ..., without cancellation. The terms
// left out are of relative size 1e-17.
func log1pmx(x float64) float64 {
	switch size := math.Abs(x); {
	case size < 1e-5:
		return -x * x * (1./2 - x*(1./3-x*(1./4-x*(1./5))))
	case size < 0.01:
		return -x * x * (1./2 - x*(1./3-x*(1./4-x*(1./5-x*(1./6-x*(1./7-x*(1./8-x*(1./9-x*(1./10)))))))))
	}
	return math.Log1p(x) - x
}

// klUp and klDown are a cell's terms of the two divergences between a and b = a(1+x), in a
// form that is never negative: a log(a/b) - a + b = a klUp(x), and
// b log(b/a) - b + a = a klDown(x).
func klUp(x float64) float64 { return -log1pmx(x) }

func klDown(x float64) float64 { return x*math.Log1p(x) + log1pmx(x) }

// klTerms returns a log(a/b) - a + b and b log(b/a) - b + a for masses that are not
// negative. A term is +Inf if it divides by a mass of 0.
func klTerms(a, b float64) (ab, ba float64) {
	switch {
	case a == 0 && b == 0:
		return 0, 0
	case a == 0:
		return b, math.Inf(1)
	case b == 0:
		return math.Inf(1), a
	}
	if a < b { // so that klTerms(b, a) has the same bits
		ba, ab = klTerms(b, a)
		return ab, ba
	}
	if x := (b - a) / a; math.Abs(x) < 0.5 {
		rest := log1pmx(x)
		return -a * rest, a * (x*(x+rest) + rest)
	}
	log := math.Log(a / b)
	return a*log - a + b, a - b - b*log
}

// deepest is more nats than log q can lie below log p.
const deepest = 1e5

// divergence adds up both divergences between q = p + d and p. Each cell has the form that
// keeps its digits: from d if q is near p, and otherwise from q and log p, which may lie
// far below the smallest float. Each term has a - b added, which sums to 0, so that no term
// is negative.
//
// A q of 0 may be a mass below the smallest float, and a q below 0 is the rounding error of
// one that is almost gone. Neither has a term; what they would add is in doubt, up to p
// times deepest nats. If that counts, KL(p||q) is infinite, or NaN if a q is below 0. Not so if log q is known.
func divergence(p, logp, d, q, logq []float64) Divergence {
	var sum Divergence
	gone, below := 0.0, 0.0
	for x := range p {
		switch {
		case logq != nil:
			if math.IsInf(logp[x], -1) && !math.IsInf(logq[x], -1) { // however small the mass is
				sum.Forward = math.Inf(1)
			}
		case q[x] < 0:
			below += p[x] * deepest
			continue
		case q[x] == 0 && p[x] > 0:
			sum.Forward += p[x]
			gone += p[x] * deepest
			continue
		}
		if delta := d[x] / p[x]; math.Abs(delta) < 0.5 {
			sum.Forward += p[x] * klDown(delta)
			sum.Reverse += p[x] * klUp(delta)
			continue
		}
		l := chains.LogMass(q[x])
		if logq != nil {
			l = logq[x]
		}
		if q[x] > 0 {
			sum.Forward += q[x]*(l-logp[x]) - q[x] + p[x]
		} else {
			sum.Forward += p[x]
		}
		if p[x] > 0 {
			sum.Reverse += p[x]*(logp[x]-l) - p[x] + q[x]
		} else {
			sum.Reverse += q[x]
		}
	}
	size := 1e-13 * (sum.Forward + sum.Reverse)
	switch {
	case below > size:
		sum.Reverse = math.NaN()
	case gone > size:
		sum.Reverse = math.Inf(1)
	}
	return sum
}

// Between returns both divergences between a law q and a target p. A mass of 0 counts as 0 and
// not as a mass below the smallest float: a cell with p > 0 and q = 0 makes KL(p||q) infinite, and
// one with q > 0 and p = 0 makes KL(q||p) infinite.
func Between(q, p []float64) (d Divergence) {
	for x := range p {
		up, down := klTerms(q[x], p[x])
		d.Forward += up
		d.Reverse += down
	}
	return d
}

// BetweenLaws is Between for two laws whose masses may be below the smallest float. logq and logp have
// their logarithms. If the laws change places, the two divergences do so to the last bit.
func BetweenLaws(q, logq, p, logp []float64) (d Divergence) {
	const least = chains.LeastNormal
	for x := range p {
		up, down := klTerms(q[x], p[x])
		switch {
		case p[x] < least && q[x] >= least && !math.IsInf(logp[x], -1):
			up, down = q[x]*(math.Log(q[x])-logp[x])-q[x], q[x]
		case q[x] < least && p[x] >= least && !math.IsInf(logq[x], -1):
			up, down = p[x], p[x]*(math.Log(p[x])-logq[x])-p[x]
		case p[x] < least && q[x] < least && !math.IsInf(logp[x], -1) && !math.IsInf(logq[x], -1):
			up, down = 0, 0
		}
		d.Forward += up
		d.Reverse += down
	}
	return d
}

// Logs returns the logarithms of masses.
func Logs(masses []float64) []float64 {
	logs := make([]float64, len(masses))
	for x, p := range masses {
		logs[x] = chains.LogMass(p)
	}
	return logs
}
