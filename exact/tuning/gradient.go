package tuning

import "breadboard/chains"

// GradientB returns B of an annealing and its derivative with respect to each
// β_t, grad[t-1], 0 at both ends. Where the kernel has a corner, as Metropolis has
// between cells of one density, the derivative is that forward. The error is that
// the kernel does not know its derivative.
func GradientB(a chains.Annealing) (B float64, grad []float64, err error) {
	return gradient(a, (*passes).B)
}

// GradientJ is GradientB for J.
func GradientJ(a chains.Annealing) (J float64, grad []float64, err error) {
	return gradient(a, (*passes).J)
}

func gradient(a chains.Annealing, f goal) (float64, []float64, error) {
	a, _ = a.Lowered()
	p, err := newPasses(a, a.T())
	if err != nil {
		return 0, nil, err
	}
	grad := make([]float64, a.T())
	return f(p, a.Schedule.Betas(), grad), grad, nil
}
