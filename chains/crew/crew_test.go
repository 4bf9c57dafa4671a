package crew_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"breadboard/chains/crew"
)

func fallOver() error { panic("index 7") }

// TestPanicReachesCaller: the panic of a worker, even one within another crew, reaches the caller, with the place where
// it happened; the other workers are stopped.
func TestPanicReachesCaller(t *testing.T) {
	stopped := false
	defer func() {
		found, ok := recover().(*crew.Panic)
		if !ok || found.Value != "index 7" || found.Error() != "index 7" || !stopped {
			t.Errorf("the panic is %v, and the other worker was stopped: %v", found, stopped)
		}
		if ok && !strings.Contains(string(found.Stack), "fallOver") {
			t.Errorf("the stack does not lead to the place: %s", found.Stack)
		}
	}()
	_ = crew.Each(t.Context(), 1, 1, func(ctx context.Context, _ int) error {
		return crew.Each(ctx, 2, 2, func(ctx context.Context, i int) error {
			if i == 1 {
				return fallOver()
			}
			<-ctx.Done()
			stopped = true
			return ctx.Err()
		})
	})
}

// TestFirstErrorEnds: after the first error no further part begins, and no more parts run at once than workers.
func TestFirstErrorEnds(t *testing.T) {
	wrong := errors.New("wrong")
	var begun, running atomic.Int32
	err := crew.Each(t.Context(), 3, 1000, func(ctx context.Context, i int) error {
		begun.Add(1)
		defer running.Add(-1)
		if running.Add(1) > 3 {
			t.Error("four parts run at once")
		}
		if i == 5 {
			return wrong
		}
		if i > 5 {
			<-ctx.Done()
		}
		return nil
	})
	if !errors.Is(err, wrong) || begun.Load() > 8 {
		t.Errorf("%d parts were begun, and the error is %v", begun.Load(), err)
	}
}

// TestPieces: from ParallelFrom cells on they are done by pieces, each once and the same on any number of cores, and
// are added up in order.
func TestPieces(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	part := func(from, to int) string { return fmt.Sprintf("%d-%d ", from, to) }
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		for groups, want := range map[[2]int]string{
			{0, 1}: "0-0 ", {32767, 1}: "0-32767 ", {32768, 1}: "0-16384 16384-32768 ",
			{32769, 1}: "0-16384 16384-32768 32768-32769 ", {10, 3000}: "0-10 ", {11, 3000}: "0-5 10-11 5-10 ",
			{16, 2048}: "0-8 8-16 ", {2, 20_000}: "0-1 1-2 ",
		} {
			var lock sync.Mutex
			var parts []string
			crew.ParallelGroups(groups[0], groups[1], func(from, to int) {
				lock.Lock()
				defer lock.Unlock()
				parts = append(parts, part(from, to))
			})
			slices.Sort(parts)
			got := strings.Join(parts, "")
			if groups[1] == 1 {
				got = crew.Reduce(groups[0], part, func(a, b string) string {
					return a[:len(a)-1] + " " + b[:len(b)-1] + " "
				})
			}
			if got != want || runtime.GOMAXPROCS(0) != cores {
				t.Errorf("%d groups of %d cells on %d cores are done as %s", groups[0], groups[1], cores, got)
			}
		}
	}
	keep := func(int, int) {}
	if a := testing.AllocsPerRun(100, func() { crew.Parallel(49, keep) }); a != 0 {
		t.Errorf("%v allocations for a few cells", a)
	}
}

// Parts of one task run at once. The first error ends the others, and a panic would come here too.
func Example() {
	sums := make([]int, 3)
	err := crew.Each(context.Background(), 2, len(sums), func(_ context.Context, i int) error {
		for n := range 100 * (i + 1) {
			sums[i] += n
		}
		return nil
	})
	fmt.Println(err, sums)
	// Output:
	// <nil> [4950 19900 44850]
}
