package tempering_test

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/tempering"
	"breadboard/grid"
)

// Four walkers on three cells, and which of them are offered an exchange.
func Example() {
	l := tempering.Ladder{Annealing: chains.To([]float64{0, 2, 1}, grid.New(3), kernels.Metropolis{}, 4),
		Exchange: tempering.DEO}
	fmt.Println(l.Walkers(), l.Offered(tempering.Parity(1)), l.Offered(tempering.Parity(2)))
	accept, reject := tempering.Accept([]float64{0, 0}, []float64{0, 1}, 0, 1)
	fmt.Printf("%.4f %.4f\n", accept, reject)
	// Output:
	// 4 [0 2] [1]
	// 0.3679 0.6321
}
