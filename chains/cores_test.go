package chains_test

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"breadboard/chains"
)

// TestParallel: every cell is done once, in the same pieces on any number of cores.
func TestParallel(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const from = chains.ParallelFrom
	for _, n := range []int{0, 1, 49, from - 1, from, from + 1, 5*chains.PieceSize - 3} {
		var first []int
		for _, cores := range []int{1, 2, 5} {
			runtime.GOMAXPROCS(cores)
			done, ends := make([]int, n), []int(nil)
			var mu sync.Mutex
			chains.Parallel(n, func(from, to int) {
				for x := from; x < to; x++ {
					done[x]++
				}
				mu.Lock()
				defer mu.Unlock()
				ends = append(ends, from, to)
			})
			if slices.ContainsFunc(done, func(times int) bool { return times != 1 }) {
				t.Errorf("%d cells on %d cores: not each once", n, cores)
			}
			slices.Sort(ends)
			if first == nil {
				first = ends
			}
			if !slices.Equal(ends, first) {
				t.Errorf("%d cells on %d cores in pieces %v, on one %v", n, cores, ends, first)
			}
		}
	}
	keep := func(int, int) {}
	if a := testing.AllocsPerRun(100, func() { chains.Parallel(49, keep) }); a != 0 {
		t.Errorf("%v allocations for a few cells", a)
	}
}
