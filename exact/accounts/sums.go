package accounts

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// A chained account is made for a program whose reverse run is a stationary chain, with ŵ = 1/M
// for the mean M of a function along the chain. So by the law of package programs
//
//	q(x) = p(x) E[M | x]    F(x) = -p(x) E[M log M | x]    G(x) = -E[log M | x]
//
// It holds the integrals from which these come: for each cell E[log M | x] and p E[M log M | x];
// and the integral of E[sM e^-sM] over log s, which is P(M > 0).
type chained struct {
	plain, times []laplace.Logs
	some         laplace.Integral // less E[M], which is 1
}

// addChain adds the account of the program whose M this is, with a weight.
func (a *making) addChain(ctx context.Context, c *laplace.Chain, weight float64) error {
	if err := c.Reserve(nil); err != nil { // before anything is done K times
		return err
	}
	q, logq := c.Means()
	sums := chained{plain: make([]laplace.Logs, len(q)), times: make([]laplace.Logs, len(q))}
	err := c.Each(ctx, func(n, at laplace.Node, scale float64) {
		for x, logp := range c.LogP {
			if !math.IsInf(logp, -1) {
				sums.plain[x].Add(n, scale*c.Value[x])
				sums.times[x].Add(n, scale*math.Exp(logp-at.U)*c.More[x])
				sums.some.Add(n, scale*c.P[x]*c.More[x])
			}
		}
	})
	if err != nil {
		return err
	}
	sums.addTo(a, weight, q, logq, c)
	return nil
}

// addTo adds the account to a, with a weight. q is E[M | x], and logq its logarithm.
func (c *chained) addTo(a *making, weight float64, q, logq []float64, of *laplace.Chain) {
	none := of.None()
	missed, some := 0., c.some.Value()
	var log, fwd, rev rounding
	for x, logp := range a.LogP {
		if math.IsInf(logp, -1) {
			continue
		}
		p := a.P[x] // may be 0, below any float; another program may yet return x, and needs G there
		a.draws(x, math.Log(weight)+logp+logq[x])
		a.F[x] -= weight * c.times[x].First.Value()
		a.G[x] -= weight * c.plain[x].First.Value()
		a.FwdSquare += weight * c.times[x].Second.Value()
		a.RevSquare += weight * p * c.plain[x].Second.Value()
		a.MeanInvW += weight * p * q[x]
		log.add(1, c.times[x].First)
		fwd.add(1, c.times[x].Second)
		switch {
		case none[x] > 0 && p > 0:
			a.G[x], a.RevSquare = math.Inf(1), math.Inf(1)
		case none[x] > 0:
			a.G[x] = math.Inf(1)
		default:
			log.add(p, c.plain[x].First)
			rev.add(p, c.plain[x].Second)
		}
		missed, some = missed+p*none[x], some+p*q[x]
	}
	a.MeanW += weight * (1 - missed)
	a.Off += weight * max(log.of(of), math.Abs(some-(1-missed)), 1e-15)
	a.fwdOff, a.revOff = a.fwdOff+weight*fwd.of(of), a.revOff+weight*rev.of(of)
}

// A rounding is what some integrals may be off, and their size.
type rounding struct{ off, size float64 }

func (r *rounding) add(p float64, i laplace.Integral) {
	r.off, r.size = r.off+p*i.Off(), r.size+p*i.Size()
}

// of bounds the error of the integrals along a chain.
func (r rounding) of(c *laplace.Chain) float64 { return r.off + c.Rounded(r.size) }

// summed makes the account of SIR. Let φ be the Laplace transform of ŵ/P for one draw. Then the
// mean of all P weights has the transform φ^P, and the mean with x kept among the draws has
// ψ_x = e^(-sŵ(x)/P) φ^(P-1). By the law of package programs q(x) = p(x) E_rev[1/ŵ | x] and
// F(x) = p(x) E_rev[log ŵ/ŵ | x]. These, G(x) and the mean square in reverse are integrals over
// ψ_x.
func (a *making) summed(ctx context.Context, p programs.SIR) error {
	a.How = Integral
	s := newSummed(a, p.P)
	for n, err := range laplace.Nodes(ctx, len(s.weights), s.draws.Low, s.draws.High) {
		if err != nil {
			return err
		}
		s.see(n)
	}
	s.finish()
	return nil
}

