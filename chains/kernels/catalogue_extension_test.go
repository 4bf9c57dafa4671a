package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// TestExtension: the extended density, summed over what was added, is the
// target's at every beta, for bridges that are geometric and that are not.
func TestExtension(t *testing.T) {
	from := []float64{0, 0.5, -1, 0.2, 0, 0.3}
	for _, k := range []chains.Kernel{
		kernels.Lifted{}, kernels.Swap{Share: 0.5}, kernels.Swap{}, kernels.Lazy{A: 0.5, Kernel: kernels.Lifted{}},
	} {
		for _, b := range []chains.Bridge{chains.Geometric{From: from, To: hill}, chains.NewMixture(from, hill)} {
			g, wide := chains.Extend(k, box, b)
			if g.Size() != chains.States(k, box) {
				t.Fatalf("%T: %d states, and %d are foretold", k, g.Size(), chains.States(k, box))
			}
			if g.Size() <= 6 {
				t.Fatalf("%T: %d states are no more than there are cells", k, g.Size())
			}
			for _, beta := range []float64{0, 0.35, 1} {
				logf, plain := make([]float64, g.Size()), make([]float64, 6)
				wide.At(logf, beta)
				b.At(plain, beta)
				ratio := 0.0
				for x := range plain {
					sum := 0.0
					for i := range g.Size() / 6 {
						sum += math.Exp(logf[x*(g.Size()/6)+i])
					}
					if sum /= math.Exp(plain[x]); x > 0 && !(math.Abs(sum/ratio-1) < 1e-14) {
						t.Errorf("cell %d has %v times its density, cell 0 %v", x, sum, ratio)
					} else {
						ratio = sum
					}
				}
				slopes(t, wide, beta, g.Size())
			}
		}
	}
}

// slopes holds Slope inside to a central difference, which is off by h².
func slopes(t *testing.T, b chains.Bridge, beta float64, n int) {
	t.Helper()
	if beta == 0 || beta == 1 {
		return
	}
	const h = 1e-5
	slope, up, down := make([]float64, n), make([]float64, n), make([]float64, n)
	b.Slope(slope, beta)
	b.At(up, beta+h)
	b.At(down, beta-h)
	for x := range slope {
		if want := (up[x] - down[x] - up[0] + down[0]) / (2 * h); !(math.Abs(slope[x]-slope[0]-want) < 1e-8) {
			t.Errorf("slope of state %d less that of 0 is %v, want %v", x, slope[x]-slope[0], want)
		}
	}
}
