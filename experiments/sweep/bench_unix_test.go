//go:build unix

package sweep

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"breadboard/experiments/journal"
	"breadboard/grid/must"
)

// BenchmarkSweep1000 sweeps a thousand random 7x7 targets at T = 1000, with a
// journal on the disk. Beside its time: what it takes over a thousand times what
// one cell takes alone ("singles"), and how many cores it kept busy.
func BenchmarkSweep1000(b *testing.B) {
	plan := must.Have(Spec{Toy: List{"hard"}, Seed: List{"1..1000"}, T: List{"1000"}}.Plan(journal.Build{}))(b)
	sweep := plan.Work(journal.Shard{})
	single := alone(b, plan.Jobs())
	var wall, cpu time.Duration
	for b.Loop() {
		j := must.Have(journal.Open[Row](filepath.Join(b.TempDir(), "journal.jsonl")))(b)
		start, before := time.Now(), used(b)
		must.Do(b, sweep.Run(b.Context(), j.Rows, j.Commit, func(journal.Pace) {}))
		wall += time.Since(start)
		cpu = cpu + used(b) - before
		if len(j.Rows) != 1000 {
			b.Fatalf("%d rows", len(j.Rows))
		}
		j.Close()
	}
	b.ReportMetric(wall.Seconds()/float64(b.N)/(1000*single.Seconds()), "singles")
	b.ReportMetric(cpu.Seconds()/wall.Seconds(), "cores")
}

// alone returns the time of one job by itself: the least of five, on average over
// some.
func alone(b *testing.B, cells []Job) (mean time.Duration) {
	b.Helper()
	for i := range 20 {
		c, least := cells[i*len(cells)/20], time.Hour
		for range 5 {
			start := time.Now()
			if _, err := newPool([]Job{c}, nil).run(b.Context(), c, journal.Build{}, 1); err != nil {
				b.Fatal(err)
			}
			least = min(least, time.Since(start))
		}
		mean += least / 20
	}
	return mean
}

// used returns the processors' time that this process has had.
func used(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
