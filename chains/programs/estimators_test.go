package programs_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"
)

// expected returns the mean of a function of log w over forward runs, along every path of the
// dice.
func expected(e programs.Estimator, phi func(logw float64) float64) (sum float64) {
	var logw float64
	for prob := range enumerate.Every(func(d chains.Dice) { _, logw = e.Forward(d) }) {
		sum += prob * phi(logw)
	}
	return sum
}

// lower returns E_fwd[log w].
func lower(e programs.Estimator) float64 {
	return expected(e, func(logw float64) float64 { return logw })
}

// coins returns a model of three flips, two heads and a tail: a chance of heads of 1/4, 1/2 or
// 3/4 with a prior of 1/2, 1/3 and 1/6, with an axis that the data do not depend on. The log densities of the prior and
// of the joint are up by constants.
func coins(first, last float64) programs.Problem {
	prior := []float64{1. / 2, 1. / 3, 1. / 6}
	chance := []float64{1. / 4, 1. / 2, 3. / 4}
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
	return programs.Problem{Observed: o, Annealing: chains.Annealing{
		Grid: grid.New(3, 2), Kernel: kernels.Identity{}, Schedule: chains.Linear(4), Bridge: o,
	}}
}

// TestBICOfCoins: the best chance is 3/4, with likelihood 9/64. The joint density, which is largest at 1/2, does not
// count. There are two axes, and so two parameters. With the other ends R is e^10 times larger.
func TestBICOfCoins(t *testing.T) {
	for _, c := range [][2]float64{{0, 0}, {-7, 3}} {
		e := must.Have(programs.NewBIC(coins(c[0], c[1])))(t)
		x, logw := e.Forward(nil)
		if x != 4 {
			t.Errorf("the best cell is %d, and 4 is right", x)
		}
		must.Close(t, logw, math.Log(9./64)-math.Log(3)+c[1]-c[0], 1e-12, "the criterion")
	}
}

// TestProgramsRefuseProblems: a program names what a problem lacks.
func TestProgramsRefuseProblems(t *testing.T) {
	p := coins(0, 0)
	p.Observed = nil
	for _, c := range []struct {
		spec    string
		problem programs.Problem
		says    string
	}{
		{"bic", p, "use a model from its prior"},
		{"smc-data:2", chaintest.Tilted(kernels.Metropolis{}, 3), "use a model from its prior"},
	} {
		m, err := programs.Read(c.spec)
		must.Do(t, err)
		must.Refuse(m(c.problem))(t, c.says, "%s", c.spec)
	}
	estimator(t, "vb:restarts=2", p)
}

// TestRejectionCountsItsTrials: the cost is the mean number of trials. They accept one of two cells with probability 1,
// where f_T/f_1 is largest, e^0.5, and the other with e^-1.2.
func TestRejectionCountsItsTrials(t *testing.T) {
	p := elsewhere()
	first, _ := p.Ends()
	prior := chains.Normalized(first)
	mean := 1 / (prior[1] + prior[2]*math.Exp(-2.5))
	must.Close(t, programs.NewRejection(p).Cost(), mean, 1e-12, "the mean number of trials")
}

// TestRejectionBelowAnyFloat: a cell whose mass is below any float is proposed too, with the weight of every run.
func TestRejectionBelowAnyFloat(t *testing.T) {
	r := programs.NewRejection(square(nil, 0, -900, 0, 0))
	must.Close(t, r.Reverse(1, nil), r.Reverse(0, nil), 1e-12, "log w of the cell")
}

// bound returns E_q[log f_T/f_1] + H(q) - log Z_1 of a distribution with these factors: E_fwd[log w] of its draws.
func bound(p programs.Problem, factors [][]float64) (sum float64) {
	first, last := p.Ends()
	logZ := chains.LogSum(first)
	for x, v := range last {
		q := 1.
		for axis, factor := range factors {
			q *= factor[p.Grid.Coord(x, axis)]
		}
		if q > 0 {
			sum += q * (v - logZ - math.Log(q))
		}
	}
	return sum
}

// improved reports whether another factor of the distribution has a better bound than this one.
func improved(t *rapid.T, p programs.Problem, factors [][]float64, best float64) bool {
	for _, factor := range factors {
		kept := slices.Clone(factor)
		for range 5 {
			for i := range factor {
				factor[i] = rapid.Float64Range(-3, 3).Draw(t, "log factor")
			}
			chains.Normalize(factor, factor)
			share := rapid.SampledFrom([]float64{1, 0.1, 1e-3}).Draw(t, "share")
			for i := range factor {
				factor[i] = (1-share)*kept[i] + share*factor[i]
			}
			if bound(p, factors) > best+1e-10 { // the last sweep of a climb gains up to 1e-12
				return true
			}
		}
		copy(factor, kept)
	}
	return false
}

