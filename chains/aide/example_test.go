package aide_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/toys"
)

// Package sample runs AIDE (Algorithm 2) with seeded dice. Here annealing is compared with sampling
// importance resampling, by 500 runs of each and four looks of each at every run.
func Example() {
	barrier := toys.Barrier()
	problem := programs.Problem{Annealing: chains.To(barrier.LogF, barrier.Grid, kernels.Metropolis{}, 20)}
	gold := programs.NewSIR(problem, 16)
	target := programs.AIS{Problem: problem}
	n := aide.Counts{Gold: 500, Target: 500}
	m := aide.Counts{Gold: 4, Target: 4}
	ctx := context.Background()
	estimate, err := sample.AIDE(ctx, gold, target, n, m, sample.Options{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []aide.Counts{{Gold: 1, Target: 1}, m} {
		value, stderr := estimate.At(m)
		fmt.Printf("M = %d: %.2f ± %.2f\n", m.Gold, value, stderr)
	}
	g, noGold := accounts.Of(ctx, gold, problem, nil)
	t, noTarget := accounts.Of(ctx, target, problem, nil)
	if noGold != nil || noTarget != nil {
		fmt.Println(noGold, noTarget)
	}
	d := accounts.DistanceOf(g, t)
	fmt.Printf("exactly %.2f apart; %.2f is expected at M = 1\n", d.Symmetrised(), d.Expected)
	// Output:
	// M = 1: 2.10 ± 0.09
	// M = 4: 1.70 ± 0.07
	// exactly 1.40 apart; 2.11 is expected at M = 1
}
