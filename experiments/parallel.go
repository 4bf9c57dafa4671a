package experiments

import (
	"context"
	"runtime"
	"sync"

	"breadboard/chains/crew"
)

// A Progress is told how many of all parts of a study are done, from one
// goroutine at a time; done never falls. nil hears nothing.
type Progress func(done, total int)

// Each calls part for every i below n, on all cores, and returns the first error
// or ctx's. Parts are begun in order, so the longest are best put first.
func Each(ctx context.Context, n int, progress Progress, part func(ctx context.Context, i int) error) error {
	group, ctx := crew.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	var mu sync.Mutex
	done := 0
	for i := range n {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := part(ctx, i); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if done++; progress != nil {
				progress(done, n)
			}
			return nil
		})
	}
	return group.Wait()
}

// oneByOne is Each on one core: of parts that use all of them, or all the memory.
func oneByOne(ctx context.Context, n int, progress Progress, part func(ctx context.Context, i int) error) error {
	for i := range n {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := part(ctx, i); err != nil {
			return err
		}
		if progress != nil {
			progress(i+1, n)
		}
	}
	return nil
}

// share is the progress of a part of the whole that begins at from percent and
// ends at to.
func (p Progress) share(from, to int) Progress {
	if p == nil {
		return nil
	}
	return func(done, total int) { p(from+(to-from)*done/total, 100) }
}
