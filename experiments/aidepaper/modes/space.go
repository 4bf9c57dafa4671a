package modes

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid"
)

// A space is a lattice from -4.75 to 4.75. The proposals have 2e-6 of their mass outside of it.
// Further out the posterior is below any float.
type space struct {
	X    []float64
	logf []float64 // log of prior times likelihood times the step
}

const modesFrom, modesTo = -4.75, 4.75

func newModesSpace(points int) space {
	s := space{make([]float64, points), make([]float64, points)}
	for i := range s.X {
		s.X[i] = modesFrom + s.step()*float64(i)
		a := math.Log(modesShares[0]) + modesTerms[0].LogProb(s.X[i])
		b := math.Log(modesShares[1]) + modesTerms[1].LogProb(s.X[i])
		s.logf[i] = modesPrior.LogProb(s.X[i]) + max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b))) + math.Log(s.step())
	}
	return s
}

func (s space) step() float64 { return (modesTo - modesFrom) / float64(len(s.X)-1) }

// proposal is a proposal's log density, with the step.
func (s space) proposal(q proposal) []float64 {
	logq := make([]float64, len(s.X))
	for i, x := range s.X {
		logq[i] = q.LogProb(x) + math.Log(s.step())
	}
	return logq
}

// problem has the proposal as its initial density.
func (s space) problem(q proposal) programs.Problem {
	return programs.Problem{Annealing: chains.Annealing{Grid: grid.New(len(s.X)),
		Bridge: chains.Geometric{From: s.proposal(q), To: s.logf}, Schedule: chains.Linear(2)}, Sample: -1}
}

// target is the posterior.
func (s space) target() []float64 { return chains.Normalized(s.logf) }

// left is the mass of a law below 0. Half of the mass of a point at 0 is below.
func (s space) left(law []float64) (sum float64) {
	for i, x := range s.X {
		switch {
		case math.Abs(x) < s.step()/2:
			sum += law[i] / 2
		case x < 0:
			sum += law[i]
		}
	}
	return sum
}

// density is a law as a density at the points.
func (s space) density(law []float64) []float64 {
	return floats.ScaleTo(make([]float64, len(law)), 1/s.step(), law)
}

// account is the account of SIR.
func (s space) account(ctx context.Context, q proposal, draws int) (accounts.Account, error) {
	p := s.problem(q)
	return accounts.Of(ctx, programs.NewSIR(p, draws), p)
}

// measure measures a SIR, beside the account of the gold standard.
func (s space) measure(q proposal, draws int, gold, a accounts.Account) SIR {
	far := accounts.Apart(gold, a)
	return SIR{Proposal: q.name, P: draws, LogML: a.FwdLogW(), Left: s.left(a.Q),
		Posterior: Apart{a.J(), a.B()}, Gold: Apart{far.Symmetrised(), far.Expected}}
}

// Targets are the log densities on the study's lattice of the target and of the two proposals,
// by name, for those who run programs on them.
func Targets() map[string][]float64 {
	s := newModesSpace(modesPoints[2])
	all := map[string][]float64{"target": s.logf}
	for _, q := range modesProposals {
		all[q.name] = s.proposal(q)
	}
	return all
}
