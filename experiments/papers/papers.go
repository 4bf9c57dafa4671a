// Package papers reproduces papers, each in a folder of its own: bread, bdmc, aide and samplers. Here is what they
// share. Options say how a paper is reproduced: whole or quickly, and on which draws. The work has parts, and Each does
// the pieces of a part.
package papers

import (
	"context"

	"breadboard/experiments"
)

// Options say how a paper is reproduced.
type Options struct {
	Quick    bool   // less of everything; the reports say so
	Seed     uint64 // other draws; 0 has those of the committed files
	Progress experiments.Progress
}

// Seeded returns a seed of the paper, changed by the options' Seed.
func (o Options) Seeded(seed uint64) uint64 { return seed + o.Seed<<32 }

// Part returns the options of a part of the work, whose progress goes from from/all to to/all.
func (o Options) Part(from, to, all int) Options {
	o.Progress = o.Progress.Share(from, to, all)
	return o
}

// Each does the pieces of a part, on all cores, and returns their results, in order. Sizes say how long each piece
// takes, in any unit.
func Each[R any](ctx context.Context, o Options, sizes []int, do func(ctx context.Context, i int) (R, error)) ([]R,
	error) {
	found := make([]R, len(sizes))
	piece := func(ctx context.Context, i int, _ experiments.Progress) (err error) {
		found[i], err = do(ctx, i)
		return err
	}
	return found, experiments.EachSized(ctx, sizes, 0, o.Progress, piece)
}
