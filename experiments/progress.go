package experiments

import (
	"context"
	"runtime"
	"sync"

	"breadboard/chains/crew"
)

// A Progress is called with the number of parts of a study that are done, and of all, from
// one goroutine at a time; done never falls. It may be nil.
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

// tell calls p, unless it is nil.
func (p Progress) tell(done, total int) {
	if p != nil {
		p(done, total)
	}
}

// Share is the progress of a part of the whole: the part begins when from of all is
// done, and ends at to.
func (p Progress) Share(from, to, all int) Progress {
	if p == nil {
		return nil
	}
	const fine = 10_000 // so that a long part of a short whole is seen to move
	return func(done, total int) {
		p(fine*from+int(float64(fine*(to-from))*float64(done)/float64(max(total, 1))), fine*all)
	}
}

// A tally adds up the progress of parts of different sizes.
type tally struct {
	mu         sync.Mutex
	progress   Progress
	done       []int // by part
	all, total int   // done of all parts, and their sizes
}

func newTally(progress Progress, parts int) *tally {
	return &tally{progress: progress, done: make([]int, parts)}
}

// set says how much of a part is done; less than before counts as no news.

func (t *tally) set(part, done int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all += max(done-t.done[part], 0)
	t.done[part] = max(done, t.done[part])
	if t.progress != nil {
		t.progress(t.all, t.total)
	}
}
