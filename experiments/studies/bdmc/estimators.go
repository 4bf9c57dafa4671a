package bdmc

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
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

// Nested sampling has two particles, the number with which it was most accurate in the paper. In a discrete space
// particles have equal likelihoods, and labels break these ties at random. The paper had none to break.
const particles, labels = 2, 1000

// nestedSteps are numbers of steps of the kernel by which a particle is drawn.
var nestedSteps = []int{1, 16}

// nested makes a row of nested sampling, in which a death leaves the share of the volume by Eq. 47. 25 runs are
// combined by the mean of their logs (footnote 5), so that the bias stays.
func nested(ctx context.Context, c Case, steps int, size Size) ([]Row, error) {
	p := c.problem(2)
	e := programs.NewNS(p, particles, steps, programs.MeanShrinkage)
	e.Labels = labels
	r, err := sample.RunProgram(ctx, e, p, sample.Options{Chains: size.Nested, Seed: c.Runs, Workers: 1})
	if err != nil {
		return nil, err
	}
	errors := r.Forward.LogW
	floats.AddConst(-c.LogP, errors)
	score := sampledScore(errors)
	return []Row{{Case: c.Name, Seed: c.Seed, Estimator: "NS", Knob: "step", Budget: steps, Cost: e.Cost(),
		Single: score, Combined: score.meanOfLogs(), Combine: MeanOfLogs}}, nil
}
