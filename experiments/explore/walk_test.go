package explore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

func walkers(t *testing.T, q explore.Question, n, frames int, seed uint64) explore.Walkers {
	t.Helper()
	w, err := explore.Walk(t.Context(), q, n, frames, seed)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestWalkIsFixedByItsSeed: a walker goes the same way beside others and with other frames, and another by another seed.
func TestWalkIsFixedByItsSeed(t *testing.T) {
	q := explore.Question{Toy: "staircase", T: 101}
	few, many := walkers(t, q, 2, 11, 5), walkers(t, q, 16, 101, 5)
	if want := "[1 11 21 31 41 51 61 71 81 91 101]"; fmt.Sprint(few.Levels) != want || few.Betas[10] != 1 {
		t.Errorf("the levels are %v, the last beta %v; %s are expected, and 1", few.Levels, few.Betas[10], want)
	}
	for i, cells := range few.Cells {
		for k, x := range cells {
			if at := many.Cells[i][few.Levels[k]-1]; at != x {
				t.Errorf("walker %d is in cell %d at level %d, and in %d among others", i, x, few.Levels[k], at)
			}
		}
	}
	if other := walkers(t, q, 2, 11, 6); slices.Equal(other.Cells[0], few.Cells[0]) {
		t.Error("another seed makes the same walk")
	}
	if slices.Equal(many.Cells[0], many.Cells[1]) {
		t.Error("two walkers go the same way")
	}
}

// TestWalkKeepsToTheGrid: Metropolis moves to a neighbour or stays, and enters no wall.
func TestWalkKeepsToTheGrid(t *testing.T) {
	q := explore.Question{Toy: "staircase", T: 200}
	c, err := q.Chain()
	if err != nil {
		t.Fatal(err)
	}
	g := c.Target.Grid
	for i, cells := range walkers(t, q, 16, 200, 1).Cells {
		for k := 1; k < len(cells); k++ {
			from, to := g.Coords(cells[k-1]), g.Coords(cells[k])
			if far := max(from[0]-to[0], to[0]-from[0]) + max(from[1]-to[1], to[1]-from[1]); far > 1 || g.Wall(cells[k]) {
				t.Errorf("walker %d goes from %v to %v, wall %v", i, from, to, g.Wall(cells[k]))
			}
		}
	}
}

// TestWalkRefuses: numbers of walkers and of frames beyond the limits.
func TestWalkRefuses(t *testing.T) {
	for _, c := range []struct {
		walkers, frames int
		want            string
	}{{-1, 10, "from 1 to 16"}, {17, 10, "from 1 to 16"}, {1, 1, "from 2 to 201"}, {1, 202, "from 2 to 201"}} {
		_, err := explore.Walk(t.Context(), explore.Question{Toy: "barrier"}, c.walkers, c.frames, 1)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d walkers, %d frames: %v; an error with %q is expected", c.walkers, c.frames, err, c.want)
		}
	}
}
