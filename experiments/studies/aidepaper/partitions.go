package aidepaper

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/particles"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/studies/models/mixture"
	"breadboard/experiments/studies/models/partitions"
)

// Partitions is the experiment of Figure 5: a Dirichlet process mixture of nine points. Its
// posterior over all 21,147 partitions is known, and so are the laws of most programs. The rows tell
// whether the number of clusters, as a probe, sees what AIDE sees.
type Partitions struct {
	Points   []float64 // in the order in which SMC takes them in
	Hyper    mixture.Hyper
	Cells    int      `column:"cells"`
	LogP     float64  `column:"log_p_y"` // log p(y)
	Clusters Clusters `column:"clusters"`
	Runs     int      `column:"runs"`  // looks of each program at M = M
	Draws    int      `column:"draws"` // outputs from which the number of clusters is sampled
	Size     Size
	Rows     []PartitionRow
	Few      []FewRow // on FewPoints, where two particles have an exact law too
}

// Clusters is the law of the number of clusters under a law of partitions.
type Clusters struct {
	Mean float64   `column:"*"`
	Err  float64   `column:"*_stderr,some"` // the standard error of a mean that is sampled; 0 if it is exact
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

// A PartitionRow is a program with a budget. AIDE measures it against exact draws of the posterior.
type PartitionRow struct {
	Program  string   `column:"program"`
	Budget   int      `column:"budget"`              // particles of SMC, sweeps of Gibbs
	J        float64  `column:"J,known"`             // the symmetrised divergence; NaN if it is not known
	Expected float64  `column:"aide_expected,known"` // AIDE's expectation at M = 1; NaN if it is not known
	One      Sampled  `column:"aide_1"`              // AIDE's estimate at M = 1
	Many     Sampled  `column:"aide_100"`            // and at M = ManyRuns, of the same looks
	Drop     Sampled  `column:"drop"`                // One - Many
	Clusters Clusters `column:"clusters"`
}

// The programs.
const (
	SMCPrior     = "SMC, prior"
	SMCOptimal   = "SMC, optimal"
	GibbsPrior   = "Gibbs from prior"
	GibbsOptimal = "Gibbs from optimal"
)

// PartitionPrograms lists them in the order of rows.
var PartitionPrograms = []string{SMCPrior, SMCOptimal, GibbsPrior, GibbsOptimal}

// ManyRuns is the larger number of reverse runs of the target program; the gold standard needs one.
const ManyRuns = 100

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

func measurePartitions(ctx context.Context, size Size, progress experiments.Progress) (s Partitions, err error) {
	s = Partitions{Points: NinePoints, Hyper: NineHyper, Runs: 200, Draws: 10_000, Size: size}
	counts, sweeps := particleCounts, sweepCounts
	if size.Quick {
		s.Runs = 20
		s.Draws = 400
		counts = counts[:3]
		sweeps = sweeps[:3]
	}
	e := newPartitionRuns(s.Points, s)
	s.Cells = e.space.Size()
	s.LogP = chains.LogSum(e.joint)
	s.Clusters = e.clusters(chains.Normalized(e.joint))
	var costs []int
	budgets := [][]int{counts, counts, sweeps, sweeps} // of each program
	for i, program := range PartitionPrograms {
		for _, budget := range budgets[i] {
			s.Rows = append(s.Rows, PartitionRow{Program: program, Budget: budget})
			costs = append(costs, budget)
		}
	}
	err = experiments.EachSized(ctx, costs, progress.Share(0, 9, 10), func(ctx context.Context, i int) error {
		return e.measure(ctx, i, &s.Rows[i])
	})
	if err == nil {
		s.Few, err = fewPoints(ctx, s)
	}
	return s, err
}

// A FewRow is SMC on a few of the points, where every path of the dice can be walked.
type FewRow struct {
	Program  string  `column:"program"`
	P        int     `column:"P"`
	J        float64 `column:"J"`
	Expected float64 `column:"aide_expected"` // exact
	One      Sampled `column:"aide_1"`        // AIDE's estimate at M = 1
}

// FewPoints are the point alone and three of the group next to it.
var FewPoints = []float64{2.6, 1.3, 1.8, 1.7}

func fewPoints(ctx context.Context, s Partitions) (rows []FewRow, err error) {
	e := newPartitionRuns(FewPoints, s)
	p := e.gold.Problem
	gold, err := accounts.Of(ctx, e.gold, p)
	if err != nil {
		return nil, err
	}
	for _, program := range PartitionPrograms[:2] {
		for _, P := range []int{1, 2} {
			r := FewRow{Program: program, P: P}
			smc := imputing{particles.SMC[int]{Sequence: e.proposals[program], P: P}}
			a, err := accounts.Of(ctx, smc, p)
			if err != nil {
				return nil, err
			}
			d := accounts.Apart(gold, a)
			one := aide.Counts{Gold: 1, Target: 1}
			looks, err := sample.AIDE(ctx, e.gold, smc, aide.Counts{Gold: s.Draws, Target: s.Draws}, one,
				sample.Options{Seed: s.Size.seeded(uint64(len(rows)))})
			if err != nil {
				return nil, err
			}
			r.J = d.Symmetrised()
			r.Expected = d.Expected
			r.One = sampled(looks.At(one))
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// imputing is SMC over partitions as a program on their grid.
type imputing struct{ particles.SMC[int] }

var _ programs.Program = imputing{}

// Cost counts one density for each particle and point.
func (p imputing) Cost() float64 { return float64(p.P * p.Len()) }

type partitionRuns struct {
	space       *partitions.Space
	joint       []float64 // log p(partition, points)
	runs, draws int
	size        Size
	proposals   map[string]*partitions.Table
	starts      map[string][]float64 // the log law that Gibbs starts from
	kernel      partitions.Gibbs
	gold        programs.Draw
}

func newPartitionRuns(points []float64, s Partitions) partitionRuns {
	e := partitionRuns{space: partitions.New(len(points)), runs: s.Runs, draws: s.Draws, size: s.Size}
	m := mixture.New(points, mixture.At(s.Hyper))
	for _, x := range m.States() { // in the order of the space
		e.joint = append(e.joint, m.LogJoint(x))
	}
	table := func(optimal bool) *partitions.Table {
		return partitions.Tabulate(e.space, mixture.Filter{Model: m, Optimal: optimal}, mixture.State.Labels)
	}
	e.proposals = map[string]*partitions.Table{SMCPrior: table(false), SMCOptimal: table(true)}
	e.starts = map[string][]float64{GibbsPrior: e.proposals[SMCPrior].LogLaw(),
		GibbsOptimal: e.proposals[SMCOptimal].LogLaw()}
	e.kernel = partitions.NewGibbs(e.space)
	e.gold = programs.NewPosterior(e.problem(e.starts[GibbsPrior], 0))
	return e
}

// problem is Gibbs sampling as an annealing: from a law it steps to the posterior at once, and then makes so
// many sweeps there. With no sweep it is importance sampling from the law.
func (e partitionRuns) problem(from []float64, sweeps int) programs.Problem {
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

func (e partitionRuns) clusters(q []float64) Clusters {
	c := Clusters{Law: make([]float64, e.space.Points()+1)}
	for x, p := range q {
		k := e.space.Clusters(x)
		c.Law[k] += p
		c.Mean += p * float64(k)
	}
	return c
}

// measure fills a row in. Its number seeds the dice.
func (e partitionRuns) measure(ctx context.Context, number int, r *PartitionRow) error {
	target, start := e.program(*r)
	if start != nil {
		if err := e.exactly(ctx, start, r); err != nil {
			return err
		}
	} else { // draw from the program and count clusters
		counts := make([]float64, e.draws)
		for i := range counts {
			x, _ := target.Forward(sample.Seeded(e.size.seeded(uint64(number)), 2, uint64(i)))
			counts[i] = float64(e.space.Clusters(x))
		}
		mean := meanOf(counts)
		r.J = math.NaN()
		r.Expected = math.NaN()
		r.Clusters = Clusters{Mean: mean.Value, Err: mean.Err}
	}
	m := aide.Counts{Gold: 1, Target: ManyRuns}
	one := aide.Counts{Gold: 1, Target: 1}
	looks, err := sample.AIDE(ctx, e.gold, target, aide.Counts{Gold: e.runs, Target: e.runs}, m,
		sample.Options{Seed: e.size.seeded(uint64(number)), Workers: 1})
	if err != nil {
		return err
	}
	r.One = sampled(looks.At(one))
	r.Many = sampled(looks.At(m))
	r.Drop = sampled(looks.Drop(one, m))
	return nil
}

// program returns the program of a row, with the log law of the partition that its Gibbs sampling starts
// from. SMC of one particle is such a start without a sweep. SMC of more particles has no start: nil.
func (e partitionRuns) program(r PartitionRow) (target aide.Program[int], start []float64) {
	proposal := e.proposals[r.Program]
	if proposal == nil {
		start = e.starts[r.Program]
		return programs.AIS{Problem: e.problem(start, r.Budget)}, start
	}
	if r.Budget == 1 {
		start = proposal.LogLaw()
	}
	return particles.SMC[int]{Sequence: proposal, P: r.Budget}, start
}

// exactly fills in what is exact of Gibbs sampling from a law, or of the law alone.
func (e partitionRuns) exactly(ctx context.Context, start []float64, r *PartitionRow) error {
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
	r.J = d.Symmetrised()
	r.Expected = d.Expected
	r.Clusters = e.clusters(a.Q)
	return nil
}

// Findings say whether the number of clusters sees what AIDE sees, and what AIDE itself does not see.
func (s Partitions) Findings() []experiments.Finding { return slices.Concat(s.ofProbe(), s.ofAIDE()) }

// ofProbe are the findings of the probe, the number of clusters.
func (s Partitions) ofProbe() []experiments.Finding {
	prior := s.At(SMCPrior, 1)
	optimal := s.At(SMCOptimal, 1)
	five := s.At(SMCPrior, 5)
	swept := s.At(GibbsPrior, 1)
	off := func(r PartitionRow) float64 { return math.Abs(r.Clusters.Mean - s.Clusters.Mean) }
	first, last := s.ends(GibbsPrior)
	_, many := s.ends(SMCPrior)
	two := [2]PartitionRow{s.At(SMCPrior, 2), s.At(SMCOptimal, 2)}
	share := func(r PartitionRow) float64 { return 100 * r.Clusters.J(s.Clusters) / r.J }
	furthest := 0.
	for _, r := range s.Rows {
		if math.IsNaN(r.J) {
			r.J = r.Many.Value // which bounds it
		}
		furthest = max(furthest, r.J)
	}
	return []experiments.Finding{
		experiments.Find("One particle of the prior proposal passes the probe, and is further from the posterior "+
			"than any other program", off(prior) < 0.01 && furthest == prior.J,
			"its mean number of clusters is %.4f, and the posterior's %.4f; J is %.2f nats", prior.Clusters.Mean,
			s.Clusters.Mean, prior.J),
		experiments.Find("The whole law of the number of clusters sees less than a fifth of that distance",
			prior.Clusters.J(s.Clusters) < prior.J/5,
			"%.2f of %.2f nats, or %.0f%%; of one optimal particle it sees %.0f%%, and of Gibbs from the prior "+
				"%.0f%% after %d sweep and %.0f%% after %d",
			prior.Clusters.J(s.Clusters), prior.J, share(prior), share(optimal), share(first),
			first.Budget, share(last), last.Budget),
		experiments.Find("The probe ranks the two proposals the wrong way round, with one particle",
			off(prior) < off(optimal) && prior.J > optimal.J,
			"the prior proposal is %.3f clusters off and has J = %.2f; the optimal one is %.3f off and has J = %.3f; "+
				"with two particles it ranks them as AIDE does: %.3f and %.3f off",
			off(prior), prior.J, off(optimal), optimal.J,
			off(two[0]), off(two[1])),
		experiments.Find("With more particles of the prior proposal the probe gets worse, while the program gets "+
			"better",
			off(five)-off(prior) > 2*five.Clusters.Err && five.Many.Value+2*five.Many.Err < prior.J,
			"from 1 to 5 particles it goes from %.3f to %.3f clusters off, and the divergence from %.2f to at most "+
				"%.2f; with %d it is %.3f off", off(prior), off(five), prior.J, five.Many, many.Budget, off(many)),
		experiments.Find("After one sweep of Gibbs from the prior the probe is nearly right, and the law of "+
			"partitions is not",
			off(swept) < 0.05 && swept.J > 1, "%.3f clusters off, and J is %.2f", off(swept), swept.J),
	}
}

// ofAIDE are the findings of AIDE's estimates.
func (s Partitions) ofAIDE() []experiments.Finding {
	first, last := s.ends(GibbsPrior)
	_, settled := s.ends(GibbsOptimal)
	_, many := s.ends(SMCPrior)
	var z []float64 // how far estimates at M = 1 are from their expectations, where these are known, in standard errors
	see := func(one Sampled, expected float64) {
		if !math.IsNaN(expected) {
			z = append(z, math.Abs(one.z(Sampled{Value: expected})))
		}
	}
	for _, r := range s.Rows {
		see(r.One, r.Expected)
	}
	for _, r := range s.Few {
		see(r.One, r.Expected)
	}
	worst, beyond, _ := offs(z, func(v float64) float64 { return v })
	rises := func(r PartitionRow) bool { return r.Drop.Value < -2*r.Drop.Err }
	return []experiments.Finding{
		experiments.Find("At M = 1 AIDE does not see that Gibbs sweeps help: its expectation stays, while J vanishes",
			math.Abs(last.Expected/first.Expected-1) < 1e-9 && last.J < first.J/1e3,
			"from the prior it expects %.4f after %d sweep and %.4f after %d; J falls from %.2f to %.1e",
			first.Expected,
			first.Budget, last.Expected, last.Budget, first.J, last.J),
		experiments.Find("A hundred reverse runs do not mend this for Gibbs from the prior",
			last.Many.Value-2*last.Many.Err > 1,
			"after %d sweeps AIDE is still %.2f, all of it bias: J is %.1e", last.Budget, last.Many, last.J),
		experiments.Find("They do where Gibbs starts near the posterior",
			settled.Many.Value+2*settled.Many.Err < settled.Expected/4,
			"from one optimal particle, after %d sweeps: %.3f instead of %.3f at M = 1; J is %.1e, which %d looks "+
				"cannot see",
			settled.Budget, settled.Many, settled.Expected, settled.J, s.Runs),
		experiments.Find("More reverse runs never raise AIDE (Theorem 1)", !slices.ContainsFunc(s.Rows, rises),
			"in %d rows no rise from M = 1 to M = %d is above two standard errors", len(s.Rows), ManyRuns),
		experiments.Find(fmt.Sprintf("AIDE of SMC vanishes as particles are added, at M = %d", ManyRuns),
			many.Many.Value+2*many.Many.Err < 0.1, "the prior proposal with %d particles has %.3f, which is below "+
				"%.3f by two standard errors; at M = 1 it still has %.3f",
			many.Budget, many.Many, many.Many.Value+2*many.Many.Err, many.One),
		experiments.Find("Sampled estimates are where exact expectations say", worst < 4,
			"%d of %d are within two standard errors, and the furthest is %.1f off", len(z)-beyond, len(z), worst),
	}
}

// ends are the rows of a program with the least and the largest budget.
func (s Partitions) ends(program string) (first, last PartitionRow) {
	rows := s.Of(program)
	return rows[0], rows[len(rows)-1]
}

// Of returns the rows of a program, by budget.
func (s Partitions) Of(program string) []PartitionRow {
	return where(s.Rows, func(r PartitionRow) bool { return r.Program == program })
}

// At returns a row; the study has it.
func (s Partitions) At(program string, budget int) PartitionRow {
	return the(s.Of(program), func(r PartitionRow) bool { return r.Budget == budget })
}
