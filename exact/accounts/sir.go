package accounts

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/programs"
	"breadboard/exact"
)

// summed is the account of SIR. With φ the Laplace transform of one ŵ/P, that of the mean of
// all P is φ^P, and that of the mean with x kept among them is ψ_x = e^(-sŵ(x)/P) φ^(P-1).
// By the law of the program q(x) = p(x) E_rev[1/ŵ | x] and F(x) = p(x) E_rev[log ŵ/ŵ | x],
// both under ψ_x, and so are G(x) and its square.
func (a *making) summed(ctx context.Context, p programs.SIR) error {
	a.How = Integral
	s := newSummed(a, p.P)
	for n, err := range nodes(ctx, len(s.P), s.low, s.high) {
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
	others, logP float64   // P - 1 and log P
	low, high    float64   // the range of u
	zero         float64   // p_1's mass where the target has none
	drawn        []float64 // s ŵ/P at the node
	mean         logs      // of the mean of P weights
	cells        []kept
}

// kept are the integrals for one cell that is kept among the P.
type kept struct {
	logs
	// of s D, of s ψ and of -(u + γ) s D, all times p
	more, inverse, over integral
}

func newSummed(a *making, draws int) *summed {
	s := &summed{making: a, others: float64(draws - 1), logP: math.Log(float64(draws)),
		drawn: make([]float64, len(a.P)), cells: make([]kept, len(a.P)), low: lowest}
	least := 0.
	for x, logw := range a.logw {
		switch {
		case math.IsInf(logw, -1):
			s.zero += a.first[x]
		case !math.IsInf(logw, 1):
			s.low, least = min(s.low, lowest+s.logP-logw), min(least, logw)
		}
	}
	s.high = highest + s.logP - least
	return s
}

// at sets drawn, and returns log φ and log φ^(P-1).
func (s *summed) at(n node) (logphi, others float64) {
	for x, logw := range s.logw {
		s.drawn[x] = math.Exp(n.u - s.logP + logw)
	}
	logphi = logLaplace(s.first, s.drawn)
	if s.others > 0 {
		others = s.others * logphi
	}
	return logphi, others
}

// met reports whether a run can end in x and keep a finite weight.
func (s *summed) met(x int) bool { return !math.IsInf(s.logp[x], -1) && !math.IsInf(s.logw[x], 1) }

// see adds a node to all integrals.
func (s *summed) see(n node) {
	logphi, others := s.at(n)
	s.mean.add(n, n.above((s.others+1)*logphi))
	for x, logp := range s.logp {
		if !s.met(x) {
			continue
		}
		logpsi, c := others-s.drawn[x], &s.cells[x]
		above, scale := n.above(logpsi), math.Exp(logp+n.u)
		c.add(n, above)
		if above != 0 { // scale may be infinite
			c.more.add(n, scale*above)
			c.over.add(n, -(n.u+euler)*scale*above)
		}
		c.inverse.add(n, math.Exp(logp+n.u+logpsi))
	}
}

// finish makes the account of the integrals.
func (s *summed) finish() {
	logOff := s.mean.first.off() + s.mean.second.off()
	for x, p := range s.P {
		switch c := &s.cells[x]; {
		case math.IsInf(s.logw[x], -1): // drawn first, and all draws have weight 0
			s.Q[x], s.F[x] = s.first[x]*math.Pow(s.zero, s.others), math.Inf(-1)
			continue
		case math.IsInf(s.logw[x], 1):
			s.G[x], s.RevSquare = math.Inf(1), math.Inf(1)
		default:
			s.MeanW += p
			s.Q[x], s.F[x], s.G[x] = c.law(p), c.over.value(), c.first.value()
			s.RevSquare += p * c.second.value()
			logOff += p * (c.first.off() + c.second.off())
		}
		s.MeanInvW += s.Q[x]
	}
	s.Final = exact.BetweenLogs(s.Q, s.P, s.logp)
	s.Paths = exact.Divergence{Forward: -s.mean.first.value(), Reverse: dot(s.P, s.G)}
	s.FwdSquare = s.mean.second.value()
	if s.zero > 0 {
		s.Paths.Forward, s.FwdSquare = math.Inf(1), math.Inf(1)
	}
	s.Off = max(logOff, apart(-floats.Sum(s.F), s.Paths.Forward), math.Abs(floats.Sum(s.Q)-1), 1e-15)
}

// law is q. If it is near p it is p and what is more; if it is far the sum would cancel.
func (c *kept) law(p float64) float64 {
	if more := c.more.value(); math.Abs(more) < p/2 {
		return p + more
	}
	return c.inverse.value()
}
