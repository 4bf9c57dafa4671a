package sample

import (
	"context"

	"breadboard/chains/crew"
)

// carryOut does all tasks on so many goroutines. Each goroutine calls worker once, and does
// its tasks by what worker returns.
func carryOut[Task any](ctx context.Context, workers int, tasks []Task,
	worker func() func(context.Context, Task) error) error {
	queue := make(chan Task, len(tasks))
	for _, t := range tasks {
		queue <- t
	}
	close(queue)
	g, ctx := crew.WithContext(ctx)
	for range min(workers, len(tasks)) {
		g.Go(func() error {
			do := worker()
			for t := range queue {
				if err := do(ctx, t); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}
