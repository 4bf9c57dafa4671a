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

// AIDE is a function of two programs and dice (Algorithm 2). Here annealing is compared with sampling
// importance resampling, by 500 runs of each and four looks of each at every run.
func Example() {
	barrier := toys.Barrier()
	problem := programs.Problem{Annealing: chains.To(barrier.LogF, barrier.Grid, kernels.Metropolis{}, 20)}
	gold := programs.NewSIR(problem, 16)
	target := programs.AIS{Problem: problem}
	n := aide.Counts{Gold: 500, Target: 500}
	m := aide.Counts{Gold: 4, Target: 4}
	estimate := aide.Run(gold, target, n, m, sample.Seeded(1))
	for _, m := range []aide.Counts{{Gold: 1, Target: 1}, m} {
		value, stderr := estimate.At(m)
		fmt.Printf("M = %d: %.2f ± %.2f\n", m.Gold, value, stderr)
	}
	g, noGold := accounts.Of(context.Background(), gold, problem)
	t, noTarget := accounts.Of(context.Background(), target, problem)
	if noGold != nil || noTarget != nil {
		fmt.Println(noGold, noTarget)
	}
	d := accounts.Apart(g, t)
	fmt.Printf("exactly %.2f apart; %.2f is expected at M = 1\n", d.Symmetrised(), d.Expected)
	// Output:
	// M = 1: 2.10 ± 0.09
	// M = 4: 1.73 ± 0.08
	// exactly 1.40 apart; 2.11 is expected at M = 1
}
