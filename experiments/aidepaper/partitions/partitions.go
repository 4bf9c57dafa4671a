package partitions

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/mixture"
	"breadboard/experiments"
	"breadboard/experiments/aidepaper/terms"
)

// Study is the experiment of Figure 5: a Dirichlet process mixture of nine points. Its
// posterior over all 21,147 partitions is known, and so are the laws of most programs. The rows tell
// whether the number of clusters, as a probe, sees what AIDE sees.
type Study struct {
	Points   []float64 // in the order in which SMC takes them in
	Hyper    mixture.Hyper
	Cells    int
	LogP     float64 // log p(y)
	Clusters Clusters
	Runs     int // looks of each program at M = M
	Draws    int // outputs from which the number of clusters is sampled
	Rows     []Row
	Few      []FewRow // on FewPoints, where two particles have an exact law too
}

// Clusters is the law of the number of clusters under a law of partitions.
type Clusters struct {
	Mean float64
	Err  float64   // the standard error of a mean that is sampled; 0 if it is exact
	Law  []float64 // Law[k] is the probability of k clusters; nil if only the mean was sampled
}

// J is the symmetrised divergence between two laws of the number of clusters, NaN if one is not known.
// It is at most that between the laws of the partitions.
func (c Clusters) J(other Clusters) (sum float64) {
	if c.Law == nil || other.Law == nil {
		return math.NaN()
	}
	for k, p := range c.Law {
		if q := other.Law[k]; p != q {
			sum += (p - q) * math.Log(p/q)
		}
	}
	return sum
}

// A Row is a program with a budget. AIDE measures it against exact draws of the posterior.
type Row struct {
	Program     string
	Budget      int           // particles of SMC, sweeps of Gibbs
	J, Expected float64       // the symmetrised divergence, and AIDE's expectation at M = 1; NaN if unknown
	One, Many   terms.Sampled // AIDE's estimates at M = 1 and at M = M, of the same looks
	Drop        terms.Sampled // One - Many
	Clusters    Clusters
}

// The programs.
const (
	SMCPrior     = "SMC, prior"
	SMCOptimal   = "SMC, optimal"
	GibbsPrior   = "Gibbs from prior"
	GibbsOptimal = "Gibbs from optimal"
)

// Programs lists them in the order of rows.
var Programs = []string{SMCPrior, SMCOptimal, GibbsPrior, GibbsOptimal}

// M is the larger number of reverse runs of the target program; the gold standard needs one.
const M = 100

// NinePoints are two tight groups of four points, and one point alone. It comes first, when it is not yet
// clear that it is alone.
var NinePoints = []float64{2.6, 1.3, -1.3, -0.9, -1.2, 1.8, 1.7, 1.6, -1.3}

// NineHyper gives clusters a standard deviation near 0.3 and centres near 0, give or take 1. With
// concentration 1 the prior has nearly the posterior's mean number of clusters.
var NineHyper = mixture.Hyper{M: 0, R: 0.1, Nu: 4, S: 0.4, Alpha: 1}

var (
	particleCounts = []int{1, 2, 5, 10, 20, 50, 100}
	sweepCounts    = []int{1, 2, 4, 8, 16}
)

// Measure carries out the experiment. The error is ctx's.
func Measure(ctx context.Context, size terms.Size, progress experiments.Progress) (s Study, err error) {
	s = Study{Points: NinePoints, Hyper: NineHyper, Runs: 200, Draws: 10_000}
	counts, sweeps := particleCounts, sweepCounts
	if size.Quick {
		s.Runs, s.Draws, counts, sweeps = 20, 400, counts[:3], sweeps[:3]
	}
	for i, program := range Programs {
		for _, budget := range [][]int{counts, counts, sweeps, sweeps}[i] {
			s.Rows = append(s.Rows, Row{Program: program, Budget: budget})
		}
	}
	e, costs := newPartitionRuns(s.Points, s), make([]int, len(s.Rows))
	s.Cells, s.LogP, s.Clusters = e.space.Size(), chains.LogSum(e.joint), e.clusters(chains.Normalized(e.joint))
	for i, r := range s.Rows {
		costs[i] = r.Budget
	}
	order := experiments.Dearest(costs)
	err = experiments.Each(ctx, len(s.Rows), progress.Share(0, 9, 10), func(ctx context.Context, i int) error {
		return e.measure(ctx, order[i], &s.Rows[order[i]])
	})
	if err == nil {
		s.Few, err = fewPoints(ctx, s)
	}
	return s, err
}
