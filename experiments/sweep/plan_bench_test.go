package sweep

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/journal"
)

// To plan a sweep over files, and to foretell its memory, takes so much time a target, however many there are.
func BenchmarkPlan(b *testing.B) {
	dir := b.TempDir()
	for _, n := range []int{1000, 4000, 16000} {
		var targets List
		for i := range n {
			path := filepath.Join(dir, fmt.Sprintf("%d.csv", i))
			if err := os.WriteFile(path, []byte("0,1\n2,3\n"), 0o644); err != nil {
				b.Fatal(err)
			}
			targets = append(targets, path)
		}
		b.Run(fmt.Sprint(n, "targets"), func(b *testing.B) {
			for b.Loop() {
				plan, err := Spec{Target: targets, T: List{"10"}}.Plan(journal.Build{})
				if err != nil {
					b.Fatal(err)
				}
				var spaces []experiments.Space
				for _, s := range plan.Settings() {
					space, err := s.Space()
					if err != nil {
						b.Fatal(err)
					}
					spaces = append(spaces, space)
				}
				plan.Bytes(spaces, 2, plan.RowBytes(journal.Shard{}))
				plan.Work(journal.Shard{I: 1, N: 3})
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/target")
		})
	}
}
