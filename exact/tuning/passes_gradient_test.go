package tuning_test

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/certain"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// TestGradients holds the derivatives of J and B to central differences of the
// big-float truth, two betas 2^-29 apart: those are off by 1e-17. What is promised
// is 1e-6; what is asked here is 1e-9 of the largest derivative.
func TestGradients(t *testing.T) {
	slope := []float64{0.3, -1.2, 0.8, 1.9, -0.4, 0.1, 2.2, -2.0, 0.5, 1.1, -0.9, 0.6}
	other := []float64{1.3, 0.2, -1.8, 0.9, 0.4, -2.1, 1.2, 3.0, -0.5, 0.1, 1.9, -1.6}
	small := chains.Annealing{
		Grid:     grid.New(3, 4),
		Schedule: chains.Sigmoid(3, 7),
		Bridge:   chains.Geometric{From: slope, To: other},
	}
	for _, k := range kernels.Catalogue {
		if _, swap := k.Make.(kernels.Swap); k.Name == "identity" || swap {
			continue // every derivative is 0, or big floats take seconds
		}
		a := small
		a.Kernel = k.Make
		if a = a.Extended(); !differentiable(a) {
			continue
		}
		for _, skip := range []bool{false, true} {
			a.SkipLast = skip
			gradients(t, k.Name, a)
		}
	}
	barrier := to(toys.Barrier(), kernels.Metropolis{})
	barrier.Schedule = chains.Linear(5)
	gradients(t, "metropolis", barrier)
}

// TestGradientsOfPairs: the states of a cell are the second walker's places. Three cells are as many as
// big floats have in an instant.
func TestGradientsOfPairs(t *testing.T) {
	a := chains.Annealing{Grid: grid.New(3), Schedule: chains.Sigmoid(3, 4), Kernel: kernels.Swap{Share: 0.5},
		Bridge: chains.Geometric{From: []float64{0.3, -1.2, 0.8}, To: []float64{1.3, 0.2, -1.8}}}.Extended()
	for _, skip := range []bool{false, true} {
		a.SkipLast = skip
		gradients(t, "swap", a)
	}
}

// differentiable reports whether the operator of an annealing knows its derivative.
func differentiable(a chains.Annealing) bool {
	_, ok := a.Kernel.On(a.Grid).(chains.Differentiable)
	return ok
}

// gradients holds J, B and their derivatives to the truth.
func gradients(t *testing.T, kernel string, a chains.Annealing) {
	t.Helper()
	J, dJ, err := tuning.GradientJ(a)
	if err != nil {
		t.Fatal(err)
	}
	B, dB, err := tuning.GradientB(a)
	if err != nil {
		t.Fatal(err)
	}
	betas := a.Schedule.Betas()
	want := truth(t, a, betas)
	holds(t, kernel+": J", J, want.Cell.J)
	holds(t, kernel+": B", B, want.B)
	const h = 0x1p-30
	for i, beta := range betas {
		if i == 0 || i == len(betas)-1 {
			near(t, kernel+": dJ at an end", dJ[i], 0, 0)
			near(t, kernel+": dB at an end", dB[i], 0, 0)
			continue
		}
		betas[i] = beta + h
		up := truth(t, a, betas)
		betas[i] = beta - h
		down := truth(t, a, betas)
		betas[i] = beta
		width := (beta + h) - (beta - h)
		slopes(t, kernel+": dJ", i, dJ, up.Cell.J, down.Cell.J, width, 1e-14)
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
	proven, err := certain.Measure(t.Context(), a, func(int, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return proven
}
