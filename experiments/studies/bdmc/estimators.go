package bdmc

import (
	"math"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// A family is a program with a knob. Its forward runs are one estimator of the paper's legend.
// Its reverse runs may be another.
type family struct {
	forward, reverse string // their names; "" if that direction is not studied
	knob             string
	budgets          []int
	aim              func(c Case, budget int) (programs.Estimator, programs.Problem)
	exactTo          int // the largest budget with an account within seconds; 0 if all have one
	dear             int // the work for a unit of budget, compared with other families
}

// families are the estimators of Section 6, without variational Bayes, nested sampling and the
// BIC, which are studied otherwise. The knobs are those of Section 6.2. As there, SMC has a single
// particle, and the x* of CMS is the exact sample that the data came from.
func families() []family {
	return []family{
		{forward: "LW", knob: "proposal", budgets: []int{1, 10, 100, 1000, 10_000}, aim: likelihoodWeighting},
		{reverse: "HME", knob: "state", budgets: []int{1, 4, 16, 64}, aim: harmonicMean, dear: 100, exactTo: 16},
		{forward: "AIS", reverse: "rev AIS", knob: "level", budgets: []int{3, 10, 30, 100, 300, 1000}, aim: annealed,
			dear: 10},
		{forward: "SMC", reverse: "SHME", knob: "step", budgets: []int{1, 10, 100}, aim: sequential, dear: 50},
		{forward: "CMS", knob: "state", budgets: []int{1, 4, 16, 64}, aim: chib, dear: 300, exactTo: 1},
	}
}

func likelihoodWeighting(c Case, proposals int) (programs.Estimator, programs.Problem) {
	p := c.problem(2)
	return programs.NewSIR(p, proposals), p
}

// harmonicMean is the harmonic mean along a chain from an exact sample. With a chain of one state
// it is importance sampling in reverse.
func harmonicMean(c Case, states int) (programs.Estimator, programs.Problem) {
	p := c.problem(2)
	if states == 1 {
		return programs.NewImportance(p), p
	}
	return programs.NewHMEChain(p, states), p
}

func annealed(c Case, levels int) (programs.Estimator, programs.Problem) {
	p := c.problem(levels)
	return programs.AIS{Problem: p}, p
}

// sequential takes one observation in after another, with the optimal proposal (Eq. 18).
func sequential(c Case, steps int) (programs.Estimator, programs.Problem) {
	p := c.problem(2)
	e, err := programs.NewSMCData(p, 1, programs.Sequence{Proposal: programs.Optimal, Steps: steps})
	if err != nil {
		panic("bdmc: " + err.Error()) // unreachable: a case has observations
	}
	return e, p
}

func chib(c Case, states int) (programs.Estimator, programs.Problem) {
	p := c.problem(2)
	return programs.NewCMS(p, states, p.Sample), p
}

// criterion makes the row of the BIC, which is the same in every run.
func criterion(c Case) (Row, error) {
	e, err := programs.NewBIC(c.problem(2), 0)
	if err != nil {
		return Row{}, err
	}
	_, logw := e.Forward(nil)
	score := Score{How: accounts.Closed, Bias: logw - c.LogP, RMSE: math.Abs(logw - c.LogP)}
	return Row{Case: c.Name, Estimator: "BIC", Knob: "fit", Budget: 1, Cost: e.Cost(), Single: score,
		Combined: score, Combine: Same}, nil
}
