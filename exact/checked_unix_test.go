//go:build unix

package exact_test

import (
	"slices"
	"syscall"
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// BenchmarkChecked says what a checked run costs beside J and B alone, which is one engine: on BARRIER at T = 200,000,
// for kernels and bridges, and with -short at 2,000. "sweep" is a run without checks, as sweeps make them. A round has
// one of each, one after the other, and counts their processor's time, since a busy machine tells nothing by a clock.
// The number is the median over the rounds.
//
//	go test -run '^$' -bench Checked -benchtime 5x -cpu 1 ./exact
func BenchmarkChecked(b *testing.B) {
	T := 200_000
	if testing.Short() {
		T = 2_000
	}
	target := toys.Barrier()
	from := chains.Uniform(target.LogF)
	bridges := []struct {
		name string
		chains.Bridge
	}{
		{"geometric", chains.Geometric{From: from, To: target.LogF}},
		{"mixture", chains.NewMixture(from, target.LogF)},
		{"power:0.5", chains.NewQPath(from, target.LogF, 0.5)},
	}
	catalogue := []struct {
		name string
		chains.Kernel
	}{
		{"metropolis", kernels.Metropolis{}},
		{"heat-bath", kernels.HeatBath{}},
		{"king", kernels.King{}},
		{"slice", kernels.Slice{}},
		{"cycle", kernels.GibbsSweep{}},
	}
	for _, k := range catalogue {
		for _, along := range bridges {
			a := chains.Annealing{Grid: target.Grid, Kernel: k.Kernel, Bridge: along.Bridge,
				Schedule: chains.Linear(T)}
			b.Run(k.name+"/"+along.name, func(b *testing.B) {
				var engines, checked, unchecked []float64
				for b.Loop() {
					engine := spent(b, func() { must.Have(exact.Measure(b.Context(), a))(b) })
					run := spent(b, func() { must.Have(exact.Run(b.Context(), a))(b) })
					sweep := spent(b, func() { must.Have(exact.Options{Unchecked: true}.Run(b.Context(), a))(b) })
					engines = append(engines, engine.Seconds()*1000)
					checked = append(checked, run.Seconds()/engine.Seconds())
					unchecked = append(unchecked, sweep.Seconds()/engine.Seconds())
				}
				b.ReportMetric(median(engines), "engine-ms")
				b.ReportMetric(median(checked), "exact")
				b.ReportMetric(median(unchecked), "sweep")
			})
		}
	}
}

// median sorts numbers, and returns the one in the middle.
func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// spent returns the processor's time of a run.
func spent(b *testing.B, run func()) time.Duration {
	b.Helper()
	var before, after syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &before))
	run()
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &after))
	return time.Duration(after.Utime.Nano() - before.Utime.Nano())
}
