package exact_test

import (
	"breadboard/chains"
	"breadboard/exact"
	"breadboard/toys"
	"fmt"
	"testing"
	"time"
)

func TestProbe(t *testing.T) {
	for _, k := range chains.Kernels {
		for _, T := range []int{2, 10, 100, 1000, 100000} {
			if k.Name == "perfect" && T > 1000 {
				continue
			}
			s := time.Now()
			g, err := exact.Run(t.Context(), annealing(toys.Barrier(), k.Make, chains.Linear(T)))
			fmt.Println(k.Name, T, g.J(), g.B(), g.Pairwise.Jeffreys()-g.B(), g.MeanW-1, g.MeanInvW-1, g.ESS, g.Defect, g.Warnings, err, time.Since(s))
			if T >= 1000 {
				for _, c := range g.Checks {
					fmt.Println("    ", c)
				}
			}
		}
	}
}
