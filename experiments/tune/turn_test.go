package tune

import (
	"math"
	"testing"

	"breadboard/grid/must"
)

// TestTurn: along a dial, with all else where it is, no value of a grid that is afforded has less J than what a turn
// finds, and that is afforded too. Fewer steps that stay would have less J, and cost more.
func TestTurn(t *testing.T) {
	const price, looks = 12, 30
	s := searchOf(t, small[1], "lazy:0..0.9", "geometric", price)
	s.job.Goal = ByJ
	s.job.Part = Kernels // betas stay where they are
	from, _ := s.plain([2]float64{0.35, middle})
	found := s.turn(from, ofKernel)
	if cost := found.at.cost(s.weight, found.steps); cost > price {
		t.Errorf("a turn to %v evaluations", cost)
	}
	dear := 0
	for k := -looks; k <= looks; k++ {
		shares := from.shares
		shares[ofKernel] += swing * float64(k) / looks
		at, _ := s.place(shares)
		if at.cost(s.weight, from.steps) > price {
			dear++
			continue
		}
		if v := at.value(t.Context(), from.levels, from.steps); v < found.value*(1-1e-3) {
			t.Errorf("a turn found J = %v, and at %v it is %v", found.value, shares[ofKernel], v)
		}
	}
	if dear == 0 {
		t.Error("everything is afforded")
	}
}

// TestDialAlone: where a dial is all that is free, no value of a fine grid over its range has less J than what is
// found, with equal steps of beta. The kernel jumps, so that a gradient alone does not lead there.
func TestDialAlone(t *testing.T) {
	s := searchOf(t, small[1], "langevin:0.3..3", "geometric", 40)
	s.job.Goal = ByJ
	s.job.Part = Kernels
	found, _, err := s.best()
	must.Do(t, err)
	for k := range 101 {
		share := float64(k) / 100
		p, ok := s.plain([2]float64{share, middle})
		if ok && p.value < found.value*(1-1e-3) {
			t.Errorf("J = %v was found, and at %v of the range it is %v", found.value, share, p.value)
		}
	}
}

// TestGolden: what is looked at comes near the least value of a valley, wherever that lies.
func TestGolden(t *testing.T) {
	for _, bottom := range []float64{-1, -0.7, 0.1, 0.93, 2} {
		nearest := math.Inf(1)
		golden(-1, 2, func(x float64) float64 {
			nearest = min(nearest, math.Abs(x-bottom))
			return math.Abs(x - bottom)
		})
		must.Near(t, nearest, 0, 3e-3, "of the least at %v", bottom) // 14 tries leave 0.618^15 of the way
	}
}
