// Package crew runs goroutines together, as errgroup does, and brings their panics to
// the goroutine that waits for them.
//
// Go ends a program with exit code 2 when any goroutine panics, and no other goroutine
// can recover that panic. A bug in a worker would then look like bad input to a script.
// Here Wait panics with a *Panic, and main can tell that it is a bug.
package crew

import (
	"context"
	"fmt"
	"runtime/debug"

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

// Wait waits for all goroutines and returns the first error. It panics if the first to
// fail has panicked.
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

// Error is the value as text, without the stack.
func (p *Panic) Error() string { return fmt.Sprint(p.Value) }
