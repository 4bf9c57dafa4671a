package accounts

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

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
	chains.Parallel(len(s.weights), func(from, to int) {
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
		s.Off = max(s.Off, apart(-s.mean.First.Value(), s.Paths.Forward))
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
