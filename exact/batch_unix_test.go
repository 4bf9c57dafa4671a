//go:build unix

package exact_test

import (
	"syscall"
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/toys"
)

// BenchmarkBatch1000 measures a thousand random 7x7 targets at T = 1000. Beside its
// time: what it takes over a thousand times what one of them takes alone
// ("singles"), and how many cores it keeps busy.
func BenchmarkBatch1000(b *testing.B) {
	var all []chains.Annealing
	for seed := range uint64(1000) {
		all = append(all, annealing(toys.Hard(seed), kernels.Metropolis{}, chains.Linear(1000)))
	}
	single := byItself(b, all)
	start, before := time.Now(), used(b)
	for b.Loop() {
		if _, err := exact.MeasureAll(b.Context(), all); err != nil {
			b.Fatal(err)
		}
	}
	wall := time.Since(start)
	b.ReportMetric(wall.Seconds()/float64(b.N)/(1000*single.Seconds()), "singles")
	b.ReportMetric((used(b)-before).Seconds()/wall.Seconds(), "cores")
}

// byItself is what one takes by itself: the least time of ten, on average over some.
func byItself(b *testing.B, all []chains.Annealing) (mean time.Duration) {
	b.Helper()
	for i := range 20 {
		least := time.Hour
		for range 10 {
			start := time.Now()
			if _, err := exact.Measure(b.Context(), all[i*len(all)/20]); err != nil {
				b.Fatal(err)
			}
			least = min(least, time.Since(start))
		}
		mean += least / 20
	}
	return mean
}

// used is the processors' time that this process has had.
func used(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
