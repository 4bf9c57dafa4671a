package certain

import (
	"context"

	"breadboard/chains"
)

// Pass is one pass of Measure in so many bits, at least the 53 of a float64.
func Pass(ctx context.Context, a chains.Annealing, bits uint) (Truth, error) {
	return measure(ctx, a, bits, func(float64) {})
}
