package tuning

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/certain"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestGradients holds the derivatives of J and B to central differences of the big-float truth, two betas 2^-29 apart:
// those are off by 1e-17. What is promised is 1e-6; what is asked here is 1e-9 of the largest derivative.
func TestGradients(t *testing.T) {
	slope := []float64{0.3, -1.2, 0.8, 1.9, -0.4, 0.1, 2.2, -2.0, 0.5, 1.1, -0.9, 0.6}
	other := []float64{1.3, 0.2, -1.8, 0.9, 0.4, -2.1, 1.2, 3.0, -0.5, 0.1, 1.9, -1.6}
	inf := math.Inf(-1)
	small := chains.Annealing{
		Grid:     grid.New(3, 4),
		Schedule: chains.Sigmoid(3, 5),
		Bridge:   chains.Geometric{From: slope, To: other},
	}
	walled := small
	walled.Grid = grid.New(4).WithWalls(3)
	walled.Bridge = chains.Geometric{From: []float64{0.3, -1, 0, inf}, To: []float64{0.5, -2, -1, inf}}
	deep := walled // than masses in floats, up to level 3
	deep.Grid = grid.New(4)
	deep.Bridge = chains.Geometric{From: []float64{0.5, -2, -1, -3000}, To: []float64{0.3, -1, 0, 0.5}}
	bent := deep // with another slope at every level
	bent.Bridge = chains.NewQPath([]float64{0.5, -2, -1, 0.2}, []float64{0.3, -1, 0, 0.5}, 0.5)
	for _, k := range kernels.Original {
		of := map[string][]chains.Annealing{
			"metropolis": {small, walled, deep, bent}, "slice": {small}, "cycle": {small}}
		for _, a := range of[k.Name] {
			a.Kernel = k.Make
			for _, skip := range []bool{false, true} {
				a.SkipLast = skip
				gradientsHold(t, k.Name, a)
			}
		}
	}
}

// gradientsHold holds J, B and their derivatives to the truth.
func gradientsHold(t *testing.T, kernel string, a chains.Annealing) {
	t.Helper()
	g := newGradients(a, a.T())
	betas := a.Schedule.Betas()
	dJ := make([]float64, a.T())
	dB := make([]float64, a.T())
	J := g.J(betas, dJ)
	B := g.B(betas, dB)
	want := truth(t, a, betas)
	holds(t, kernel+": J", J, want.J)
	holds(t, kernel+": B", B, want.B)
	const h = 0x1p-30
	for i, beta := range betas {
		if i == 0 || i == len(betas)-1 {
			must.Within(t, dJ[i], 0, 0, "%s: dJ at an end", kernel)
			must.Within(t, dB[i], 0, 0, "%s: dB at an end", kernel)
			continue
		}
		betas[i] = beta + h
		up := truth(t, a, betas)
		betas[i] = beta - h
		down := truth(t, a, betas)
		betas[i] = beta
		width := (beta + h) - (beta - h)
		slopes(t, kernel+": dJ", i, dJ, up.J, down.J, width, 1e-14)
		slopes(t, kernel+": dB", i, dB, up.B, down.B, width, 0)
	}
}

// holds checks a value that is proven, relatively unless that vanishes.
func holds(t *testing.T, name string, got float64, want certain.Enclosure) {
	t.Helper()
	scale, _ := want.Mid().Float64()
	if want.Vanishes() {
		scale = 1
	}
	if !(want.Off(got) <= 1e-11*math.Abs(scale)) {
		t.Errorf("%s = %v, want %.15g", name, got, want.Mid())
	}
}

// slopes checks the derivative by one beta by a difference, relatively to the largest one.
func slopes(t *testing.T, name string, i int, grad []float64, up, down certain.Enclosure, width, slack float64) {
	t.Helper()
	difference, _ := new(big.Float).Sub(up.Mid(), down.Mid()).Float64()
	want := difference / width
	if off := math.Abs(grad[i] - want); !(off <= max(slack, 1e-9*floats.Norm(grad, math.Inf(1)))) {
		t.Errorf("%s by beta %d = %.12g, want %.12g", name, i+1, grad[i], want)
	}
}

// truth returns the measures of an annealing at these betas, proven in big floats.
func truth(t *testing.T, a chains.Annealing, betas []float64) certain.Truth {
	t.Helper()
	var err error
	if a.Schedule, err = chains.NewSchedule(betas); err != nil {
		t.Fatal(err)
	}
	proven, err := certain.Measure(t.Context(), a, nil)
	must.Do(t, err)
	return proven
}
