package enumerate_test

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/enumerate"
)

// A program throws a coin that shows heads once in four times until it does, but at most
// three times. The dice walk all four ways in which that can go.
func Example() {
	var throws int
	mean := 0.0
	for prob := range enumerate.Every(func(d chains.Dice) {
		for throws = 1; throws < 3 && d.Pick([]float64{3, 1}) == 0; throws++ {
		}
	}) {
		fmt.Printf("%d throws, probability %v\n", throws, prob)
		mean += prob * float64(throws)
	}
	fmt.Println("mean", mean)
	// Output:
	// 3 throws, probability 0.5625
	// 2 throws, probability 0.1875
	// 1 throws, probability 0.25
	// mean 2.3125
}