// TestVBIsALocalBest: no other factor in the place of one has a better bound (BDMC, Appendix B.1), on any box, with
// walls and without; and the bound is E_fwd[log w]. A distribution of even factors is improved.
func TestVBIsALocalBest(t *testing.T) {
	found := false
	rapid.Check(t, func(t *rapid.T) {
		box := grid.New(rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "lengths")...)
		last := make([]float64, box.Size())
		walls := rapid.Bool().Draw(t, "walls")
		for x := range last {
			last[x] = rapid.Float64Range(-5, 0).Draw(t, "log f")
			if walls && x > 0 && rapid.IntRange(0, 3).Draw(t, "wall") == 0 {
				last[x] = math.Inf(-1)
			}
		}
		p := programs.Problem{Annealing: chains.To(last, box, kernels.Identity{}, 2)}
		e := programs.NewVB(p, 1, 1)
		prob, _ := e.Distribution()
		var factors, even [][]float64
		for axis := range box.Axes() {
			factors = append(factors, make([]float64, box.Len(axis)))
			even = append(even, slices.Repeat([]float64{1 / float64(box.Len(axis))}, box.Len(axis)))
			for x, q := range prob {
				factors[axis][box.Coord(x, axis)] += q
			}
		}
		best := bound(p, factors)
		if got := lower(e); math.Abs(got-best) > 1e-11 {
			t.Errorf("E_fwd[log w] is %.15g, and %.15g by the factors", got, best)
		}
		if improved(t, p, factors, best) {
			t.Errorf("another factor is better than those of %v", factors)
		}
		found = found || !walls && improved(t, p, even, bound(p, even))
	})
	if !found {
		t.Error("no even distribution is improved")
	}
}

// TestMoreRestartsNeverLose: each restart begins somewhere else, and the best of all is kept, wherever it stands in
// their order. A target with four modes has starts that lead to each.
func TestMoreRestartsNeverLose(t *testing.T) {
	to := make([]float64, 16)
	for x := range to {
		if to[x] = -3; x%5 == 0 { // on the diagonal
			to[x] = 2 + float64(x)/20
		}
	}
	p := programs.Problem{Annealing: chains.To(to, grid.New(4, 4), kernels.Identity{}, 2)}
	found := map[float64]bool{}
	best := lower(programs.NewVB(p, 100, 0))
	for seed := range uint64(30) {
		before := math.Inf(-1)
		for _, restarts := range []int{1, 2, 3, 6, 100} {
			last := lower(programs.NewVB(p, restarts, seed))
			if !(last >= before && last <= best+1e-9) {
				t.Errorf("seed %d: the bound goes from %g to %g with restart %d; %g is best", seed,
					before, last, restarts, best)
			}
			before = last
			if restarts == 1 {
				found[math.Round(1e6*last)/1e6] = true
			}
		}
	}
	if len(found) != 4 {
		t.Errorf("one start finds %d of 4 bounds: %v", len(found), found)
	}
}

// TestVBCountsItsUpdates: a product on a box is met by the first sweep over its axes, and the second
// finds no gain. Each update looks at all cells, and the weight at one.
func TestVBCountsItsUpdates(t *testing.T) {
	p := square(nil, 0.2+1.1, 0.2-0.4, -0.7+1.1, -0.7-0.4)
	must.Close(t, programs.NewVB(p, 2, 1).Cost(), 2*2*2*4+1, 1e-12, "the cost of two restarts")
	last := make([]float64, 12)
	for x := range last {
		last[x] = float64(x/6) + 0.5*float64(x/2%3) - 0.25*float64(x%2)
	}
	p = programs.Problem{Annealing: chains.To(last, grid.New(2, 3, 2), kernels.Identity{}, 2)}
	must.Close(t, programs.NewVB(p, 3, 1).Cost(), 3*2*3*12+1, 1e-12, "the cost of three restarts on three axes")
	p.Grid = grid.New(1<<10, 1<<11)
	_, err := must.Have(programs.Read("vb:restarts=2"))(t)(p)
	must.Fail(t, err, "restarts=2 on 2,097,152 cells take long; use restarts=1", "vb")
}
