package told_test

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/experiments/told"
	"breadboard/grid"
	"breadboard/toys"
)

// A coin has heads with probability 0.2, 0.5 or 0.8. Data are ones and zeros.
type coin struct{}

func (coin) Simulate(context.Context, int) ([]float64, error) { return []float64{1, 0}, nil }

func (coin) LogLik(_ context.Context, dst, y []float64) error {
	for x, heads := range []float64{0.2, 0.5, 0.8} {
		dst[x] = 0
		for _, v := range y {
			dst[x] += v*math.Log(heads) + (1-v)*math.Log(1-heads)
		}
	}
	return nil
}

// The posterior of a coin after heads, heads and tails, if fair coins are as frequent as both others together.
func ExampleModel() {
	prior := toys.Target{Grid: grid.New(3), LogF: []float64{0, math.Log(2), 0}}
	posterior, err := told.On(prior, "a coin", coin{}).Given(context.Background(), []float64{1, 1, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f\n", chains.Normalized(posterior.LogF))
	// Output:
	// [0.078 0.610 0.312]
}
