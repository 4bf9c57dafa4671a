package timeaverage_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/timeaverage"
	"breadboard/toys"
)

// A million steps of Metropolis on BARRIER, from the lower left corner, are worth less than one
// independent draw for the mean of log f. After a thousand steps nearly all of the error is bias.
func Example() {
	t := toys.Barrier()
	level := chains.NewLevel(chains.Geometric{From: t.LogF, To: t.LogF}, t.Grid.Size())
	level.Move(2, 1)
	metropolis := chains.On(kernels.Metropolis{}, t.Grid)
	metropolis.Aim(level)

	chain := timeaverage.New(metropolis, chains.Normalized(t.LogF))
	corner := make([]float64, t.Grid.Size())
	corner[t.Grid.Index(6, 0)] = 1
	start, err := chain.Start(corner)
	if err != nil {
		panic(err)
	}
	var all [2]timeaverage.Accuracy
	steps := []int{1000, 1_000_000}
	err = chain.Each(context.Background(), [][]float64{t.LogF}, steps, func(_, k int, s timeaverage.Sums) {
		all[k] = s.From(start)
	})
	if err != nil {
		panic(err)
	}
	for _, a := range all {
		fmt.Printf("%7d steps: RESS %.3g, bias %.2g, variance %.2g\n", a.N, a.RESS(), a.Bias, a.Variance)
	}
	limits, err := chain.Limits([][]float64{t.LogF})
	if err != nil {
		panic(err)
	}
	fmt.Printf("in the limit: RESS %.3g a million steps\n", 1e6*limits[0].Efficiency)
	// Output:
	//    1000 steps: RESS 0.149, bias -2.6, variance 0.00065
	// 1000000 steps: RESS 0.285, bias -1.6, variance 0.93
	// in the limit: RESS 0.715 a million steps
}
