package modes

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/experiments"
	"breadboard/experiments/aidepaper/terms"
)

// Study is the experiment of Figure 3. The posterior of x has two modes. One proposal of SIR
// misses the larger one, and the log estimates of p(y) hardly tell. All numbers are exact for the
// problem on a lattice.
type Study struct {
	LogP     float64   // log p(y) of the continuous problem, in closed form
	Left     float64   // the posterior's mass below 0, where the larger mode is
	SIRs     []SIR     // by proposal, then by P
	X        []float64 // the points of the lattice
	Target   []float64 // the posterior density at the points
	Laws     []SIRLaw  // as SIRs
	Lattices []Lattice // from coarse to fine; the last but one is the study's
}

// A SIR is sampling importance resampling with P draws from a proposal, measured exactly.
type SIR struct {
	Proposal  string
	P         int
	LogML     float64 // E[log of the estimate of p(y)]
	Left      float64 // the mass below 0 of the law of the output
	Posterior Apart   // from exact draws of the posterior
	Gold      Apart   // from the gold standard of the authors: the broad proposal with 1000 draws
}

// Apart says how far a program is from a gold standard.
type Apart struct {
	J        float64 // the symmetrised divergence between the laws of the two outputs
	Expected float64 // the expectation of AIDE's estimate at M = 1
}

// A SIRLaw is the law of the output of a SIR, as a density at the points of the lattice.
type SIRLaw struct {
	Proposal string
	P        int
	Density  []float64
}

// A Lattice has the numbers of a SIR on a lattice of so many points.
type Lattice struct {
	Points   int
	LogP     float64 // log p(y) on the lattice
	Proposal string
	P        int
	LogML    float64
	Apart    // from the posterior
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
	modesPoints    = []int{96, 191, 381, 761}
)

const mostModesDraws = 1000

// The names of the two proposals.
const (
	Offset = "offset"
	Broad  = "broad"
)

type proposal struct {
	name string
	distuv.Normal
}

// Measure carries out the experiment. The error is ctx's.
func Measure(ctx context.Context, size terms.Size, progress experiments.Progress) (Study, error) {
	points := modesPoints
	if size.Quick {
		points = []int{96, 191}
	}
	s := newModesSpace(points[len(points)-2])
	study := Study{LogP: modesLogP(), Left: s.left(s.target()), X: s.X, Target: s.density(s.target())}
	gold, err := s.account(ctx, modesProposals[1], mostModesDraws)
	if err != nil {
		return study, err
	}
	n := len(modesDraws)
	laws := make([]SIRLaw, 2*n)
	study.SIRs = make([]SIR, 2*n)
	if err := experiments.Each(ctx, 2*n, progress.Share(0, 7, 10), func(ctx context.Context, i int) error {
		q, draws := modesProposals[i/n], modesDraws[i%n]
		a, err := s.account(ctx, q, draws)
		if err == nil {
			study.SIRs[i], laws[i] = s.measure(q, draws, gold, a), SIRLaw{q.name, draws, s.density(a.Q)}
		}
		return err
	}); err != nil {
		return study, err
	}
	for _, l := range laws {
		if slices.Contains(lawDraws, l.P) {
			study.Laws = append(study.Laws, l)
		}
	}
	study.Lattices, err = modesLattices(ctx, points, progress.Share(7, 10, 10))
	return study, err
}

// modesLattices measures the offset proposal with few and with most draws on several lattices.
func modesLattices(ctx context.Context, points []int, progress experiments.Progress) ([]Lattice, error) {
	draws, q := []int{10, mostModesDraws}, modesProposals[0]
	all := make([]Lattice, len(draws)*len(points))
	return all, experiments.Each(ctx, len(all), progress, func(ctx context.Context, i int) error {
		n, P := points[i%len(points)], draws[i/len(points)]
		a, err := newModesSpace(n).account(ctx, q, P)
		if err == nil {
			all[i] = Lattice{n, a.LogR, q.name, P, a.FwdLogW(), Apart{a.J(), a.B()}}
		}
		return err
	})
}

// Of returns the SIRs of a proposal, by P.
func (s Study) Of(proposal string) (some []SIR) {
	for _, r := range s.SIRs {
		if r.Proposal == proposal {
			some = append(some, r)
		}
	}
	return some
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
