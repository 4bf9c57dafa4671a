package partitions

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/mixture"
	"breadboard/chains/particles"
	"breadboard/chains/partitions"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
)

// runs measures programs on the mixture of some points.
type runs struct {
	space       *partitions.Space
	joint       []float64 // log p(partition, points)
	runs, draws int
	proposals   map[string]*partitions.Table
	starts      map[string][]float64 // the log law that Gibbs starts from
	kernel      partitions.Gibbs
	gold        programs.Draw
}

func newPartitionRuns(points []float64, s Study) runs {
	e := runs{space: partitions.New(len(points)), runs: s.Runs, draws: s.Draws}
	m := mixture.New(points, mixture.At(s.Hyper))
	for _, x := range m.States() { // in the order of the space
		e.joint = append(e.joint, m.LogJoint(x))
	}
	table := func(p mixture.Proposal) *partitions.Table {
		return partitions.Tabulate(e.space, mixture.Filter{Model: m, Proposal: p}, mixture.State.Labels)
	}
	e.proposals = map[string]*partitions.Table{SMCPrior: table(mixture.Prior{}), SMCOptimal: table(mixture.Optimal{})}
	e.starts = map[string][]float64{GibbsPrior: e.proposals[SMCPrior].LogLaw(),
		GibbsOptimal: e.proposals[SMCOptimal].LogLaw()}
	e.kernel = partitions.NewGibbs(e.space)
	e.gold = programs.NewPosterior(e.problem(e.starts[GibbsPrior], 0))
	return e
}

// problem is Gibbs sampling as an annealing: from a law it steps to the posterior at once, and then makes so
// many sweeps there. With no sweep it is importance sampling from the law.
func (e runs) problem(from []float64, sweeps int) programs.Problem {
	betas := make([]float64, 1+max(1, sweeps))
	for t := range betas[1:] {
		betas[t+1] = 1
	}
	schedule, err := chains.NewSchedule(betas)
	if err != nil {
		panic(err) // unreachable: the schedule begins with 0, and the rest is 1
	}
	return programs.Problem{Sample: -1, Annealing: chains.Annealing{Grid: e.space.Grid(), Kernel: e.kernel,
		Schedule: schedule, Bridge: chains.Geometric{From: from, To: e.joint}, SkipLast: sweeps == 0}}
}

// clusters is the law of the number of clusters under a law of partitions.
func (e runs) clusters(q []float64) Clusters {
	c := Clusters{Law: make([]float64, e.space.Points()+1)}
	for x, p := range q {
		k := e.space.Clusters(x)
		c.Law[k] += p
		c.Mean += p * float64(k)
	}
	return c
}

// measure fills a row in. Its number seeds the dice.
func (e runs) measure(ctx context.Context, number int, r *Row) error {
	target, start := e.program(*r)
	if start == nil {
		r.J, r.Expected, r.Clusters = math.NaN(), math.NaN(), e.sampledClusters(target, uint64(number))
	} else if err := e.exactly(ctx, start, r); err != nil {
		return err
	}
	m, one := aide.Counts{Gold: 1, Target: M}, aide.Counts{Gold: 1, Target: 1}
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
func (e runs) program(r Row) (target aide.Program[int], start []float64) {
	proposal := e.proposals[r.Program]
	if proposal == nil {
		start = e.starts[r.Program]
		return newGibbsRun(e.problem(start, r.Budget)), start
	}
	if r.Budget == 1 {
		start = proposal.LogLaw()
	}
	return particles.SMC[int]{Sequence: proposal, P: r.Budget}, start
}

// exactly fills in what is exact of Gibbs sampling from a law, or of the law alone.
func (e runs) exactly(ctx context.Context, start []float64, r *Row) error {
	sweeps := r.Budget
	if e.proposals[r.Program] != nil {
		sweeps = 0
	}
	p := e.problem(start, sweeps)
	gold, err := accounts.Of(ctx, programs.NewPosterior(p), p)
	if err != nil {
		return err
	}
	a, err := accounts.Of(ctx, programs.AIS{Problem: p}, p)
	if err != nil {
		return err
	}
	d := accounts.Apart(gold, a)
	r.J, r.Expected, r.Clusters = d.Symmetrised(), d.Expected, e.clusters(a.Q)
	return nil
}

// sampledClusters draws from a program and counts clusters.
func (e runs) sampledClusters(p aide.Program[int], seed uint64) Clusters {
	counts := make([]float64, e.draws)
	for i := range counts {
		x, _ := p.Forward(sample.Seeded(seed, 2, uint64(i)))
		counts[i] = float64(e.space.Clusters(x))
	}
	mean, variance := stat.MeanVariance(counts, nil)
	return Clusters{Mean: mean, Err: math.Sqrt(variance / float64(len(counts)))}
}

// A gibbsRun is programs.AIS of such a problem, but it aims the kernel only once, and keeps the law of
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
