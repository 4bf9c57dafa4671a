package accounts

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/programs"
	"breadboard/exact/accounts/laplace"
)

// addChain adds, with a weight, the account of a program whose reverse run is a stationary chain, with ŵ = 1/M for the
// mean M of a function along the chain. So by the law of package programs
//
//	q(x) = p(x) E[M | x]    F(x) = -p(x) E[M log M | x]    G(x) = -E[log M | x]
func (a *making) addChain(ctx context.Context, c *laplace.Chain, weight float64) error {
	if err := c.Reserve(nil); err != nil { // before anything is done K times
		return err
	}
	q, logq := c.Means()                   // E[M | x]
	plain := make([]laplace.Logs, len(q))  // E[log M | x]
	timesM := make([]laplace.Logs, len(q)) // p E[M log M | x]
	var positive laplace.Integral          // P(M > 0), less E[M], which is 1
	err := c.Each(ctx, func(n, at laplace.Node, scale float64) {
		for x, logp := range c.LogP {
			if !math.IsInf(logp, -1) {
				plain[x].Add(n, scale*c.Value[x])
				timesM[x].Add(n, scale*math.Exp(logp-at.U)*c.More[x])
				positive.Add(n, scale*c.P[x]*c.More[x])
			}
		}
	})
	if err != nil {
		return err
	}
	none := c.None()
	missed := 0.
	some := positive.Value()
	var log, fwd, rev rounding
	for x, logp := range a.LogP {
		if math.IsInf(logp, -1) {
			continue
		}
		p := a.P[x] // may be 0, below any float; another program may yet return x, and needs G there
		a.draws(x, math.Log(weight)+logp+logq[x])
		a.F[x] -= weight * timesM[x].First.Value()
		a.G[x] -= weight * plain[x].First.Value()
		a.FwdSquare += weight * timesM[x].Second.Value()
		a.RevSquare += weight * p * plain[x].Second.Value()
		a.MeanInvW += weight * p * q[x]
		log.add(1, timesM[x].First)
		fwd.add(1, timesM[x].Second)
		switch {
		case none[x] > 0 && p > 0:
			a.G[x], a.RevSquare = math.Inf(1), math.Inf(1)
		case none[x] > 0:
			a.G[x] = math.Inf(1)
		default:
			log.add(p, plain[x].First)
			rev.add(p, plain[x].Second)
		}
		missed += p * none[x]
		some += p * q[x]
	}
	a.MeanW += weight * (1 - missed)
	a.Off += weight * max(log.of(c), math.Abs(some-(1-missed)), 1e-15)
	a.fwdOff += weight * fwd.of(c)
	a.revOff += weight * rev.of(c)
	return nil
}

// A rounding is what some integrals may be off, and their size.
type rounding struct{ off, size float64 }

func (r *rounding) add(p float64, i laplace.Integral) {
	r.off += p * i.Off()
	r.size += p * i.Size()
}

// of bounds the error of the integrals along a chain.
func (r rounding) of(c *laplace.Chain) float64 { return r.off + c.Rounded(r.size) }

// summed makes the account of SIR. Let φ be the Laplace transform of ŵ/P for one draw. Then the
// mean of all P weights has the transform φ^P, and the mean with x kept among the draws has
// ψ_x = e^(-sŵ(x)/P) φ^(P-1). By the law of package programs q(x) = p(x) E_rev[1/ŵ | x] and
// F(x) = p(x) E_rev[log ŵ/ŵ | x]. These, G(x) and the mean square in reverse are integrals over
// ψ_x. The integrals of a cell are p times a function of its weight, so that cells of the same weight share them.
func (a *making) summed(ctx context.Context, p programs.SIR) error {
	a.How = Integral
	logw, masses, of := laplace.Distinct(a.ends.LogW, a.ends.P1, a.P)
	weights := make([]kept, len(logw))
	for i := range weights {
		weights[i].logp = math.Inf(-1)
	}
	var zero laplace.LogSum // p_1's mass where the target has none
	for x, logp := range a.LogP {
		c := &weights[of[x]]
		c.logp = max(c.logp, logp)
		if a.wasted(x) {
			zero.Add(a.ends.LogP1[x])
		}
	}
	mean, err := integrated(ctx, laplace.NewMean(masses[0], masses[1], logw, p.P), logw, weights)
	if err != nil {
		return err
	}
	logWasted := float64(p.P-1) * zero.Log() // that all others of a run have weight 0
	revOff := a.addKept(weights, of, logWasted, mean.First.Off())
	a.FwdSquare = mean.Second.Value()
	a.compare()
	if math.IsInf(zero.Log(), -1) {
		a.Off = max(a.Off, difference(-mean.First.Value(), a.Paths.Forward))
		a.Paths.Forward = -mean.First.Value()
	}
	a.roots(mean.Second.Off(), revOff)
	return nil
}

