package bdmc

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/toys"
)

// A Fit is an entry of Table 1: log p(y) under one model, of data from the same or another model.
type Fit struct {
	From, Model string
	LogP        float64
	Less        float64 // the log p(y) of the model that the data came from, less this
}

// The parameters are not fixed here, because no value would be right for data from another model
// (BDMC, footnote 6). They are integrated out over a lattice of standard deviations, with the
// same prior mass on each pair.
var (
	noises  = []float64{0.25, 0.5, 1, 2}
	signals = []float64{0.5, 1, 2, 4}
)

// fitted are the models, as functions of their parameters. A signal is the standard deviation of
// centres, of the products of factors, or of features.
var fitted = map[string]func(c Case, noise, signal float64) toys.Model{
	"clustering": func(c Case, noise, signal float64) toys.Model {
		return toys.Clustering{N: c.n(), K: 4, D: c.d(), Centres: signal, Noise: noise}.Model()
	},
	"low rank": func(c Case, noise, signal float64) toys.Model {
		root := math.Sqrt(signal)
		return toys.LowRank{N: c.n(), D: c.d(), K: 1, Rows: root, Columns: root, Noise: noise}.Model()
	},
	"binary": func(c Case, noise, signal float64) toys.Model {
		return toys.Attributes{N: c.n(), K: 2, D: c.d(), Share: 0.5, Features: signal, Noise: noise}.Model()
	},
}

func (c Case) n() int { return c.Target.Model.N }
func (c Case) d() int { return c.Target.Model.D }

// table1 fits every model to the data of every case, row by row.
func table1(ctx context.Context, cases []Case, progress experiments.Progress) ([]Fit, error) {
	fits := make([]Fit, len(cases)*len(cases))
	err := experiments.Each(ctx, len(fits), progress, func(ctx context.Context, i int) error {
		from, model := cases[i/len(cases)], cases[i%len(cases)].Name
		logP, err := integrated(ctx, from, model)
		fits[i] = Fit{From: from.Name, Model: model, LogP: logP}
		return err
	})
	for i := range fits {
		own := fits[i/len(cases)*(len(cases)+1)]
		fits[i].Less = own.LogP - fits[i].LogP
	}
	return fits, err
}

// integrated is log p(y) of a case's data under a model, with its parameters integrated out.
func integrated(ctx context.Context, c Case, model string) (float64, error) {
	of, ok := fitted[model]
	if !ok {
		panic(fmt.Sprintf("bdmc: no model %q", model))
	}
	var all []float64
	for _, noise := range noises {
		for _, signal := range signals {
			if ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
			all = append(all, chains.LogSum(of(c, noise, signal).Given(c.Target.Model.Data).LogF))
		}
	}
	return floats.LogSumExp(all) - math.Log(float64(len(all))), nil
}
