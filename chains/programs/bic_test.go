package programs_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// coins is a model of three flips, two heads and a tail: a chance of heads of 1/4, 1/2 or
// 3/4 with a prior of 1/2, 1/3 and 1/6, beside an axis that the data do not depend on. The
// log densities of the prior and of the joint are up by constants.
func coins(first, last float64) programs.Problem {
	prior, chance := []float64{1. / 2, 1. / 3, 1. / 6}, []float64{1. / 4, 1. / 2, 3. / 4}
	steps := make([][]float64, 4)
	for t := range steps {
		for x := range 6 {
			up := first + (last-first)*float64(t)/3
			logf := up + math.Log(prior[x/2]) + float64(min(t, 2))*math.Log(chance[x/2])
			if t == 3 {
				logf += math.Log(1 - chance[x/2])
			}
			steps[t] = append(steps[t], logf)
		}
	}
	o := &chains.Observations{Steps: steps, Axes: [][]int{{}, {}, {}}}
	return programs.Problem{Observed: o, Sample: 1, Annealing: chains.Annealing{
		Grid: grid.New(3, 2), Kernel: kernels.Identity{}, Schedule: chains.Linear(4), Bridge: o,
	}}
}

// The best chance is 3/4, with likelihood 9/64.
func TestBICOfCoins(t *testing.T) {
	for _, c := range []struct {
		k           int
		penalty     float64
		first, last float64
	}{
		{k: 0, penalty: math.Log(3)}, // two axes
		{k: 1, penalty: math.Log(3) / 2},
		{k: 5, penalty: 5 * math.Log(3) / 2},
		{k: 1, penalty: math.Log(3) / 2, first: -7, last: 3}, // R is e^10 times larger
	} {
		e, err := programs.NewBIC(coins(c.first, c.last), c.k)
		if err != nil {
			t.Fatal(err)
		}
		x, logw := e.Forward(nil)
		if x != 4 {
			t.Errorf("k = %d: the best cell is %d, and 4 is right", c.k, x)
		}
		near(t, "the criterion", logw, math.Log(9./64)-c.penalty+c.last-c.first)
	}
}

// The likelihood counts and not the joint density, which is largest at 1/2: 1/24 there, and
// 9/384 at 3/4.
func TestBICIgnoresThePrior(t *testing.T) {
	p := coins(0, 0)
	_, joint := p.Ends()
	if !(joint[2] > joint[4]) {
		t.Errorf("the joint density is %g at 1/2 and %g at 3/4", math.Exp(joint[2]), math.Exp(joint[4]))
	}
}

func TestBICHasNoReverse(t *testing.T) {
	e, err := programs.NewBIC(coins(0, 0), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := programs.Estimator(e).(programs.Program); ok {
		t.Error("bic has a reverse")
	}
}

func TestBICNeedsObservations(t *testing.T) {
	p := coins(0, 0)
	p.Observed = nil
	if _, err := programs.NewBIC(p, 0); err == nil {
		t.Error("no error without observations")
	}
}
