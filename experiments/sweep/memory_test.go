package sweep

import (
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/journal"
)

// The chains that are foretold to wait for their next job are those that a pool keeps at most, when every family has
// run one of its two jobs: of all targets and draws, and of all that a family has of its own.
func TestWaitingChainsAreForetold(t *testing.T) {
	one, two := dataFile(t, "one.csv", "1,2\n3,4\n"), dataFile(t, "two.csv", "0,0\n1,1\n")
	for _, s := range []Spec{
		{Target: List{one}}, {Target: List{one, two}}, {Toy: List{"easy"}, Seed: List{"1..5"}},
		{Toy: List{"easy,hard"}, Seed: List{"1..3"}, Target: List{two}, Kernel: List{"metropolis,barker"}},
		{Target: List{one, two}, Initial: List{"uniform,tempered:0.5"}, Bridge: List{"geometric,power:0.5"},
			Program: List{"ais,importance"}},
	} {
		s.T = List{"3,4"}
		plan, err := s.Plan(journal.Build{})
		if err != nil {
			t.Fatal(err)
		}
		foretold := foretoldChains(t, plan)
		jobs := plan.Jobs()
		pool := newPool(jobs)
		for _, j := range jobs {
			if j.T == 4 {
				if _, err := pool.chain(j); err != nil {
					t.Fatal(err)
				}
			}
		}
		// All families of a target count as the largest of them, which may have more densities than others.
		if waits := pool.sum; !(foretold >= waits && foretold <= 1.2*waits) {
			t.Errorf("%v: chains of %.0f bytes are foretold to wait, and %.0f wait", s, foretold, waits)
		}
	}
}

// foretoldChains is what is foretold for chains that wait: all but the dearest job, the only one to run.
func foretoldChains(t *testing.T, plan Plan) float64 {
	t.Helper()
	running := 0.0
	var spaces []experiments.Space
	for _, s := range plan.Settings() {
		space, err := s.Space()
		if err != nil {
			t.Fatal(err)
		}
		spaces = append(spaces, space)
		for _, n := range plan.needs(space, 1) {
			running = max(running, n.Bytes)
		}
	}
	return plan.Bytes(spaces, 1, 0) - running
}
