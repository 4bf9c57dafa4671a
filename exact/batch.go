package exact

import (
	"context"
	"runtime"

	"breadboard/chains/crew"

	"breadboard/chains"
)

// MeasureAll is Measure of many annealings, on all cores: their gaps, in their
// order, the same on any number of cores. The error is the first that any has, or
// ctx's.
func MeasureAll(ctx context.Context, all []chains.Annealing) ([]Gap, error) {
	gaps := make([]Gap, len(all))
	group, ctx := crew.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, a := range all {
		group.Go(func() (err error) {
			if err = context.Cause(ctx); err == nil {
				gaps[i], err = Measure(ctx, a)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return gaps, nil
}
