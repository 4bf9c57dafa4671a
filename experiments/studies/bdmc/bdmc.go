// Package bdmc repeats Section 6 of BDMC (Grosse, Ghahramani and Adams 2015) at a size where
// log p(y) is a sum over a few thousand cells and most estimators have an exact account.
//
// A Case is one of the three models, with data simulated from it. A Row is an estimator of the paper's legend, at a
// budget, on a case: the bias and root mean squared error of its estimate of log p(y), of a single run and of 25 combined
// as in the paper's footnote 5. Reproduce makes all rows, Table 1, the test of nested sampling as a lower bound, and the
// verdicts on the paper's findings.
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
	"breadboard/toys"
)

// A Size says how finely to study.
type Size struct {
	Quick  bool // smaller models; the reports say so
	N      int  // observations in the data of each model
	Groups int  // combined estimates of programs that are sampled
	Nested int  // runs of nested sampling
	Starts int  // starts of variational Bayes
}

// Full is the whole study.
func Full() Size { return Size{N: 6, Groups: 8, Nested: 400, Starts: 200} }

// Quick is a look at smaller models, with few samples.
func Quick() Size { return Size{Quick: true, N: 4, Groups: 2, Nested: 50, Starts: 20} }

// A Study is the analogue of BDMC's Section 6.
type Study struct {
	Size
	Cases      []Case
	Rows       []Row // by case, then by estimator as in Legend, then by budget
	Fits       []Fit // Table 1, row by row
	Overshoots []Overshoot
	Findings   []experiments.Finding
	Times      []Time // nil unless they were taken
}

// Legend lists the estimators in the order of rows. In most of the paper's figures they lie in
// this order from above to below.
var Legend = []string{"HME", "rev AIS", "SHME", "SMC", "AIS", "NS", "VB+sym", "VB", "CMS", "LW", "BIC"}

// Reproduce runs everything. The error is ctx's.
func Reproduce(ctx context.Context, size Size, progress experiments.Progress) (Study, error) {
	s := Study{Size: size, Cases: Cases(size.N)}
	type part struct { // of the work, that one core does, with what it found
		measure    func(ctx context.Context, p *part) error
		rows       []Row
		overshoots []Overshoot
	}
	var parts []part
	var costs []int // roughly, in any unit: the parts of highest cost begin first
	add := func(cost int, measure func(ctx context.Context, p *part) error) {
		parts, costs = append(parts, part{measure: measure}), append(costs, cost)
	}
	for _, c := range s.Cases {
		for _, f := range families {
			for _, budget := range f.budgets {
				add(budget*f.dear, func(ctx context.Context, p *part) (err error) {
					p.rows, err = f.measure(ctx, c, budget, s.Size)
					return err
				})
			}
		}
		add(1, func(ctx context.Context, p *part) (err error) {
			p.rows, err = variational(ctx, c, s.Size)
			return err
		})
		s.Rows = append(s.Rows, criterion(c))
		add(5000, func(ctx context.Context, p *part) error {
			const levels = 10 // of an annealing, which is a stochastic lower bound and passes
			problem := c.problem(levels)
			errors, err := errorsOf(ctx, c, programs.AIS{Problem: problem}, problem, false,
				s.Nested*exactDraws/Trials/sideBySide)
			p.overshoots = overshootsOf(errors, Overshoot{Case: c.Name, Estimator: "AIS", Budget: levels})
			return err
		})
		for _, steps := range nestedBudgets {
			add(10_000, func(ctx context.Context, p *part) (err error) {
				p.rows, p.overshoots, err = nested(ctx, c, steps, s.Size)
				return err
			})
		}
	}
	order := experiments.Dearest(costs)
	err := experiments.Each(ctx, len(parts), progress.Share(0, 95, 100), func(ctx context.Context, i int) error {
		p := &parts[order[i]]
		return p.measure(ctx, p)
	})
	if err != nil {
		return s, err
	}
	for _, p := range parts {
		s.Rows, s.Overshoots = append(s.Rows, p.rows...), append(s.Overshoots, p.overshoots...)
	}
	place := func(r Row) int { return slices.IndexFunc(s.Cases, func(c Case) bool { return c.Name == r.Case }) }
	slices.SortStableFunc(s.Rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(place(a), place(b)),
			cmp.Compare(slices.Index(Legend, a.Estimator), slices.Index(Legend, b.Estimator)),
			cmp.Compare(a.Budget, b.Budget))
	})
	if s.Fits, err = table1(ctx, s.Cases, progress.Share(95, 100, 100)); err != nil {
		return s, err
	}
	s.Findings = Decide(s)
	return s, nil
}

