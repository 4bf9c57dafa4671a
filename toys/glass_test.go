package toys_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestSpinGlass holds log f to the sum over neighbours of spins +1 and -1, on a box with bonds that lead twice to the
// same spin, on a row and on a square. On rows and columns of one there is no bond to itself.
func TestSpinGlass(t *testing.T) {
	for _, box := range [][2]int{{2, 3}, {1, 4}, {3, 3}, {2, 1}} {
		rows, cols := box[0], box[1]
		target := toys.SpinGlass(rows, cols, 7)
		for x, got := range target.LogF {
			rng := rand.New(rand.NewPCG(7, 0))
			spin := func(i, j int) float64 {
				return float64(2*target.Grid.Coord(x, i%rows*cols+j%cols) - 1)
			}
			want := 0.0
			for i := range rows {
				for j := range cols {
					if cols > 1 {
						want += rng.NormFloat64() * spin(i, j) * spin(i, j+1)
					}
					if rows > 1 {
						want += rng.NormFloat64() * spin(i, j) * spin(i+1, j)
					}
				}
			}
			must.Near(t, got, want, 1e-13, "%s at %v", target.Name, target.Grid.Coords(x))
		}
	}
}

// TestSpinGlassJ: J by single moves is what the comment says, over the seeds 1 to 20.
func TestSpinGlassJ(t *testing.T) {
	var all []float64
	for seed := range uint64(20) {
		all = append(all, gap(t, toys.SpinGlass(3, 3, seed+1), kernels.Metropolis{}, 100).J())
	}
	slices.Sort(all)
	must.Each(t, []float64{all[0], (all[9] + all[10]) / 2, all[19]}, []float64{0.012, 0.114, 0.694}, 0.001, "J")
}

// TestSpinGlassCouplings: over 200 seeds the couplings of two spins have the mean 0 and the variance 2 of two bonds,
// within five standard errors. Each seed is another glass.
func TestSpinGlassCouplings(t *testing.T) {
	const seeds = 200
	sum := 0.0
	squares := 0.0
	known := map[float64]bool{}
	for seed := range uint64(seeds) {
		logf := toys.SpinGlass(1, 2, seed).LogF // two bonds between two spins
		both := logf[3]
		if logf[0] != both || logf[1] != -both {
			t.Errorf("seed %d: log f is %v", seed, logf)
		}
		sum += both
		squares += both * both
		known[both] = true
	}
	if mean := sum / seeds; math.Abs(mean) > 5*math.Sqrt(2./seeds) {
		t.Errorf("the mean is %v", mean)
	}
	if variance := squares / seeds; math.Abs(variance-2) > 5*2*math.Sqrt(2./seeds) {
		t.Errorf("the variance is %v", variance)
	}
	if len(known) != seeds {
		t.Errorf("%d glasses of %d seeds", len(known), seeds)
	}
}
