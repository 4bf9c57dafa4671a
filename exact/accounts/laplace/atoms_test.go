package laplace

import (
	"math"
	"slices"
	"testing"
)

// Values that are the same are one, with the masses of all; infinite ones too.
func TestDistinct(t *testing.T) {
	inf := math.Inf(-1)
	some, masses, of := Distinct([]float64{2, inf, 2, 1, inf},
		[]float64{0.5, 0.25, 0, 0.125, 0.125}, []float64{1, 2, 4, 8, 16})
	if !slices.Equal(some, []float64{2, inf, 1}) {
		t.Errorf("the values are %v", some)
	}
	if !slices.Equal(masses[0], []float64{0.5, 0.375, 0.125}) || !slices.Equal(masses[1], []float64{5, 18, 8}) {
		t.Errorf("their masses are %v", masses)
	}
	if !slices.Equal(of, []int32{0, 1, 0, 2, 1}) {
		t.Errorf("the numbers by place are %v", of)
	}
}
