package sweep

import (
	"math"
	"testing"
	"time"

	"breadboard/experiments/journal"
)

// If a job takes as long as its cost says, times a factor of its kernel, the estimate is
// the sum over all jobs, or the longest of them on many workers. One job of every kernel
// and schedule is asked about, and it is small where there are small ones.
func TestEstimate(t *testing.T) {
	plan, err := Spec{Toy: List{"easy,barrier"}, Seed: List{"1..3"}, Kernel: List{"metropolis,king"},
		Schedule: List{"linear,sigmoid:4"}, T: List{"10,1000,100000"}}.Plan(journal.Build{})
	if err != nil {
		t.Fatal(err)
	}
	w := plan.Work(journal.Shard{})
	cost, slow := map[string]int{}, map[string]float64{"metropolis": 1e-6, "king": 3e-6}
	sum, longest := 0.0, 0.0
	costs := plan.costs()
	for i, j := range plan.Jobs() {
		cost[j.String()] = costs[i]
		sum += slow[j.Kernel] * float64(costs[i])
		longest = max(longest, slow[j.Kernel]*float64(costs[i]))
	}
	for workers, want := range map[int]float64{1: sum, 2: sum / 2, 1000: longest} {
		asked := map[[2]string]int{}
		got := w.Estimate(workers, func(j Job) time.Duration {
			asked[[2]string{j.Kernel, j.Schedule}]++
			if cost[j.String()] > probeCost {
				t.Errorf("%v is asked about, which costs %d", j, cost[j.String()])
			}
			return time.Duration(slow[j.Kernel] * float64(cost[j.String()]) * float64(time.Second))
		})
		if math.Abs(got.Seconds()/want-1) > 1e-6 {
			t.Errorf("%d workers take %v, want %v s", workers, got, want)
		}
		if len(asked) != 4 {
			t.Errorf("asked about %v, want one job of each of 2 kernels and 2 schedules", asked)
		}
	}
}
