package bdmc

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
)

// An estimatorPair has a program with a knob. Its forward runs are one estimator of the paper's legend, and its reverse
// runs may be another.
type estimatorPair struct {
	forward, reverse string // their names; "" if that direction is not measured
	knob             string
	budgets          []int
	program          func(c Case, budget int) programs.Estimator
	exactTo          int // the largest budget with an exact account within a second; 0 if all have one, -1 if none has
}

// estimatorPairs lists the estimators by runs, with the knobs of Section 6.2. As there, SMC has a single particle, and
// the x* of CMS is the exact sample that the data came from.
var estimatorPairs = []estimatorPair{
	{forward: "LW", knob: "proposal", budgets: []int{1, 10, 100, 1000, 10_000}, exactTo: 1,
		program: func(c Case, proposals int) programs.Estimator {
			if proposals == 1 {
				return programs.NewImportance(c.problem())
			}
			return programs.NewSIR(c.problem(), proposals)
		}},
	// The harmonic mean along a chain from an exact sample. With one state it is importance sampling in reverse.
	{reverse: "HME", knob: "state", budgets: []int{1, 16, 64}, exactTo: 1,
		program: func(c Case, states int) programs.Estimator {
			if states == 1 {
				return programs.NewImportance(c.problem())
			}
			return programs.NewHMEChain(c.problem(), states)
		}},
	{forward: "AIS", reverse: "rev AIS", knob: "level", budgets: []int{3, 10, 30, 100, 300},
		program: func(c Case, levels int) programs.Estimator {
			p := c.problem()
			p.Schedule = chains.Sigmoid(4, levels) // the paper's, with its delta
			return programs.AIS{Problem: p}
		}},
	// One observation is taken in after another, with the optimal proposal (Eq. 18).
	{forward: "SMC", reverse: "SHME", knob: "step", budgets: []int{1, 10},
		program: func(c Case, steps int) programs.Estimator {
			taking := programs.Sequence{Proposal: programs.Optimal, Steps: steps}
			return mustMake(programs.NewSMCData(c.problem(), taking))
		}},
	{forward: "CMS", knob: "state", budgets: []int{1, 16}, exactTo: -1,
		program: func(c Case, states int) programs.Estimator {
			return programs.NewCMS(c.problem(), states, c.Target.Model.Latents)
		}},
}

// mustMake returns a program that only a problem without observations refuses: a case has observations.
func mustMake[E programs.Estimator](e E, err error) E {
	if err != nil {
		panic("bdmc: " + err.Error())
	}
	return e
}

// measure makes the rows at one budget, one for each direction. Forward runs are combined by their arithmetic mean, and
// reverse runs, which start at exact samples of their own, by their harmonic mean. One run has an exact score if there
// is an account that takes less than a second.
func (f estimatorPair) measure(ctx context.Context, c Case, budget int, size Size) (rows []Measurement, err error) {
	p := c.problem()
	e := f.program(c, budget)
	var a accounts.Account
	known := f.exactTo == 0 || budget <= f.exactTo
	if known {
		if a, err = accounts.Of(ctx, e, p, nil); err != nil {
			return nil, err
		}
	}
	for _, way := range []struct {
		estimator string
		reverse   bool
		by        combination
		single    Score // exact, if it is known
	}{
		{f.forward, false, arithmetic, Score{Bias: -a.Paths.Forward, RMSE: a.RMSEFwd()}},
		{f.reverse, true, harmonic, Score{Bias: a.Paths.Reverse, RMSE: a.RMSERev()}},
	} {
		if way.estimator == "" {
			continue
		}
		errors, err := errorsOf(ctx, c, e, way.reverse, CombinedRuns*size.Groups)
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

// sharedFactor bounds from below the factor by which runs that share densities are faster.
const sharedFactor = 5

// errorsOf returns the errors of runs of a program in one direction: their log weights less log p(y). In reverse every
// run begins at an exact sample of its own. There are sharedFactor times as many runs if they share densities.
func errorsOf(ctx context.Context, c Case, e programs.Estimator, reverse bool, runs int) ([]float64, error) {
	if smc, ok := e.(programs.SMC); ok {
		e = oneParticle{smc}
	}
	seed := []uint64{c.Runs, 0} // as package sample seeds forward runs
	if _, sharing := e.(aide.Many[int]); sharing {
		seed = seed[:1]
		runs *= sharedFactor
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
	var errors []float64
	if reverse {
		errors = aide.Reverses(e.(programs.Program), ends, dice)
	} else {
		_, errors = aide.Forwards(e, dice)
	}
	floats.AddConst(-c.LogP, errors)
	return errors, context.Cause(ctx)
}

// oneParticle is SMC with one particle, which has no ancestors to draw.
type oneParticle struct{ programs.SMC }

// Forwards takes a particle along the path with each of the dice.
func (p oneParticle) Forwards(dice []chains.Dice) (xs []int, logw []float64) {
	path, rise := p.Path()
	xs, logw = programs.Walk(path, dice)
	floats.AddConst(rise, logw)
	return xs, logw
}

// Reverses takes a particle back along the path from each of ends.
func (p oneParticle) Reverses(ends []int, dice []chains.Dice) (logw []float64) {
	path, rise := p.Path()
	logw = programs.WalkBack(path, ends, dice)
	floats.AddConst(rise, logw)
	return logw
}
