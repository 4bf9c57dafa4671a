// Package bdmc repeats Section 6 of BDMC (Grosse, Ghahramani and Adams 2015) at a size where log p(y) is a sum over a
// few thousand cells, and annealing and SMC have exact accounts.
//
// A Case is one of the three models, with one of twenty data sets simulated from it. A Row is an estimator of the
// paper's legend, at a budget, on a case: the bias and root mean squared error of its estimate of log p(y), of a
// single run and of 25 combined as in the paper's footnote 5. Reproduce makes all rows, for Figures 2 to 5, and Table
// 1.
package bdmc

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/experiments/studies/run"
	"breadboard/toys"
)

// A Size says how finely to study.
type Size struct {
	Quick  bool   // smaller models; the reports say so
	N      int    // observations in a data set
	Sets   int    // data sets of each model, with the seeds from 1
	Groups int    // combined estimates of programs that are sampled
	Nested int    // runs of nested sampling by the kernel's steps
	Starts int    // starts of variational Bayes
	Seed   uint64 // other data sets and draws; 0 are those of the committed files
}

// Sized is the whole study, or a quick look at smaller models, with few data sets and samples.
func Sized(quick bool) Size {
	if quick {
		return Size{Quick: true, N: 4, Sets: 3, Groups: 2, Nested: 10, Starts: 20}
	}
	return Size{N: 6, Sets: 20, Groups: 4, Nested: 50, Starts: 100}
}

// A Study is the analogue of BDMC's Section 6.
type Study struct {
	Size
	Cases []Case // by model, then by seed
	Rows  []Row  // by case, then by estimator as in Legend, then by budget
	Fits  []Fit  // Table 1 of each seed, row by row
}

// Legend lists the estimators in the order of rows. In most of the paper's figures they lie in
// this order from above to below.
var Legend = []string{"HME", "rev AIS", "SHME", "SMC", "AIS", "NS", "VB+sym", "VB", "CMS", "LW", "BIC"}

// Reproduce runs everything that is not on the shelf. The error is ctx's, or that of the shelf.
func Reproduce(ctx context.Context, setting run.Setting) (Study, error) {
	size := Sized(setting.Quick)
	size.Seed = setting.Seed
	s := Study{Size: size, Cases: Cases(size.N, size.Sets, size.Seed)}
	var measures []func(ctx context.Context) ([]Row, error)
	var costs []int // roughly, in any unit: the parts of highest cost begin first
	add := func(cost int, measure func(ctx context.Context) ([]Row, error)) {
		measures = append(measures, measure)
		costs = append(costs, cost)
	}
	for _, c := range s.Cases {
		for _, f := range families {
			for _, budget := range f.budgets {
				add(budget*f.dear, func(ctx context.Context) ([]Row, error) {
					return f.measure(ctx, c, budget, s.Size)
				})
			}
		}
		add(1, func(ctx context.Context) ([]Row, error) {
			rows, err := variational(ctx, c, s.Size)
			return append(rows, criterion(c)), err
		})
		for _, steps := range nestedSteps {
			add(2000, func(ctx context.Context) ([]Row, error) { return nested(ctx, c, steps, s.Size) })
		}
	}
	parts, err := run.Each(ctx, setting.Shelf, "estimators", costs, setting.Tell.Share(0, 95, 100),
		func(ctx context.Context, i int) ([]Row, error) { return measures[i](ctx) })
	if err != nil {
		return s, err
	}
	s.Rows = slices.Concat(parts...)
	slices.SortStableFunc(s.Rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(place(a.Case), place(b.Case)), cmp.Compare(a.Seed, b.Seed),
			cmp.Compare(slices.Index(Legend, a.Estimator), slices.Index(Legend, b.Estimator)),
			cmp.Compare(a.Budget, b.Budget))
	})
	s.Fits, err = table1(ctx, s.Cases, setting.Tell.Share(95, 100, 100))
	return s, err
}

// Of returns the rows of an estimator on a case, by budget.
func (s Study) Of(c Case, estimator string) []Row {
	return slices.DeleteFunc(slices.Clone(s.Rows), func(r Row) bool {
		return r.Case != c.Name || r.Seed != c.Seed || r.Estimator != estimator
	})
}

// ModelsOf returns the cases of each model: its data sets.
func (s Study) ModelsOf() [][]Case { return slices.Collect(slices.Chunk(s.Cases, s.Sets)) }

// A Case is a model with data that were simulated from it. So the latents that the data came from
// are an exact draw from the posterior.
type Case struct {
	Name   string // "clustering"
	About  string // the model with its parameters, in words
	Seed   int    // of the data
	Runs   uint64 // the seed of runs
	Target toys.Target
	LogP   float64 // log p(y), summed over all cells
	// Gain is the Kullback-Leibler divergence of the posterior from the prior: likelihood weighting needs about
	// exp(Gain) proposals (Chatterjee and Diaconis 2018).
	Gain float64
}

// Cases are the three models of Section 6, each with so many sets of n observations of two numbers. With six
// observations they have some 5,000 cells. Other sets of data have seeds of their own, and so have the runs on them.
func Cases(n, sets int, other uint64) (all []Case) {
	for _, f := range models {
		for i := range sets {
			c := newCase(f.name, f.about, f.model(n, 2, 0.5, f.signal), int(other)*sets+i+1)
			c.Runs = run.Setting{Seed: other}.Seeded(runSeed)
			all = append(all, c)
		}
	}
	return all
}

