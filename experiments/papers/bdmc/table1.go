package bdmc

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Fit has an entry of Table 1: log p(y) under one model, of data from the same or another model.
type Fit struct {
	Seed  int     `column:"seed"`
	From  string  `column:"data_from"`
	Model string  `column:"model"`
	LogP  float64 `column:"log_p_y"`
}

// noises and signals are the lattice of standard deviations over which the parameters are integrated out, with the same
// prior mass on each pair: no fixed value is right for data from another model (footnote 6).
var (
	noises  = []float64{0.25, 0.5, 1, 2}
	signals = []float64{0.5, 1, 2, 4}
)

// table1 fits every model to the data of a case.
func table1(c Case) (fits []Fit) {
	for _, m := range models {
		fits = append(fits, Fit{Seed: c.Seed, From: c.Model, Model: m.name, LogP: integrated(c, m)})
	}
	return fits
}

// integrated returns log p(y) of a case's data under one of the models, with its parameters integrated out.
func integrated(c Case, under model) float64 {
	m := c.Target.Model
	var all []float64
	for _, noise := range noises {
		for _, signal := range signals {
			all = append(all, chains.LogSum(under.of(m.N, m.D, noise, signal).Given(m.Data).LogF))
		}
	}
	return floats.LogSumExp(all) - math.Log(float64(len(all)))
}
