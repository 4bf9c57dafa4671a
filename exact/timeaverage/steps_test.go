package timeaverage

import (
	"math"
	"testing"
)

// two is a chain of two states that leaves (0.25, 0.75) invariant.
func two() *Chain {
	return &Chain{p: []float64{0.25, 0.75}, from: []int{0, 1, 2}, to: []int{1, 0}, prob: []float64{0.3, 0.1}}
}

// The moments of a sum are those of all paths.
func TestAccuracyIsOfAllPaths(t *testing.T) {
	c, h := two(), []float64{1, -2}
	T := [][]float64{{0.7, 0.3}, {0.1, 0.9}}
	mean := 0.25*h[0] + 0.75*h[1]
	start, N := []float64{1, 0}, 5
	bias, square := 0.0, 0.0
	for path := range 1 << N {
		prob, x, sum := 1.0, 0, 0.0
		for i := range N {
			y := path >> i & 1
			prob, sum, x = prob*T[x][y], sum+h[y]-mean, y
		}
		bias += prob * sum / float64(N)
		square += prob * sum * sum / float64(N*N)
	}
	got, err := c.Measure(t.Context(), [][]float64{h}, [][]float64{start}, []int{N})
	if err != nil {
		t.Fatal(err)
	}
	a := got[0][0][0]
	if !(math.Abs(a.Bias-bias) < 1e-14) {
		t.Errorf("the bias is %v, and over all paths %v", a.Bias, bias)
	}
	if !(math.Abs(a.MSE()-square) < 1e-14) {
		t.Errorf("the mean squared error is %v, and over all paths %v", a.MSE(), square)
	}
}

// Independent draws have an effective sample size of N.
func TestIndependentDraws(t *testing.T) {
	c := two()
	c.prob = []float64{0.75, 0.25}
	got, err := c.Measure(t.Context(), [][]float64{{0, 1}}, [][]float64{c.p}, []int{100})
	if err != nil {
		t.Fatal(err)
	}
	if r := got[0][0][0].RESS(); !(math.Abs(r-100) < 1e-10) {
		t.Errorf("RESS of 100 independent draws is %v", r)
	}
}
