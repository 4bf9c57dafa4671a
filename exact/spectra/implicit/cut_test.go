package implicit

import (
	"math"
	"testing"

	"breadboard/grid"
)

// TestBottleneckOfRareSide: the flow around a well of mass 1e-18, behind a wall of mass 1e-26, is
// lost in a sum that starts on the heavy side, and found from the other, whichever comes first.
func TestBottleneckOfRareSide(t *testing.T) {
	logf := []float64{0, 0, 0, 0, 0, -60, -41, -41}
	c := metropolisAt(t, grid.New(len(logf)), logf)
	want := math.Exp(-60) / 2 / (2 * math.Exp(-41))
	for _, slope := range []float64{1, -1} {
		f := make([]float64, len(logf))
		for x := range f {
			f[x] = slope * float64(x)
		}
		cut, err := c.Bottleneck(f)
		if err != nil {
			t.Fatal(err)
		}
		if !(math.Abs(cut.Phi/want-1) < 1e-6) {
			t.Errorf("along %g x the bottleneck is %g, want %g", slope, cut.Phi, want)
		}
		if cut.In[0] {
			t.Errorf("along %g x the cut is around cell 0: %v", slope, cut.In)
		}
		if !cut.In[7] {
			t.Errorf("along %g x the cut is not around cell 7: %v", slope, cut.In)
		}
	}
}
