package particles_test

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/particles"
)

// coins is the number of heads so far. The weight of a flip is 2 if it is a head, and 1 if not.
type coins struct{}

func (coins) Len() int { return 3 }

func (coins) Forward(_, heads int, d chains.Dice) (next int, logw float64) {
	flip := d.Pick([]float64{1, 1})
	return heads + flip, float64(flip) * math.Ln2
}

// Back draws the number before the flip: of t+1 flips any may be the last.
func (coins) Back(t, heads int, d chains.Dice) (before int, logw float64) {
	flip := d.Pick([]float64{float64(t + 1 - heads), float64(heads)})
	return heads - flip, float64(flip) * math.Ln2
}

// Two particles flip three coins, and each head doubles the weight: the mean weight is 1.5 cubed.
func Example() {
	mean := 0.0
	var logw float64
	for prob := range enumerate.Every(func(d chains.Dice) {
		_, logw = particles.SMC[int]{Sequence: coins{}, P: 2}.Forward(d)
	}) {
		mean += prob * math.Exp(logw)
	}
	fmt.Printf("E[w] = %.4f\n", mean)
	// Output:
	// E[w] = 3.3750
}
