package estimators

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// fromWeights has the three estimators from the weights of whole chains. Of n chains Bennett's takes n/2 pairs, one
// forward and one in reverse.
func fromWeights(ctx context.Context, a chains.Annealing, n int) ([]Estimate, error) {
	problem := programs.Problem{Annealing: a, Sample: -1}
	ais := programs.AIS{Problem: problem}
	importance, err := accounts.Arithmetic(ctx, ais, problem, n)
	if err != nil {
		return nil, err
	}
	reverse, err := accounts.Harmonic(ctx, ais, problem, n)
	if err != nil {
		return nil, err
	}
	variance, bias, err := accounts.Bennett(ctx, a)
	if err != nil {
		return nil, err
	}

	pairs := float64(n) / 2
	states := float64(n * (a.T() - 1)) // no weight needs x_T
	return []Estimate{
		{"importance", importance.How, importance.Mean, deviation(importance), states},
		{"reverse", reverse.How, reverse.Mean, deviation(reverse), states},
		{"Bennett", accounts.Leading, bias / pairs, math.Sqrt(variance / pairs), states},
	}, nil
}

// deviation is the standard deviation of an estimator from its first two moments.
func deviation(c accounts.Combined) float64 { return math.Sqrt(max(0, c.Square-c.Mean*c.Mean)) }
