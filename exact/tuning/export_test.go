package tuning

import "breadboard/chains"

// GradientB returns B of an annealing and in grad[t-1] its derivative with respect to β_t.
func GradientB(a chains.Annealing) (B float64, grad []float64, err error) {
	return gradient(a, (*passes).B)
}

// GradientJ does for J what GradientB does for B.
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
