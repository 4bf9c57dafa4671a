package chains_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
)

// TestLevel: a level forgets what it was lent when it moves.
func TestLevel(t *testing.T) {
	l := chains.NewLevel(chains.Geometric{From: []float64{0, 0}, To: []float64{0, 2}}, 2)
	l.Move(3, 0.5)
	l.P = []float64{1, 0}
	if diff := cmp.Diff([]float64{0, 1}, l.LogF()); diff != "" {
		t.Errorf("halfway: %s", diff)
	}
	if l.T != 3 {
		t.Errorf("it is at t = %d, want 3", l.T)
	}
	if l.Beta != 0.5 {
		t.Errorf("it is at beta = %v, want 0.5", l.Beta)
	}
	l.Move(4, 1)
	if diff := cmp.Diff([]float64{0, 2}, l.LogF()); diff != "" {
		t.Errorf("at the end: %s", diff)
	}
	if l.P != nil {
		t.Errorf("it has kept the masses %v", l.P)
	}
}
