package sample

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestESSCovers: with normal log weights of variance v the ESS is e^-v, and in reverse their mean is v higher.
// Intervals of 95% without a warning cover it, whether few runs pass or nearly all. Judged by the weights and not by
// their squares, those of a deviation of 1.3 in 10,000 chains cover 79% of the time, and those of 1.6 less than 30%.
func TestESSCovers(t *testing.T) {
	const least, tooFew = 0.88, 12
	rng := rand.New(rand.NewPCG(3, 4))
	for _, sd := range []float64{0.3, 0.7, 1, 1.3, 1.6} {
		for _, n := range []int{200, 1000, 10_000} {
			runs := 100
			if n == 10_000 {
				runs = 40
			}
			passed, covered := 0, 0
			for range runs {
				r := normalRuns(rng, n, sd)
				e := r.ESS()
				if e.Warning != "" {
					continue
				}
				passed++
				if math.Abs(e.Value-math.Exp(-sd*sd)) <= 1.96*e.StdErr {
					covered++
				}
			}
			what := fmt.Sprintf("a deviation of %v in %d chains", sd, n)
			t.Logf("%s: %d of %d pass, %d cover", what, passed, runs, covered)
			if passed >= tooFew && float64(covered) < least*float64(passed) {
				t.Errorf("%s: %d of %d intervals without a warning cover the ESS", what, covered, passed)
			}
			if sd == 0.3 && n == 10_000 && passed < runs*9/10 {
				t.Errorf("%s: only %d of %d pass", what, passed, runs)
			}
		}
	}
}

// normalRuns returns runs with normal log weights and log R = 0. By Crooks' law their reverse has the same variance.
func normalRuns(rng *rand.Rand, n int, sd float64) (r Runs) {
	for range n {
		r.Forward.LogW = append(r.Forward.LogW, sd*rng.NormFloat64()-sd*sd/2)
		r.Reverse.LogW = append(r.Reverse.LogW, sd*rng.NormFloat64()+sd*sd/2)
	}
	return r
}
