package outside

import (
	"context"
	"math"
	"testing"
)

// numbered answers by the number of the cell.
type numbered struct{}

func (numbered) Forward(context.Context, []int, []float64) error { return nil }
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
	o := NewRuns(t.Context(), numbered{}, []float64{-inf, 0, -inf, -800}, "")
	logw := o.Reverses([]int{3, 2, 1, 0, 3}, nil)
	for i, want := range []float64{3, inf, 1, inf, 3} {
		if logw[i] != want {
			t.Errorf("run %d has log w = %v, want %v", i, logw[i], want)
		}
	}
}
