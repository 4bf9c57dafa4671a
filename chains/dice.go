package chains

// Dice pick among weighted outcomes. Seeded dice draw, enumerating dice walk
// every outcome: what is written against Dice can be sampled by the million
// and, on a tiny space, summed exactly.
type Dice interface {
	// Pick returns i with probability weights[i] / sum of weights. Weights are
	// finite, none is negative and one at least is positive.
	Pick(weights []float64) int
}
