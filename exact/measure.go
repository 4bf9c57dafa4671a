package exact

import (
	"cmp"
	"context"
	"errors"
	"math"

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

	pushed bool // both laws were pushed as they are (byBothChains)
}

// J is the Jeffreys divergence between Q and p_T (BREAD, Eq. 12).
func (g Measured) J() float64 { return g.Final.Jeffreys() }

// B is the expectation of BREAD's bound, E_rev[log w] - E_fwd[log w] (Eq. 21).
func (g Measured) B() float64 { return g.Paths.Jeffreys() }

// FwdLogW is E_fwd[log w], a lower bound of log R (Eq. 7).
func (g Measured) FwdLogW() float64 { return g.LogR - g.Paths.Forward }

// RevLogW is E_rev[log w], an upper bound of log R (Eq. 10).
func (g Measured) RevLogW() float64 { return g.LogR + g.Paths.Reverse }

// WithoutLaws returns the gap without Q and P, so that its memory does not grow with the
// number of cells. It has no Marginal.
func (g Measured) WithoutLaws() Measured {
	g.Q = nil
	g.P = nil
	g.logp = nil
	g.logq = nil
	g.d = nil
	return g
}

// compare computes the divergences between the law of the samples and the target. It returns false if J or B is NaN.
func (g *Measured) compare() (sound bool) {
	if g.logq != nil {
		g.fromLogs()
	}
	g.Final = divergence(g.P, g.logp, g.d, g.Q, g.logq)
	return !math.IsNaN(g.J() + g.B())
}

// blunt is the least difference, as a share of a cell's mass, of which Q - P as it was found and as log Q says it can
// be off only if it has lost its digits. Logarithms of e^-1000 are off by 1e-13, and a thousand times as much after
// thousands of levels.
const blunt = 1e-9

// fromLogs takes Q and Q - P from log Q, but in cells where Q is near P and the two that were carried have their
// digits.
func (g *Measured) fromLogs() {
	for x, logq := range g.logq {
		q := math.Exp(logq)
		d := q - g.P[x]
		if math.Abs(d) < g.P[x]/2 {
			d = g.P[x] * math.Expm1(logq-g.logp[x])
			if math.Abs(g.d[x]-d) <= blunt*g.P[x] && g.Q[x] >= faint {
				continue
			}
		}
		g.Q[x] = q
		g.d[x] = d
	}
}

// lacksLogs reports whether J needs the logarithms of masses of Q that are faint. A J that is infinite because the
// chain is sure to miss a cell, or to end in one where p has no mass, needs none. Nor does a run that was stopped.
func (g *Measured) lacksLogs(prog *progress) bool {
	if prog.err != nil || math.IsNaN(g.B()) || math.IsInf(g.Final.Forward, 1) {
		return false
	}
	return math.IsNaN(g.J()) || g.fainted()
}

// fainted reports whether faint masses of Q may count in J: a cell's term is at most p times deepest nats.
func (g *Measured) fainted() bool {
	lost := 0.0
	for x, q := range g.Q {
		if !(q >= faint) && !math.IsInf(g.logp[x], -1) {
			lost += g.P[x]
		}
	}
	return lost*deepest > counts*(g.Final.Forward+g.Final.Reverse-lost*deepest) || lost > 0 && math.IsInf(g.J(), 1)
}

// faint is the mass from which on a pushed law has all its digits. Below it, but above 2^-1022, a mass may be a sum of
// many that have lost theirs: each is wrong by 2^-1075 at most, and a million levels of a thousand moves by 1e-314.
const faint = 1e-290

// counts is the share of J from which on a number counts.
const counts = 1e-13

// Measure returns J and B. It assumes that the kernel leaves p_t invariant; Run checks it. The error comes from
// Annealing.Check or ctx.
func Measure(ctx context.Context, a chains.Annealing) (Measured, error) {
	if err := a.Check(); err != nil {
		return Measured{}, err
	}
	a, rise := a.Lowered()
	g, err := measure(newProgress(ctx, a, nil), a)
	g.LogR += rise
	return g, err
}

// measure is Measure of an annealing that was checked and lowered. One pass may end in NaN,
// because a product was too large or because the kernel's reversal is no kernel, so that
// pulling gives no law. Both laws, pushed as they are, may still end in numbers.
func measure(prog *progress, a chains.Annealing) (g Measured, err error) {
	first, last := a.Ends()
	start := Measured{T: a.T(), LogR: chains.LogSum(last) - chains.LogSum(first)}
	if w := newOnePass(a); w != nil {
		g = start
		sound := g.inOnePass(prog, w)
		if sound && g.lacksLogs(prog) {
			g.deepen(prog, a)
		}
		if sound || prog.err != nil {
			return g, prog.err
		}
	}
	g = start
	g.byBothChains(prog, a)
	if g.lacksLogs(prog) || !a.SameCells() {
		g.deepen(prog, a)
	}
	if math.IsNaN(g.J() + g.B()) {
		return g, cmp.Or(prog.err, errNaN)
	}
	return g, prog.err
}

var errNaN = errors.New("J or B is not a number: the kernel gives a probability that is none, perhaps between cells " +
	"without mass; breadboard validate would tell more")

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

// A J up to negligible is rounding: the square of a hundred roundings of each mass.
const negligible = 1e-27

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
//
// Both are 0 where their sum is negligible.
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
	case sum.Jeffreys() <= negligible:
		return Divergence{}
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

// BetweenDeep is Between for two laws whose masses may be below the smallest float. logq and logp have
// their logarithms. If the laws change places, the two divergences do so to the last bit. Both are 0 where their sum is
// negligible.
func BetweenDeep(q, logq, p, logp []float64) (d Divergence) {
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
	if d.Jeffreys() <= negligible {
		return Divergence{}
	}
	return d
}
