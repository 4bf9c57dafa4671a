package bdmc

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
)

// A family is a program with a knob. Its forward runs are one estimator of the paper's legend. Its reverse runs may be
// another.
type family struct {
	forward, reverse string // their names; "" if that direction is not measured
	knob             string
	budgets          []int
	program          func(p programs.Problem, budget int) programs.Estimator
	exactTo          int // the largest budget with an exact account within a second; 0 if all have one, -1 if none has
}

// families are the estimators by runs. The knobs are those of Section 6.2. As there, SMC has a single particle, and the
// x* of CMS is the exact sample that the data came from.
var families = []family{
	{forward: "LW", knob: "proposal", budgets: []int{1, 10, 100, 1000, 10_000}, exactTo: 1,
		program: func(p programs.Problem, proposals int) programs.Estimator {
			if proposals == 1 {
				return programs.NewImportance(p)
			}
			return programs.NewSIR(p, proposals)
		}},
	// The harmonic mean along a chain from an exact sample. With one state it is importance sampling in reverse.
	{reverse: "HME", knob: "state", budgets: []int{1, 16, 64}, exactTo: 1,
		program: func(p programs.Problem, states int) programs.Estimator {
			if states == 1 {
				return programs.NewImportance(p)
			}
			return programs.NewHMEChain(p, states)
		}},
	{forward: "AIS", reverse: "rev AIS", knob: "level", budgets: []int{3, 10, 30, 100, 300},
		program: func(p programs.Problem, levels int) programs.Estimator {
			p.Schedule = chains.Sigmoid(4, levels) // the paper's, with its delta
			return programs.AIS{Problem: p}
		}},
	// One observation is taken in after another, with the optimal proposal (Eq. 18).
	{forward: "SMC", reverse: "SHME", knob: "step", budgets: []int{1, 10},
		program: func(p programs.Problem, steps int) programs.Estimator {
			return observed(programs.NewSMCData(p, 1, programs.Sequence{Proposal: programs.Optimal, Steps: steps}))
		}},
	{forward: "CMS", knob: "state", budgets: []int{1, 16}, exactTo: -1,
		program: func(p programs.Problem, states int) programs.Estimator {
			return programs.NewCMS(p, states, p.Sample)
		}},
}

// observed returns a program that only a problem without observations refuses. A case has some.
func observed[E programs.Estimator](e E, err error) E {
	if err != nil {
		panic("bdmc: " + err.Error())
	}
	return e
}

// measure makes the rows at one budget, one for each direction. Forward runs are combined by their arithmetic mean, and
// reverse runs, which start at exact samples of their own, by their harmonic mean. One run has an exact score if there
// is an account that takes less than a second.
func (f family) measure(ctx context.Context, c Case, budget int, size Size) (rows []Row, err error) {
	p := c.problem()
	e := f.program(p, budget)
	var a accounts.Account
	known := f.exactTo == 0 || budget <= f.exactTo
	if known {
		if a, err = accounts.Of(ctx, e, p); err != nil {
			return nil, err
		}
	}
	for _, way := range []struct {
		estimator string
		reverse   bool
		by        combination
		single    Score // if it is known
	}{
		{f.forward, false, arithmetic, Score{Bias: -a.Paths.Forward, RMSE: a.RMSEFwd()}},
		{f.reverse, true, harmonic, Score{Bias: a.Paths.Reverse, RMSE: a.RMSERev()}},
	} {
		if way.estimator == "" {
			continue
		}
		errors, err := errorsOf(ctx, c, e, way.reverse, Trials*size.Groups)
		if err != nil {
			return nil, err
		}
		r := c.row(way.estimator, f.knob, budget, e.Cost())
		r.How = Exact
		r.Single = way.single
		if !known {
			r.How = Sampled
			r.Single = sampledScore(errors)
		}
		r.Combined = sampledScore(combined(errors, way.by))
		rows = append(rows, r)
	}
	return rows, nil
}

// sideBySide is how many times as fast runs are that share densities, at least.
const sideBySide = 5

// errorsOf returns the errors of runs of a program in one direction: their log weights less log p(y). In reverse every
// run begins at an exact sample of its own. Runs of one particle on a path share the densities of a step, so more of
// them are made; annealing is SMC with one particle.
func errorsOf(ctx context.Context, c Case, e programs.Estimator, reverse bool, runs int) ([]float64, error) {
	rise := 0.0 // of the log weights of a path
	var path programs.Path
	switch e := e.(type) {
	case programs.AIS:
		path, rise = programs.SMC{Problem: e.Problem, P: 1, Share: math.Inf(1)}.Path()
	case programs.SMC:
		path, rise = e.Path()
	}
	seed := []uint64{c.Runs}
	if path != nil {
		runs *= sideBySide
	} else {
		seed = append(seed, 0) // as package sample seeds forward runs
	}
	posterior := chains.Normalized(c.Target.LogF)
	ends := make([]int, runs)
	dice := make([]chains.Dice, runs)
	for i := range runs {
		dice[i] = sample.Seeded(append(slices.Clip(seed), uint64(i))...)
		if reverse {
			ends[i] = dice[i].Pick(posterior)
		}
	}
	errors := make([]float64, runs)
	switch {
	case path != nil && reverse:
		_, errors = programs.Back(path, ends, dice)
	case path != nil:
		_, errors = programs.Along(path, dice)
	}
	for i := 0; i < runs && path == nil; i++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if reverse {
			errors[i] = e.(programs.Program).Reverse(ends[i], dice[i])
		} else {
			_, errors[i] = e.Forward(dice[i])
		}
	}
	floats.AddConst(rise-c.LogP, errors)
	return errors, context.Cause(ctx)
}
