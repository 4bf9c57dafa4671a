package following_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
	"breadboard/experiments/following"
	"breadboard/grid/must"
)

// turn returns an update of the ring: a Metropolis move by so many cells, of the density to a power.
func turn(by int, power float64) *written {
	return &written{own: sample.Seeded(uint64(by)), step: func(logf []float64, x int, d chains.Dice) int {
		y := (x + by*(1-2*d.Pick([]float64{1, 1})) + 7) % 7
		if a := math.Exp(min(0, power*(logf[y]-logf[x]))); d.Pick([]float64{a, 1 - a}) == 0 {
			return y
		}
		return x
	}}
}

// TestScan: the rows of a scan are those of all ways of its updates one after the other, also from some cells alone,
// though each update is followed by itself. The update that misses p is named, and of one that hides what it draws.
func TestScan(t *testing.T) {
	parts := []*written{turn(1, 1), turn(2, 0.9), turn(3, 1)}
	var updates []outside.Step
	for _, w := range parts {
		updates = append(updates, w)
	}
	s := following.NewScan(updates, ring, enumerate.Limits{}, 1)
	whole := func(x int, d chains.Dice) int {
		for _, w := range parts {
			x = w.step(logf, x, d)
		}
		return x
	}
	for _, cells := range [][]int{{0, 1, 2, 3, 4, 5, 6}, {5, 2}} {
		p, _, err := s.Rows(t.Context(), 1, slices.Clone(logf), cells)
		must.Do(t, err)
		for i, x := range cells {
			want := enumerate.Distribution(func(d chains.Dice) int { return whole(x, d) })
			for y, v := range p[i*7:][:7] {
				must.Near(t, v, want[y], 1e-15, "from %d to %d", x, y)
			}
		}
	}
	if missing := s.Missing(); !slices.Equal(missing, []int{1}) {
		t.Errorf("updates %v miss p, and the second does", missing)
	}
	said, err := s.Agree(t.Context())
	must.Do(t, err)
	must.Say(t, said, "a scan of 3 updates, each by itself; followed: ", "free runs agree")

	clock := 0
	hides := turn(1, 1)
	told := hides.step
	hides.step = func(logf []float64, x int, d chains.Dice) int {
		clock++
		return (told(logf, x, d) + clock) % 7
	}
	s = following.NewScan([]outside.Step{parts[0], hides}, ring, enumerate.Limits{}, 1)
	_, _, err = s.Rows(t.Context(), 1, slices.Clone(logf), []int{0, 1, 2, 3, 4, 5, 6})
	if none := (outside.NotTold{}); !errors.As(err, &none) || !none.Unsure {
		t.Errorf("an update that hides: %v", err)
	}
	must.Say(t, err.Error(), "in update 2 of 2 your step remembers earlier calls")
}
