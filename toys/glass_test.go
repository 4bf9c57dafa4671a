package toys_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

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
	ofTwenty(t, func(seed uint64) toys.Target { return toys.SpinGlass(3, 3, seed) }, 0.012, 0.114, 0.694)
}

// ofTwenty holds the least, the median and the largest J by single moves, of the targets of the seeds 1 to 20.
func ofTwenty(t *testing.T, of func(seed uint64) toys.Target, want ...float64) {
	t.Helper()
	var all []float64
	for seed := range uint64(20) {
		all = append(all, gap(t, of(seed+1), kernels.Metropolis{}, 100).J())
	}
	slices.Sort(all)
	must.Each(t, []float64{all[0], (all[9] + all[10]) / 2, all[19]}, want, 0.001, "J")
}

// TestSpinGlassCouplings: over 200 seeds the couplings of two spins have the mean 0 and the variance 2 of two bonds,
// within five standard errors. Each seed is another glass.
func TestSpinGlassCouplings(t *testing.T) {
	const seeds = 200
	var couplings []float64
	for seed := range uint64(seeds) {
		logf := toys.SpinGlass(1, 2, seed).LogF // two bonds between two spins
		both := logf[3]
		if logf[0] != both || logf[1] != -both {
			t.Errorf("seed %d: log f is %v", seed, logf)
		}
		couplings = append(couplings, both)
	}
	areDrawn(t, couplings, 2)
}

// areDrawn holds normal numbers to the mean 0 and a variance, within five standard errors. No two are the same.
func areDrawn(t *testing.T, all []float64, variance float64) {
	t.Helper()
	n := float64(len(all))
	squares := floats.Dot(all, all)
	must.Near(t, floats.Sum(all)/n, 0, 5*math.Sqrt(variance/n), "the mean")
	must.Near(t, squares/n, variance, 5*variance*math.Sqrt(2/n), "the variance")
	slices.Sort(all)
	if known := slices.Compact(all); float64(len(known)) != n {
		t.Errorf("%d numbers of %v seeds", len(known), n)
	}
}
