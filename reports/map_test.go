package reports

import (
	"math"
	"testing"

	"breadboard/grid"
)

// TestSignedMap: a signed map reaches as far on both sides of 0, and what is not finite is blank.
func TestSignedMap(t *testing.T) {
	m := Map(grid.New(2, 2), []float64{1, -3, math.Inf(1), 2}, true)
	if m.Scale.Low != -3 || m.Scale.High != 3 || !math.IsNaN(m.Cells[1][0]) || m.Cells[0][1] != -3 {
		t.Errorf("the map is %v", m)
	}
}
