package bdmc

import (
	"context"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/grid/text"
)

// A family is a program with a knob. Its forward runs are one estimator of the paper's legend.
// Its reverse runs may be another.
type family struct {
	forward, reverse string // their names; "" if that direction is not studied
	knob             string
	budgets          []int
	levels           bool // whether the budget counts the levels of the problem, which is else of two
	program          func(p programs.Problem, budget int) programs.Estimator
	exactTo          int // the largest budget with an account within a second; 0 if all have one, and -1 if none has
	dear             int // the work for a unit of budget, compared with other families
}

// families are the estimators of Section 6, without variational Bayes, nested sampling and the
// BIC, which are studied otherwise. The knobs are those of Section 6.2. As there, SMC has a single
// particle, and the x* of CMS is the exact sample that the data came from.
var families = []family{
	{forward: "LW", knob: "proposal", budgets: []int{1, 10, 100, 1000, 10_000}, exactTo: 1,
		program: func(p programs.Problem, proposals int) programs.Estimator {
			if proposals == 1 {
				return programs.NewImportance(p)
			}
			return programs.NewSIR(p, proposals)
		}},
	// The harmonic mean along a chain from an exact sample. With one state it is importance sampling in reverse.
	{reverse: "HME", knob: "state", budgets: []int{1, 16, 64}, dear: 10, exactTo: 1,
		program: func(p programs.Problem, states int) programs.Estimator {
			if states == 1 {
				return programs.NewImportance(p)
			}
			return programs.NewHMEChain(p, states)
		}},
	{forward: "AIS", reverse: "rev AIS", knob: "level", budgets: []int{3, 10, 30, 100, 300}, dear: 10, levels: true,
		program: func(p programs.Problem, _ int) programs.Estimator { return programs.AIS{Problem: p} }},
	// One observation is taken in after another, with the optimal proposal (Eq. 18).
	{forward: "SMC", reverse: "SHME", knob: "step", budgets: []int{1, 10}, dear: 50,
		program: func(p programs.Problem, steps int) programs.Estimator {
			return observed(programs.NewSMCData(p, 1, programs.Sequence{Proposal: programs.Optimal, Steps: steps}))
		}},
	{forward: "CMS", knob: "state", budgets: []int{1, 16}, dear: 100, exactTo: -1,
		program: func(p programs.Problem, states int) programs.Estimator {
			return programs.NewCMS(p, states, p.Sample)
		}},
}

func (f family) aim(c Case, budget int) (programs.Estimator, programs.Problem) {
	p := c.problem(2)
	if f.levels {
		p = c.problem(budget)
	}
	return f.program(p, budget), p
}

// criterion makes the row of the BIC, which is the same in every run.
func criterion(c Case) Row {
	e := observed(programs.NewBIC(c.problem(2), 0))
	_, logw := e.Forward(nil)
	score := Score{How: accounts.Closed, Bias: logw - c.LogP, RMSE: math.Abs(logw - c.LogP)}
	return Row{Case: c.Name, Seed: c.Seed, Estimator: "BIC", Knob: "fit", Budget: 1, Cost: e.Cost(), Single: score,
		Combined: score, Combine: Same}
}

// observed is a program that only a problem without observations refuses. A case has some.
func observed[E programs.Estimator](e E, err error) E {
	if err != nil {
		panic("bdmc: " + err.Error())
	}
	return e
}

// restartBudgets are numbers of random restarts of variational Bayes.
var restartBudgets = []int{1, 10, 100}

// variational makes the rows of variational Bayes, plain and with the symmetry correction, which
// multiplies the bound by the number of relabelings (Section 6). A restart gives a bound, and the
// largest of r bounds is the estimate of r restarts. The bounds come from as many starts as size
// says. r restarts are r of these, drawn with replacement.
func variational(ctx context.Context, c Case, size Size) (rows []Row, err error) {
	p := c.problem(2)
	bounds, cost := make([]float64, size.Starts), 0.0
	for i := range bounds {
		e := programs.NewVB(p, 1, uint64(i+1))
		a, err := accounts.Of(ctx, e, p)
		if err != nil {
			return nil, err
		}
		bounds[i] = -a.Paths.Forward
		cost += e.Cost() / float64(size.Starts)
	}
	slices.Sort(bounds)
	for _, v := range []struct {
		name  string
		extra float64
	}{{"VB", 0}, {"VB+sym", c.Target.Model.LogRelabelings}} {
		for _, restarts := range restartBudgets {
			rows = append(rows, Row{Case: c.Name, Seed: c.Seed, Estimator: v.name, Knob: "restart", Budget: restarts,
				Cost: cost * float64(restarts), Combine: Largest,
				Single:   largestScore(bounds, restarts, v.extra),
				Combined: largestScore(bounds, Trials*restarts, v.extra)})
		}
	}
	return rows, nil
}

// largestScore is the score of the largest of r values. more is added to the errors of all
// values, which are sorted. The standard errors are jackknifed.
func largestScore(sorted []float64, r int, more float64) Score {
	bias, square := largestOf(sorted, r, more)
	s := Score{How: Sampled, Bias: bias, RMSE: math.Sqrt(square)}
	n := float64(len(sorted))
	var biases, roots []float64
	for i := range sorted {
		b, sq := largestOf(slices.Delete(slices.Clone(sorted), i, i+1), r, more)
		biases = append(biases, b)
		roots = append(roots, math.Sqrt(sq))
	}
	s.BiasErr = jackknife(biases, n)
	s.RMSEErr = jackknife(roots, n)
	return s
}

