package sample

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/toys"
)

// annealing goes from uniform to the target, geometrically.
func annealing(t toys.Target, k chains.Kernel, s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: t.Grid, Kernel: k, Schedule: s,
		Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}
}

// BenchmarkBarrierMoves is 10,000 forward chains on BARRIER at T = 1000, on one
// core.
func BenchmarkBarrierMoves(b *testing.B) {
	const T, n = 1000, 10_000
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(T))
	for b.Loop() {
		if _, err := Run(b.Context(), a, Options{Chains: n, Seed: 1, Workers: 1, Direction: ForwardOnly}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(n*(T-1)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}
