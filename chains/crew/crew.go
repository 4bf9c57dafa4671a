// Package crew does the parts of one task on several goroutines: Each, and for the cells of a grid Parallel and Reduce,
// whose sums are the same on any number of cores.
//
// Go ends a program with exit code 2 when any goroutine panics, and no other goroutine
// can recover that panic. A bug in a worker would then look like bad input to a script.
// Here the caller panics with a *Panic, and main can tell that it is a bug.
package crew

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Each calls part for every i below n, on at most this many goroutines. Parts begin in order. The error is the first of
// a part, which ends the context of the others, or ctx's. A panic of a part is one of the caller, with a *Panic.
func Each(ctx context.Context, workers, n int, part func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var taken atomic.Int64
	for range min(workers, n) {
		group.Go(func() (err error) {
			defer func() {
				if p := PanicOf(recover()); p != nil {
					err = p
				}
			}()
			for i := int(taken.Add(1)) - 1; i < n; i = int(taken.Add(1)) - 1 {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				if err := part(ctx, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	if p, ok := err.(*Panic); ok {
		panic(p)
	}
	return err
}

// A Panic holds the value with which a worker panicked, and its stack.
type Panic struct {
	Value any
	Stack []byte
}

// PanicOf returns the panic that was recovered with this value: that of a worker, or one that happened here; nil if
// nothing panicked.
func PanicOf(recovered any) *Panic {
	switch p := recovered.(type) {
	case nil:
		return nil
	case *Panic:
		return p
	}
	return &Panic{recovered, debug.Stack()}
}

// Error returns the value as text, without the stack.
func (p *Panic) Error() string { return fmt.Sprint(p.Value) }

// PieceSize is the number of cells that Parallel hands out at a time, on any number of cores. So a sum that is taken
// piece by piece, and then over the pieces in order, is the same on every machine.
const PieceSize = 1 << 14

// ParallelFrom is the number of cells from which work is divided among the cores.
const ParallelFrom = 2 * PieceSize

// Parallel calls do for all cells from 0 to n, on all cores: once for each piece from..to of PieceSize cells (the last
// may be shorter), in any order and several at a time. Below ParallelFrom cells it only calls do(0, n). A func literal
// in the call is allocated even then; keep the func to avoid that.
func Parallel(n int, do func(from, to int)) {
	ParallelGroups(n, 1, do)
}

// ParallelGroups does as Parallel for n groups of cells, such as lines: it calls do for groups from..to.
func ParallelGroups(n, cells int, do func(from, to int)) {
	if n*cells < ParallelFrom {
		do(0, n)
		return
	}
	piece := max(1, PieceSize/cells)
	pieces := (n + piece - 1) / piece
	_ = Each(context.Background(), runtime.GOMAXPROCS(0), pieces, func(_ context.Context, i int) error {
		do(i*piece, min(n, (i+1)*piece))
		return nil
	})
}

// Reduce adds up the results of do on the cells from 0 to n, on all cores. It sums each piece and then the pieces in
// their order, so that the sum is the same on any number of cores.
func Reduce[T any](n int, do func(from, to int) T, add func(a, b T) T) T {
	if n < ParallelFrom {
		return do(0, n)
	}
	parts := make([]T, (n+PieceSize-1)/PieceSize)
	Parallel(n, func(from, to int) { parts[from/PieceSize] = do(from, to) })
	sum := parts[0]
	for _, part := range parts[1:] {
		sum = add(sum, part)
	}
	return sum
}