// A summed is a SIR account that is being made. The integrals of a cell are p times a function of
// its weight. So cells of the same weight share their integrals.
type summed struct {
	*making
	draws   *laplace.Mean
	others  float64        // P - 1
	zero    laplace.LogSum // p_1's mass where the target has none
	mean    laplace.Logs   // of the mean of P weights
	weights []kept
	of      []int32 // the number of a cell's weight
}

// kept are the integrals for one weight that is kept among the P.
type kept struct {
	logw, logp float64 // log p is the largest of its cells
	laplace.Logs
	// of s D and of -(u + γ) s D, both times p
	more, over laplace.Integral
	inverse    laplace.LogSum // of s ψ at the nodes
}

func newSummed(a *making, draws int) *summed {
	logw, masses, of := laplace.Distinct(a.logw, a.first, a.P)
	s := &summed{making: a, draws: laplace.NewMean(masses[0], masses[1], logw, draws), others: float64(draws - 1), of: of}
	for _, v := range logw {
		s.weights = append(s.weights, kept{logw: v, logp: math.Inf(-1)})
	}
	for x, logp := range a.LogP {
		c := &s.weights[of[x]]
		c.logp = max(c.logp, logp)
		if a.wasted(x) {
			s.zero.Add(a.logFirst[x])
		}
	}
	return s
}

// met reports whether a run can end in a cell of the weight and keep a finite weight.
func (c *kept) met() bool { return !math.IsInf(c.logp, -1) && !math.IsInf(c.logw, 1) }

// see adds a node to all integrals.
func (s *summed) see(n laplace.Node) {
	s.mean.Add(n, n.Above(s.draws.At(n)))
	crew.Parallel(len(s.weights), func(from, to int) {
		for i := from; i < to; i++ {
			if c := &s.weights[i]; c.met() {
				c.see(n, s.draws.Kept(n, i))
			}
		}
	})
}

// see adds a node.
func (c *kept) see(n laplace.Node, psi laplace.Phi) {
	above, scale := n.Above(psi), math.Exp(c.logp+n.U)
	c.Add(n, above)
	if above != 0 { // scale may be infinite
		c.more.Add(n, scale*above)
		c.over.Add(n, -(n.U+laplace.Euler)*scale*above)
	}
	c.inverse.Add(n.U + psi.Log)
}

// finish makes the account of the integrals.
func (s *summed) finish() {
	logOff, fwdOff, revOff := s.mean.First.Off(), s.mean.Second.Off(), 0.
	s.LogQ = exact.Logs(s.Q)
	for x, p := range s.P {
		switch c := &s.weights[s.of[x]]; {
		case s.wasted(x): // drawn first, and all draws have weight 0
			s.LogQ[x], s.F[x] = s.logFirst[x]+times(s.others, s.zero.Log()), math.Inf(-1)
			s.Q[x] = math.Exp(s.LogQ[x])
			continue
		case math.IsInf(s.LogP[x], -1): // at neither end has the cell mass
			continue
		case math.IsInf(s.logw[x], 1):
			s.G[x], s.RevSquare = math.Inf(1), math.Inf(1)
		default:
			share := math.Exp(s.LogP[x] - c.logp)
			s.MeanW += p
			s.Q[x], s.LogQ[x] = c.law(p, s.LogP[x], share)
			s.F[x], s.G[x] = share*c.over.Value(), c.First.Value()
			s.RevSquare += p * c.Second.Value()
			logOff, revOff = logOff+p*c.First.Off(), revOff+p*c.Second.Off()
		}
		s.MeanInvW += s.Q[x]
	}
	s.FwdSquare = s.mean.Second.Value()
	s.Off = max(logOff, math.Abs(floats.Sum(s.Q)-1), 1e-15)
	s.compare()
	if math.IsInf(s.zero.Log(), -1) {
		s.Off = max(s.Off, difference(-s.mean.First.Value(), s.Paths.Forward))
		s.Paths.Forward = -s.mean.First.Value()
	}
	s.roots(fwdOff, revOff)
}

