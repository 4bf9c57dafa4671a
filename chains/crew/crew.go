// Package crew runs goroutines together, as errgroup does, and brings their panics to the goroutine that waits for
// them. Parallel shares cells among the cores, so that sums are the same on any number of cores.
//
// Go ends a program with exit code 2 when any goroutine panics, and no other goroutine
// can recover that panic. A bug in a worker would then look like bad input to a script.
// Here Wait panics with a *Panic, and main can tell that it is a bug.
package crew

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// A Group is goroutines that work on parts of one task.
type Group struct{ *errgroup.Group }

// New returns a group without a context.
func New() Group { return Group{new(errgroup.Group)} }

// WithContext returns a group with a context that ends at the first error or panic.
func WithContext(ctx context.Context) (Group, context.Context) {
	g, ctx := errgroup.WithContext(ctx)
	return Group{g}, ctx
}

// Go calls f in a goroutine.
func (g Group) Go(f func() error) {
	g.Group.Go(func() (err error) {
		defer func() {
			switch p := recover().(type) {
			case nil:
			case *Panic: // of a group within this one
				err = p
			default:
				err = &Panic{p, debug.Stack()}
			}
		}()
		return f()
	})
}

// Wait waits for all goroutines and returns the first error. It panics if the first failure is a panic.
func (g Group) Wait() error {
	err := g.Group.Wait()
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
	var taken atomic.Int64
	work := func() error {
		for i := int(taken.Add(1)) - 1; i < pieces; i = int(taken.Add(1)) - 1 {
			do(i*piece, min(n, (i+1)*piece))
		}
		return nil
	}
	others := New()
	for range min(runtime.GOMAXPROCS(0), pieces) - 1 {
		others.Go(work)
	}
	_ = work()
	_ = others.Wait()
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
