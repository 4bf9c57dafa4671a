package cause

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// The search that leaves out what falls behind finds what all slips find, each looked at in full: every slip that is
// within reach of the best has the same fit, and no other is found. So it names a cause where they do, and none where
// two are alike.
func TestNothingInReachIsLeftOut(t *testing.T) {
	logf := []float64{0, 1.3, -0.4, 2.1, 0.7, 1.9, -1.1, 0.2, 1.6}
	a := chains.Annealing{Grid: grid.New(3, 3), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(3),
		Bridge: chains.Geometric{From: make([]float64, 9), To: logf}}
	left := 0
	for power, moves := range map[float64]int{0.5: 30, 0.7: 300, 1: 40, 1.5: 2000} {
		c := Case{Annealing: a}
		d := sample.Seeded(uint64(moves))
		for level := 2; level <= 3; level++ {
			l := a.NewLevel()
			l.Move(level, a.Schedule.Beta(level))
			seen := Level{Written: laws.At(a.Grid, l), Seen: evidence.NewTally(9)}
			powered := chains.Annealing{Grid: a.Grid, Kernel: a.Kernel,
				Bridge: chains.Geometric{From: make([]float64, 9), To: scaledBy(power, l.LogF())}}
			op, _ := powered.Aimed(2, 1)
			for x, row := range laws.RowsOf(op, 9) {
				for range moves {
					seen.Seen.Add(x, d.Pick(row))
				}
			}
			c.Levels = append(c.Levels, seen)
		}
		slips := c.slips()
		found := c.fitting(t.Context(), slips, 1e-11)
		all, best := map[int]fit{}, math.Inf(-1)
		for i, s := range slips {
			f, ok := c.fits(t.Context(), s, 1e-11)
			if ok {
				all[i] = f
				best = max(best, f.logp)
			}
		}
		for i, f := range all {
			got, ok := found[i]
			if f.logp >= best-clear && (!ok || got != f) {
				t.Errorf("f^%v: slip %d is within %v of the best, and is left out: %v", power, i, best-f.logp, !ok)
			}
		}
		for i := range found {
			if _, ok := all[i]; !ok {
				t.Errorf("f^%v: slip %d is refuted, and found", power, i)
			}
		}
		left += len(all) - len(found)
	}
	if left == 0 {
		t.Error("no slip was left out")
	}
}

func scaledBy(power float64, logf []float64) []float64 {
	all := make([]float64, len(logf))
	for x, v := range logf {
		all[x] = power * v
	}
	return all
}
