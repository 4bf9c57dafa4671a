package exact_test

import (
	"math"
	"math/big"
	"testing"

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
	barrier := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(5))
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
	gradients(t, "metropolis", barrier)
}

func differentiable(a chains.Annealing) bool {
	_, ok := a.Kernel.On(a.Grid).(chains.Differentiable)
	return ok
}

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
	want := truth(t, a)
	if apart(J, want.J) > 1e-11 {
		t.Errorf("%s: J = %v, want %.15g", kernel, J, want.J.Mid())
	}
	if apart(B, want.B) > 1e-11 {
		t.Errorf("%s: B = %v, want %.15g", kernel, B, want.B.Mid())
	}
	for i := range dJ {
		if i == 0 || i == a.T()-1 {
			near(t, kernel+": dJ at an end", dJ[i], 0, 0)
			near(t, kernel+": dB at an end", dB[i], 0, 0)
			continue
		}
		wantJ, wantB := differences(t, a, i)
		if math.Abs(dJ[i]-wantJ) > 1e-9*largest(dJ) && math.Abs(dJ[i]-wantJ) > 1e-14 {
			t.Errorf("%s: dJ by beta %d = %.12g, want %.12g", kernel, i+1, dJ[i], wantJ)
		}
		if math.Abs(dB[i]-wantB) > 1e-9*largest(dB) {
			t.Errorf("%s: dB by beta %d = %.12g, want %.12g", kernel, i+1, dB[i], wantB)
		}
	}
}

// differences returns the slopes of J and B in beta i by central differences of the truth.
func differences(t *testing.T, a chains.Annealing, i int) (J, B float64) {
	t.Helper()
	const h = 0x1p-30
	betas := a.Schedule.Betas()
	beta := betas[i]
	at := func(beta float64) certain.Truth {
		betas[i] = beta
		moved, err := chains.NewSchedule(betas)
		if err != nil {
			t.Fatal(err)
		}
		a.Schedule = moved
		return truth(t, a)
	}
	up, down := at(beta+h), at(beta-h)
	slope := func(up, down certain.Enclosure) float64 {
		v, _ := new(big.Float).Sub(up.Mid(), down.Mid()).Float64()
		return v / ((beta + h) - (beta - h))
	}
	return slope(up.J, down.J), slope(up.B, down.B)
}

func largest(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = max(m, math.Abs(x))
	}
	return m
}
