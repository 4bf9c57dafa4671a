package aidepaper

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/particles"
	"breadboard/chains/partitions"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
)

// partitionRuns measures the programs on one mixture.
type partitionRuns struct {
	partitions.Mixture
	runs, draws int
	proposals   map[string]*partitions.Imputation
	starts      map[string][]float64 // the law that Gibbs starts from, as logs
	kernel      partitions.Gibbs
	gold        programs.Posterior
}

func newPartitionRuns(m partitions.Mixture, s PartitionsStudy) partitionRuns {
	e := partitionRuns{Mixture: m, runs: s.Runs, draws: s.Draws, kernel: partitions.NewGibbs(m.Space),
		proposals: map[string]*partitions.Imputation{SMCPrior: m.ByPrior(), SMCOptimal: m.ByPosterior()}}
	e.starts = map[string][]float64{GibbsPrior: m.LogPrior(), GibbsOptimal: e.proposals[SMCOptimal].Law()}
	e.gold = programs.NewPosterior(gibbsProblem(m, e.kernel, m.LogPrior(), 0))
	return e
}

// measure fills a row in. Its number seeds the dice.
func (e partitionRuns) measure(ctx context.Context, number int, r *PartitionRow) error {
	target, start := e.program(*r)
	if start == nil {
		r.J, r.Expected, r.Clusters = math.NaN(), math.NaN(), e.sampledClusters(target, uint64(number))
	} else if err := e.exactly(ctx, start, r); err != nil {
		return err
	}
	m, one := aide.Counts{Gold: 1, Target: PartitionsM}, aide.Counts{Gold: 1, Target: 1}
	looks, err := sample.AIDE(ctx, e.gold, target, aide.Counts{Gold: e.runs, Target: e.runs}, m,
		sample.Options{Seed: uint64(number), Workers: 1})
	if err != nil {
		return err
	}
	r.One.Value, r.One.Err = looks.At(one)
	r.Many.Value, r.Many.Err = looks.At(m)
	r.Drop.Value, r.Drop.Err = looks.Drop(one, m)
	return nil
}

// program returns the program of a row, with the log law of the partition that its Gibbs sampling starts
// from. SMC of one particle is such a start without a sweep. SMC of more particles has no start: nil.
func (e partitionRuns) program(r PartitionRow) (target aide.Program[int], start []float64) {
	proposal := e.proposals[r.Program]
	if proposal == nil {
		start = e.starts[r.Program]
		return newGibbsRun(e.problem(start, r)), start
	}
	if r.Budget == 1 {
		start = proposal.Law()
	}
	return particles.SMC[int]{Sequence: proposal, P: r.Budget}, start
}

// problem is the Gibbs sampling of a row that starts from a law.
func (e partitionRuns) problem(start []float64, r PartitionRow) programs.Problem {
	sweeps := r.Budget
	if e.proposals[r.Program] != nil {
		sweeps = 0
	}
	return gibbsProblem(e.Mixture, e.kernel, start, sweeps)
}

// exactly fills in what is exact of Gibbs sampling from a law.
func (e partitionRuns) exactly(ctx context.Context, start []float64, r *PartitionRow) error {
	p := e.problem(start, *r)
	gold, err := accounts.Of(ctx, programs.NewPosterior(p), p)
	if err != nil {
		return err
	}
	a, err := accounts.Of(ctx, programs.AIS{Problem: p}, p)
	if err != nil {
		return err
	}
	d := accounts.Apart(gold, a)
	r.J, r.Expected, r.Clusters = d.Symmetrised(), d.Expected, clustersOf(e.Space, a.Q)
	return nil
}

// sampledClusters draws from a program and counts clusters.
func (e partitionRuns) sampledClusters(p aide.Program[int], seed uint64) Clusters {
	counts := make([]float64, e.draws)
	for i := range counts {
		x, _ := p.Forward(sample.Seeded(seed, 2, uint64(i)))
		counts[i] = float64(e.Space.Clusters(x))
	}
	mean, variance := stat.MeanVariance(counts, nil)
	return Clusters{Mean: mean, Err: math.Sqrt(variance / float64(len(counts)))}
}

// A gibbsRun is programs.AIS of a gibbsProblem, but it aims the kernel only once, and keeps the law of
// the start. One goroutine at a time may run it.
type gibbsRun struct {
	sweeps int
	sweep  chains.Operator
	start  chains.Law
	logw   []float64 // of the partition where the chain starts
}

func newGibbsRun(p programs.Problem) gibbsRun {
	from, to := p.Ends()
	g := gibbsRun{p.PathEnd() - 1, p.Kernel.On(p.Grid), chains.NewLaw(chains.Normalized(from)),
		make([]float64, len(to))}
	floats.SubTo(g.logw, to, from)
	l := p.NewLevel()
	p.LevelAt(l, p.T())
	g.sweep.Aim(l)
	return g
}

// Forward draws from the law of the start and makes the sweeps.
func (g gibbsRun) Forward(d chains.Dice) (x int, logw float64) {
	x = g.start.Draw(d)
	logw = g.logw[x]
	for range g.sweeps {
		x = g.sweep.Step(x, d)
	}
	return x, logw
}

// Reverse takes the sweeps back from x.
func (g gibbsRun) Reverse(x int, d chains.Dice) (logw float64) {
	back := g.sweep.Reversal()
	for range g.sweeps {
		x = back.Step(x, d)
	}
	return g.logw[x]
}
