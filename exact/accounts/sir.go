package accounts

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// summed is the account of SIR. With φ the Laplace transform of one ŵ/P, that of the mean of
// all P is φ^P, and that of the mean with x kept among them is ψ_x = e^(-sŵ(x)/P) φ^(P-1).
// By the law of the program q(x) = p(x) E_rev[1/ŵ | x] and F(x) = p(x) E_rev[log ŵ/ŵ | x],
// both under ψ_x, and so are G(x) and its square.
func (a *making) summed(ctx context.Context, p programs.SIR) error {
	a.How = Integral
	s := newSummed(a, p.P)
	for n, err := range laplace.Nodes(ctx, len(s.P), s.draws.Low, s.draws.High) {
		if err != nil {
			return err
		}
		s.see(n)
	}
	s.finish()
	return nil
}

// A summed is a SIR account that is being made.
type summed struct {
	*making
	draws  laplace.Mean
	others float64      // P - 1
	zero   float64      // p_1's mass where the target has none
	mean   laplace.Logs // of the mean of P weights
	cells  []kept
}

// kept are the integrals for one cell that is kept among the P.
type kept struct {
	laplace.Logs
	// of s D, of s ψ and of -(u + γ) s D, all times p
	more, inverse, over laplace.Integral
}

func newSummed(a *making, draws int) *summed {
	s := &summed{making: a, draws: laplace.NewMean(a.first, a.logw, draws), others: float64(draws - 1),
		cells: make([]kept, len(a.P))}
	for x, logw := range a.logw {
		if math.IsInf(logw, -1) {
			s.zero += a.first[x]
		}
	}
	return s
}

// met reports whether a run can end in x and keep a finite weight.
func (s *summed) met(x int) bool { return !math.IsInf(s.logp[x], -1) && !math.IsInf(s.logw[x], 1) }

// see adds a node to all integrals.
func (s *summed) see(n laplace.Node) {
	logphi, others, drawn := s.draws.At(n)
	s.mean.Add(n, n.Above(logphi))
	for x, logp := range s.logp {
		if !s.met(x) {
			continue
		}
		logpsi, c := others-drawn[x], &s.cells[x]
		above, scale := n.Above(logpsi), math.Exp(logp+n.U)
		c.Add(n, above)
		if above != 0 { // scale may be infinite
			c.more.Add(n, scale*above)
			c.over.Add(n, -(n.U+laplace.Euler)*scale*above)
		}
		c.inverse.Add(n, math.Exp(logp+n.U+logpsi))
	}
}

// finish makes the account of the integrals.
func (s *summed) finish() {
	logOff := s.mean.First.Off() + s.mean.Second.Off()
	for x, p := range s.P {
		switch c := &s.cells[x]; {
		case math.IsInf(s.logw[x], -1): // drawn first, and all draws have weight 0
			s.Q[x], s.F[x] = s.first[x]*math.Pow(s.zero, s.others), math.Inf(-1)
			continue
		case math.IsInf(s.logw[x], 1):
			s.G[x], s.RevSquare = math.Inf(1), math.Inf(1)
		default:
			s.MeanW += p
			s.Q[x], s.F[x], s.G[x] = c.law(p), c.over.Value(), c.First.Value()
			s.RevSquare += p * c.Second.Value()
			logOff += p * (c.First.Off() + c.Second.Off())
		}
		s.MeanInvW += s.Q[x]
	}
	s.Final = exact.BetweenLogs(s.Q, s.P, s.logp)
	s.Paths = exact.Divergence{Forward: -s.mean.First.Value(), Reverse: dot(s.P, s.G)}
	s.FwdSquare = s.mean.Second.Value()
	if s.zero > 0 {
		s.Paths.Forward, s.FwdSquare = math.Inf(1), math.Inf(1)
	}
	s.Off = max(logOff, apart(-floats.Sum(s.F), s.Paths.Forward), math.Abs(floats.Sum(s.Q)-1), 1e-15)
}

// law is q. If it is near p it is p and what is more; if it is far the sum would cancel.
func (c *kept) law(p float64) float64 {
	if more := c.more.Value(); math.Abs(more) < p/2 {
		return p + more
	}
	return c.inverse.Value()
}
