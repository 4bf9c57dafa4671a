package experiments

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"

	"breadboard/chains/crew"
)

// A Progress takes the number of parts of the work that are done, and the number of all parts. It is called by one
// goroutine at a time; done never falls. It may be nil.
type Progress func(done, total int)

// Each calls part for every i below n, on all cores, and returns the first error or ctx's. Parts begin in order.
func Each(ctx context.Context, n int, progress Progress, part func(ctx context.Context, i int) error) error {
	ones := slices.Repeat([]int{1}, n)
	return EachInOrder(ctx, ones, 0, progress, func(ctx context.Context, i int, _ Progress) error {
		return part(ctx, i)
	})
}

// EachSized calls part as EachInOrder does, but the largest part begins first, so that no core is left with a long one
// at the end.
func EachSized(ctx context.Context, sizes []int, bytes float64, progress Progress,
	part func(ctx context.Context, i int, progress Progress) error) error {
	order := CostliestFirst(sizes)
	sorted := make([]int, len(order))
	for k, i := range order {
		sorted[k] = sizes[i]
	}
	return EachInOrder(ctx, sorted, bytes, progress, func(ctx context.Context, k int, progress Progress) error {
		return part(ctx, order[k], progress)
	})
}

// EachInOrder calls part as Each does, for parts of these sizes in any unit, which may report their own progress. The
// largest part takes these bytes: if parts on all cores would take more than a command has, fewer run at the same time.
func EachInOrder(ctx context.Context, sizes []int, bytes float64, progress Progress,
	part func(ctx context.Context, i int, progress Progress) error) error {
	var mu sync.Mutex
	all := 0 // how much of total is reported as done
	total := 0
	for _, size := range sizes {
		total += size
	}
	return crew.Each(ctx, atOnce(bytes), len(sizes), func(ctx context.Context, i int) error {
		size := sizes[i]
		mine := 0 // how much of size is reported as done
		tell := func(done, of int) {
			mu.Lock()
			defer mu.Unlock()
			if now := min(done, of) * size / max(of, 1); now > mine {
				all += now - mine
				mine = now
			}
			progress.Tell(all, total)
		}
		err := part(ctx, i, tell)
		if err == nil {
			tell(1, 1)
		}
		return err
	})
}

// CostliestFirst returns the places of costs, from the largest cost to the least; equal ones keep their order.
func CostliestFirst(costs []int) []int {
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(costs[j], costs[i]) })
	return order
}

// Tell calls p, unless it is nil.
func (p Progress) Tell(done, total int) {
	if p != nil {
		p(done, total)
	}
}

// Watch tells p that this share of a part is done, and never all of it.
func (p Progress) Watch(share float64) { p.Tell(int(1000*share), 1001) }

// Share returns the progress of a part of the work. The part begins when from of all is done, and ends at to, even if
// it reports more than its total.
func (p Progress) Share(from, to, all int) Progress {
	if p == nil {
		return nil
	}
	const fine = 1_000_000 // so that a long part of a short whole shows progress
	return func(done, total int) {
		total = max(total, 1)
		p(fine*from+int(float64(fine*(to-from))*float64(min(done, total))/float64(total)), fine*all)
	}
}

// Distinct returns each key once, in the order in which each came first.
func Distinct[K comparable, V any](all []V, key func(V) K) (keys []K) {
	for k := range GroupBy(all, key) {
		keys = append(keys, k)
	}
	return keys
}

// GroupBy yields the keys in the order in which each came first, with all items that have it.
func GroupBy[K comparable, V any](all []V, key func(V) K) iter.Seq2[K, []V] {
	var order []K
	of := map[K][]V{}
	for _, v := range all {
		k := key(v)
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = append(of[k], v)
	}
	return func(yield func(K, []V) bool) {
		for _, k := range order {
			if !yield(k, of[k]) {
				return
			}
		}
	}
}
