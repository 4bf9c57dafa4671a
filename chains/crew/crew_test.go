package crew_test

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/chains/crew"
)

// recovered calls f and returns what it panics with.
func recovered(f func()) (p any) {
	defer func() { p = recover() }()
	f()
	return nil
}

func fallOver() error { panic("index 7") }

// TestPanicReachesWait: the panic of a worker, even one within another group, reaches the caller of Wait, with the
// place where it happened; the other workers are stopped.
func TestPanicReachesWait(t *testing.T) {
	stopped := false
	p := recovered(func() {
		outer := crew.New()
		outer.Go(func() error {
			inner, ctx := crew.WithContext(t.Context())
			inner.Go(func() error {
				<-ctx.Done()
				stopped = true
				return ctx.Err()
			})
			inner.Go(fallOver)
			return inner.Wait()
		})
		_ = outer.Wait()
	})
	found, ok := p.(*crew.Panic)
	if !ok {
		t.Fatalf("Wait panics with %v", p)
	}
	if found.Value != "index 7" {
		t.Errorf("the panic's value is %v", found.Value)
	}
	if found.Error() != "index 7" {
		t.Errorf("as an error the panic is %q", found.Error())
	}
	if !strings.Contains(string(found.Stack), "fallOver") {
		t.Errorf("the stack does not lead to the place: %s", found.Stack)
	}
	if !stopped {
		t.Error("the other worker was not stopped")
	}
}

// Parts of one task run at once. The first error ends the wait, and a panic would come here too.
func Example() {
	group, sums := crew.New(), make([]int, 3)
	for i := range sums {
		group.Go(func() error {
			for n := range 100 * (i + 1) {
				sums[i] += n
			}
			return nil
		})
	}
	fmt.Println(group.Wait(), sums)
	// Output:
	// <nil> [4950 19900 44850]
}
