package aidepaper

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/grid"
)

// Modes is the experiment of Figure 3. The posterior of x has two modes. One proposal of SIR
// misses the larger one, and the log estimates of p(y) hardly tell. All numbers are exact for the
// problem on a lattice.
type Modes struct {
	LogP   float64   // log p(y) of the continuous problem, in closed form
	Left   float64   // the posterior's mass below 0, where the larger mode is
	SIRs   []SIR     // by proposal, then by P
	X      []float64 // the points of the lattice
	Target []float64 // the posterior density at the points
	Laws   []SIRLaw  // as SIRs
}

// A SIR is sampling importance resampling with P draws from a proposal, measured exactly.
type SIR struct {
	Proposal  string  `column:"proposal"`
	P         int     `column:"P"`
	LogML     float64 `column:"e_log"`   // E[log of the estimate of p(y)]
	Left      float64 `column:"below_0"` // the mass below 0 of the law of the output
	Posterior Apart   `column:""`        // from exact draws of the posterior
	Gold      Apart   `column:"gold_"`   // from the gold standard of the authors: the broad proposal with 1000 draws
}

// Apart says how far a program is from a gold standard.
type Apart struct {
	J        float64 `column:"*J"`    // the symmetrised divergence between the laws of the two outputs
	Expected float64 `column:"*aide"` // the expectation of AIDE's estimate at M = 1
}

// A SIRLaw is the law of the output of a SIR, as a density at the points of the lattice.
type SIRLaw struct {
	Proposal string
	P        int
	Density  []float64
}

// The problem and the programs of the authors' code. A proposal is a normal density, with its mean
// and its standard deviation; so are the prior and the two terms of the likelihood, which is
// 0.7 N(x; -1, 0.1) + 0.3 N(x; 1, 0.1).
var (
	modesPrior     = distuv.Normal{Mu: 0, Sigma: 10}
	modesTerms     = []distuv.Normal{{Mu: -1, Sigma: 0.1}, {Mu: 1, Sigma: 0.1}}
	modesShares    = []float64{0.7, 0.3}
	modesProposals = []proposal{{Offset, distuv.Normal{Mu: 2, Sigma: 0.5}}, {Broad, distuv.Normal{Mu: 0, Sigma: 1}}}
	modesDraws     = []int{1, 2, 4, 10, 21, 46, 100, 215, 464, mostModesDraws}
	lawDraws       = []int{1, 10, 100, mostModesDraws} // of which the densities are kept
)

const mostModesDraws = 1000

// The points of the lattice, and those of a quick run.
const modesPoints, fewModesPoints = 381, 96

// The names of the two proposals.
const (
	Offset = "offset"
	Broad  = "broad"
)

type proposal struct {
	name string
	distuv.Normal
}

func measureModes(ctx context.Context, size Size, progress experiments.Progress) (Modes, error) {
	points := modesPoints
	if size.Quick {
		points = fewModesPoints
	}
	s := newModesSpace(points)
	study := Modes{LogP: modesLogP(), Left: s.left(s.target()), X: s.X, Target: s.density(s.target())}
	gold, err := s.account(ctx, modesProposals[1], mostModesDraws)
	if err != nil {
		return study, err
	}
	n := len(modesDraws)
	laws := make([]SIRLaw, 2*n)
	study.SIRs = make([]SIR, 2*n)
	if err := experiments.Each(ctx, 2*n, progress, func(ctx context.Context, i int) error {
		q, draws := modesProposals[i/n], modesDraws[i%n]
		a, err := s.account(ctx, q, draws)
		if err == nil {
			study.SIRs[i] = s.measure(q, draws, gold, a)
			laws[i] = SIRLaw{q.name, draws, s.density(a.Q)}
		}
		return err
	}); err != nil {
		return study, err
	}
	study.Laws = where(laws, func(l SIRLaw) bool { return slices.Contains(lawDraws, l.P) })
	return study, nil
}

// Of returns the SIRs of a proposal, by P.
func (s Modes) Of(proposal string) []SIR {
	return where(s.SIRs, func(r SIR) bool { return r.Proposal == proposal })
}

// modesLogP is log p(y): prior and likelihood are normal, and so is their convolution.
func modesLogP() float64 {
	sum := 0.0
	for i, term := range modesTerms {
		both := distuv.Normal{Mu: modesPrior.Mu, Sigma: math.Hypot(modesPrior.Sigma, term.Sigma)}
		sum += modesShares[i] * both.Prob(term.Mu)
	}
	return math.Log(sum)
}

// At returns a SIR; the study has it.
func (s Modes) At(proposal string, draws int) SIR {
	return the(s.SIRs, func(r SIR) bool { return r.Proposal == proposal && r.P == draws })
}

// A line is a lattice from -4.75 to 4.75. The proposals have 2e-6 of their mass outside of it.
// Further out the posterior is below any float.
type line struct {
	X    []float64
	logf []float64 // log of prior times likelihood times the step
}

const modesFrom, modesTo = -4.75, 4.75

func newModesSpace(points int) line {
	s := line{make([]float64, points), make([]float64, points)}
	for i := range s.X {
		s.X[i] = modesFrom + s.step()*float64(i)
		a := math.Log(modesShares[0]) + modesTerms[0].LogProb(s.X[i])
		b := math.Log(modesShares[1]) + modesTerms[1].LogProb(s.X[i])
		s.logf[i] = modesPrior.LogProb(s.X[i]) + max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b))) + math.Log(s.step())
	}
	return s
}

func (s line) step() float64 { return (modesTo - modesFrom) / float64(len(s.X)-1) }

func (s line) proposal(q proposal) []float64 {
	logq := make([]float64, len(s.X))
	for i, x := range s.X {
		logq[i] = q.LogProb(x) + math.Log(s.step())
	}
	return logq
}

func (s line) target() []float64 { return chains.Normalized(s.logf) }

// left is the mass of a law below 0. Half of the mass of a point at 0 is below.
func (s line) left(law []float64) (sum float64) {
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

func (s line) density(law []float64) []float64 {
	return floats.ScaleTo(make([]float64, len(law)), 1/s.step(), law)
}

func (s line) account(ctx context.Context, q proposal, draws int) (accounts.Account, error) {
	p := programs.Problem{Annealing: chains.Annealing{Grid: grid.New(len(s.X)),
		Bridge: chains.Geometric{From: s.proposal(q), To: s.logf}, Schedule: chains.Linear(2)}, Sample: -1}
	return accounts.Of(ctx, programs.NewSIR(p, draws), p)
}

func (s line) measure(q proposal, draws int, gold, a accounts.Account) SIR {
	far := accounts.Apart(gold, a)
	return SIR{Proposal: q.name, P: draws, LogML: a.FwdLogW(), Left: s.left(a.Q),
		Posterior: Apart{a.J(), a.B()}, Gold: Apart{far.Symmetrised(), far.Expected}}
}

// ModesTargets are the log densities on the study's lattice of the target and of the two proposals,
// by name, for those who run programs on them.
func ModesTargets() map[string][]float64 {
	s := newModesSpace(modesPoints)
	all := map[string][]float64{"target": s.logf}
	for _, q := range modesProposals {
		all[q.name] = s.proposal(q)
	}
	return all
}