// Of returns the rows of an estimator on a case, by budget.
func (s Study) Of(c Case, estimator string) (rows []Row) {
	for _, r := range s.Rows {
		if r.Case == c.Name && r.Estimator == estimator {
			rows = append(rows, r)
		}
	}
	return rows
}

// A Case is a model with data that were simulated from it. So the latents that the data came from
// are an exact draw from the posterior.
type Case struct {
	Name   string // "clustering"
	About  string // the model with its parameters, in words
	Seed   uint64 // of the data
	Target toys.Target
	LogP   float64 // log p(y), summed over all cells
	// Entropy is the entropy of the posterior. Gain is the Kullback-Leibler divergence of the
	// posterior from the prior: likelihood weighting needs about exp(Gain) proposals (Chatterjee
	// and Diaconis 2018).
	Entropy, Gain float64
}

// Each posterior has a number of explanations between fewest and most. So it captures "most of
// the structure, but [is] not concentrated on a single explanation" (BDMC, Section 6).
const fewest, most = 2, 6

// Cases are the three models of Section 6, each with n observations of two numbers. With six
// observations they have some 5,000 cells. The data of a model have the first seed whose
// posterior has a few explanations.
func Cases(n int) (all []Case) {
	for _, f := range models {
		m := f.model(n, 2, 0.5, f.signal)
		c := newCase(f.name, f.about, m, 1)
		for few := c.Explanations(); few < fewest || few > most; few = c.Explanations() {
			c = newCase(f.name, f.about, m, c.Seed+1)
		}
		all = append(all, c)
	}
	return all
}

// models are the three, of n observations of d numbers, as functions of their parameters, and the signal of a case. A signal
// is the standard deviation of centres, of the products of factors, or of features.
var models = []struct {
	name, about string
	signal      float64
	model       func(n, d int, noise, signal float64) toys.Model
}{
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

func newCase(name, about string, m toys.Model, seed uint64) Case {
	c := Case{Name: name, About: about, Seed: seed, Target: m.Simulated(seed)}
	c.LogP = chains.LogSum(c.Target.LogF)
	p, logp := make([]float64, m.Grid.Size()), make([]float64, m.Grid.Size())
	chains.NormalizeLog(p, logp, c.Target.LogF)
	for x, prior := range c.Target.Model.Steps[0] {
		if p[x] > 0 {
			c.Entropy -= p[x] * logp[x]
			c.Gain += p[x] * (logp[x] - prior)
		}
	}
	return c
}

// Cells is the number of cells.
func (c Case) Cells() int { return c.Target.Grid.Size() }

// Explanations is exp(Entropy) over the number of relabelings. Count cells that differ only by a
// relabeling once: then about so many cells share the mass of the posterior.
func (c Case) Explanations() float64 { return math.Exp(c.Entropy - c.Target.Model.LogRelabelings) }

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

// table1 fits every model to the data of every case, row by row.
func table1(ctx context.Context, cases []Case, progress experiments.Progress) ([]Fit, error) {
	fits := make([]Fit, len(cases)*len(cases))
	err := experiments.Each(ctx, len(fits), progress, func(ctx context.Context, i int) error {
		from, model := cases[i/len(cases)], i%len(cases)
		logP, err := integrated(ctx, from, model)
		fits[i] = Fit{From: from.Name, Model: models[model].name, LogP: logP}
		return err
	})
	for i := range fits {
		own := fits[i/len(cases)*(len(cases)+1)]
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
