package programs_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

func TestRejectionKeepsTheLaw(t *testing.T) {
	of := func(p programs.Problem) programs.Program { return programs.NewRejection(p) }
	chaintest.ProgramLaws(t, of, chaintest.Problems(kernels.Identity{}, 2)...)
	chaintest.ProgramLaws(t, of, elsewhere())
}

// underbounded takes half of the largest ratio as the bound, and accepts any cell above it.
type underbounded struct{ programs.Rejection }

func (p underbounded) Forward(d chains.Dice) (x int, logw float64) {
	prior, _ := programs.NewImportance(p.Problem).Law()
	bound, accepted := math.Inf(-1), make([]float64, len(prior))
	for x := range prior {
		bound = max(bound, p.ratio(x)-math.Ln2)
	}
	for x, mass := range prior {
		accepted[x] = mass * min(1, math.Exp(p.ratio(x)-bound))
	}
	_, logw = p.Rejection.Forward(d)
	return d.Pick(accepted), logw
}

// ratio is log f_T/f_1.
func (p underbounded) ratio(x int) float64 { return programs.NewImportance(p.Problem).Reverse(x, nil) }

func TestBrokenRejectionIsFound(t *testing.T) {
	of := func(p programs.Problem) programs.Program { return underbounded{programs.NewRejection(p)} }
	chaintest.BrokenProgram(t, of, chaintest.Problems(kernels.Identity{}, 2)...)
}

// TestRejectionCountsItsTrials: the loop itself, cut off after 300 trials, accepts the cells
// in proportion to the law, and needs Cost trials on average.
func TestRejectionCountsItsTrials(t *testing.T) {
	p := elsewhere()
	first, last := p.Ends()
	prior := chains.Normalized(first)
	logM := last[1] - first[1] // 0.5; the other shared cell has -2
	perTrial := make([]float64, len(first))
	for x, mass := range prior {
		perTrial[x] = mass * math.Exp(last[x]-first[x]-logM)
	}
	perTrial[3] = 0 // never proposed
	accept := perTrial[1] + perTrial[2]
	trials, q := 0.0, make([]float64, len(first))
	for n, going := 1, 1.0; n <= 300; n, going = n+1, going*(1-accept) {
		trials += going
		for x := range q {
			q[x] += going * perTrial[x]
		}
	}
	r := programs.NewRejection(p)
	law, _ := r.Law()
	for x := range q {
		near(t, "the law of the loop", law[x], q[x])
	}
	near(t, "the mean number of trials", r.Cost(), trials)
}

// A cell whose mass is below any float is proposed all the same: its weight is that of every run.
func TestRejectionBelowAnyFloat(t *testing.T) {
	r := programs.NewRejection(square(0, -900, 0, 0))
	near(t, "log w of the cell", r.Reverse(1, nil), r.Reverse(0, nil))
}
