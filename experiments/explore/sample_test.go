package explore_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/explore"
	"breadboard/experiments/sampling"
	"breadboard/grid/must"
)

// told returns all that Sample tells.
func told(t *testing.T, q explore.Question, chains int, seed uint64) (all []explore.Sampled) {
	t.Helper()
	err := explore.Sample(t.Context(), q, chains, seed, func(s explore.Sampled) error {
		all = append(all, s)
		return nil
	})
	must.Do(t, err)
	return all
}

// TestSampleEndsAsTheCommand: the last estimates are those that the command makes by the same seed, digit for digit.
func TestSampleEndsAsTheCommand(t *testing.T) {
	for _, q := range []explore.Question{
		{Toy: "barrier", T: 30},
		{Toy: "ising:2x2:0.4", Kernel: "cycle", T: 9},
		{Toy: "barrier", Program: "sir:5", T: 5},
	} {
		n, seed := 1500, uint64(8)
		if q.Program != "" {
			n = 5000 // beyond one block of chains
		}
		all := told(t, q, n, seed)
		c := must.Have(q.Chain())(t)
		by := sampling.Plan{Chains: n, Seed: seed}
		want := must.Have(crosscheck.OfEach(t.Context(), c, []int{c.T}, []string{c.Program}, by, nil))(t)[0]
		last := all[len(all)-1]
		if last.Chains != n || last.Of != n || len(last.Estimates) != len(want.Comparisons) {
			t.Fatalf("%+v: %d of %d chains, %d estimates; %d of %d, %d are expected", q, last.Chains, last.Of,
				len(last.Estimates), n, n, len(want.Comparisons))
		}
		for i, e := range want.Comparisons {
			got := last.Estimates[i]
			same := explore.Estimate{Name: e.Formula(), Key: e.Name, Unit: got.Unit, Value: explore.Number(e.Estimate),
				Low: explore.Number(e.Interval.Low), High: explore.Number(e.Interval.High),
				Exact: explore.Number(e.Exact)}
			if got != same {
				t.Errorf("%+v: %+v; the command has %+v", q, got, same)
			}
		}
	}
}

// TestSampleCounts: every chain is counted in a cell, and none on a wall.
func TestSampleCounts(t *testing.T) {
	for _, s := range told(t, explore.Question{Toy: "staircase", T: 20}, 300, 3) {
		sum := 0
		c := must.Have(experiments.Setting{Toy: "staircase"}.Chain())(t)
		for x, n := range s.Counts {
			sum += n
			if n > 0 && c.Target.Grid.Wall(x) {
				t.Errorf("%d chains end on the wall %d", n, x)
			}
		}
		if sum != s.Chains || len(s.Counts) != c.Target.Grid.Size() {
			t.Errorf("%d of %d chains are counted in %d cells", sum, s.Chains, len(s.Counts))
		}
	}
}

// TestSampleWithoutAnAccount: a program that is too large for an exact account says so, and has estimates.
func TestSampleWithoutAnAccount(t *testing.T) {
	q := explore.Question{Toy: "barrier", Program: "smc:1000:ess=0.5", T: 5}
	all := told(t, q, 64, 3)
	last := all[len(all)-1]
	say := strings.Join(last.Warnings, "; ")
	if !math.IsNaN(float64(last.Estimates[0].Exact)) || !strings.Contains(say, "estimates alone") {
		t.Errorf("%s is exactly %v, with the warnings %q", last.Estimates[0].Name,
			last.Estimates[0].Exact, last.Warnings)
	}
}
