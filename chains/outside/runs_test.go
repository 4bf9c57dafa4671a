package outside

import (
	"context"
	"math"
	"testing"
)

// numbered answers by the number of the cell.
type numbered struct{}

func (numbered) Forward(_ context.Context, cells []int, logw []float64) error {
	cells[0], logw[0] = 1, 0.5
	return nil
}

func (numbered) Reverse(_ context.Context, logw []float64, cells []int) error {
	for i, x := range cells {
		logw[i] = float64(x)
	}
	return nil
}

// TestRunsReverseFromMass: a cell without mass is not asked about: no run that obeys the law has returned it with a
// weight. One whose mass is e^-800, below any float, is asked about.
func TestRunsReverseFromMass(t *testing.T) {
	inf := math.Inf(1)
	o := NewRuns(t.Context(), numbered{}, []float64{-inf, 0, -inf, -800}, NotTold{})
	if x, logw := o.Forward(nil); x != 1 || logw != 0.5 || o.Reverse(3, nil) != 3 {
		t.Errorf("one run returns %d with log w = %v, and %v in reverse", x, logw, o.Reverse(3, nil))
	}
	logw := o.Reverses([]int{3, 2, 1, 0, 3}, nil)
	for i, want := range []float64{3, inf, 1, inf, 3} {
		if logw[i] != want {
			t.Errorf("run %d has log w = %v, want %v", i, logw[i], want)
		}
	}
}
