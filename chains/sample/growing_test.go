package sample

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/programs"
)

// grown are the runs of o.Chains chains, in parts that end here.
func grown(t *testing.T, e programs.Estimator, p programs.Problem, o Options, ends ...int) (all Runs) {
	t.Helper()
	for _, end := range ends {
		o.Chains = end
		more, err := RunProgram(t.Context(), e, p, o)
		if err != nil {
			t.Fatal(err)
		}
		all.Append(more)
		o.After = end
	}
	return all
}

// TestGrownRunsAreOneRun: parts of a run, appended, are the run of all chains, bit for bit.
func TestGrownRunsAreOneRun(t *testing.T) {
	p := barrierAt(20)
	for name, e := range map[string]programs.Estimator{
		"annealing":  programs.AIS{Problem: p},
		"sir":        programs.NewSIR(p, 3),
		"smc":        programs.SMC{Problem: p, P: 4, Share: math.Inf(1)},
		"no reverse": oneWay{programs.NewSIR(p, 3)},
	} {
		o := Options{Chains: 9000, Seed: 3, Workers: 3, Keep: true}
		want, err := RunProgram(t.Context(), e, p, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Workers = 2
		if diff := cmp.Diff(want, grown(t, e, p, o, Block, 2*Block, 9000)); diff != "" {
			t.Errorf("%s: grown runs differ (-one +grown):\n%.500s", name, diff)
		}
	}
}

// TestFirstOfRuns: the first runs of a program are a run of so many. The first chains of an annealing are as many whole
// blocks as such a run has. The counts are those of the cells.
func TestFirstOfRuns(t *testing.T) {
	p := barrierAt(20)
	for _, c := range []struct {
		e        programs.Estimator
		n, after int
	}{{programs.NewSIR(p, 3), 100, 0}, {programs.AIS{Problem: p}, 2 * Block, 0}} {
		o := Options{Chains: 9000, Seed: 3, Keep: true}
		all, err := RunProgram(t.Context(), c.e, p, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Chains = c.n
		want, err := RunProgram(t.Context(), c.e, p, o)
		if err != nil {
			t.Fatal(err)
		}
		want.Forward.Starts, want.Reverse.Ends = nil, nil
		if diff := cmp.Diff(want, all.First(c.n)); diff != "" {
			t.Errorf("%T: the first %d differ (-run +first):\n%.500s", c.e, c.n, diff)
		}
	}
}

// TestAfterIsAPlaceInTheRun: a place inside a block of an annealing, or behind all chains, is a programmer's error.
func TestAfterIsAPlaceInTheRun(t *testing.T) {
	p := barrierAt(3)
	for _, after := range []int{1, Block + 1, 9000, -Block} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("chains after %d of 9000 are run", after)
				}
			}()
			_, _ = RunProgram(t.Context(), programs.AIS{Problem: p}, p, Options{Chains: 9000, Seed: 3, After: after})
		}()
	}
}
