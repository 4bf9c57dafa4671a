package operators

import (
	"testing"

	"breadboard/chains"
	"breadboard/grid"
)

// TestProductRows: a product that was aimed at a level before has the rows of one that was not, and so has its
// reversal, which nobody aims.
func TestProductRows(t *testing.T) {
	g := grid.New(3, 3)
	made := func() chains.Operator {
		part := NewLocal(g, Metropolis)
		other := NewLocal(g, Barker)
		return NewProduct([]chains.Operator{part, part, other}, g.Size())
	}
	level := chains.NewLevel(chains.Geometric{From: make([]float64, 9), To: []float64{0, 1, 5, 2, 0, 3, 1, 1, 4}}, 9)
	kept := made()
	for step, beta := range []float64{0.2, 0.9} {
		level.Move(step+1, beta)
		anew := made()
		for _, o := range []chains.Operator{kept, anew} {
			o.Aim(level)
		}
		for x := range g.Size() {
			sameRow(t, kept, anew, x)
			sameRow(t, kept.Reversal(), anew.Reversal(), x)
		}
	}
}

// sameRow fails unless two operators have the same row, to the last bit.
func sameRow(t *testing.T, got, want chains.Operator, x int) {
	t.Helper()
	row := map[int]float64{x: chains.StayProbability(want, x)}
	want.Row(x, func(y int, p float64) { row[y] = p })
	got.Row(x, func(y int, p float64) {
		if p != row[y] {
			t.Errorf("from %d to %d with %v, and anew with %v", x, y, p, row[y])
		}
	})
	if stay := chains.StayProbability(got, x); stay != row[x] {
		t.Errorf("stays in %d with %v, and anew with %v", x, stay, row[x])
	}
}
