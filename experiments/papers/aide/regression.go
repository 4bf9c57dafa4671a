package aide

import (
	"context"
	"math"
	"slices"
	"strconv"

	"breadboard/chains"
	algorithm "breadboard/chains/aide"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments/papers"
	"breadboard/grid"
	"breadboard/toys"
)

// A RegressionRow has AIDE of a program with M reverse runs of it. The gold standard is the exact posterior, so that
// all bias comes from the program.
type RegressionRow struct {
	Program string  `column:"program"`
	Size    int     `column:"size"` // steps of MH or VB, particles of SMC; 0 for a distribution alone
	M       int     `column:"M"`
	J       float64 `column:"J"`       // from the posterior; NaN if it is not known
	AIDE    float64 `column:"aide"`    // the expectation, or an estimate of it
	Err     float64 `column:"stderr"`  // 0 if AIDE is exact; of VB the standard deviation from descent to descent
	Theirs  Sampled `column:"authors"` // published, from 10,000 runs of each program
}

// Ours returns AIDE with its error.
func (r RegressionRow) Ours() Sampled { return Sampled{r.AIDE, r.Err} }

// Prior, Posterior, MH, SMC and VB name the programs of Figure 2.
const (
	Prior     = "prior"
	Posterior = "posterior"
	MH        = "MH"
	SMC       = "SMC"
	VB        = "VB"
)

// mhSteps, vbSteps and smcParticles are the sizes in the authors' code, and reverseRuns are its values of M.
var (
	mhSteps      = []int{0, 1, 2, 4, 8, 16, 32, 64, 128}
	vbSteps      = []int{1, 3, 10, 31, 100, 316, 1000, 3162, 10_000}
	smcParticles = []int{2, 3, 6, 10, 20, 30, 60, 100} // and 1, which is exact
	reverseRuns  = []int{1, 10, 100, 1000}
)

// smcSteps is the number of steps of MH between the two data in the authors' SMC.
const smcSteps = 2

// RegressionPoints is the side of the lattice; fewPoints is the side in a quick run.
const RegressionPoints, fewPoints = 81, 31

func measureRegression(ctx context.Context, o papers.Options) ([]RegressionRow, error) {
	runs := reverseRuns
	sizes := smcParticles
	points := RegressionPoints
	if o.Quick {
		runs = runs[:2]
		sizes = sizes[:4]
		points = fewPoints
	}
	r := newRegression(points)
	jobs := r.jobs(o, sizes, runs)
	rows, err := papers.Each(ctx, o.Part(0, 9, 10), slices.Repeat([]int{1}, len(jobs)),
		func(ctx context.Context, i int) (RegressionRow, error) { return jobs[i].measured(ctx) })
	if err != nil {
		return nil, err
	}
	rows = append(rows, descentRows(o, vbSteps)...)
	for i, row := range rows {
		rows[i].Theirs = theirRegression(row)
	}
	return rows, nil
}

// A regressionJob has a row, and the function that measures its AIDE with M reverse runs.
type regressionJob struct {
	RegressionRow
	measure func(ctx context.Context, M int) (Sampled, error)
}

func (j regressionJob) measured(ctx context.Context) (RegressionRow, error) {
	ours, err := j.measure(ctx, j.M)
	j.AIDE, j.Err = ours.Value, ours.Err
	return j.RegressionRow, err
}

// jobs returns the rows of the prior and the posterior, whose densities are known, so that M makes no difference; and
// of MH and SMC, by size and then by M. SMC with several particles is sampled, and its J is not known. All others are
// exact.
func (r regression) jobs(o papers.Options, sizes, runs []int) (all []regressionJob) {
	add := func(row RegressionRow, runs []int, measure func(context.Context, int) (Sampled, error)) {
		for _, row.M = range runs {
			all = append(all, regressionJob{row, measure})
		}
	}
	mh := newSampler(r.grid, r.steps[0], r.joint(), r.joint())
	add(RegressionRow{Program: Prior, J: mh.walk(0).J()}, reverseRuns[:1], mh.walk(0).expectation)
	same := newSampler(r.grid, r.joint(), r.joint(), r.joint()).walk(0)
	add(RegressionRow{Program: Posterior, J: same.J()}, reverseRuns[:1], same.expectation)
	for _, steps := range mhSteps {
		w := mh.walk(steps)
		add(RegressionRow{Program: MH, Size: steps, J: w.J()}, runs, w.expectation)
	}
	one := newSampler(r.grid, r.steps[0], r.steps[1], r.joint()).walk(smcSteps)
	add(RegressionRow{Program: SMC, Size: 1, J: one.J()}, runs, one.expectation)
	gold := programs.NewPosterior(r.problem(chains.Linear(2)))
	for _, P := range sizes {
		sampledSMC := func(ctx context.Context, M int) (Sampled, error) {
			looks := looksAt(o.Quick, P, M)
			m := algorithm.Counts{Gold: 1, Target: M}
			e, err := sample.AIDE(ctx, gold, newSMC(r, smcSteps, P),
				algorithm.Counts{Gold: looks, Target: looks}, m,
				sample.Options{Seed: o.Seeded(uint64(P*10_000 + M)), Workers: 1})
			if err != nil {
				return unknown, err
			}
			return sampled(e.Pooled(m)), nil
		}
		add(RegressionRow{Program: SMC, Size: P, J: math.NaN()}, runs, sampledSMC)
	}
	return all
}

// looksAt returns the number of looks at SMC of P particles with M reverse runs. The authors had 10,000.
func looksAt(quick bool, P, M int) int {
	work := 1_200_000 // particles moved, about
	if quick {
		work = 50_000
	}
	return min(max(work/(P*M), 30), 10_000)
}

// theirRegression returns the authors' number of a row.
func theirRegression(r RegressionRow) Sampled {
	for _, line := range publishedRows("regression.csv") {
		if slices.Equal(line[:3], []string{r.Program, strconv.Itoa(r.Size), strconv.Itoa(r.M)}) {
			return Sampled{number(line[3]), number(line[4])}
		}
	}
	return unknown
}

// A regression has the authors' problem on a square lattice of a and b: a line a + b x through two data, with a, b and
// the noise standard normal.
type regression struct {
	grid  grid.Grid
	steps [][]float64 // the log joint density with the first t data; steps[0] is the prior, normalised
}

func newRegression(points int) regression {
	t := toys.NewRegression(2, points).Model().Given([][]float64{{-2, -2}, {2, 2}})
	return regression{t.Grid, t.Model.Steps}
}

func (r regression) joint() []float64 { return r.steps[len(r.steps)-1] }

// problem returns the annealing from the prior to the posterior along a schedule, by the kernel of the paper:
// Metropolis-Hastings with proposals from the prior.
func (r regression) problem(s chains.Schedule) programs.Problem {
	return programs.Problem{
		Annealing: chains.Annealing{Grid: r.grid, Schedule: s, Kernel: kernels.FromPrior{},
			Bridge: chains.Geometric{From: r.steps[0], To: r.joint()}},
		Observed: &chains.Observations{Steps: r.steps, Axes: make([][]int, len(r.steps)-1)},
	}
}
