package tempering

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/weights"
)

// The rivals. A run that keeps log f of the cell where it stands pays for the first cell, and then for one proposal at
// each step: T levels take T evaluations, and P particles P times as many.
const (
	annealing = "annealing"
	chain     = "a chain at the target"
	draws     = "a chain of draws"
	two       = "smc:2"
	four      = "smc:4"
)

// fewStates is up to where the law of four particles is computed in seconds.
const fewStates = 30

// rivals are all of them.
func (s subject) rivals(ctx context.Context, c experiments.Chain) (all []Rival, err error) {
	for _, method := range []string{annealing, chain, draws, two, four} {
		if method == four && c.States > fewStates {
			continue
		}
		row := Rival{Set: s.set, Family: s.family, Target: s.name(), Method: method, RMSE: math.NaN()}
		for i, to := range []*float64{&row.J30, &row.J100, &row.J300} {
			*to, row.RMSE, err = rival(ctx, c, method, prices[i])
			if err != nil {
				return nil, err
			}
		}
		all = append(all, row)
	}
	return all, nil
}

// rival is J of what a method returns at a price, and the error of its log R.
func rival(ctx context.Context, c experiments.Chain, method string, price int) (J, rmse float64, err error) {
	switch method {
	case annealing:
		r, err := exact.Options{Unchecked: true}.Run(ctx, c.Base(chains.Linear(price)))
		if err != nil {
			return 0, 0, err
		}
		return r.J(), math.Hypot(r.FwdLaw.Mean-r.LogR, math.Sqrt(r.FwdLaw.Variance)), nil
	case chain, draws:
		a := c.Base(chains.Linear(2).Standing([]int{price - 1}))
		if method == draws { // from the initial density, accepted by f over it
			a.Kernel = kernels.IndependenceFrom{}
		}
		r, err := exact.Measure(ctx, a)
		if err != nil {
			return 0, 0, err
		}
		return r.J(), math.NaN(), nil
	}
	particles := 2
	if method == four {
		particles = 4
	}
	T := price / particles
	row, err := weights.Account(ctx, c, c.Base(chains.Linear(T)), method, nil)
	if err != nil {
		return 0, 0, err
	}
	return row.J(), row.Account.RMSEFwd.Value, nil
}
