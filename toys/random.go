package toys

import (
	"math/rand/v2"

	"breadboard/grid"
)

// The default seeds of the random toys. Of the first 100,000 seeds they give the draws
// that come closest to all figures that BREAD publishes for the toy: J at T = 100, J and
// B at T = 1000. `breadboard seeds` makes the search. The paper's own draws were never
// published; these only look like them.
const (
	EasySeed = 80996
	HardSeed = 76521
)

// Easy is EASY RANDOM: log f ~ N(0, 2) in each cell; 2 is the standard deviation.
func Easy(seed uint64) Target { return Random("easy", 2, seed) }

// Hard is HARD RANDOM: log f ~ N(0, 10) in each cell.
func Hard(seed uint64) Target { return Random("hard", 10, seed) }

// Random draws log f ~ N(0, sigma) independently in each cell of a 7x7 grid; sigma is the
// standard deviation. One seed gives the same normal draws for every sigma.
func Random(name string, sigma float64, seed uint64) Target {
	g := grid.New(7, 7)
	rng := rand.New(rand.NewPCG(seed, 0))
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = sigma * rng.NormFloat64()
	}
	return Target{Name: name, Grid: g, LogF: logf}
}

func randomOf(params []string, seed uint64) (grid.Grid, func() Target, error) {
	sigma, err := real("SIGMA", params[0], 0, 1e6)
	return small(Random("random:"+params[0], sigma, seed), err)
}
