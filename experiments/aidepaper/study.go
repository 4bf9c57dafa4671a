package aidepaper

import (
	"context"

	"breadboard/experiments"
)

// A Size says how finely to study.
type Size struct {
	Quick bool // fewer runs and smaller programs; the reports say so
}

// Full is the whole study.
func Full() Size { return Size{} }

// Quick is a look in seconds.
func Quick() Size { return Size{Quick: true} }

// A Study has all experiments.
type Study struct {
	Size
	Bias       BiasStudy
	HMM        HMMStudy
	Modes      ModesStudy
	Partitions PartitionsStudy
	Galaxies   GalaxiesStudy
}

// Reproduce runs everything. The error is ctx's.
func Reproduce(ctx context.Context, size Size, progress experiments.Progress) (Study, error) {
	s := Study{Size: size}
	parts := []struct {
		cost int // roughly in seconds
		run  func(ctx context.Context, size Size, progress experiments.Progress) error
	}{
		{25, func(ctx context.Context, size Size, progress experiments.Progress) (err error) {
			s.Bias, err = bias(ctx, size, progress)
			return err
		}},
		{80, func(ctx context.Context, size Size, progress experiments.Progress) (err error) {
			s.HMM, err = filters(ctx, size, progress)
			return err
		}},
		{3, func(ctx context.Context, size Size, progress experiments.Progress) (err error) {
			s.Modes, err = modes(ctx, size, progress)
			return err
		}},
		{20, func(ctx context.Context, size Size, progress experiments.Progress) (err error) {
			s.Partitions, err = partitionsStudy(ctx, size, progress)
			return err
		}},
		{150, func(ctx context.Context, size Size, progress experiments.Progress) (err error) {
			s.Galaxies, err = galaxies(ctx, size, progress)
			return err
		}},
	}
	all, from := 0, 0
	for _, p := range parts {
		all += p.cost
	}
	for _, p := range parts {
		if err := p.run(ctx, size, progress.Share(from, from+p.cost, all)); err != nil {
			return s, err
		}
		from += p.cost
	}
	return s, nil
}
