package posteriors

import (
	"math"

	"breadboard/toys/zoo/data"
)

// neuron is a neural network of one unit: y_i ~ N(a tanh(b x_i), noise). Both weights are
// N(0, 1.5) before the data. They may change their signs together.
func neuron(x, y []float64, noise float64) func(theta []float64) float64 {
	return func(theta []float64) float64 {
		sum := -(theta[0]*theta[0] + theta[1]*theta[1]) / 4.5
		for i := range x {
			off := (y[i] - theta[0]*math.Tanh(theta[1]*x[i])) / noise
			sum -= off * off / 2
		}
		return sum
	}
}

// neurons learn the loss of a plant from its flow of air, and deaths of beetles from a dose.
func neurons() []Posterior {
	plant := data.Columns("stackloss", "air", "loss")
	return []Posterior{
		{"neuron", "two weights of a neuron that learns the stack loss of 21 days: two bananas, alike but for signs",
			[]Axis{{"outer weight", -4, 4, 12}, {"inner weight", -3, 3, 12}},
			neuron(standardized(plant[0]), standardized(plant[1]), 1.2)},
	}
}
