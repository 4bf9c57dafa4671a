package power

import (
	"math"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/chains/sample"
)

// TestAgainst: so many draws of one law find it half of the time, and the hardest law of a size needs as many as
// evidence.Needed says. An impossible cell convicts at once, and no number of draws tells equal laws apart.
func TestAgainst(t *testing.T) {
	const level = 0.01
	p := []float64{0.25, 0.25, 0.25, 0.25}
	spread := []float64{0.3, 0.3, 0.2, 0.2}
	if got, want := against(spread, p, level, "").Draws, evidence.Needed(0.1, 4, level, half); got != float64(want) {
		t.Errorf("%v draws, and by the size of the fault %d", got, want)
	}
	q := []float64{0.4, 0.25, 0.2, 0.15}
	n := int(against(q, p, level, "").Draws)
	d, found := sample.Seeded(5, uint64(n)), 0
	const replicates = 200
	for range replicates {
		counts := make([]int, len(q))
		for range n {
			counts[d.Pick(q)]++
		}
		if evidence.Multinomial(counts, p, level, d).P <= level {
			found++
		}
	}
	if share := float64(found) / replicates; math.Abs(share-half) > 4*math.Sqrt(0.25/replicates) {
		t.Errorf("%d draws find it %v of the time, want half", n, share)
	}
	got := against([]float64{0.4, 0.5, 0.1}, []float64{0.5, 0.5, 0}, 1e-4, "").Draws
	if want := evidence.NeededToSee(0.1, half); got != float64(want) {
		t.Errorf("%v draws to see an impossible cell, want %d", got, want)
	}
	if need := against(p, p, level, ""); need != never {
		t.Errorf("%v draws tell a law from itself", need.Draws)
	}
}