// place is the place of a model by its name.
func place(name string) int {
	return slices.IndexFunc(models, func(m model) bool { return m.name == name })
}

// A model has a name, and its parameters in words.
type model struct {
	name, about string
	signal      float64
	model       func(n, d int, noise, signal float64) toys.Model
}

// models are the three, of n observations of d numbers, as functions of their parameters, and the signal of a case. A
// signal is the standard deviation of centres, of the products of factors, or of features.
var models = []model{
	{"clustering", "4 clusters with centres N(0, 2), collapsed; noise 0.5", 2,
		func(n, d int, noise, signal float64) toys.Model {
			return toys.Clustering{N: n, K: 4, D: d, Centres: signal, Noise: noise}.Model()
		}},
	{"low rank", "rank 1, each factor one of 3 values; noise 0.5", 1, func(n, d int, noise, signal float64) toys.Model {
		root := math.Sqrt(signal)
		return toys.LowRank{N: n, D: d, K: 1, Rows: root, Columns: root, Noise: noise}.Model()
	}},
	{"binary", "2 attributes with features N(0, 3), collapsed; noise 0.5", 3,
		func(n, d int, noise, signal float64) toys.Model {
			return toys.Attributes{N: n, K: 2, D: d, Share: 0.5, Features: signal, Noise: noise}.Model()
		}},
}

func newCase(name, about string, m toys.Model, seed int) Case {
	c := Case{Name: name, About: about, Seed: seed, Target: m.Simulated(uint64(seed))}
	c.LogP = chains.LogSum(c.Target.LogF)
	p := make([]float64, m.Grid.Size())
	logp := make([]float64, m.Grid.Size())
	chains.NormalizeLog(p, logp, c.Target.LogF)
	for x, prior := range c.Target.Model.Steps[0] {
		if p[x] > 0 {
			c.Gain += p[x] * (logp[x] - prior)
		}
	}
	return c
}

// Cells is the number of cells.
func (c Case) Cells() int { return c.Target.Grid.Size() }

// problem anneals from the prior to the joint density through T levels, on the paper's sigmoidal
// schedule (Section 6.2), with a Gibbs sweep for a step.
func (c Case) problem(T int) programs.Problem {
	o := c.Target.Model
	return programs.Problem{
		Annealing: chains.Annealing{
			Grid:     c.Target.Grid,
			Bridge:   chains.Geometric{From: o.Steps[0], To: c.Target.LogF},
			Schedule: chains.Sigmoid(4, T),
			Kernel:   kernels.GibbsSweep{},
		},
		Observed: &chains.Observations{Steps: o.Steps, Axes: o.Axes},
		Sample:   o.Latents,
	}
}

// A Fit is an entry of Table 1: log p(y) under one model, of data from the same or another model.
type Fit struct {
	Seed  int     `column:"seed"`
	From  string  `column:"data_from"`
	Model string  `column:"model"`
	LogP  float64 `column:"log_p_y"`
	Less  float64 `column:"less_than_own"` // the log p(y) of the model that the data came from, less this
}

// The parameters are not fixed here, because no value would be right for data from another model
// (BDMC, footnote 6). They are integrated out over a lattice of standard deviations, with the
// same prior mass on each pair.
var (
	noises  = []float64{0.25, 0.5, 1, 2}
	signals = []float64{0.5, 1, 2, 4}
)

// table1 fits every model to the data of every case, a case a row.
func table1(ctx context.Context, cases []Case, progress experiments.Progress) ([]Fit, error) {
	fits := make([]Fit, len(cases)*len(models))
	err := experiments.Each(ctx, len(fits), progress, func(ctx context.Context, i int) error {
		from := cases[i/len(models)]
		model := i % len(models)
		logP, err := integrated(ctx, from, model)
		fits[i] = Fit{Seed: from.Seed, From: from.Name, Model: models[model].name, LogP: logP}
		return err
	})
	for i := range fits {
		own := fits[i/len(models)*len(models)+place(fits[i].From)]
		fits[i].Less = own.LogP - fits[i].LogP
	}
	return fits, err
}

// integrated is log p(y) of a case's data under one of the models, with its parameters integrated out.
func integrated(ctx context.Context, c Case, model int) (float64, error) {
	m := c.Target.Model
	var all []float64
	for _, noise := range noises {
		for _, signal := range signals {
			if ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
			all = append(all, chains.LogSum(models[model].model(m.N, m.D, noise, signal).Given(m.Data).LogF))
		}
	}
	return floats.LogSumExp(all) - math.Log(float64(len(all))), nil
}

// Quartiles of numbers, as far from the least as from the largest; NaN if there are none.
func Quartiles(of []float64) (q1, median, q3 float64) {
	if len(of) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	sorted := slices.Sorted(slices.Values(of))
	at := func(p float64) float64 {
		low, part := math.Modf(p * float64(len(sorted)-1))
		return sorted[int(low)] + part*(sorted[min(int(low)+1, len(sorted)-1)]-sorted[int(low)])
	}
	return at(0.25), at(0.5), at(0.75)
}
