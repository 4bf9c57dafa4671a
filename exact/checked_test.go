package exact_test

import (
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// BenchmarkChecked says what a checked run costs beside J and B alone, which is one engine: on BARRIER at T = 200,000,
// for kernels and bridges, and with -short at 2,000. "sweep" is a run without checks, as sweeps make them.
//
//	go test -run '^$' -bench Checked -benchtime 3x -cpu 1 ./exact
func BenchmarkChecked(b *testing.B) {
	target := toys.Barrier()
	from := chains.Uniform(target.LogF)
	for name, k := range map[string]chains.Kernel{
		"metropolis": kernels.Metropolis{},
		"heat-bath":  kernels.HeatBath{},
		"king":       kernels.King{},
		"slice":      kernels.Slice{},
		"cycle":      kernels.GibbsSweep{},
	} {
		for bridge, along := range map[string]chains.Bridge{
			"geometric": chains.Geometric{From: from, To: target.LogF},
			"mixture":   chains.NewMixture(from, target.LogF),
			"power:0.5": chains.NewQPath(from, target.LogF, 0.5),
		} {
			a := chains.Annealing{Grid: target.Grid, Kernel: k, Bridge: along,
				Schedule: chains.Linear(brief(200_000, 2_000))}
			for way, o := range map[string]exact.Options{"exact": {}, "sweep": {Unchecked: true}} {
				b.Run(name+"/"+bridge+"/"+way, func(b *testing.B) {
					began := time.Now()
					must.Have(exact.Measure(b.Context(), a))(b)
					engine := time.Since(began)
					for b.Loop() {
						must.Have(o.Run(b.Context(), a))(b)
					}
					run := b.Elapsed() / time.Duration(b.N)
					b.ReportMetric(float64(run)/float64(engine), "engines")
				})
			}
		}
	}
}
