package aidepaper

import (
	"context"

	"breadboard/experiments"
	"breadboard/experiments/aidepaper/bias"
	"breadboard/experiments/aidepaper/filters"
	"breadboard/experiments/aidepaper/galaxies"
	"breadboard/experiments/aidepaper/modes"
	"breadboard/experiments/aidepaper/partitions"
	"breadboard/experiments/aidepaper/terms"
)

// Full is the whole study.
func Full() terms.Size { return terms.Size{} }

// Quick is a look in seconds.
func Quick() terms.Size { return terms.Size{Quick: true} }

// A Study has all experiments.
type Study struct {
	terms.Size
	Bias       bias.Study
	Modes      modes.Study
	Filters    filters.Study
	Partitions partitions.Study
	Galaxies   galaxies.Study
}

// Reproduce runs everything. The error is ctx's.
func Reproduce(ctx context.Context, size terms.Size, progress experiments.Progress) (Study, error) {
	s := Study{Size: size}
	var err error
	parts := []struct {
		cost int // roughly in seconds
		run  func(tell experiments.Progress)
	}{
		{25, func(tell experiments.Progress) { s.Bias, err = bias.Measure(ctx, size, tell) }},
		{3, func(tell experiments.Progress) { s.Modes, err = modes.Measure(ctx, size, tell) }},
		{80, func(tell experiments.Progress) { s.Filters, err = filters.Measure(ctx, size, tell) }},
		{20, func(tell experiments.Progress) { s.Partitions, err = partitions.Measure(ctx, size, tell) }},
		{150, func(tell experiments.Progress) { s.Galaxies, err = galaxies.Measure(ctx, size, tell) }},
	}
	all, from := 0, 0
	for _, p := range parts {
		all += p.cost
	}
	for _, p := range parts {
		if p.run(progress.Share(from, from+p.cost, all)); err != nil {
			return s, err
		}
		from += p.cost
	}
	return s, nil
}
