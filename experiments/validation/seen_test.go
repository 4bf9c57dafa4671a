package validation

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// Deviations have the size that the binomial law says: of 10,000 draws of a half, 5,100 are two
// standard deviations too many. Where nothing can be, each move is one.
func TestDeviations(t *testing.T) {
	seen := evidence.NewTally(3)
	for i := range 10_000 {
		to := 0
		if i < 5_100 {
			to = 1
		}
		seen.Add(0, to)
	}
	got := offDraws(seen, []float64{0.5, 0.5, 0})
	if want := []float64{-2, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("deviations are %v, want %v", got, want)
	}
	seen.Add(0, 2)
	if got := offDraws(seen, []float64{0.5, 0.5, 0}); got[2] != 1 {
		t.Errorf("one impossible move is %v off, want 1", got[2])
	}
}

// Moves from anywhere are weighted. Those of a sound kernel have deviations of mean square 1 at
// most, wherever they start; those into the wrong cell are seen to be.
func TestWeightedDeviations(t *testing.T) {
	p := []float64{0.1, 0.2, 0.3, 0.4}
	d := sample.Seeded(3)
	square, n := 0.0, 200
	for range n {
		seen := evidence.NewTally(4)
		for i := range 4000 {
			seen.Add(i%4, d.Pick(p))
		}
		for _, z := range offWeighted(seen, p) {
			square += z * z / float64(4*n)
		}
	}
	if math.Abs(square-1) > 0.25 { // eight standard errors, √(2/800)·√3; a draw of p has variance p(1-p)
		t.Errorf("deviations have mean square %v, want 1", square)
	}
	seen := evidence.NewTally(4)
	for i := range 4000 {
		seen.Add(i%4, 0)
	}
	if off := offWeighted(seen, p); !(off[0] > 10 && off[3] < -10) {
		t.Errorf("deviations of moves that all enter cell 0 are %v", off)
	}
}

// Every move has one direction, and it is that of the map.
func TestWays(t *testing.T) {
	g := grid.New(3, 3)
	names := wayNames(g)
	for to, want := range map[int]string{1: "up, axis 1", 7: "down, axis 1", 3: "left, axis 2", 5: "right, axis 2",
		4: "stays", 0: "elsewhere", 8: "elsewhere"} {
		if got := names[wayOf(g, 4, to)]; got != want {
			t.Errorf("from the middle to cell %d is %q, want %q", to, got, want)
		}
	}
	if got := wayNames(grid.New(5))[wayOf(grid.New(5), 1, 2)]; got != "forth, axis 1" {
		t.Errorf("on a path from cell 1 to 2 is %q", got)
	}
}
