package tune

import (
	"math"
	"testing"

	"breadboard/grid/must"
)

// TestTurn: along a dial, with all else where it is, no value of a grid that is afforded has less J than what a turn
// finds, and that is afforded too. Fewer steps that stay would have less J, and cost more.
func TestTurn(t *testing.T) {
	const price = 12
	dear := 0
	for _, kernel := range []string{"lazy:0..0.9", "langevin:0.3..3"} {
		s := searchOf(t, small[1], kernel, "geometric", price)
		s.job.Goal = ByJ
		s.job.Part = Kernels // betas stay where they are
		from, ok := s.plain([2]float64{0.35, middle})
		if !ok {
			t.Fatalf("%s: no run", kernel)
		}
		found := s.turn(from, ofKernel)
		if cost := found.at.cost(s.weight, found.steps); cost > price {
			t.Errorf("%s: a turn to %v evaluations", kernel, cost)
		}
		const looks = 30
		for k := -looks; k <= looks; k++ {
			shares := from.shares
			shares[ofKernel] += swing * float64(k) / looks
			at, ok := s.place(shares)
			if !ok {
				t.Fatalf("%s: no kernel at %v", kernel, shares)
			}
			if at.cost(s.weight, from.steps) > price {
				dear++
				continue
			}
			if v := at.value(t.Context(), from.levels, from.steps); v < found.value*(1-1e-3) {
				t.Errorf("%s: a turn found J = %v, and at %v it is %v", kernel, found.value, shares[ofKernel], v)
			}
		}
	}
	if dear == 0 {
		t.Error("everything is afforded")
	}
}

// TestDialAlone: where a dial is all that is free, no value of a fine grid over its range has less J than what is found,
// with equal steps of beta. The kernel jumps, so that a gradient alone does not lead there.
func TestDialAlone(t *testing.T) {
	s := searchOf(t, small[1], "langevin:0.3..3", "geometric", 40)
	s.job.Goal = ByJ
	s.job.Part = Kernels
	found, _, err := s.best()
	must.Do(t, err)
	const looks = 100
	for k := range looks + 1 {
		share := float64(k) / looks
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
		if !(nearest < 3e-3) { // 14 tries leave 0.618^15 of the way
			t.Errorf("the least is at %v, and it comes within %v", bottom, nearest)
		}
	}
}
