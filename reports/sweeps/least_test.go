package sweeps

import (
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// A reader who sees the same digits twice sees both marked, or none: the least of a match is what is written as the
// least.
func TestLeastIsWhatIsWritten(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 9))
	for range 200 {
		var all []ranking.Outcome
		at := math.Exp(3 * dice.NormFloat64())
		for _, schedule := range []string{"linear", "fisher", "friction", "constant"} {
			o := ranking.Outcome{}
			o.Job = sweep.Job{}
			o.Job.T, o.Job.Schedule = 10, schedule
			o.J.Q2 = at * (1 + 1e-5*dice.Float64())
			o.B.Q2 = 2 * at * (1 + float64(dice.IntN(2)))
			all = append(all, o)
		}
		least := math.Inf(1)
		for _, o := range all {
			least = min(least, o.J.Q2)
		}
		for i := range all {
			all[i].LeastJ = all[i].J.Q2 == least
		}
		for _, o := range seenLeast(all) {
			if want := table.Short(o.J.Q2) == table.Short(least); o.LeastJ != want {
				t.Errorf("%s is marked as the least beside %s: %v", table.Short(o.J.Q2), table.Short(least), o.LeastJ)
			}
		}
	}
}
