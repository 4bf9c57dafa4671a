package run

import (
	"context"
	"slices"
)

// Targets measures each target of a study by itself, those of the most work first, and returns what was found in the
// order of the targets.
func Targets[T, R any](ctx context.Context, setting Setting, all []T, work func(T) int,
	measured func(T, context.Context) (R, error)) ([]R, error) {
	works := make([]int, len(all))
	order := make([]int, len(all))
	for i, t := range all {
		works[i] = work(t)
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return works[j] - works[i] })
	sizes := make([]int, len(all))
	for k, i := range order {
		sizes[k] = works[i]
	}
	parts, err := Each(ctx, setting.Shelf, "targets", sizes, setting.Tell, func(ctx context.Context, k int) (R, error) {
		return measured(all[order[k]], ctx)
	})
	if err != nil {
		return nil, err
	}
	found := make([]R, len(all))
	for k, i := range order {
		found[i] = parts[k]
	}
	return found, nil
}
