// Package work counts what a computation is going to do, so that a command can ask before it takes long. Nothing here
// reads a clock: the same arguments are counted alike on every machine, busy or not.
//
// Whoever begins a long loop first says to the context how many steps it has, and how many nanoseconds each counts. The
// prices were measured once, on one core of an ordinary machine, and are right within a factor of three or so on the
// commands of the documentation. What takes milliseconds is not counted.
package work

import (
	"context"
	"sync"
	"time"
)

// A Count adds up the work under a context, in counted time.
type Count struct {
	most time.Duration
	stop context.CancelCauseFunc
	mu   sync.Mutex
	all  float64 // nanoseconds
}

// TooMuch is the cause of a context under which more work was counted than it is bounded by.
type TooMuch struct{ Most time.Duration }

// Error says so.
func (t TooMuch) Error() string { return "the work counts for more than " + t.Most.String() }

type countKey struct{}

// Bounded returns a context that ends when more work than this is counted under it. Whether it does depends on the sum
// alone, and not on the order of what is counted.
func Bounded(ctx context.Context, most time.Duration) (context.Context, *Count) {
	ctx, stop := context.WithCancelCause(ctx)
	c := &Count{most: most, stop: stop}
	return context.WithValue(ctx, countKey{}, c), c
}

// Add counts steps of so many nanoseconds each, before they are made. Without a bound it does nothing.
func Add(ctx context.Context, steps, each float64) {
	c, ok := ctx.Value(countKey{}).(*Count)
	if !ok || !(steps > 0) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all += steps * each
	if c.all > float64(c.most) {
		c.stop(TooMuch{c.most})
	}
}

// Foresee ends the context if what is counted and what parts that have not begun are going to count, so many
// nanoseconds together, are too much. Otherwise each of them counts itself when it begins.
func Foresee(ctx context.Context, ahead float64) {
	c, ok := ctx.Value(countKey{}).(*Count)
	if ok && float64(c.Counted())+ahead > float64(c.most) {
		Add(ctx, ahead, 1)
	}
}

// Counted is the work so far. If it is too much, parts that were not begun are not in it.
func (c *Count) Counted() time.Duration {
	const longest = 1e9 * float64(time.Second) // some thirty years
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Duration(min(c.all, longest))
}

// TooMuch reports whether more work was counted than the bound.
func (c *Count) TooMuch() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all > float64(c.most)
}

// Close releases what the context holds.
func (c *Count) Close() { c.stop(nil) }