// largestOf is the mean and the mean square of the largest of r values, plus more. The values are
// drawn with replacement from n sorted ones: the largest is the i-th with probability
// (i/n)^r - ((i-1)/n)^r.
func largestOf(sorted []float64, r int, more float64) (mean, square float64) {
	n, below := float64(len(sorted)), 0.0
	for i, v := range sorted {
		upTo := math.Pow(float64(i+1)/n, float64(r))
		mean += (upTo - below) * (v + more)
		square += (upTo - below) * (v + more) * (v + more)
		below = upTo
	}
	return mean, square
}

// jackknife is the standard error of a statistic of n values. without[i] is the statistic of all
// values except the i-th.
func jackknife(without []float64, n float64) float64 {
	return math.Sqrt((n - 1) * stat.PopVariance(without, nil))
}

// A Nesting is a way of nested sampling on a case. By Markov's inequality the estimate of a stochastic lower bound is
// more than b nats too large with a probability of at most exp(-b) (BDMC, Section 4.1).
type Nesting struct {
	Case    string  `column:"model"`
	Seed    int     `column:"seed"`
	Labels  int     `column:"labels"` // that break ties at random; 1 if tied particles die together
	Steps   int     `column:"steps"`  // of the kernel; 0 for exact draws from the constrained prior
	Shrink  string  `column:"shrink"` // the share of the volume that a death is taken to leave
	Bias    float64 `column:"bias"`
	BiasErr float64 `column:"bias_stderr"`
	Above1  float64 `column:"above_1"` // the shares of runs that are more than so many nats too large
	Above2  float64 `column:"above_2"`
	Above3  float64 `column:"above_3"`
	Runs    int     `column:"runs"`
}

// Z is the share of runs that are a nat too large, less the 1/e of a stochastic lower bound, in standard errors of
// runs at the bound. Beyond 3 it is more than chance explains.
func (n Nesting) Z() float64 {
	const allowed = 1 / math.E
	return (n.Above1 - allowed) / math.Sqrt(allowed*(1-allowed)/float64(n.Runs))
}

// A way is a kind of nested sampling with two particles, the number with which it was most accurate in the paper.
type way struct {
	labels, steps int
	shrink        string
	left          programs.Shrinkage
}

// The ways change one thing at a time: how ties are broken, how particles are drawn, and the share of the volume that
// a death leaves. 2/3 is the paper's (Eq. 47) and the mean of the true shares, exp(-1/2) their geometric mean, and
// 1/2 makes the estimate unbiased.
const particles, labels = 2, 1000

var ways = []way{
	{1, 0, "2/3", programs.MeanShrinkage},
	{labels, 0, "2/3", programs.MeanShrinkage},
	{labels, 0, "exp(-1/2)", func(alive, dead int) float64 { return math.Exp(-float64(dead) / float64(alive)) }},
	{labels, 0, "1/2", programs.UnbiasedShrinkage},
	{1, 16, "2/3", programs.MeanShrinkage},
	{labels, 1, "2/3", programs.MeanShrinkage},
	{labels, 16, "2/3", programs.MeanShrinkage},
}

// Ways are the ways of nested sampling on a case.
func (s Study) Ways(c Case) []Nesting {
	return slices.DeleteFunc(slices.Clone(s.Nestings),
		func(n Nesting) bool { return n.Case != c.Name || n.Seed != c.Seed })
}

// Name says how particles are drawn, what tied particles do, and the share of the volume.
func (n Nesting) Name() string {
	draws, ties := "exact", "random"
	if n.Steps > 0 {
		draws = text.Count(n.Steps, "step")
	}
	if n.Labels == 1 {
		ties = "tied"
	}
	return draws + ", " + ties + ", " + strings.ReplaceAll(n.Shrink, "-", "−")
}

// ExactDraws is how many times as many runs are made if draws are exact, which takes less time.
const ExactDraws = 10

// program is nested sampling in this way on a case.
func (w way) program(c Case) (programs.NS, programs.Problem) {
	p := c.problem(2)
	e := programs.NewNS(p, particles, w.steps, w.left)
	e.Labels = w.labels
	return e, p
}

// estimates says that the way is one of the estimators: the paper could not draw exactly, and broke no ties, because it
// had none.
func (w way) estimates() bool { return w.steps > 0 && w.labels > 1 }

// errors has estimate less log p(y) of each run on a case. A run has the cost.
func (w way) errors(ctx context.Context, c Case, size Size) (errors []float64, cost float64, err error) {
	runs := size.Nested
	e, p := w.program(c)
	if w.steps == 0 {
		runs *= ExactDraws
	}
	r, err := sample.RunProgram(ctx, e, p, sample.Options{Chains: runs, Seed: c.Runs, Workers: 1})
	floats.AddConst(-c.LogP, r.Forward.LogW)
	return r.Forward.LogW, e.Cost(), err
}

// run makes the nesting of a case, and a row if the way is an estimator. 25 runs of it are combined by the mean of
// their logs (footnote 5), so that the bias stays.
func (w way) run(ctx context.Context, c Case, size Size) (rows []Row, all []Nesting, err error) {
	errors, cost, err := w.errors(ctx, c, size)
	if err != nil {
		return nil, nil, err
	}
	runs := len(errors)
	above := func(b float64) float64 {
		return float64(floats.Count(func(v float64) bool { return v > b }, errors)) / float64(runs)
	}
	score := sampledScore(errors)
	if w.estimates() {
		rows = []Row{{Case: c.Name, Seed: c.Seed, Estimator: "NS", Knob: "step", Budget: w.steps, Cost: cost,
			Single: score, Combined: score.meanOfLogs(), Combine: MeanOfLogs}}
	}
	return rows, []Nesting{{c.Name, c.Seed, w.labels, w.steps, w.shrink, score.Bias, score.BiasErr, above(1), above(2),
		above(3), runs}}, nil
}