// integrated computes the integrals of all weights that are kept, and of the mean of P weights.
func integrated(ctx context.Context, sum *laplace.Mean, logw []float64, weights []kept) (mean laplace.Logs, err error) {
	for n, err := range laplace.Nodes(ctx, len(weights), sum.Low, sum.High) {
		if err != nil {
			return mean, err
		}
		mean.Add(n, n.Above(sum.At(n)))
		crew.Parallel(len(weights), func(from, to int) {
			for i := from; i < to; i++ {
				// a run can keep such a weight
				if c := &weights[i]; !math.IsInf(c.logp, -1) && !math.IsInf(logw[i], 1) {
					c.see(n, sum.Kept(n, i))
				}
			}
		})
	}
	return mean, nil
}

// addKept sets what is known of each cell from the integrals of its weight. logWasted is the probability that all draws
// of a run but one have weight 0, and logOff what E[log ŵ] is off. It returns what the mean square in reverse is off.
func (a *making) addKept(weights []kept, of []int32, logWasted, logOff float64) (revOff float64) {
	a.LogQ = chains.LogMasses(a.Q)
	for x, mass := range a.P {
		c := &weights[of[x]]
		switch {
		case a.wasted(x): // drawn first, and all draws have weight 0
			a.LogQ[x] = a.ends.LogP1[x] + logWasted
			a.F[x] = math.Inf(-1)
			a.Q[x] = math.Exp(a.LogQ[x])
			continue
		case math.IsInf(a.LogP[x], -1): // at neither end has the cell mass
			continue
		case math.IsInf(a.ends.LogW[x], 1):
			a.G[x] = math.Inf(1)
			a.RevSquare = math.Inf(1)
		default:
			share := math.Exp(a.LogP[x] - c.logp)
			a.MeanW += mass
			a.Q[x], a.LogQ[x] = c.law(mass, a.LogP[x], share)
			a.F[x] = share * c.over.Value()
			a.G[x] = c.First.Value()
			a.RevSquare += mass * c.Second.Value()
			logOff += mass * c.First.Off()
			revOff += mass * c.Second.Off()
		}
		a.MeanInvW += a.Q[x]
	}
	a.Off = max(logOff, math.Abs(floats.Sum(a.Q)-1), 1e-15)
	return revOff
}

// kept are the integrals for one weight that is kept among the P.
type kept struct {
	logp float64 // the largest of its cells
	laplace.Logs
	// of s D and of -(u + γ) s D, both times p
	more, over laplace.Integral
	inverse    laplace.LogSum // of s ψ at the nodes
}

func (c *kept) see(n laplace.Node, psi laplace.Phi) {
	above, scale := n.Above(psi), math.Exp(c.logp+n.U)
	c.Add(n, above)
	if above != 0 { // scale may be infinite
		c.more.Add(n, scale*above)
		c.over.Add(n, -(n.U+laplace.Euler)*scale*above)
	}
	c.inverse.Add(n.U + psi.Log)
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

// chained makes the account of CMS, with r(x) = T(x*|x)/p(x*): the mean over x* of what add adds for each, with the
// share of that x*.
func (a *making) chained(ctx context.Context, p programs.CMS,
	add func(ctx context.Context, c *laplace.Chain, share float64) error) error {
	a.How, a.LogQ = Integral, chains.LogMasses(a.Q)
	c := laplace.Into(a.problem.Annealing, a.P, a.LogP, p.K, p.Star)
	if err := c.OverStars(func(share float64) error { return add(ctx, c, share) }); err != nil {
		return err
	}
	a.Off = max(a.Off, math.Abs(floats.Sum(a.Q)-1))
	a.compare()
	a.roots(a.fwdOff, a.revOff)
	return nil
}

// chib makes the account of Chib's estimator. It is CMS in reverse: the cells are draws of p, and F is p G.
func (a *making) chib(ctx context.Context, e programs.Chib) error {
	if err := a.chained(ctx, e.Of, a.addChain); err != nil {
		return err
	}
	for x, p := range a.P {
		a.F[x] = 0
		if p > 0 {
			a.F[x] = p * a.G[x]
		}
	}
	copy(a.Q, a.P)
	a.LogQ = a.LogP
	a.FwdSquare = a.RevSquare
	a.MeanW = math.NaN()
	a.oneWay()
	a.compare()
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
	a.Off += weight * max(log.of(c), 1e-15)
	a.fwdOff += weight * square.of(c)
	return nil
}

// harmonic makes the account of the harmonic mean along a chain.
func (a *making) harmonic(ctx context.Context, p programs.HMEChain) error {
	a.How, a.LogQ = Integral, chains.LogMasses(a.Q)
	c, err := laplace.Harmonic(a.problem.Annealing, a.P, a.LogP, a.ends.LogW, p.K)
	if err == nil {
		err = a.addChain(ctx, c, 1)
	}
	if err != nil {
		return err
	}
	next := make([]float64, len(a.P))
	// Forward runs of weight 0 are those whose draw from p_1 has no mass under the target.
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
			c.Back.Push(next, lost)
			lost, next = next, lost
		}
	}
	a.compare()
	a.roots(a.fwdOff, a.revOff)
	return nil
}

// draws adds e^logq to the law of the cell.
func (a *making) draws(x int, logq float64) {
	a.Q[x] += math.Exp(logq)
	a.LogQ[x] = floats.LogSumExp([]float64{a.LogQ[x], logq})
}
