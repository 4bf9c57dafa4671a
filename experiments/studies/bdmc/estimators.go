package bdmc

import (
	"context"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
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
	exactTo          int // the largest budget with an account within seconds; 0 if all have one
	dear             int // the work for a unit of budget, compared with other families
}

// families are the estimators of Section 6, without variational Bayes, nested sampling and the
// BIC, which are studied otherwise. The knobs are those of Section 6.2. As there, SMC has a single
// particle, and the x* of CMS is the exact sample that the data came from.
var families = []family{
	{forward: "LW", knob: "proposal", budgets: []int{1, 10, 100, 1000, 10_000},
		program: func(p programs.Problem, proposals int) programs.Estimator { return programs.NewSIR(p, proposals) }},
	// The harmonic mean along a chain from an exact sample. With one state it is importance sampling in reverse.
	{reverse: "HME", knob: "state", budgets: []int{1, 4, 16, 64}, dear: 100, exactTo: 16,
		program: func(p programs.Problem, states int) programs.Estimator {
			if states == 1 {
				return programs.NewImportance(p)
			}
			return programs.NewHMEChain(p, states)
		}},
	{forward: "AIS", reverse: "rev AIS", knob: "level", budgets: []int{3, 10, 30, 100, 300, 1000}, dear: 10, levels: true,
		program: func(p programs.Problem, _ int) programs.Estimator { return programs.AIS{Problem: p} }},
	// One observation is taken in after another, with the optimal proposal (Eq. 18).
	{forward: "SMC", reverse: "SHME", knob: "step", budgets: []int{1, 10, 100}, dear: 50,
		program: func(p programs.Problem, steps int) programs.Estimator {
			return observed(programs.NewSMCData(p, 1, programs.Sequence{Proposal: programs.Optimal, Steps: steps}))
		}},
	{forward: "CMS", knob: "state", budgets: []int{1, 4, 16, 64}, dear: 300, exactTo: 1,
		program: func(p programs.Problem, states int) programs.Estimator { return programs.NewCMS(p, states, p.Sample) }},
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
	return Row{Case: c.Name, Estimator: "BIC", Knob: "fit", Budget: 1, Cost: e.Cost(), Single: score,
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
var restartBudgets = []int{1, 3, 10, 30, 100}

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
			rows = append(rows, Row{Case: c.Name, Estimator: v.name, Knob: "restart", Budget: restarts,
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
		biases, roots = append(biases, b), append(roots, math.Sqrt(sq))
	}
	s.BiasErr, s.RMSEErr = jackknife(biases, n), jackknife(roots, n)
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
	sum, squares := 0.0, 0.0
	for _, v := range without {
		sum += v
	}
	for _, v := range without {
		squares += (v - sum/n) * (v - sum/n)
	}
	return math.Sqrt((n - 1) / n * squares)
}

// nestedBudgets are numbers of kernel steps for a draw from the constrained prior. 0 stands for
// exact draws. The paper could not have these, and they have no row.
var nestedBudgets = []int{0, 1, 4, 16}

// particles is the number with which nested sampling was most accurate in the paper.
const particles = 2

// exactDraws is the number of runs with exact draws in the time of one with the kernel's steps.
const exactDraws = 50

// nested makes the row of nested sampling with two particles, and counts overshoots, both from
// the same runs. 25 runs are combined by the mean of their logs (footnote 5), so that the bias
// stays.
func nested(ctx context.Context, c Case, steps int, size Size) (rows []Row, all []Overshoot, err error) {
	p := c.problem(2)
	e := programs.NewNS(p, particles, steps, programs.MeanShrinkage)
	runs := size.Nested
	if steps == 0 {
		runs *= exactDraws
	}
	r, err := sample.RunProgram(ctx, e, p, sample.Options{Chains: runs, Seed: runSeed, Workers: 1})
	if err != nil {
		return nil, nil, err
	}
	errors := r.Forward.LogW
	floats.AddConst(-c.LogP, errors)
	if steps > 0 {
		row := Row{Case: c.Name, Estimator: "NS", Knob: "step", Budget: steps, Cost: e.Cost(),
			Single: sampledScore(errors), Combine: MeanOfLogs}
		row.Combined = row.Single.meanOfLogs()
		rows = []Row{row}
	}
	return rows, overshootsOf(errors, Overshoot{Case: c.Name, Estimator: "NS", Budget: steps}), nil
}

// An Overshoot says how often an estimate of log p(y) is more than B nats too large. By Markov's
// inequality the probability is at most exp(-B) for a stochastic lower bound (BDMC, Section 4.1).
type Overshoot struct {
	Case      string  `column:"model"`
	Estimator string  `column:"estimator"`
	Budget    int     `column:"budget"` // steps of NS, 0 for exact draws from the constrained prior; levels of AIS
	B         float64 `column:"b"`
	Share     float64 `column:"share"`
	ShareErr  float64 `column:"share_stderr"`
	Runs      int     `column:"runs"`
}

// Allowed is exp(-B).
func (o Overshoot) Allowed() float64 { return math.Exp(-o.B) }

// Z is the share less exp(-B), in standard errors of a share whose probability is exp(-B).
func (o Overshoot) Z() float64 {
	allowed := o.Allowed()
	return (o.Share - allowed) / math.Sqrt(allowed*(1-allowed)/float64(o.Runs))
}

// Breaks reports whether the share is above what is allowed, beyond what chance explains.
func (o Overshoot) Breaks() bool { return o.Z() > 3 }

// Worst returns for each estimator the overshoot with the largest Z.
func (s Study) Worst() (all []Overshoot) {
	for _, o := range s.Overshoots {
		n := len(all) - 1
		switch {
		case n < 0 || all[n].Case != o.Case || all[n].Estimator != o.Estimator || all[n].Budget != o.Budget:
			all = append(all, o)
		case o.Z() > all[n].Z():
			all[n] = o
		}
	}
	return all
}

func overshootsOf(errors []float64, of Overshoot) (all []Overshoot) {
	for _, b := range []float64{0.5, 1, 1.5, 2, 2.5, 3} {
		above := 0.0
		for _, v := range errors {
			if v > b {
				above++
			}
		}
		n := float64(len(errors))
		of.B, of.Runs = b, len(errors)
		of.Share, of.ShareErr = above/n, math.Sqrt(above/n*(1-above/n)/n)
		all = append(all, of)
	}
	return all
}

// A Time says how long one run of an estimator took, with all that is computed before it.
type Time struct {
	Case      string `column:"model"`
	Estimator string `column:"estimator"`
	Budget    int    `column:"budget"`
	Taken     time.Duration
}

// Times takes the time of every estimator at its budgets, one after another on one core. A time is
// the least of three runs. now is a clock. The times are those of this implementation: it computes
// the densities of all cells at a level, where one for larger models would compute a few.
func Times(ctx context.Context, cases []Case, now func() time.Time) (all []Time, err error) {
	take := func(c Case, estimator string, budget int, run func(d chains.Dice)) {
		least := time.Duration(math.MaxInt64)
		for range 3 {
			d, start := sample.Seeded(runSeed), now()
			run(d)
			least = min(least, now().Sub(start))
		}
		all = append(all, Time{c.Name, estimator, budget, least})
	}
	for _, c := range cases {
		for _, f := range families {
			for _, budget := range f.budgets {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				if f.forward != "" {
					take(c, f.forward, budget, func(d chains.Dice) {
						e, _ := f.aim(c, budget)
						e.Forward(d)
					})
				}
				if f.reverse != "" {
					take(c, f.reverse, budget, func(d chains.Dice) {
						e, p := f.aim(c, budget)
						backward{e.(programs.Program), targetOf(p)}.Forward(d)
					})
				}
			}
		}
		for _, restarts := range restartBudgets {
			take(c, "VB", restarts, func(chains.Dice) { programs.NewVB(c.problem(2), restarts, runSeed).Law() })
		}
		for _, steps := range nestedBudgets[1:] { // the first has exact draws
			take(c, "NS", steps, func(d chains.Dice) {
				programs.NewNS(c.problem(2), particles, steps, programs.MeanShrinkage).Forward(d)
			})
		}
		take(c, "BIC", 1, func(chains.Dice) { criterion(c) })
	}
	return all, nil
}
