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
	draws   laplace.Mean
	others  float64      // P - 1
	zero    float64      // p_1's mass where the target has none
	mean    laplace.Logs // of the mean of P weights
	weights []kept
	of      []int32 // the number of a cell's weight
}

// kept are the integrals for one weight that is kept among the P.
type kept struct {
	logw, logp float64 // log p is the largest of its cells
	laplace.Logs
	// of s D, of s ψ and of -(u + γ) s D, all times p
	more, inverse, over laplace.Integral
}

func newSummed(a *making, draws int) *summed {
	logw, masses, of := laplace.Distinct(a.logw, a.first)
	s := &summed{making: a, draws: laplace.NewMean(masses[0], logw, draws), others: float64(draws - 1), of: of}
	for i, v := range logw {
		s.weights = append(s.weights, kept{logw: v, logp: math.Inf(-1)})
		if math.IsInf(v, -1) {
			s.zero = masses[0][i]
		}
	}
	for x, logp := range a.LogP {
		c := &s.weights[of[x]]
		c.logp = max(c.logp, logp)
	}
	return s
}

// met reports whether a run can end in a cell of the weight and keep a finite weight.
func (c *kept) met() bool { return !math.IsInf(c.logp, -1) && !math.IsInf(c.logw, 1) }

// see adds a node to all integrals.
func (s *summed) see(n laplace.Node) {
	logphi, others, drawn := s.draws.At(n)
	s.mean.Add(n, n.Above(logphi))
	chains.Parallel(len(s.weights), func(from, to int) {
		for i := from; i < to; i++ {
			if c := &s.weights[i]; c.met() {
				c.see(n, others-drawn[i])
			}
		}
	})
}

// see adds a node, if ψ is e^logpsi.
func (c *kept) see(n laplace.Node, logpsi float64) {
	above, scale := n.Above(logpsi), math.Exp(c.logp+n.U)
	c.Add(n, above)
	if above != 0 { // scale may be infinite
		c.more.Add(n, scale*above)
		c.over.Add(n, -(n.U+laplace.Euler)*scale*above)
	}
	c.inverse.Add(n, math.Exp(c.logp+n.U+logpsi))
}

// finish makes the account of the integrals.
func (s *summed) finish() {
	logOff := s.mean.First.Off() + s.mean.Second.Off()
	for x, p := range s.P {
		switch c := &s.weights[s.of[x]]; {
		case math.IsInf(s.logw[x], -1): // drawn first, and all draws have weight 0
			s.Q[x], s.F[x] = s.first[x]*math.Pow(s.zero, s.others), math.Inf(-1)
			continue
		case math.IsInf(s.LogP[x], -1): // at neither end has the cell mass
			continue
		case math.IsInf(s.logw[x], 1):
			s.G[x], s.RevSquare = math.Inf(1), math.Inf(1)
		default:
			share := math.Exp(s.LogP[x] - c.logp)
			s.MeanW += p
			s.Q[x], s.F[x], s.G[x] = c.law(p, share), share*c.over.Value(), c.First.Value()
			s.RevSquare += p * c.Second.Value()
			logOff += p * (c.First.Off() + c.Second.Off())
		}
		s.MeanInvW += s.Q[x]
	}
	s.Final = exact.BetweenLogs(s.Q, s.P, s.LogP)
	s.Paths = exact.Divergence{Forward: -s.mean.First.Value(), Reverse: dot(s.P, s.G)}
	s.FwdSquare = s.mean.Second.Value()
	if s.zero > 0 {
		s.Paths.Forward, s.FwdSquare = math.Inf(1), math.Inf(1)
	}
	s.Off = max(logOff, apart(-floats.Sum(s.F), s.Paths.Forward), math.Abs(floats.Sum(s.Q)-1), 1e-15)
}

// law is q of a cell that has this share of the integrals. If q is near p it is computed as p plus
// a small difference; if it is not, that sum would cancel and q is computed from its own integral.
func (c *kept) law(p, share float64) float64 {
	if more := share * c.more.Value(); math.Abs(more) < p/2 {
		return p + more
	}
	return share * c.inverse.Value()
}