// law is q of a cell that has this share of the integrals. If q is near p it is computed as p plus
// a small difference; if it is not, that sum would cancel and q is computed from its own integral.
func (c *kept) law(p, logp, share float64) (q, logq float64) {
	if more := share * c.more.Value(); math.Abs(more) < p/2 {
		return p + more, math.Log(p + more)
	}
	logq = logp + c.inverse.Log() + math.Log(laplace.Step)
	return math.Exp(logq), logq
}

// chained makes the account of CMS, with r(x) = T(x*|x)/p(x*): the mean over x* of what add adds for each, with the share
// of that x*.
func (a *making) chained(ctx context.Context, p programs.CMS,
	add func(ctx context.Context, c *laplace.Chain, share float64) error) error {
	a.How, a.LogQ = Integral, exact.Logs(a.Q)
	c := laplace.Into(a.problem.Annealing, a.P, a.LogP, p.K, p.Star)
	if err := c.OverStars(func(share float64) error { return add(ctx, c, share) }); err != nil {
		return err
	}
	a.Off = max(a.Off, math.Abs(floats.Sum(a.Q)-1))
	a.compare()
	a.roots(a.fwdOff, a.revOff)
	return nil
}

// addFirst adds the account of CMS whose chains start at the first place, with a weight. The
// probability of such a chain is r(x_1) times its stationary probability, so that
//
//	q(x) = p(x) E[r(x_1) | x]    F(x) = -p(x) E[r(x_1) log M | x]    E[ŵ] = E[r(x_1)/M]
func (a *making) addFirst(ctx context.Context, c *laplace.Chain, weight float64) error {
	if err := c.Reserve(c.R); err != nil {
		return err
	}
	q, logq := c.FromFirst()
	sums := make([]laplace.Logs, len(q))
	var more laplace.Integral // E[ŵ] - 1
	err := c.Each(ctx, func(n, at laplace.Node, scale float64) {
		for x, p := range c.P {
			sums[x].Add(n, scale*p*c.Value[x])
			more.Add(n, scale*at.S*p*c.Value[x])
		}
	})
	if err != nil {
		return err
	}
	var log, square rounding
	log.add(1, more)
	for x := range c.P {
		a.draws(x, math.Log(weight)+c.LogP[x]+logq[x])
		a.F[x] -= weight * sums[x].First.Value()
		a.FwdSquare += weight * sums[x].Second.Value()
		log.add(1, sums[x].First)
		square.add(1, sums[x].Second)
	}
	a.MeanW += weight * (1 + more.Value())
	a.Off, a.fwdOff = a.Off+weight*max(log.of(c), 1e-15), a.fwdOff+weight*square.of(c)
	return nil
}

// harmonic makes the account of the harmonic mean along a chain.
func (a *making) harmonic(ctx context.Context, p programs.HMEChain) error {
	a.How, a.LogQ = Integral, exact.Logs(a.Q)
	c, err := laplace.Harmonic(a.problem.Annealing, a.P, a.LogP, a.logw, p.K)
	if err == nil {
		err = a.addChain(ctx, c, 1)
	}
	if err != nil {
		return err
	}
	a.lose(c)
	a.compare()
	a.roots(a.fwdOff, a.revOff)
	return nil
}

// lose adds the forward runs of weight 0: their draw from p_1 has no mass under the target.
func (a *making) lose(c *laplace.Chain) {
	next := make([]float64, len(a.P))
	for shift, part := range laplace.Bands(a.logWasted()) {
		a.FwdSquare = math.Inf(1)
		lost := slices.Clone(part)
		for range c.K {
			for x, q := range lost {
				if q > 0 {
					a.draws(x, shift+math.Log(q/float64(c.K)))
					a.F[x] = math.Inf(-1)
				}
			}
			chains.PushLaw(c.Reversal(), next, lost)
			lost, next = next, lost
		}
	}
}

// draws adds e^logq to the law of the cell.
func (a *making) draws(x int, logq float64) {
	a.Q[x] += math.Exp(logq)
	a.LogQ[x] = floats.LogSumExp([]float64{a.LogQ[x], logq})
}
